package greedy

import (
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Actions encodes what the actions of a decision lead to: the afterstates of the choices of a [Reader], a row for each. It is a
// game.TableEncoder with the fields
//
//	after    [R, F]  of each choice the afterstate, its entries divided by the game.Field.Scale of their field
//	actions  [R]     the number of its action, -1 for rows after the last choice
//	wins     [R]     1 if the choice is known to win; its afterstate is 0
//	costs    [R]     points that the choice is known to cost, because it ends the deal; its afterstate is 0
//
// The choices of one action stand next to each other: a card that is taken is followed by the discards that may come next. A reader may
// leave out bad actions. All rows are empty for a seat that is not to move.
type Actions struct {
	layout game.Layout // of the afterstates
	rows   int
	reader func() Reader
	seats  int
	size   int    // of an afterstate
	scaled []part // its entries whose scale is not 1
}

// part is the entries of an afterstate from one on, which are multiplied by a number.
type part struct {
	from, n int
	by      float32
}

// NewActions returns an encoder of the choices of readers at tables with the given number of seats. Rows is the largest number of choices.
func NewActions(l game.Layout, rows, seats int, reader func() Reader) *Actions {
	x := &Actions{layout: l, rows: rows, seats: seats, reader: reader}
	for _, f := range l {
		if by := f.Factor(); by != 1 {
			x.scaled = append(x.scaled, part{x.size, f.Size(), by})
		}
		x.size += f.Size()
	}
	return x
}

// After returns the layout of an afterstate, before it is scaled.
func (x *Actions) After() game.Layout { return slices.Clone(x.layout) }

// mostCost is larger than the cost of a deal.
const mostCost = 1000

// Layout returns the four fields.
func (x *Actions) Layout() game.Layout {
	rows := []int{x.rows}
	return game.Layout{
		{Name: "after", Shape: []int{x.rows, x.size}, DType: game.Float32, Low: x.layout.ScaledLow(), High: 1, Doc: "what each choice leads to, each entry divided by its maximum"},
		{Name: "actions", Shape: rows, DType: game.Int16, Low: -1, High: game.MaskSize, Doc: "number of the action of each choice, -1 for rows without a choice"},
		{Name: "wins", Shape: rows, DType: game.Uint8, High: 1, Doc: "1 if the choice is known to win"},
		{Name: "costs", Shape: rows, DType: game.Int16, High: mostCost, Doc: "points that the choice is known to cost, because it ends the deal"},
	}
}

// Encode fills dst without choices.
func (x *Actions) Encode(dst []float32, _ game.Observation) {
	after, rest := x.parts(dst)
	clear(after)
	x.fill(rest, nil)
}

// parts returns the entries of the afterstates, and the others.
func (x *Actions) parts(dst []float32) (after, rest []float32) {
	n := x.rows * x.size
	if len(dst) != n+3*x.rows {
		panic(fmt.Sprintf("greedy: Encode into %d entries, want %d as in the layout", len(dst), n+3*x.rows))
	}
	return dst[:n], dst[n:]
}

// fill writes the fields actions, wins and costs.
func (x *Actions) fill(dst []float32, choices []Choice) {
	actions, wins, costs := dst[:x.rows], dst[x.rows:2*x.rows], dst[2*x.rows:]
	for i := range x.rows {
		actions[i], wins[i], costs[i] = -1, 0, 0
		if i >= len(choices) {
			continue
		}
		actions[i] = float32(choices[i].Action)
		switch choices[i].Certainty {
		case Wins:
			wins[i] = 1
		case Costs:
			costs[i] = float32(choices[i].Cost)
		}
	}
}

// ForTable returns a follower, with a reader for each seat.
func (x *Actions) ForTable() game.Follower {
	f := &followed{x: x}
	for range x.seats {
		f.seats = append(f.seats, x.reader())
	}
	return f
}

// followed encodes the choices at a table.
type followed struct {
	x       *Actions
	seats   []Reader
	choices []Choice
}

// Reset begins an episode.
func (f *followed) Reset() {
	for _, r := range f.seats {
		r.Reset()
	}
}

// Follow shows the reader of the seat to move its decision.
func (f *followed) Follow(obs game.Observation) { f.seats[obs.Observer()].Follow(obs) }

// EncodeLegal writes the choices of the seat to move.
func (f *followed) EncodeLegal(dst []float32, obs game.Observation, legal *game.Mask) {
	x, r := f.x, f.seats[obs.Observer()]
	f.choices = r.Read(f.choices[:0], obs, legal)
	if len(f.choices) > x.rows {
		panic(fmt.Sprintf("greedy: %d choices at a decision: want at most %d", len(f.choices), x.rows))
	}
	after, rest := x.parts(dst)
	n := x.size
	for i, c := range f.choices {
		row := after[i*n : (i+1)*n]
		if c.Certainty != Open {
			clear(row)
			continue
		}
		r.Encode(row, c)
		for _, p := range x.scaled {
			part := row[p.from:][:p.n]
			for k, v := range part {
				part[k] = v * p.by
			}
		}
	}
	clear(after[len(f.choices)*n:])
	x.fill(rest, f.choices)
}
