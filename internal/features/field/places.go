package field

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Places says where the entries of a layout go in a row of planes: card after card the entries of its F planes, then the G numbers
// that belong to no card. There is a plane for each row of a field with an entry per card or per rank, in the order of the layout. All
// cards of a rank have its entry, and the printed joker has 0. Entries are divided by the [game.Field.Scale] of their field.
type Places struct {
	Kinds   int          // kinds of cards: 52, or 53 with the printed joker
	Planes  []game.Field // without shapes, named by field and row, such as given[1]
	Numbers []game.Field // the same
	entries []place      // by entry of the layout
}

// place is where an entry x goes, as x*scale: to one place, or to those of its rank in all suits, which are suits apart.
type place struct {
	to, suits int32
	scale     float32
}

// paperSuits are the places of suits in the order of game.PerPaperCard.
var paperSuits = [card.NumSuits]int{int(card.Clubs), int(card.Hearts), int(card.Spades), int(card.Diamonds)}

// PlacesOf returns the places of a layout. It is an error if no field has an entry for each card, if some have one for the printed
// joker and others have none, or if all fields have an entry for each card.
func PlacesOf(l game.Layout) (*Places, error) {
	p := &Places{}
	for _, f := range l {
		if f.Per != game.PerCard && f.Per != game.PerPaperCard {
			continue
		}
		kinds := card.NumSuited
		if f.Shape[len(f.Shape)-1] == card.NumKinds {
			kinds = card.NumKinds
		}
		if p.Kinds != 0 && p.Kinds != kinds {
			return nil, fmt.Errorf("the field %s has entries for %d kinds of cards, and others for %d", f.Name, kinds, p.Kinds)
		}
		p.Kinds = kinds
	}
	if p.Kinds == 0 {
		return nil, errors.New("no field has an entry for each card: want groups such as own-cards")
	}
	for _, f := range l {
		rows := f.Shape
		switch {
		case f.Per == game.PerRank || f.Per != game.PerNothing && p.Kinds == card.NumKinds:
			rows = rows[:len(rows)-1]
		case f.Per != game.PerNothing:
			rows = rows[:len(rows)-2]
		}
		of := &p.Numbers
		if f.Per != game.PerNothing {
			of = &p.Planes
		}
		for i := range (game.Field{Shape: rows}).Size() {
			part := game.Field{Name: f.Name, DType: f.DType, Low: f.Low, High: f.High, Doc: f.Doc}
			if len(rows) > 0 {
				part.Name += indexOf(i, rows)
			}
			*of = append(*of, part)
		}
	}
	if len(p.Numbers) == 0 {
		return nil, errors.New("all fields have an entry for each card: want groups such as counts too")
	}
	planes, numbers, each := 0, p.Kinds*len(p.Planes), int32(len(p.Planes))
	for _, f := range l {
		at := place{scale: f.Factor()}
		n := 1
		switch f.Per {
		case game.PerCard, game.PerPaperCard:
			n = p.Kinds
		case game.PerRank:
			n, at.suits = card.NumRanks, card.NumRanks*each
		}
		for i := range f.Size() {
			c := i % n
			if f.Per == game.PerPaperCard {
				c = paperSuits[c/card.NumRanks]*card.NumRanks + c%card.NumRanks
			}
			if at.to = int32(planes+i/n) + int32(c)*each; f.Per == game.PerNothing {
				at.to = int32(numbers + i)
			}
			p.entries = append(p.entries, at)
		}
		if f.Per == game.PerNothing {
			numbers += f.Size()
		} else {
			planes += f.Size() / n
		}
	}
	return p, nil
}

// indexOf returns the index of row i, such as [1] or [0,2].
func indexOf(i int, rows []int) string {
	at := make([]string, len(rows))
	for k := len(rows) - 1; k >= 0; k-- {
		at[k], i = strconv.Itoa(i%rows[k]), i/rows[k]
	}
	return "[" + strings.Join(at, ",") + "]"
}

// Size returns the number of entries of a row of planes.
func (p *Places) Size() int { return p.Kinds*len(p.Planes) + len(p.Numbers) }

// Placing is the places of the entries that an encoder writes.
type Placing struct {
	entries []place // by entry
	rest    []int   // the entries that the encoder does not write in planes itself
	bits    bitPlaces
	numbers int       // where the rest goes, if it is the entries after those of bits and all go one after the other; otherwise 0
	scaled  []int     // the entries of numbers whose scale is not 1
	rows    sync.Pool // of *[]float32, all entries 0, one for each entry; unused if numbers is not 0
}

// Written says which entries an encoder writes in planes itself: those of Spans, of which the first ones are the fields Bits of a [BitRow].
type Written struct {
	Spans []Span
	Bits  BitFields
}

