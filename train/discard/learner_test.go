package discard_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"rummygym/agents/network"
	"rummygym/internal/must"
	"rummygym/train"
	"rummygym/train/discard"
)

// setting is how the tests make a learner.
type setting struct {
	network string
	epochs  int
	workers int
	order   discard.Order
}

func (s setting) learner(t testing.TB, rows []discard.Row) *discard.Learner {
	t.Helper()
	d := must.Get(discard.Describe(s.network))(t)
	m := must.Get(train.New(d, train.Settings{
		Losses: discard.Losses(), Optimizer: discard.Optimizer(1e-2, s.epochs, s.order.Updates(len(rows))), MaxBatch: s.order.Batch,
		Seed: 3, Initial: train.Glorot, Workers: s.workers,
	}))(t)
	return must.Get(discard.NewLearner(m, &d, rows, s.order))(t)
}

// steps makes n steps and returns their rows.
func steps(t testing.TB, l *discard.Learner, n int64) (losses []float64) {
	t.Helper()
	row := make([]float64, 1)
	for range n {
		must.Do(t, l.Step(context.Background(), row))
		losses = append(losses, row[0])
	}
	return losses
}

func networkOf(t testing.TB, l *discard.Learner) *network.Network {
	t.Helper()
	return must.Get(l.Network())(t)
}

func meanSquare(t testing.TB, n *network.Network, rows []discard.Row) float64 {
	t.Helper()
	y := must.Get(discard.Predict(n, rows, 2))(t)
	sum := 0.0
	for i, v := range y {
		sum += (v - float64(rows[i].Score)) * (v - float64(rows[i].Score)) / float64(len(rows))
	}
	return sum
}

// Networks learn a function of its inputs whose best possible error is known, to a
// few percent of the variance.
func TestLearns(t *testing.T) {
	rows, others := random(1, 5000, 2), random(2, 1000, 2)
	for _, name := range []string{"mlp", "mlp-i", "dual-inception"} {
		s := setting{name, 6, 1, discard.Order{Seed: 1, Batch: 32}}
		l := s.learner(t, rows)
		steps(t, l, 6*s.order.Updates(len(rows)))
		// The noise has the variance 4, the function about 36.
		if got := meanSquare(t, networkOf(t, l), others); got > 7.5 || got < 3.4 {
			t.Errorf("%s: mean squared error %v, want near 4", name, got)
		}
	}
}

// TestPresentations checks, with rows whose scores name them, that each epoch presents every
// row once, with suits in all 24 orders, and in a new order: at a learning rate near 0, the
// losses of a step tell which row was presented.
func TestPresentations(t *testing.T) {
	rows := random(4, 7, 0)
	for i := range rows {
		rows[i].Score = float32(math.Pow(4, float64(i)))
	}
	for _, augment := range []discard.Augmentation{discard.NoAugmentation, discard.Suits} {
		times := map[discard.Augmentation]int{discard.NoAugmentation: 1, discard.Suits: 24}[augment]
		d := must.Get(discard.Describe("mlp"))(t)
		m := must.Get(train.New(d, train.Settings{Losses: discard.Losses(), Optimizer: train.SGD(1e-30, 0), MaxBatch: 1, Seed: 3}))(t)
		l := must.Get(discard.NewLearner(m, &d, rows, discard.Order{Seed: 8, Batch: 1, Augment: augment}))(t)
		// The losses of all presentations, computed from predictions of the rows with their suits
		// in other orders.
		var want []float64
		for _, o := range discard.SuitOrders()[:times] {
			turned := slices.Clone(rows)
			for i := range turned {
				for suit, from := range o {
					turned[i].Hand[suit] = rows[i].Hand[from]
					copy(turned[i].Belief[13*suit:][:13], rows[i].Belief[13*int(from):])
				}
			}
			y := must.Get(discard.Predict(networkOf(t, l), turned, 1))(t)
			for i, v := range y {
				want = append(want, (v-float64(rows[i].Score))*(v-float64(rows[i].Score)))
			}
		}
		slices.Sort(want)
		first, second := steps(t, l, int64(7*times)), steps(t, l, int64(7*times))
		if slices.Equal(first, second) {
			t.Errorf("%s: two epochs have the same order", augment)
		}
		for _, got := range [][]float64{first, second} {
			if slices.Sort(got); !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-4*math.Abs(b) }) {
				t.Errorf("%s: losses %v, want %v", augment, got, want)
			}
		}
	}
}

// The mean over the steps of an epoch is that over its rows, also if the last batch is
// smaller.
func TestLossOfAnEpoch(t *testing.T) {
	rows := random(1, 70, 5)
	s := setting{"mlp", 3, 1, discard.Order{Seed: 1, Batch: 64}}
	d := must.Get(discard.Describe("mlp"))(t)
	m := must.Get(train.New(d, train.Settings{Losses: discard.Losses(), Optimizer: train.SGD(1e-30, 0), MaxBatch: 64, Seed: 3}))(t)
	l := must.Get(discard.NewLearner(m, &d, rows, s.order))(t)
	losses := steps(t, l, s.order.Updates(70))
	if want := meanSquare(t, networkOf(t, l), rows); len(losses) != 2 || math.Abs((losses[0]+losses[1])/2/want-1) > 1e-5 {
		t.Errorf("losses %v, want 2 with the mean %v", losses, want)
	}
}

