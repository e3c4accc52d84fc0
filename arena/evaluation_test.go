package arena

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/agents"
	"rummygym/arena/stats"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// plainGame plays one game of two agents.
func plainGame(t *testing.T, rules indian.Rules, seed, i uint64, first, second string) game.Outcome {
	t.Helper()
	g := must.Get(indian.New(rules))(t)
	state, view := g.NewState(), g.NewObservation()
	var src rand.PCG
	game.SeedDeal(&src, seed, i)
	g.Deal(state, &src)
	var players []game.Agent
	for s, spec := range []string{first, second} {
		create := must.Get(indianrummy.New(spec))(t)
		a := create()
		a.Reset(game.AgentSeed(seed, i, game.Player(s)))
		players = append(players, a)
	}
	var legal game.Mask
	for p := state.Current(); p != game.NoPlayer; p = state.Current() {
		state.Legal(&legal)
		state.Observe(p, view)
		a, _ := players[p].Act(view, &legal)
		must.Do(t, state.Apply(a))
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
	return must.Get(mustPlay(t, c).Evaluate(0.95))(t)
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

func TestAllSeats(t *testing.T) {
	if got, want := fmt.Sprint(AllSeats(7, 1, 2, 3)), "[[7 1 2 3] [3 7 1 2] [2 3 7 1] [1 2 3 7]]"; got != want {
		t.Errorf("lineups %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(BothSeats(7, 1, 2)), "[[7 1] [1 7] [7 2] [2 7]]"; got != want {
		t.Errorf("lineups %s, want %s", got, want)
	}
}

// TestEvaluateMoreSeats compares an evaluation at tables of three and four, with one and several
// agents at the other seats, with games that are played and counted one by one.
func TestEvaluateMoreSeats(t *testing.T) {
	const deals = 20
	for _, others := range [][]int{{1, 1}, {1, 2, 3}} {
		seats := len(others) + 1
		c := indianConfig(t, indian.Club(seats), deals, "min-dist:drop=4", "min-score", "random:fold=1/3", "min-dist-opp:drop=5")
		c.Deals, c.Lineups = AllDeals, AllSeats(0, others...)
		e := must.Get(mustPlay(t, c).Evaluate(0.95))(t)
		var won, gain, turns float64
		wins, drops := make([]int, seats), [2]int{}
		table := agents.NewTable(c.Game)
		for i := range deals {
			for seat := range seats {
				players := make([]game.Agent, seats)
				players[seat] = c.Entrants[0].New()
				for k, o := range others {
					players[(seat+1+k)%seats] = c.Entrants[o].New()
				}
				table.Deal(c.Seed, uint64(i), players...)
				must.Do(t, table.Play(func(d *agents.Decision) error {
					switch {
					case d.Action != indian.Drop:
					case int(d.Player) == seat:
						drops[0]++
					default:
						drops[1]++
					}
					return nil
				}))
				out := table.State().Outcome()
				if int(out.Winner) == seat {
					won++
					wins[seat]++
				}
				gain += float64(out.Gains[seat])
				turns += float64(out.Turns)
			}
		}
		games := float64(deals * seats)
		r := e.Rows[0]
		about(t, "win rate", r.Win.Value, won/games)
		about(t, "mean gain", r.Gain.Value, gain/games)
		about(t, "mean turns", r.Turns.Value, turns/games)
		about(t, "z against an equal share", r.Fair.Z, (won/games-1/float64(seats))/r.Win.StdErr)
		for seat := range wins {
			about(t, "win rate of a seat", r.Seats[seat].Win.Value(), float64(wins[seat])/deals)
		}
		if want := []string{"min-score", "min-score + random:fold=1/3 + min-dist-opp:drop=5"}[seats-3]; r.Opponent != want || r.Deals != deals || r.Drops != drops {
			t.Errorf("%d deals against %s, drops %v, want %d against %s, %v", r.Deals, r.Opponent, r.Drops, deals, want, drops)
		}
		must.Refuse(mustPlay(t, c).EvaluateSequential(0.95, SequentialTest{Goal: WinGoal, Hypotheses: stats.Hypotheses{H0: 0.5, H1: 0.52, Alpha: 0.05, Beta: 0.05, Range: 1}}))(t, "need games with 2 seats")
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
	c := indianConfig(t, indian.Club(3), 40, "min-dist", "min-dist:free=any")
	c.Deals, c.Lineups = AllDeals, AllSeats(0, 1, 1)
	three := must.Get(mustPlay(t, c).Evaluate(0.95))(t)
	if r := three.Rows[0]; r.Win.Value != 1./3 || r.Win.StdErr != 0 || r.Gain.Value != 0 || r.Fair.P != 1 {
		t.Errorf("at three seats: win rate %v, gain %v, p %v", r.Win, r.Gain, r.Fair.P)
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
		"1 lineups: an evaluation needs 2 for each": func(c *Config) { c.Lineups = []Lineup{{0, 1}} },
		"lineup [1 2]: want [1 0]":                  func(c *Config) { c.Lineups = []Lineup{{0, 1}, {1, 2}} },
		"set Config.Deals to all":                   func(c *Config) { c.Deals = FreshDeals },
		"lineup [1 2]: want [0 2]":                  func(c *Config) { c.Lineups = []Lineup{{0, 1}, {1, 0}, {1, 2}, {2, 1}} },
	} {
		c := raceConfig(2, 2)
		c.Deals, c.Lineups = AllDeals, BothSeats(0, 1, 2)
		change(&c)
		must.Refuse(mustPlay(t, c).Evaluate(0.95))(t, want)
	}
}
