package equilibrium_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// sequenceForm is a game as a linear program has it, made without the code under test: sequences and information sets are numbered by their
// texts.
type sequenceForm struct {
	chance    *record.Chance
	sequences [2]map[string]int  // by information state and action; "" is the empty sequence
	sets      [2]map[string]int  // by information state
	before    [2][]int           // by information set: the sequence before it
	of        [2][]int           // by sequence: its information set, -1 for the empty one
	payoffs   map[[2]int]float64 // by sequence of each seat
}

// newSequenceForm lists a game.
func newSequenceForm(t *testing.T, g record.Game) *sequenceForm {
	f := &sequenceForm{chance: must.Get(record.NewChance(g))(t), payoffs: map[[2]int]float64{}}
	for p := range 2 {
		f.sequences[p], f.sets[p], f.of[p] = map[string]int{"": 0}, map[string]int{}, []int{-1}
	}
	must.Do(t, f.chance.Deals(func(deal *record.Event, probability float64) error {
		s := g.NewState()
		if err := record.DealRecorded(g, s, deal); err != nil {
			return err
		}
		return f.list(g, s, g.AppendEvents(nil, nil, s, game.NoAction), [2]int{}, probability)
	}))
	return f
}

func (f *sequenceForm) list(g record.Game, s game.State, events []record.Event, at [2]int, probability float64) error {
	p := s.Current()
	if p == game.NoPlayer {
		f.payoffs[at] += probability * float64(s.Outcome().Gains[0])
		return nil
	}
	state := string(record.AppendInformationText(nil, p, events...))
	set, ok := f.sets[p][state]
	if !ok {
		set = len(f.before[p])
		f.sets[p][state] = set
		f.before[p] = append(f.before[p], at[p])
	}
	var legal game.Mask
	s.Legal(&legal)
	for a := range legal.Each() {
		name := state + g.ActionString(a)
		sequence, ok := f.sequences[p][name]
		if !ok {
			sequence = len(f.of[p])
			f.sequences[p][name] = sequence
			f.of[p] = append(f.of[p], set)
		}
		next := at
		next[p] = sequence
		to := g.NewState()
		if _, err := f.chance.Apply(nil, s, to, a, func(told []record.Event, share float64) error {
			now := g.NewState()
			now.CopyFrom(to)
			return f.list(g, now, append(events[:len(events):len(events)], told...), next, probability*share)
		}); err != nil {
			return err
		}
	}
	return nil
}

// value returns the value of the game for seat 0 by linear programming (koller1996sequence): seat 0 chooses the probabilities x of its sequences
// and maximises what remains when seat 1 answers best. Let v(I) be that remainder from an information set I of seat 1 on, and v that of
// the game. For each sequence s of seat 1 at I, v(I) ≤ sum of A[q,s] x[q] + sum of v(J) over the sets J after s, and v is such a sum for the empty one.
func (f *sequenceForm) value(t *testing.T) float64 {
	n, m, sets := len(f.of[0]), len(f.of[1]), len(f.before[1])
	// Columns: x, then v and v(I) as differences of two variables that are not negative, then a slack for each sequence.
	plus, minus, slack := n, n+1+sets, n+2*(1+sets)
	columns := slack + m
	a := mat.NewDense(1+len(f.before[0])+m, columns, nil)
	b := make([]float64, 1+len(f.before[0])+m)
	a.Set(0, 0, 1)
	b[0] = 1
	for i, q := range f.before[0] {
		a.Set(1+i, q, -1)
	}
	for q, i := range f.of[0] {
		if i >= 0 {
			a.Set(1+i, q, 1)
		}
	}
	row := 1 + len(f.before[0])
	set := func(row, value int, sign float64) { // value 0 is v, 1+I is v(I)
		a.Set(row, plus+value, sign)
		a.Set(row, minus+value, -sign)
	}
	for s, i := range f.of[1] {
		set(row+s, 1+i, 1)
		a.Set(row+s, slack+s, 1)
	}
	for j, s := range f.before[1] {
		set(row+s, 1+j, -1)
	}
	for at, v := range f.payoffs {
		a.Set(row+at[1], at[0], -v)
	}
	c := make([]float64, columns)
	c[plus], c[minus] = -1, 1
	best, _, err := lp.Simplex(c, a, b, 1e-12, nil)
	must.Do(t, err)
	return -best
}
