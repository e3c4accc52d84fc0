package discard_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
	"rummygym/internal/train"
	"rummygym/internal/train/discard"
	"rummygym/internal/train/offline"
)

// The places of a row's parts.
const (
	hand, belief, macros = 0, card.NumSuited, 2 * card.NumSuited
	width                = macros + 4
)

// random returns rows of random hands of ten cards, random beliefs and macro-features. Their scores are 20 points less
// a quarter of the deadwood, and 3 points for each point of belief in the aces, and a random part of the given standard
// deviation.
func random(t testing.TB, seed uint64, n int, noise float64) *offline.Rows {
	t.Helper()
	x := must.Get(afterstate.NewDiscards(afterstate.DiscardHand|afterstate.DiscardBelief|afterstate.DiscardMacros, nil))(t)
	rng, rows := rand.New(rand.NewPCG(seed, 1)), offline.NewRows(x.Layout())
	for range n {
		row := make([]float32, width)
		for _, c := range rng.Perm(card.NumSuited)[:10] {
			row[hand+c] = 1
		}
		for i := range card.NumSuited {
			if row[hand+i] == 0 && rng.IntN(8) > 0 {
				row[belief+i] = rng.Float32()
			}
		}
		for i, most := range []int{3, 3, 80, 9} {
			row[macros+i] = float32(rng.IntN(most))
		}
		y := 20 - float64(row[macros+2])/4
		for i := range card.NumSuits {
			y += 3 * float64(row[belief+i*card.NumRanks])
		}
		must.Do(t, rows.Append(offline.Sample{Gain: float32(y + noise*rng.NormFloat64())}, row))
	}
	return rows
}

// lesson is a learner, its stream and its task.
type lesson struct {
	*offline.Learner
	stream *offline.Stream
	task   *offline.Scoring
}

// teach returns a learner of a network with batches of a size.
func teach(t testing.TB, name string, rows, held *offline.Rows, batch int, optimizer func(updates int64) train.Optimizer) lesson {
	t.Helper()
	d := must.Get(discard.Describe(name))(t)
	v := must.Get(discard.NewView(d.Inputs, false))(t)
	l := lesson{stream: must.Get(rows.Stream("rows", 1, v))(t), task: offline.NewScoring(held, v, 2)}
	m := must.Get(train.New(d, train.Settings{Losses: l.task.Losses(), Optimizer: optimizer(l.stream.Steps(batch)), MaxBatch: batch, Seed: 1, Initial: train.Glorot}))(t)
	l.Learner = must.Get(offline.NewLearner(m, l.stream, batch, l.task))(t)
	return l
}

// TestLearns checks that networks learn a function of their inputs whose best possible error is known, to a few percent
// of the variance.
func TestLearns(t *testing.T) {
	rows, others := random(t, 1, 5000, 2), random(t, 2, 1000, 2)
	for _, name := range []string{"mlp", "mlp-i", "dual-inception"} {
		l := teach(t, name, rows, others, 32, func(updates int64) train.Optimizer { return discard.Optimizer(1e-2, 6, updates) })
		row := make([]float64, 1)
		for range 6 * l.stream.Steps(32) {
			must.Do(t, l.Step(t.Context(), row))
		}
		must.Do(t, l.task.Measure(must.Get(l.Network())(t), row))
		if row[0] > 7.5 || row[0] < 3.4 { // the noise has the variance 4, the function about 36
			t.Errorf("%s: mean squared error %v, want near 4", name, row[0])
		}
	}
}
