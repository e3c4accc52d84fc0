package field

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

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
		high := float32(f.Scale())
		at := place{scale: 1 / high}
		if at.scale*high > 1 {
			at.scale = math.Nextafter32(at.scale, 0)
		}
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
	entries []place      // by entry
	rest    []move       // of the entries that the encoder does not write in planes
	words   [][64]uint16 // of each entry, in words of 64, where it goes
}

// move takes an entry to its place.
type move struct {
	from, to int32
	scale    float32
}

// Of returns the places for an encoder whose entries are those of the layout from the entry first on, at the given spans: nil if they are
// in the same order. Of its entries it writes those of placed in planes itself, see [Noted].
func (p *Places) Of(first, size int, parts, placed []Span) *Placing {
	if parts == nil {
		parts = []Span{{0, first, size}}
	}
	x := &Placing{entries: make([]place, size), words: make([][64]uint16, (size+63)/64)}
	for _, part := range parts {
		copy(x.entries[part.From:][:part.N], p.entries[part.To:])
	}
	written := make([]bool, size)
	for _, s := range placed {
		for i := range s.N {
			written[s.From+i] = true
		}
	}
	for i, at := range x.entries {
		x.words[i/64][i%64] = uint16(at.to)
		for s := int32(0); !written[i] && (s == 0 || s < card.NumSuits && at.suits > 0); s++ {
			x.rest = append(x.rest, move{int32(i), at.to + s*at.suits, at.scale})
		}
	}
	return x
}

// NewPlanes returns a Row that writes planes into dst, which is zeros or will be by [Row.Spread]. The entries of src, one for each of the
// layout, are 0, and will be again after [Row.Place].
func NewPlanes[T Entry](dst, src []T, to *Placing) Row[T] {
	return Row[T]{dst: src, planes: dst, placing: to}
}

// Place writes the entries that are left to do in planes.
func (w *Row[T]) Place() { Place(w.planes, w.dst, w.placing) }

// Place is [Row.Place] for entries that were written otherwise.
func Place[T Entry](dst, src []T, to *Placing) {
	for i := range to.rest {
		m := &to.rest[i]
		dst[m.to] = src[m.from] * T(m.scale)
	}
	for i := range to.rest {
		src[to.rest[i].from] = 0
	}
}

// placed notes that entries are written in planes.
func (w *Row[T]) placed(at, n int) {
	if w.notes != nil {
		w.notes.placed = append(w.notes.placed, Span{From: at, N: n})
	}
}

// Spread writes the first n entries of r as numbers, and 0 as all others. They are sets of suited cards, and bits that belong to no card.
func (w *Row[T]) Spread(r *BitRow, n int) {
	if w.placing == nil {
		Expand(r, w.dst)
		w.placed(0, n)
	} else if dst, ok := any(w.planes).([]float32); ok {
		w.placing.spread(dst, r, n)
	}
}

// spread writes the first n entries of r, and 0 as all others.
func (x *Placing) spread(dst []float32, r *BitRow, n int) {
	clear(dst)
	for i := range x.words[:(n+63)/64] {
		to := &x.words[i]
		for word := r[i%len(r)]; word != 0; word &= word - 1 {
			dst[to[bits.TrailingZeros64(word)%64]] = 1
		}
	}
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
