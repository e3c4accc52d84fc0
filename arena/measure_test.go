package arena

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// about fails the test unless got equals want up to rounding.
func about(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) < 1e-9 || math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// resultOf returns a result of all ordered pairs in which the first-named of pair (i, j)
// wins the first wins[i][j] games, with a gain of ten points each.
func resultOf(deals Deals, games int, wins [][]int) *Result {
	s := Setup{Game: "made up", Rules: "made up", Seats: 2, Games: games, Deals: deals, RoundLimit: 10, Lineups: RoundRobin(len(wins), 2)}
	for i := range wins {
		s.Agents = append(s.Agents, string(rune('a'+i)))
	}
	res := newResult(s)
	for l, lineup := range s.Lineups {
		for i := range res.Records[l] {
			r := Record{Ending: "declared", Winner: 1, Rounds: uint16(1 + i%10), Turns: uint16(2 + 2*(i%10)), Gains: [game.MaxPlayers]int16{-10, 10}}
			if i < wins[lineup[0]][lineup[1]] {
				r.Winner, r.Gains[0], r.Gains[1] = 0, 10, -10
			}
			res.Records[l][i] = r
		}
	}
	return res
}

// scattered returns a result with games at random, some of which are not played.
func scattered(rng *rand.Rand, seats, lineups, games int) *Result {
	s := Setup{Seats: seats, Games: games, Lineups: make([]Lineup, lineups), PartEndings: []game.Ending{"knock", "gin"}, Retries: true}
	res := newResult(s)
	for l := range res.Records {
		for i := range res.Records[l] {
			g := &res.Records[l][i]
			if rng.IntN(8) == 0 {
				continue
			}
			*g = Record{Ending: []game.Ending{"won", "void", Forfeit}[rng.IntN(3)], Winner: game.Player(rng.IntN(seats+1) - 1),
				Drops: uint8(rng.IntN(1 << seats)), Rounds: uint16(rng.IntN(9)), Turns: uint16(rng.IntN(99))}
			for seat := range seats {
				g.Gains[seat] = int16(rng.IntN(201) - 100)
				res.Tallies[l][i*seats+seat] = Tally{Parts: 9, Ended: [game.MaxPartEndings]uint16{uint16(rng.IntN(4)), uint16(rng.IntN(4))},
					Nobody: 1, Won: uint16(rng.IntN(5)), Points: rng.Uint32N(99), Paid: rng.Uint32N(99), Left: rng.Uint32N(99), Retries: uint16(rng.IntN(3))}
			}
		}
	}
	return res
}

