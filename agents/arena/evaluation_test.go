package arena

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// plainGame plays one game of two agents.
func plainGame(t *testing.T, rules indian.Rules, seed, i uint64, first, second string) game.Outcome {
	t.Helper()
	g, err := indian.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	state, view := g.NewState(), g.NewObservation()
	var src rand.PCG
	game.SeedDeal(&src, seed, i)
	g.Deal(state, &src)
	var players []game.Agent
	for s, spec := range []string{first, second} {
		create, err := indianrummy.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		a := create()
		a.Reset(game.AgentSeed(seed, i, game.Player(s)))
		players = append(players, a)
	}
	var legal game.Mask
	for p := state.Current(); p != game.NoPlayer; p = state.Current() {
		state.Legal(&legal)
		state.Observe(p, view)
		a, _ := players[p].Act(view, &legal)
		if err := state.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	return state.Outcome()
}

// evaluate plays an evaluation of the first spec against the others.
func evaluate(t *testing.T, deals, workers int, specs ...string) *Evaluation {
	t.Helper()
	c := indianConfig(t, indian.Paper(), deals, specs...)
	c.Deals, c.Workers = AllDeals, workers
	var opponents []int
	for i := 1; i < len(specs); i++ {
		opponents = append(opponents, i)
	}
	c.Lineups = BothSeats(0, opponents...)
	e, err := mustPlay(t, c).Evaluate(0.95)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEvaluatePlain compares an evaluation with a plain loop that plays and counts the
// games one by one.
func TestEvaluatePlain(t *testing.T) {
	const deals = 60
	specs := []string{"min-score:drop=70", "random:fold=1/3", "min-dist-opp"}
	e := evaluate(t, deals, 2, specs...)
	if e.Agent != specs[0] || len(e.Rows) != 2 {
		t.Fatalf("%d rows of %s", len(e.Rows), e.Agent)
	}
	for k, opponent := range specs[1:] {
		var wins, gains [deals]float64 // of the two games of a deal
		endings, drops, turns, seatWins := map[game.Ending]int{}, [2]int{}, 0, [2]int{}
		for i := range deals {
			for seat := range 2 {
				pair := [2]string{specs[0], opponent}
				if seat == 1 {
					pair = [2]string{opponent, specs[0]}
				}
				end := plainGame(t, indian.Paper(), 3, uint64(i), pair[0], pair[1])
				if int(end.Winner) == seat {
					wins[i]++
					seatWins[seat]++
				}
				gains[i] += float64(end.Gains[seat])
				turns += end.Turns
				endings[end.Ending]++
				if end.Ending == indian.FirstDrop || end.Ending == indian.MiddleDrop {
					if int(end.Winner) == seat {
						drops[1]++
					} else {
						drops[0]++
					}
				}
			}
		}
		mean := func(x [deals]float64) (m, se float64) { // of a game
			for _, v := range x {
				m += v / 2 / deals
			}
			for _, v := range x {
				se += (v/2 - m) * (v/2 - m) / (deals - 1)
			}
			return m, math.Sqrt(se / deals)
		}
		r := e.Rows[k]
		if r.Opponent != opponent || r.Deals != deals {
			t.Errorf("row %d: %d deals against %s", k, r.Deals, r.Opponent)
		}
		win, winSE := mean(wins)
		gain, gainSE := mean(gains)
		about(t, "win rate", r.Win.Value, win)
		about(t, "its error", r.Win.StdErr, winSE)
		about(t, "mean gain", r.Gain.Value, gain)
		about(t, "its error", r.Gain.StdErr, gainSE)
		about(t, "mean turns", r.Turns.Value, float64(turns)/(2*deals))
		about(t, "low end of the gain", r.GainInterval.Low, gain-1.959963984540054*gainSE)
		for seat := range 2 {
			about(t, "win rate of a seat", r.Seats[seat].Win.Value(), float64(seatWins[seat])/deals)
		}
		if !reflect.DeepEqual(r.Endings, endings) || r.Drops != drops {
			t.Errorf("against %s: endings %v and drops %v, want %v and %v", opponent, r.Endings, r.Drops, endings, drops)
		}
		if r.WinInterval.Low >= win || r.WinInterval.High <= win || r.WinInterval.High-r.WinInterval.Low > 4*winSE {
			t.Errorf("against %s: interval %v of %v ± %v", opponent, r.WinInterval, win, winSE)
		}
	}
}

// An agent against an identical agent wins half of the games of every deal, with a mean
// gain of 0.
func TestEvaluateItsLike(t *testing.T) {
	e := evaluate(t, 40, 2, "min-dist", "min-dist:free=any")
	r := e.Rows[0]
	if r.Win.Value != 0.5 || r.Win.StdErr != 0 || r.Gain.Value != 0 || r.Gain.StdErr != 0 || r.Fair.P != 1 {
		t.Errorf("win rate %v, gain %v, p %v", r.Win, r.Gain, r.Fair.P)
	}
	if r.Seats[0].Win.Successes+r.Seats[1].Win.Successes != 40 {
		t.Errorf("wins by seat %+v", r.Seats)
	}
}

func TestEvaluateWorkersDoNotMatter(t *testing.T) {
	a, b := evaluate(t, 30, 1, "random", "min-dist", "random:fold=1/3"), evaluate(t, 30, 3, "random", "min-dist", "random:fold=1/3")
	if !reflect.DeepEqual(a.Rows, b.Rows) {
		t.Errorf("1 worker %+v, 3 workers %+v", a.Rows, b.Rows)
	}
}

// Deals played from one seat only do not count.
func TestEvaluatePart(t *testing.T) {
	c := indianConfig(t, indian.Paper(), 10, "min-dist", "min-score")
	c.Deals, c.Lineups = AllDeals, BothSeats(0, 1)
	res := mustPlay(t, c)
	clear(res.Records[0][:2])
	clear(res.Records[1][1:5])
	e, err := res.Evaluate(0.95)
	if err != nil || e.Rows[0].Deals != 5 || e.Rows[0].Seats[1].Win.Trials != 5 {
		t.Errorf("%+v, %v, want 5 deals", e.Rows, err)
	}
	clear(res.Records[0])
	if e, err = res.Evaluate(0.95); err != nil || !math.IsNaN(e.Rows[0].Win.Value) || e.Rows[0].WinInterval.High != 1 {
		t.Errorf("%+v, %v of nothing", e.Rows, err)
	}
}

func TestEvaluateErrors(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"see BothSeats":                   func(c *Config) { c.Lineups = []Lineup{{0, 1}} },
		"not one agent against another":   func(c *Config) { c.Lineups = []Lineup{{0, 1}, {1, 2}} },
		"set Config.Deals to all":         func(c *Config) { c.Deals = FreshDeals },
		"lineups [1 2] and [2 1] are not": func(c *Config) { c.Lineups = []Lineup{{0, 1}, {1, 0}, {1, 2}, {2, 1}} },
	} {
		c := raceConfig(2, 2)
		c.Deals, c.Lineups = AllDeals, BothSeats(0, 1, 2)
		change(&c)
		if _, err := mustPlay(t, c).Evaluate(0.95); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that contains %q", err, want)
		}
	}
}
