package discard

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/train/offline"
)

// recorded is the groups of fields of a row: the others follow from them.
const recorded = afterstate.DiscardHand | afterstate.DiscardBelief | afterstate.DiscardMacros

// The parts of a row.
const (
	beliefAt = card.NumSuited
	macrosAt = 2 * card.NumSuited
)

// NewMaker returns a maker of rows of a dataset of Gin Rummy, which replays its games: the hands after the discards of the agent named
// first, in hands that ended by a knock or by gin. If last is true, only the last discard of a hand has a row. The table is that of the dataset.
func NewMaker(t *game.Table, m *datasets.Meta, last bool) (offline.Maker, error) {
	if m.Game != "gin" {
		return nil, fmt.Errorf("the dataset is of the game %s: want gin", m.Game)
	}
	x, err := afterstate.NewDiscards(recorded, nil)
	if err != nil {
		return nil, err
	}
	replayed, err := offline.NewReplayed(t, m, discards{x})
	return &maker{Maker: replayed, meta: m, last: last}, err
}

type maker struct {
	offline.Maker
	meta *datasets.Meta
	last bool
	want []bool
}

func (m *maker) Make(e datasets.Episode, want []bool, emit func(row int, inputs []float32) error) error {
	if end := game.Ending(e.Ending(e.From)); end != gin.Knocked && end != gin.Gin {
		return nil
	}
	run, deal := m.meta.RunOf(e.Number()), e.Deal[e.From]
	if run == nil {
		return errors.New("it belongs to no run of the metadata")
	}
	first := run.Seating.First(len(run.Agents), deal)
	m.want = append(m.want[:0], want...)
	for i, found := len(want)-1, false; i >= 0; i-- {
		row := e.From + i
		phase := e.Phase(row)
		own := game.Player(e.Player[row]) == first && gin.ActionCard(game.Action(e.Action[row])) != card.None &&
			(phase == gin.Discard.String() || phase == gin.KnockDiscard.String())
		m.want[i] = want[i] && own && !(m.last && found)
		found = found || own
	}
	return m.Maker.Make(e, m.want, emit)
}

// discards is an encoder of the hands after discards.
type discards struct{ *afterstate.Discards }

func (discards) Reset()                              {}
func (discards) Follow(game.Observation, *game.Mask) {}

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

// NewView returns what a network takes whose inputs are fields of [afterstate.Discards], in any order, from rows of
// [NewMaker]: once, or with all orders of the suits. Its method Inputs does not allocate.
func NewView(inputs []network.Input, suits bool) (*offline.View, error) {
	known := map[string]struct {
		size  int
		write func(dst, row []float32, o SuitOrder)
	}{
		"hand_matrix":   {card.NumSuited, writeMatrix},
		"belief_matrix": {card.NumSuited, func(dst, row []float32, o SuitOrder) { writeMatrix(dst, row[beliefAt:], o) }},
		"macros":        {4, func(dst, row []float32, _ SuitOrder) { copy(dst, row[macrosAt:]) }},
		"interactions":  {afterstate.NumInteractions, writeInteractions},
	}
	var fields []func(dst, row []float32, o SuitOrder)
	var sizes []int
	orders := SuitOrders()
	v := &offline.View{Turns: 1}
	if suits {
		v.Turns = len(orders)
	}
	for _, in := range inputs {
		f, ok := known[in.Name]
		if !ok || f.size != in.Size() {
			return nil, fmt.Errorf("discard: input %s of %d entries: want hand_matrix, belief_matrix, macros or interactions of %d, %d, %d and %d", in.Name, in.Size(), card.NumSuited, card.NumSuited, 4, afterstate.NumInteractions)
		}
		fields, sizes, v.Size = append(fields, f.write), append(sizes, f.size), v.Size+f.size
	}
	if len(fields) == 0 {
		return nil, errors.New("discard: the network has no inputs")
	}
	v.Inputs = func(dst, row []float32, turn int) {
		for i, write := range fields {
			write(dst[:sizes[i]], row, orders[turn])
			dst = dst[sizes[i]:]
		}
	}
	return v, nil
}

func writeMatrix(dst, matrix []float32, o SuitOrder) {
	for i, suit := range o {
		copy(dst[i*card.NumRanks:], matrix[int(suit)*card.NumRanks:][:card.NumRanks])
	}
}

func writeInteractions(dst, row []float32, o SuitOrder) {
	var hand [card.NumSuits]uint16
	for i, suit := range o {
		for r, v := range row[int(suit)*card.NumRanks:][:card.NumRanks] {
			hand[i] |= uint16(v) << r
		}
	}
	afterstate.Interactions((*[afterstate.NumInteractions]float32)(dst), &hand)
}
