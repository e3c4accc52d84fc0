package discard

import (
	"fmt"
	"slices"

	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/features/afterstate"
)

// SuitOrder is an order of the rows of the matrices x and o: row i of the result is row
// SuitOrder[i] of the state. The rules treat all suits alike, so the hand is worth the same.
type SuitOrder [card.NumSuits]uint8

// SuitOrders returns the 24 orders, the first of which changes nothing.
func SuitOrders() []SuitOrder {
	orders := []SuitOrder{{}}
	for i := range uint8(card.NumSuits) { // put number i at each place of the shorter orders
		var longer []SuitOrder
		for at := int(i); at >= 0; at-- {
			for _, o := range orders {
				s := slices.Insert(slices.Clone(o[:i]), at, i)
				longer = append(longer, SuitOrder(append(s, make([]uint8, card.NumSuits-len(s))...)))
			}
		}
		orders = longer
	}
	return orders
}

// Encoder writes states as the inputs of a network. It is safe for concurrent use.
type Encoder struct {
	fields []func(dst []float32, s *State, o SuitOrder)
	sizes  []int
	size   int
}

// NewEncoder returns an encoder for a network whose inputs are fields of
// [afterstate.Discards], in any order.
func NewEncoder(inputs []network.Input) (*Encoder, error) {
	known := map[string]struct {
		size  int
		write func(dst []float32, s *State, o SuitOrder)
	}{
		"hand_matrix":   {card.NumSuited, writeHand},
		"belief_matrix": {card.NumSuited, writeBelief},
		"macros":        {len(State{}.Macros), writeMacros},
		"interactions":  {afterstate.NumInteractions, writeInteractions},
	}
	e := &Encoder{}
	for i := range inputs {
		f, ok := known[inputs[i].Name]
		if !ok || f.size != inputs[i].Size() {
			return nil, fmt.Errorf("discard: input %s of %d entries: want hand_matrix, belief_matrix, macros or interactions of %d, %d, %d and %d", inputs[i].Name, inputs[i].Size(), card.NumSuited, card.NumSuited, len(State{}.Macros), afterstate.NumInteractions)
		}
		e.fields, e.sizes, e.size = append(e.fields, f.write), append(e.sizes, f.size), e.size+f.size
	}
	return e, nil
}

// Size returns the number of entries that Encode writes.
func (e *Encoder) Size() int { return e.size }

// Encode fills dst, of length Size, with a state whose suits are in the given order. It does
// not allocate.
func (e *Encoder) Encode(dst []float32, s *State, o SuitOrder) {
	for i, write := range e.fields {
		write(dst[:e.sizes[i]], s, o)
		dst = dst[e.sizes[i]:]
	}
}

func writeHand(dst []float32, s *State, o SuitOrder) {
	for i, suit := range o {
		row := dst[i*card.NumRanks:][:card.NumRanks]
		for r := range row {
			row[r] = float32(s.Hand[suit] >> r & 1)
		}
	}
}

func writeBelief(dst []float32, s *State, o SuitOrder) {
	for i, suit := range o {
		copy(dst[i*card.NumRanks:], s.Belief[int(suit)*card.NumRanks:][:card.NumRanks])
	}
}

func writeMacros(dst []float32, s *State, _ SuitOrder) {
	for i, v := range s.Macros {
		dst[i] = float32(v)
	}
}

func writeInteractions(dst []float32, s *State, o SuitOrder) {
	var rows [card.NumSuits]uint16
	for i, suit := range o {
		rows[i] = s.Hand[suit]
	}
	afterstate.Interactions((*[afterstate.NumInteractions]float32)(dst), &rows)
}
