package offline_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/features/encoder"
	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/train"
	"rummygym/internal/train/offline"
)

// lesson is a learner with its data and task.
type lesson struct {
	*offline.Learner
	source *offline.Source
	held   *offline.Rows
	task   offline.Task
}

// teach returns a learner with a small network.
func teach(t *testing.T, d *datasets.Dataset, choose offline.Selection, workers int, task func(*offline.Source, *offline.Rows) offline.Task) *lesson {
	t.Helper()
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Selection: choose, Split: offline.Split{Seed: 1, Share: 0.2}}))(t)
	v := must.Get(s.Survey(t.Context(), 4000, workers))(t)
	l := &lesson{source: s, held: v.Rows, task: task(s, v.Rows)}
	m := must.Get(train.New(network.Description{
		Format: network.Format, Game: d.Meta().Game, Fields: d.Meta().Fields, Inputs: offline.Inputs(v.Rows),
		Layers: []network.Layer{{Name: "one", Size: 32, Activation: network.ReLU}}, Heads: l.task.Heads(),
	}, train.Settings{Losses: l.task.Losses(), Optimizer: train.Adam(3e-3), MaxBatch: 64, Seed: 1, Workers: workers}))(t)
	st := must.Get(s.Stream(offline.Order{Seed: 1, Buffer: 1000, Workers: workers}, offline.Position{}))(t)
	l.Learner = must.Get(offline.NewLearner(m, st, 64, l.task))(t)
	t.Cleanup(l.Close)
	return l
}

// steps makes n steps and returns the measures of the last one.
func (l *lesson) steps(t *testing.T, n int) []float64 {
	t.Helper()
	row := make([]float64, len(l.Columns()))
	for range n {
		must.Do(t, l.Step(t.Context(), row))
	}
	return row
}

// measure returns the measures of the task for the current network, by column.
func (l *lesson) measure(t *testing.T) map[string]float64 {
	t.Helper()
	n := must.Get(l.Network())(t)
	row, values := make([]float64, len(l.task.Columns())), map[string]float64{}
	must.Do(t, l.task.Measure(n, row))
	for i, c := range l.task.Columns() {
		values[c] = row[i]
	}
	return values
}

func cloning(s *offline.Source, held *offline.Rows) offline.Task {
	return offline.NewCloning(s, held, 241)
}

// TestClone checks that a small network soon agrees with simple on held-out hands of Gin
// Rummy.
func TestClone(t *testing.T) {
	d := recorded(t, ginTable(t, encoder.GinOwnCards|encoder.GinProgress|encoder.GinDeadwood|encoder.GinDiscardDeadwood), []string{"simple", "simple"}, 1500, func(c *collect.Config) { c.BatchRows = 4000 })
	l := teach(t, d, offline.Selection{Choices: true}, 2, cloning)
	if before := l.measure(t)["held-out/agreement"]; before > 0.4 {
		t.Errorf("agreement %.3f before training", before)
	}
	l.steps(t, 1500)
	after := l.measure(t)
	// simple breaks ties between discards at random: it would agree with itself in about
	// nine of ten cases.
	loss, agreement := l.task.(*offline.Cloning).SelfAgreement()
	if agreement < 0.8 || agreement > 0.99 || loss < 0.01 || loss > 0.3 {
		t.Errorf("simple agrees with itself in %.3f of the decisions, with a loss of %.3f", agreement, loss)
	}
	if after["held-out/agreement"] < 0.74 || after["held-out/loss"] > 0.65 || after["held-out/agreement/discard"] < 0.65 {
		t.Errorf("after 1,500 steps: %v", after)
	}
}