// Of returns the places for an encoder whose entries are those of the layout from the entry first on, at the given spans: nil if they are
// in the same order. It writes some in planes itself.
func (p *Places) Of(first, size int, parts []Span, written Written) *Placing {
	if parts == nil {
		parts = []Span{{0, first, size}}
	}
	x := &Placing{entries: make([]place, size)}
	for _, part := range parts {
		copy(x.entries[part.From:][:part.N], p.entries[part.To:])
	}
	x.bits = bitPlacesOf(written.Bits, x.entries, len(p.Planes))
	done := make([]bool, size)
	for _, s := range written.Spans {
		for i := range s.N {
			done[s.From+i] = true
		}
	}
	for i := range done {
		if !done[i] {
			x.rest = append(x.rest, i)
		}
	}
	if n := x.bits.n; 0 < n && n < size && !slices.Contains(done[n:], true) {
		x.numbers = int(x.entries[n].to)
		for i, at := range x.entries[n:] {
			if int(at.to) != x.numbers+i || at.suits > 0 {
				x.numbers = 0
				break
			}
			if at.scale != 1 {
				x.scaled = append(x.scaled, n+i)
			}
		}
	}
	x.rows.New = func() any {
		row := make([]float32, size)
		return &row
	}
	return x
}

// NewPlanes returns a Row that writes planes into dst, which is zeros or will be by [Row.Spread]. [Row.Place] ends it.
func NewPlanes(dst []float32, to *Placing) Row[float32] {
	w := Row[float32]{planes: dst, placing: to}
	if to.numbers > 0 {
		w.dst = dst[to.numbers-to.bits.n:]
	} else {
		w.scratch = to.rows.Get().(*[]float32)
		w.dst = *w.scratch
	}
	return w
}

// Place writes the entries that are left to do in planes.
func (w *Row[T]) Place() {
	to := w.placing
	if to.numbers == 0 {
		Place(w.planes, w.dst, to)
		to.rows.Put(w.scratch)
		return
	}
	for _, i := range to.scaled {
		at := &to.entries[i]
		w.planes[at.to] *= T(at.scale)
	}
}

// Place writes the entries of src that are left to do, and makes them 0.
func Place[T Entry](dst, src []T, to *Placing) {
	for _, i := range to.rest {
		at := &to.entries[i]
		v := src[i] * T(at.scale)
		src[i], dst[at.to] = 0, v
		for s := int32(1); s < card.NumSuits && at.suits > 0; s++ {
			dst[at.to+s*at.suits] = v
		}
	}
}

// placed notes that entries are written in planes.
func (w *Row[T]) placed(at, n int) {
	if w.notes != nil {
		w.notes.written.Spans = append(w.notes.written.Spans, Span{From: at, N: n})
	}
}

// Spread writes the given fields of r, the first ones of the layout, as numbers, and 0 as all other entries. It returns the entry after
// them.
func (w *Row[T]) Spread(r *BitRow, of BitFields) int {
	if w.notes != nil {
		n := w.notes.layout.Size()
		w.placed(0, n)
		w.notes.written.Bits = bitFieldsOf(w.notes.layout)
		return n
	}
	if w.placing == nil {
		return expandFields(r, of, w.dst)
	}
	w.placing.bits.spread(any(w.planes).([]float32), r)
	return w.placing.bits.n
}

// BagAt writes the copies of each card into entries that are 0, and returns the entry after them, as all that follow.
func (w *Row[T]) BagAt(at int, b card.Bag) int {
	if w.placing == nil {
		PutBag((*[card.NumKinds]T)(w.dst[at:]), b)
		w.placed(at, card.NumKinds)
		return at + card.NumKinds
	}
	to := w.placing.entries[at:][:card.NumKinds]
	scale := T(to[0].scale)
	for cs := b.Once; cs != 0; cs &= cs - 1 {
		c := cs.First()
		w.planes[to[c.Index()].to] = T(b.Of(c)) * scale
	}
	if b.Jokers > 0 {
		w.planes[to[card.NumSuited].to] = T(b.Jokers) * scale
	}
	return at + card.NumKinds
}

// KindAt writes 1 at a card, nothing for [card.None].
func (w *Row[T]) KindAt(at int, c card.Card) int {
	w.placed(at, card.NumKinds)
	if c != card.None {
		w.CopiesAt(at, c, 1)
	}
	return at + card.NumKinds
}

// CopiesAt writes a number at a card. It returns nothing: the caller has noted the entries by [Row.KindAt].
func (w *Row[T]) CopiesAt(at int, c card.Card, n int) {
	if i := at + c.Index(); w.placing == nil {
		w.dst[i] = T(n)
	} else {
		to := &w.placing.entries[i]
		w.planes[to.to] = T(n) * T(to.scale)
	}
}

// RankAt writes 1 at a rank, nothing for one that is no rank of a card.
func (w *Row[T]) RankAt(at int, r card.Rank) int {
	w.placed(at, card.NumRanks)
	if r >= card.NumRanks {
		return at + card.NumRanks
	}
	if i := at + int(r); w.placing == nil {
		w.dst[i] = 1
	} else {
		for s, to := int32(0), &w.placing.entries[i]; s < card.NumSuits; s++ {
			w.planes[to.to+s*to.suits] = 1
		}
	}
	return at + card.NumRanks
}
