package arena

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/agents"
	"rummygym/arena/stats"
	"rummygym/baselines/ginrummy"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// guesser plays as another agent. Its estimates are drawn at random, but often 1.
type guesser struct {
	game.Agent
	src rand.PCG
	p   float64
	ok  bool
	log []float64 // if it is not nil, the estimates of the part of a game in progress
}

func (g *guesser) Reset(seed uint64) {
	g.Agent.Reset(seed)
	g.src.Seed(seed, 0)
}

func (g *guesser) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	g.p, g.ok = min(1, 1.2*game.Unit(g.src.Uint64())), g.src.Uint64()%5 > 0
	if g.ok && g.log != nil {
		g.log = append(g.log, g.p)
	}
	return g.Agent.Act(obs, legal)
}

func (g *guesser) WinChance() (float64, bool) { return g.p, g.ok }

// naiveCalibration plays the same games, one after the other, and computes the values from the
// list of all estimates.
func naiveCalibration(t *testing.T, c Config, opponent int) (r CalibrationRow) {
	t.Helper()
	r.Deals = c.Games
	var squares float64
	var n, p, won [CalibrationBins]float64
	state, obs := c.Game.NewState(), c.Game.NewObservation()
	for i := range c.Games {
		for own := range 2 {
			g := &guesser{log: []float64{}}
			g.Agent = estimated(t, c.Entrants[0].New()).Agent
			seats := []game.Agent{g, c.Entrants[opponent].New()}
			if own == 1 {
				seats[0], seats[1] = seats[1], seats[0]
			}
			var src rand.PCG
			game.SeedDeal(&src, c.Seed, uint64(i))
			c.Game.Deal(state, &src)
			game.ResetAgents(c.Seed, uint64(i), seats)
			settle := func(winner game.Player) {
				for _, x := range g.log {
					b := int(math.Floor(10 * x))
					if x == 1 {
						b = 9
					}
					y := 0.
					if winner == game.Player(own) {
						y = 1
					}
					n[b]++
					p[b] += x
					won[b] += y
					squares += (x - y) * (x - y)
				}
				g.log = g.log[:0]
			}
			parted, _ := state.(game.Parted)
			parts := 0
			var legal game.Mask
			for q := state.Current(); q != game.NoPlayer; q = state.Current() {
				state.Observe(q, obs)
				state.Legal(&legal)
				a, _ := seats[q].Act(obs, &legal)
				must.Do(t, state.Apply(a))
				if parted != nil && parted.Parts() > parts {
					parts = parted.Parts()
					settle(parted.LastPart().Winner)
				}
			}
			settle(state.Outcome().Winner)
		}
	}
	var all, sumP, sumWon float64
	for b := range n {
		r.Bins[b] = CalibrationBin{Decisions: int(n[b]), Estimate: stats.Estimate{Value: p[b] / n[b]}, Won: stats.Estimate{Value: won[b] / n[b]}}
		r.Error += math.Abs(p[b] - won[b])
		all, sumP, sumWon = all+n[b], sumP+p[b], sumWon+won[b]
	}
	r.Decisions, r.Error = int(all), r.Error/all
	r.Estimate.Value, r.Won.Value, r.Bias.Value, r.Brier.Value = sumP/all, sumWon/all, (sumP-sumWon)/all, squares/all
	return r
}

// estimated returns the guesser that an agent is or wraps.
func estimated(t *testing.T, a game.Agent) *guesser {
	t.Helper()
	e, ok := estimatorOf(a)
	if !ok {
		t.Fatalf("%T does not estimate", a)
	}
	return e.(*guesser)
}

// calibrationConfig returns games of a guesser against the second agent.
func calibrationConfig(t *testing.T, g game.Game, create func(string) (func() game.Agent, error), agent, opponent string, deals int) Config {
	t.Helper()
	c := Config{Game: g, Games: deals, Seed: 11, Deals: AllDeals, Lineups: BothSeats(0, 1)}
	for i, spec := range []string{agent, opponent} {
		plain := must.Get(create(spec))(t)
		e := Entrant{Name: spec, New: plain}
		if i == 0 {
			e.New = func() game.Agent { return &guesser{Agent: plain()} }
		}
		c.Entrants = append(c.Entrants, e)
	}
	return c
}