// A measure is what a plain count of the rows of each group gives: means over units, and their errors from the means of the units.
func TestMeasureAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 57))
	for range 60 {
		seats := 2 + rng.IntN(3)
		paired := []int{1, seats}[rng.IntN(2)]
		res := scattered(rng, seats, 2*seats, 1+rng.IntN(12))
		group := make([]int, paired*seats) // of a line-up of a block and a seat; the last one has none
		for k := range group {
			group[k] = rng.IntN(4) - 1
		}
		by := func(l, seat int) int {
			if g := group[l%paired*seats+seat]; g >= 0 {
				return l/paired*3 + g
			}
			return -1
		}
		all := res.Measure(2*seats/paired*3, paired, 0.9, by)
		for g, m := range all {
			want, units, decided := Measure{Endings: map[game.Ending]int{}, Parts: &Parts{Ended: map[game.Ending]int{}}}, [5][]float64{}, 0
			first := g / 3 * paired
			for i := range res.Games {
				rows, sums := 0, [5]float64{}
				for l := first; l < first+paired; l++ {
					rec := res.Records[l][i]
					if !rec.Played() {
						rows = -1000
					}
					for seat := range seats {
						if by(l, seat) != g {
							continue
						}
						rows++
						won, score := 0., 1/float64(seats)
						if rec.Winner >= 0 {
							score = 0
						}
						if int(rec.Winner) == seat {
							won, score = 1, 1
						}
						for k, v := range [5]float64{won, score, float64(rec.Gains[seat]), float64(rec.Rounds), float64(rec.Turns)} {
							sums[k] += v
						}
					}
				}
				if rows <= 0 {
					continue
				}
				for k := range sums {
					units[k] = append(units[k], sums[k]/float64(rows))
				}
				want.Units, want.Rows = want.Units+1, want.Rows+rows
				for l := first; l < first+paired; l++ {
					rec := res.Records[l][i]
					for seat := range seats {
						if by(l, seat) != g {
							continue
						}
						x := res.Tallies[l][i*seats+seat]
						for _, c := range []struct {
							n  *int
							is bool
						}{{&want.Wins.Successes, int(rec.Winner) == seat}, {&decided, rec.Winner >= 0}, {&want.Drops, rec.Drops>>seat&1 == 1}, {&want.Forfeits, rec.Ending == Forfeit && rec.Gains[seat] < 0}} {
							if c.is {
								*c.n++
							}
						}
						want.Endings[rec.Ending]++
						want.Retries += int(x.Retries)
						want.Parts.add(&Parts{int(x.Parts), map[game.Ending]int{"knock": int(x.Ended[0]), "gin": int(x.Ended[1])}, int(x.Nobody), int(x.Won), int(x.Points), int(x.Paid), int(x.Left)})
					}
				}
			}
			want.Wins.Trials = want.Rows
			if m.Units != want.Units || m.Rows != want.Rows || m.Wins != want.Wins || m.Drops != want.Drops || m.Forfeits != want.Forfeits || m.Retries != want.Retries ||
				!reflect.DeepEqual(m.Endings, want.Endings) || m.Parts.Points != want.Parts.Points || m.Parts.Enders() != want.Parts.Enders() || m.Parts.Paid != want.Parts.Paid || m.Parts.Won != want.Parts.Won {
				t.Fatalf("group %d of %d lineups: %+v, want %+v", g, paired, m, want)
			}
			for k, got := range []stats.Estimate{m.Win, m.Score, m.Gain, m.Rounds, m.Turns} {
				e := stats.MeanOf(units[k])
				if k == 0 && paired == 1 {
					e = want.Wins.Estimate()
				}
				about(t, fmt.Sprint("estimate ", k), got.Value, e.Value)
				about(t, fmt.Sprint("error of estimate ", k), got.StdErr, e.StdErr)
			}
			fair, in := stats.TestZero(stats.Estimate{Value: m.Score.Value - 1/float64(seats), StdErr: m.Score.StdErr}), stats.RateInterval(m.Win, m.Units, 0.9)
			if paired == 1 {
				fair, in = stats.Proportion{Successes: want.Wins.Successes, Trials: decided}.TestNull(1/float64(seats)), want.Wins.Wilson(0.9)
			}
			if math.Abs(m.Score.Value-1/float64(seats)) > 1e-12 { // otherwise it is rounding
				about(t, "p of the score", m.Fair.P, fair.P)
			}
			about(t, "low end", m.WinInterval.Low, in.Low)
			about(t, "high end of the gain", m.GainInterval.High, m.Gain.Interval(0.9).High)
		}
	}
}

// Records are what games that are played one by one give, at two to four seats.
func TestRecordsArePlainGames(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		rules := indian.Club(seats)
		if seats == 2 {
			rules = indian.Paper()
		}
		c := indianConfig(t, rules, 15, "min-dist:drop=4", "min-score:drop=70", "random:fold=1/3", "min-dist-opp:drop=5")
		c.Deals, c.Lineups = AllDeals, AllSeats(0, []int{1, 2, 3}[:seats-1]...)
		res, table := mustPlay(t, c), agents.NewTable(c.Game)
		for l, lineup := range res.Lineups {
			for i, got := range res.Records[l] {
				players, want := []game.Agent(nil), Record{}
				for _, e := range lineup {
					players = append(players, c.Entrants[e].New())
				}
				table.Deal(c.Seed, uint64(i), players...)
				must.Do(t, table.Play(func(d *agents.Decision) error {
					if d.Action == indian.Drop {
						want.Drops |= 1 << d.Player
					}
					return nil
				}))
				out := table.State().Outcome()
				want.Ending, want.Winner, want.Rounds, want.Turns = out.Ending, out.Winner, uint16(out.Rounds), uint16(out.Turns)
				want.setGains(out.Gains[:seats])
				must.Equal(t, got, want, "game %d of %v", i, lineup)
			}
		}
		e := must.Get(res.Evaluate(0.95, nil))(t)
		drops := [4]int{}
		for l, lineup := range res.Lineups {
			for _, g := range res.Records[l] {
				for seat, who := range lineup {
					drops[who] += int(g.Drops >> seat & 1)
				}
			}
		}
		if r := e.Rows[0]; e.Agent != "min-dist:drop=4" || r.Opponent != []string{"min-score:drop=70", "min-score:drop=70 + random:fold=1/3", "min-score:drop=70 + random:fold=1/3 + min-dist-opp:drop=5"}[seats-2] ||
			r.Units != 15 || r.Rows != 15*seats || r.Drops != drops[0] || r.Others.Drops != drops[1]+drops[2]+drops[3] || len(r.Seats) != seats || r.Seats[1].Wins.Trials != 15 {
			t.Errorf("%s against %s: %+v, drops %v", e.Agent, r.Opponent, r, drops)
		}
	}
}