// TestValue checks that a small network predicts results of held-out games better than
// their mean.
func TestValue(t *testing.T) {
	table := indianTable(t, encoder.Progress|encoder.Distance|encoder.Score)
	d := recorded(t, table, []string{"min-dist", "min-score"}, 1500, func(c *collect.Config) { c.BatchRows = 4000 })
	for _, heads := range [][]string{{network.Gain}, {network.Win}, {network.Win, network.Gain}} {
		l := teach(t, d, offline.Selection{Finished: true}, 2, func(_ *offline.Source, held *offline.Rows) offline.Task {
			return must.Get(offline.NewValuing(held, heads...))(t)
		})
		l.steps(t, 1000)
		m := l.measure(t)
		if slices.Contains(heads, network.Gain) && !(m["held-out/gain/explained"] > 0.1 && m["held-out/gain/squared"] < 0.9*m["held-out/gain/variance"]) {
			t.Errorf("gains: %v", m)
		}
		if slices.Contains(heads, network.Win) && !(m["held-out/win/log-loss"] < 0.9*m["held-out/win/base-rate"]) {
			t.Errorf("wins: %v", m)
		}
		if c := l.task.(*offline.Valuing).Calibration(); slices.Contains(heads, network.Win) {
			count := 0
			for _, b := range c {
				count += b.Count
			}
			if count != l.held.Len() || c.Error() > 0.05 {
				t.Errorf("%d predictions of %d, calibration error %.3f", count, l.held.Len(), c.Error())
			}
		}
	}
}

// TestMeasures compares the measures with those of a plain implementation.
func TestMeasures(t *testing.T) {
	d := recorded(t, ginTable(t, encoder.GinOwnCards|encoder.GinProgress), []string{"simple", "random"}, 200, nil)
	l := teach(t, d, offline.Selection{Choices: true}, 1, cloning)
	l.steps(t, 20)
	n := must.Get(l.Network())(t)
	e, inputs, logits := n.NewEvaluator(), make([]float32, l.source.Layout().Size()), make([]float32, 241)
	want, counts := map[string]float64{}, map[string]float64{}
	add := func(name string, v float64) { want[name] += v; counts[name]++ }
	for i, s := range l.held.Samples {
		l.held.Inputs(inputs, i)
		e.Run(inputs)
		e.Outputs(logits, 0)
		best, sum := -1, 0.0
		for a := range s.Legal.Each() {
			sum += math.Exp(float64(logits[a]))
			if best < 0 || logits[a] > logits[best] {
				best = int(a)
			}
		}
		same := 0.0
		if best == int(s.Action) {
			same = 1
		}
		add("held-out/loss", math.Log(sum)-float64(logits[s.Action]))
		add("held-out/agreement", same)
		add("held-out/agreement/"+l.source.Phases[s.Phase], same)
	}
	got := l.measure(t)
	for name := range want {
		if w := want[name] / counts[name]; math.Abs(got[name]-w) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got[name], w)
		}
	}
	if len(got) != len(want) || len(got) < 5 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestLearnerResumes checks that a restored learner continues like the original, to the
// last bit, with any number of workers.
func TestLearnerResumes(t *testing.T) {
	d := recorded(t, ginTable(t, encoder.GinOwnCards|encoder.GinProgress), []string{"simple", "simple"}, 100, nil)
	choose := offline.Selection{Choices: true}
	uninterrupted := teach(t, d, choose, 1, cloning)
	uninterrupted.steps(t, 13)
	state := uninterrupted.AppendState(nil)
	last := uninterrupted.steps(t, 40)
	again := teach(t, d, choose, 2, cloning)
	again.steps(t, 5)
	must.Do(t, again.Restore(state))
	if !bytes.Equal(again.AppendState(nil), state) {
		t.Error("a restored learner has a different state")
	}
	if row := again.steps(t, 40); !slices.Equal(row, last) {
		t.Errorf("a resumed learner measures %v, the uninterrupted one %v", row, last)
	}
	if !bytes.Equal(again.AppendState(nil), uninterrupted.AppendState(nil)) {
		t.Error("a resumed learner has a different state than the uninterrupted one")
	}
	if uninterrupted.Epoch() == 0 {
		t.Error("the learner has not completed an epoch")
	}
	other := teach(t, d, offline.Selection{}, 1, cloning)
	must.Fail(t, other.Restore(state), "belongs to other data")
	for _, bad := range [][]byte{nil, state[:20], state[:len(state)-1], append(state, 0)} {
		if err := again.Restore(bad); err == nil {
			t.Errorf("a state of %d bytes is accepted instead of %d", len(bad), len(state))
		}
	}
}

func TestValuingRefuses(t *testing.T) {
	for _, heads := range [][]string{nil, {"policy"}, {network.Win, network.Win}} {
		if _, err := offline.NewValuing(&offline.Rows{}, heads...); err == nil {
			t.Errorf("heads %q: no error", heads)
		}
	}
}