func TestCalibrate(t *testing.T) {
	table := must.Get(indian.New(indian.Paper()))(t)
	rules := gin.EAAI()
	rules.Target = 30
	match := must.Get(gin.New(rules))(t)
	configs := map[string]Config{
		"indian":    calibrationConfig(t, table, indianrummy.New, "min-dist", "min-score", 30),
		"gin match": calibrationConfig(t, match, ginrummy.New, "simple", "stubborn", 10),
	}
	wrapped := calibrationConfig(t, table, indianrummy.New, "min-dist", "random", 10)
	wrapped.Entrants[0].New = agents.Never(indian.Drop, wrapped.Entrants[0].New)
	configs["without drops"] = wrapped
	for name, c := range configs {
		var first *Calibration
		for _, c.Workers = range []int{1, 3} {
			got, err := Calibrate(context.Background(), c)
			if err != nil {
				t.Fatal(name, err)
			}
			if first == nil {
				first = got
			} else if !reflect.DeepEqual(got.Rows, first.Rows) {
				t.Errorf("%s: %d workers: other results", name, c.Workers)
			}
		}
		want, got := naiveCalibration(t, c, 1), first.Rows[0]
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: %s is %v, want %v", name, what, got, want)
			}
		}
		if got.Deals != want.Deals || got.Decisions != want.Decisions || got.Decisions == 0 {
			t.Errorf("%s: %d deals and %d decisions, want %d and %d", name, got.Deals, got.Decisions, want.Deals, want.Decisions)
		}
		near("error", got.Error, want.Error)
		near("estimate", got.Estimate.Value, want.Estimate.Value)
		near("won", got.Won.Value, want.Won.Value)
		near("bias", got.Bias.Value, want.Bias.Value)
		near("Brier score", got.Brier.Value, want.Brier.Value)
		near("skill", got.Skill, 1-want.Brier.Value/(want.Won.Value*(1-want.Won.Value)))
		if !(got.Bias.StdErr > 0) || !(got.LogLoss.Value > 0) || math.IsInf(got.LogLoss.Value, 0) {
			t.Errorf("%s: bias %v, log loss %v", name, got.Bias, got.LogLoss)
		}
		for b := range want.Bins {
			w, g := want.Bins[b], got.Bins[b]
			must.Equal(t, g.Decisions, w.Decisions, "%s: bin %d: decisions", name, b)
			near("estimate of a bin", g.Estimate.Value, w.Estimate.Value)
			near("share of a bin", g.Won.Value, w.Won.Value)
		}
	}
}

// A cancelled calibration keeps the deals that were played.
func TestCalibrateStops(t *testing.T) {
	table := must.Get(indian.New(indian.Paper()))(t)
	c := calibrationConfig(t, table, indianrummy.New, "min-dist", "min-score", 2000)
	ctx, stop := context.WithCancel(context.Background())
	c.Progress = func(done, total int) {
		if done >= 8 && total == 4000 {
			stop()
		}
	}
	got, err := Calibrate(ctx, c)
	if !errors.Is(err, context.Canceled) || got == nil {
		t.Fatalf("%v: want a result and context.Canceled", err)
	}
	if r := got.Rows[0]; r.Deals < 4 || r.Deals == c.Games || r.Decisions < 4 {
		t.Errorf("%d deals and %d decisions", r.Deals, r.Decisions)
	}
}

func TestCalibrateRefuses(t *testing.T) {
	c := indianConfig(t, indian.Paper(), 2, "min-dist", "random")
	c.Deals, c.Lineups = AllDeals, BothSeats(0, 1)
	must.Refuse(Calibrate(context.Background(), c))(t, "min-dist does not estimate")
	c.Lineups = nil
	must.Refuse(Calibrate(context.Background(), c))(t, "BothSeats")
	c.Games = 0
	if _, err := Calibrate(context.Background(), c); err == nil {
		t.Error("no games: no error")
	}
}