// An agent against an identical agent wins an equal share of the games of every deal, with a mean
// gain of 0.
func TestEvaluateItsLike(t *testing.T) {
	for _, rules := range []indian.Rules{indian.Paper(), indian.Club(3)} {
		c := indianConfig(t, rules, 40, "min-dist", "min-dist:free=any")
		c.Deals, c.Lineups = AllDeals, AllSeats(0, slices.Repeat([]int{1}, rules.Seats-1)...)
		e := must.Get(mustPlay(t, c).Evaluate(0.95, nil))(t)
		if r := e.Rows[0]; r.Win.Value != 1/float64(rules.Seats) || r.Win.StdErr != 0 || r.Gain != (stats.Estimate{}) || r.Fair.P != 1 {
			t.Errorf("%d seats: win rate %v, gain %v, p %v", rules.Seats, r.Win, r.Gain, r.Fair.P)
		}
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
		c.Deals, c.Lineups = AllDeals, slices.Concat(AllSeats(0, 1), AllSeats(0, 2))
		change(&c)
		must.Refuse(mustPlay(t, c).Evaluate(0.95, nil))(t, want)
	}
}

// What was not played is NaN, in part or whole.
func TestNothingPlayed(t *testing.T) {
	for _, seats := range []int{2, 3} {
		c := raceConfig(seats, 2)
		s := Summarize(newResult(c.setup()), Settings{})
		for _, p := range s.Pairs {
			about(t, "win rate of no games", p.Win.Value, math.NaN())
			about(t, "median gain of no games", p.Median, math.NaN())
			about(t, "mean rounds of no games", p.Rounds.Value, math.NaN())
			about(t, "p of no games", p.FairHolm, math.NaN())
			must.Equal(t, p.WinInterval, stats.Interval{Low: 0, High: 1}, "win rate of no games in")
		}
		about(t, "win rate of a player without games", s.Players[0].Win.Value, math.NaN())
	}
	res := resultOf(FreshDeals, 10, [][]int{{5, 10}, {0, 5}})
	clear(res.Records[1][5:])
	clear(res.Records[2])
	s := Summarize(res, Settings{})
	if p := s.Pairs[1]; p.Rows != 5 || p.Win.Value != 1 {
		t.Errorf("%d games and a win rate of %v of the half played pair, want 5 and all", p.Rows, p.Win)
	}
	about(t, "balanced rate without the return games", s.Skill.Balanced[0][1].Value, math.NaN())
	if p := s.Players[0]; p.Games != 5 || p.Win.Value != 1 {
		t.Errorf("player %+v, want 5 games, all won", p)
	}
}

// The medians, percentiles and bootstrap intervals of a lineup.
func TestSummarizeSpread(t *testing.T) {
	s := Summarize(resultOf(FreshDeals, 100, [][]int{{55, 60}, {52, 50}}), Settings{})
	p := s.Pairs[1] // a v b, of which a wins 60
	about(t, "median gain", p.Median, 10)
	if p.MeanGain.Low > 2 || p.MeanGain.High < 2 || p.MeanGain.Low < -1 || p.MeanGain.High > 5 || p.MeanGain == s.Pairs[0].MeanGain {
		t.Errorf("mean gain in %v, want an interval round 2", p.MeanGain)
	}
	about(t, "median rounds", p.MedianRounds, 5.5)
	about(t, "2.5th percentile of rounds", p.RoundsRange.Low, 1)
	about(t, "97.5th percentile of rounds", p.RoundsRange.High, 10)
	about(t, "share at the limit", p.AtLimit.Value(), 0.1)
	about(t, "turns of a round", p.TurnsPerRound, 2)
	must.Equal(t, s.Endings, []game.Ending{"declared"}, "endings")
}
