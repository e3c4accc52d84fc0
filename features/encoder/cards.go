package encoder

import (
	"fmt"
	"slices"
	"sync"

	"rummygym/env/game"
	"rummygym/internal/features/field"
)

// Cards encodes the observations of another encoder for networks that share weights over cards: the numbers of each card in a row, and
// then the numbers of the hand. It is a game.Encoder with the fields
//
//	cards    [K, F]  of each kind of card a number of each plane
//	numbers  [G]     the numbers that belong to no card
//
// Planes and numbers are those of the fields of the other encoder, in its order: a field with an entry for each card is a plane, or
// several planes if it has rows; so is one with an entry for each rank, which all cards of the rank have, and the printed joker has 0.
// All other fields are numbers. Entries are scaled to about one: divided by the
// game.Field.Scale of their field, as networks scale their inputs.
//
// The kinds of cards are in the order of card.Card.Index, clubs, diamonds, hearts, spades, for each ace to king; K is 52, or 53
// with the printed joker at the end. So the first 52 rows have the shape [suits 4, ranks 13, F], and sums over neighbours in suit and
// rank are sums over axes. The rows of a deal that the observer of a match watches are 0.
//
// All methods are safe for concurrent use if those of the other encoder are.
type Cards struct {
	places *field.Places
	write  planeWriter
}

// planeWriter overwrites dst with the planes of an observation.
type planeWriter func(dst []float32, obs game.Observation)

// NewCards returns an encoder of the observations of x. It is an error if none of its fields has an entry for each card, or all.
func NewCards(x game.Encoder) (*Cards, error) {
	l := x.Layout()
	p, err := field.PlacesOf(l)
	if err != nil {
		return nil, fmt.Errorf("encoder: %w", err)
	}
	return &Cards{places: p, write: planesOf(x, p, 0, nil)}, nil
}

// planesOf returns the function for an encoder whose entries are those from first on, or at the given spans.
func planesOf(x game.Encoder, p *field.Places, first int, parts []field.Span) planeWriter {
	if x, ok := x.(interface {
		planes(p *field.Places, first int, parts []field.Span) planeWriter
	}); ok {
		return x.planes(p, first, parts)
	}
	size := x.Layout().Size()
	to := p.Of(first, size, parts, field.Written{})
	rows := sync.Pool{New: func() any {
		row := make([]float32, size)
		return &row
	}}
	return func(dst []float32, obs game.Observation) {
		row := rows.Get().(*[]float32)
		x.Encode(*row, obs)
		clear(dst)
		field.Place(dst, *row, to)
		rows.Put(row)
	}
}

// Kinds returns the number of kinds of cards, K.
func (c *Cards) Kinds() int { return c.places.Kinds }

// Planes returns the F planes and Numbers the G numbers, in order: the bounds and the meaning of the field that each is of, and its
// name, with the row if the field has several, such as given[1].
func (c *Cards) Planes() game.Layout { return slices.Clone(c.places.Planes) }

// Plane returns the index of the plane of a name, or -1.
func (c *Cards) Plane(name string) int {
	return slices.IndexFunc(c.places.Planes, func(f game.Field) bool { return f.Name == name })
}

// Numbers returns the G numbers, see [Cards.Planes].
func (c *Cards) Numbers() game.Layout { return slices.Clone(c.places.Numbers) }

// Layout returns the fields cards and numbers.
func (c *Cards) Layout() game.Layout {
	return game.Layout{
		{Name: "cards", Shape: []int{c.places.Kinds, len(c.places.Planes)}, DType: game.Float32, Low: game.Layout(c.places.Planes).ScaledLow(), High: 1, Doc: "planes of each kind of card (clubs, diamonds, hearts, spades, for each ace to king, then the printed joker), each divided by its maximum"},
		{Name: "numbers", Shape: []int{len(c.places.Numbers)}, DType: game.Float32, Low: game.Layout(c.places.Numbers).ScaledLow(), High: 1, Doc: "numbers that belong to no card, each divided by its maximum"},
	}
}

// Encode fills dst, whose length is the layout's Size, from obs. It does not allocate. It panics if the length or the observation is
// wrong.
func (c *Cards) Encode(dst []float32, obs game.Observation) {
	if n := c.places.Size(); len(dst) != n {
		panic(fmt.Sprintf("encoder: Encode into %d entries, want %d as in the layout", len(dst), n))
	}
	c.write(dst, obs)
}