// The state after some steps, restored into a new learner, continues with the same bits, with
// any number of workers, across epochs.
func TestResume(t *testing.T) {
	for _, name := range networks {
		for augment, rows := range map[discard.Augmentation][]discard.Row{"": random(1, 300, 5), discard.Suits: random(1, 9, 5)} {
			s := setting{name, 4, 1, discard.Order{Seed: 1, Batch: 64, Augment: augment}}
			whole := s.learner(t, rows)
			n := s.order.Updates(len(rows)) // of an epoch
			losses := steps(t, whole, n+n/2)
			s.workers = 3
			for _, at := range []int64{0, n / 2, n, n + 1} {
				from := s.learner(t, rows)
				if got := steps(t, from, at); !slices.Equal(got, losses[:at]) {
					t.Fatalf("%s: 3 workers have the losses %v, 1 has %v", name, got, losses[:at])
				}
				to := s.learner(t, rows)
				must.Do(t, to.Restore(from.AppendState(nil)))
				if got := steps(t, to, n+n/2-at); !slices.Equal(got, losses[at:]) || !bytes.Equal(to.AppendState(nil), whole.AppendState(nil)) {
					t.Errorf("%s: resumed after %d of %d steps, the losses are %v, want %v", name, at, n+n/2, got, losses[at:])
				}
			}
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	rows := random(1, 100, 5)
	s := setting{"mlp", 3, 1, discard.Order{Seed: 1, Batch: 64}}
	state := s.learner(t, rows).AppendState(nil)
	for what, change := range map[string]func(s *setting, rows []discard.Row){
		"other rows":         func(_ *setting, rows []discard.Row) { rows[99].Score++ },
		"another belief":     func(_ *setting, rows []discard.Row) { rows[0].Belief[51] += 0.5 },
		"another seed":       func(s *setting, _ []discard.Row) { s.order.Seed = 2 },
		"another batch size": func(s *setting, _ []discard.Row) { s.order.Batch = 32 },
		"augmentation":       func(s *setting, _ []discard.Row) { s.order.Augment = discard.Suits },
	} {
		other, changed := s, slices.Clone(rows)
		change(&other, changed)
		if err := other.learner(t, changed).Restore(state); err == nil || !strings.Contains(err.Error(), "belongs to other data or another order") {
			t.Errorf("%s: error %v", what, err)
		}
	}
	l := s.learner(t, rows)
	for n := range len(state) {
		if l.Restore(state[:n]) == nil {
			t.Fatalf("%d of %d bytes of a state are accepted", n, len(state))
		}
	}
	if err := l.Restore(append(state, 0)); err == nil {
		t.Error("a byte after the state is accepted")
	}
}

func TestNewLearnerRefuses(t *testing.T) {
	d := must.Get(discard.Describe("mlp"))(t)
	m := must.Get(train.New(d, train.Settings{Losses: discard.Losses(), Optimizer: train.Adam(1), MaxBatch: 1}))(t)
	rows := random(1, 1, 0)
	other := d
	other.Inputs = []network.Input{{Name: "hand", Shape: []int{52}, Scale: 1}}
	for want, try := range map[string]func() error{
		"batches of 0 rows": func() error { _, err := discard.NewLearner(m, &d, rows, discard.Order{}); return err },
		"no rows":           func() error { _, err := discard.NewLearner(m, &d, nil, discard.Order{Batch: 1}); return err },
		`augmentation "colors"`: func() error {
			_, err := discard.NewLearner(m, &d, rows, discard.Order{Batch: 1, Augment: "colors"})
			return err
		},
		"input hand": func() error { _, err := discard.NewLearner(m, &other, rows, discard.Order{Batch: 1}); return err },
	} {
		must.Fail(t, try(), want)
	}
	l := setting{"mlp", 3, 1, discard.Order{Batch: 1}}.learner(t, rows)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := l.Step(ctx, make([]float64, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that the context is canceled", err)
	}
}

// The rate falls tenfold after each third of the epochs, as after 32 of 96.
func TestOptimizer(t *testing.T) {
	for _, c := range []struct{ epochs, every int }{{96, 32}, {24, 8}, {25, 9}, {2, 1}, {1, 1}} {
		o := discard.Optimizer(1e-3, c.epochs, 100)
		must.Do(t, o.Validate())
		end := int64(100 * c.every)
		for at, want := range map[int64]float64{0: 1e-3, end - 1: 1e-3, end: 1e-4, 2*end - 1: 1e-4, 2 * end: 1e-5, 3*end - 1: 1e-5} {
			if got := o.Rate.At(at); math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%d epochs: rate %v of update %d, want %v", c.epochs, got, at, want)
			}
		}
	}
	if o := discard.Optimizer(1e-3, 96, 1); o.Beta1 != 0.9 || o.Beta2 != 0.999 || o.Epsilon != 1e-7 {
		t.Errorf("optimizer %+v, want the defaults of Keras", o)
	}
}

// networks is all networks.
var networks = discard.Networks()
