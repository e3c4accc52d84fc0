package cfr_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"rummygym/baselines/ginrummy"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/spec"
	"rummygym/internal/must"
	"rummygym/internal/train/cfr"
)

func newGin(t testing.TB) *cfr.Gin {
	t.Helper()
	rules := gin.EAAI()
	return must.Get(cfr.NewGin(rules))(t)
}

// trained returns the text of tables trained on a few hands.
func trained(t testing.TB, games, batch, workers int, strategy cfr.Strategy) string {
	t.Helper()
	s := must.Get(cfr.New(newGin(t), cfr.Settings{Seed: 1, Batch: batch}))(t)
	must.Do(t, s.Run(context.Background(), games/batch, workers, nil))
	var b bytes.Buffer
	must.Do(t, cfr.FitnessTables(s, strategy, "test").Write(&b))
	return b.String()
}

// TestGinTraining checks that a short training gives the same tables as ever, with any
// number of workers. After an intended change of the rules' random numbers, of the
// player or of the algorithm, retrain the shipped tables as well.
func TestGinTraining(t *testing.T) {
	got := trained(t, 1000, 100, 1, cfr.AverageStrategy)
	must.Match(t, "testdata/tables.txt", got)
	if other := trained(t, 1000, 100, 3, cfr.AverageStrategy); other != got {
		t.Error("three workers compute different tables than one")
	}
	if current := trained(t, 1000, 100, 2, cfr.CurrentStrategy); current == got {
		t.Error("the current strategy equals the average one")
	}
}

// TestGinPlaysAsFitness compares positions with the player: with tables of only 0 and 100
// per cent, and without random choices, both make the same moves.
func TestGinPlaysAsFitness(t *testing.T) {
	g := newGin(t)
	rng := rand.New(rand.NewPCG(3, 3))
	tables := new(ginrummy.FitnessTables)
	for i := range tables.Percent {
		tables.Percent[i] = uint8(rng.IntN(2) * 100)
	}
	player := &ginrummy.Fitness{Tables: spec.FileOf[*ginrummy.FitnessTables]{Value: tables}}
	rules := gin.EAAI()
	table := must.Get(gin.New(rules))(t)
	state, view := table.NewState(), table.NewObservation()
	var decisions [6]int
	same := 0
	for i := range uint64(300) {
		p := g.NewPosition()
		p.Deal(game.DealSource(9, i))
		src := rand.NewPCG(i, i)
		for d, ok := p.Next(src); ok; d, ok = p.Next(src) {
			decisions[d.Agent]++
			if d.Actions != 2 || d.Set < 0 || d.Set >= g.Sets() {
				t.Fatalf("decision %+v", d)
			}
			p.Play(int(tables.Percent[d.Set] / 100))
		}
		table.Deal(state, game.DealSource(9, i))
		certain := true
		player.Reset(i)
		for seat := state.Current(); seat != game.NoPlayer; seat = state.Current() {
			var legal game.Mask
			state.Legal(&legal)
			state.Observe(seat, view)
			a, probability := player.Act(view, &legal)
			certain = certain && probability == 1
			must.Do(t, state.Apply(a))
		}
		if !certain {
			continue
		}
		same++
		gains := state.Outcome().Gains
		if p.Payoff(0) != float64(gains[0]) || p.Payoff(3) != float64(gains[1]) {
			t.Errorf("hand %d: the seats win %v and %v, the players %v", i, p.Payoff(0), p.Payoff(3), gains[:2])
		}
	}
	for agent, n := range decisions {
		if n == 0 {
			t.Errorf("agent %d never decides: %v", agent, decisions)
		}
	}
	if same < 5 {
		t.Errorf("only %d hands without random choices", same)
	}
}

// TestGinCopies checks that a copy of a position is independent of the original.
func TestGinCopies(t *testing.T) {
	g := newGin(t)
	play := func(p cfr.Position, src rand.Source) []cfr.Decision {
		var all []cfr.Decision
		for d, ok := p.Next(src); ok; d, ok = p.Next(src) {
			all = append(all, d)
			p.Play(len(all) % 3 / 2)
		}
		return all
	}
	for i := range uint64(50) {
		p, q := g.NewPosition(), g.NewPosition()
		p.Deal(game.DealSource(4, i))
		for range i % 7 {
			if _, ok := p.Next(rand.NewPCG(1, i)); ok {
				p.Play(0)
			}
		}
		q.CopyFrom(p)
		first, second := play(p, rand.NewPCG(2, i)), play(q, rand.NewPCG(2, i))
		if len(first) != len(second) || p.Payoff(0) != q.Payoff(0) {
			t.Fatalf("hand %d: %d decisions for %v, a copy %d for %v", i, len(first), p.Payoff(0), len(second), q.Payoff(0))
		}
		for k := range first {
			if first[k] != second[k] {
				t.Fatalf("hand %d: decision %d is %+v, of the copy %+v", i, k, first[k], second[k])
			}
		}
	}
}

func TestNewGinRefuses(t *testing.T) {
	for name, change := range map[string]func(*gin.Rules){
		"the knock first":    func(r *gin.Rules) { r.KnockOrder = gin.KnockThenDiscard },
		"chosen melds":       func(r *gin.Rules) { r.Melding, r.LayingOff = gin.ChosenMelds, gin.ChosenLayOffs },
		"no legal rules":     func(r *gin.Rules) { r.KnockLimit = -1 },
		"chosen lay-offs":    func(r *gin.Rules) { r.LayingOff = gin.ChosenLayOffs },
		"declaring stepwise": func(r *gin.Rules) { r.Melding = gin.ChosenMelds },
	} {
		rules := gin.EAAI()
		change(&rules)
		if _, err := cfr.NewGin(rules); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestWins(t *testing.T) {
	all := new(ginrummy.FitnessTables) // never takes the upcard, and knocks only with gin
	few, err := cfr.Wins(context.Background(), all, "simple", 60, 1)
	if err != nil || few.Trials != 60 {
		t.Fatalf("%+v, %v", few, err)
	}
	many := must.Get(cfr.Wins(context.Background(), ginrummy.ShippedFitnessTables(), "simple", 60, 1))(t)
	if many.Successes <= few.Successes || many.Successes < 25 {
		t.Errorf("the shipped tables win %d of 60 matches, tables of zeros win %d", many.Successes, few.Successes)
	}
	if again, _ := cfr.Wins(context.Background(), all, "simple", 60, 1); again != few {
		t.Errorf("%+v, then %+v", few, again)
	}
	if _, err := cfr.Wins(context.Background(), all, "nobody", 1, 1); err == nil {
		t.Error("an unknown opponent is accepted")
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := cfr.Wins(stopped, all, "simple", 1, 1); err == nil {
		t.Error("Wins continues after its context has ended")
	}
}

// TestRunAllocatesLittle checks that training does not allocate once its positions exist.
func TestRunAllocatesLittle(t *testing.T) {
	s := must.Get(cfr.New(newGin(t), cfr.Settings{Seed: 1, Batch: 32}))(t)
	run := func() {
		must.Do(t, s.Run(context.Background(), s.Batches()+1, 1, nil))
	}
	run()
	if n := testing.AllocsPerRun(5, run); n > 200 {
		t.Errorf("a batch of 32 hands allocates %v times", n)
	}
}

func BenchmarkGin(b *testing.B) {
	s := must.Get(cfr.New(newGin(b), cfr.Settings{Seed: 1, Batch: 512}))(b)
	n := 0
	for b.Loop() {
		n++
		must.Do(b, s.Run(context.Background(), n, 1, nil))
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(s.Games()), "µs/hand")
}
