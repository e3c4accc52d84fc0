package arena

import (
	"math"
	"reflect"
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/game"
)

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

// about fails the test unless got equals want up to rounding.
func about(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) < 1e-9 || math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestSummarizePair(t *testing.T) {
	res := resultOf(FreshDeals, 100, [][]int{{55, 60}, {52, 50}})
	rec := res.Records[1] // a v b, of which a wins 60
	rec[0].Ending, rec[0].Drops = "dropped", 1<<1
	rec[99].Ending, rec[99].Drops = "dropped", 1<<0
	s := Summarize(res, Settings{})
	p := s.Pairs[1]
	if p.Names[0] != "a" || p.Names[1] != "b" || p.Games != 100 {
		t.Errorf("pair of %v with %d games", p.Names, p.Games)
	}
	if p.Seats[0].Wins != (stats.Proportion{Successes: 60, Trials: 100}) || p.Seats[1].Wins != (stats.Proportion{Successes: 40, Trials: 100}) {
		t.Errorf("wins %+v and %+v, want 60 and 40 of 100", p.Seats[0].Wins, p.Seats[1].Wins)
	}
	if p.Seats[0].Drops != 1 || p.Seats[1].Drops != 1 {
		t.Errorf("drops %d and %d, want 1 and 1", p.Seats[0].Drops, p.Seats[1].Drops)
	}
	if want := map[game.Ending]int{"declared": 98, "dropped": 2}; !reflect.DeepEqual(p.Endings, want) {
		t.Errorf("endings %v, want %v", p.Endings, want)
	}
	if want := []game.Ending{"declared", "dropped"}; !reflect.DeepEqual(s.Endings, want) {
		t.Errorf("all endings %v, want %v", s.Endings, want)
	}
	about(t, "mean gain", p.Seats[0].Gain.Value, 2)
	about(t, "mean gain of the second", p.Seats[1].Gain.Value, -2)
	about(t, "median gain", p.Median, 10)
	if p.Gain.Low > 2 || p.Gain.High < 2 || p.Gain.Low < -1 || p.Gain.High > 5 {
		t.Errorf("mean gain in %v, want an interval round 2", p.Gain)
	}
	about(t, "mean rounds", p.Rounds.Value, 5.5)
	about(t, "median rounds", p.MedianRounds, 5.5)
	about(t, "2.5th percentile of rounds", p.RoundsRange.Low, 1)
	about(t, "97.5th percentile of rounds", p.RoundsRange.High, 10)
	about(t, "share at the limit", p.AtLimit.Value(), 0.1)
	about(t, "mean turns", p.Turns.Value, 11)
	about(t, "z against one half", p.Fair.Z, 2) // .1 over .05
}

// Games without a winner are shared, whether an agent plays itself from both seats of a deal or from one: otherwise it
// would be significantly weaker than itself.
func TestScoreOfGamesWithoutWinner(t *testing.T) {
	wins := [][]int{{40, 40}, {40, 40}}
	for _, deals := range []Deals{FreshDeals, AllDeals} {
		res := resultOf(FreshDeals, 100, wins) // 40 games won and 60 lost, the last 20 of which nobody wins here
		for l := range res.Records {
			for i := 80; i < 100; i++ {
				res.Records[l][i].Winner, res.Records[l][i].Gains = -1, [game.MaxPlayers]int16{}
			}
		}
		var score, z float64
		if deals == FreshDeals {
			p := Summarize(res, Settings{}).Pairs[1]
			score, z = p.Score, p.Fair.Z
		} else {
			r := evaluateRow(res.Records[1:3], 0.95)
			score, z = r.Score.Value, r.Fair.Z
		}
		about(t, "score", score, 0.5)
		about(t, "z", z, 0)
	}
	p := Summarize(resultOf(FreshDeals, 100, [][]int{{55, 60}, {52, 50}}), Settings{}).Pairs[1]
	about(t, "score with winners of all games", p.Score, 0.6)
}

func TestSummarizeIsReproducible(t *testing.T) {
	res := mustPlay(t, raceConfig(2, 40))
	a, b := Summarize(res, Settings{Resamples: 50}), Summarize(res, Settings{Resamples: 50})
	for l := range a.Pairs {
		if a.Pairs[l].Gain != b.Pairs[l].Gain || a.Pairs[l].MedianGain != b.Pairs[l].MedianGain {
			t.Errorf("lineup %d: bootstrap intervals differ from one summary to the next", l)
		}
	}
	if a.Pairs[0].Gain == a.Pairs[4].Gain {
		t.Error("two lineups have the same bootstrap interval")
	}
}

func TestSummarizeNothingPlayed(t *testing.T) {
	for _, seats := range []int{2, 3} {
		c := raceConfig(seats, 2)
		s := Summarize(newResult(c.setup()), Settings{})
		for _, p := range s.Pairs {
			about(t, "win rate of no games", p.Seats[0].Wins.Value(), math.NaN())
			about(t, "median gain of no games", p.Median, math.NaN())
			about(t, "mean rounds of no games", p.Rounds.Value, math.NaN())
			about(t, "p of no games", p.FairHolm, math.NaN())
			if p.Win != (stats.Interval{Low: 0, High: 1}) {
				t.Errorf("win rate of no games in %v, want all of [0, 1]", p.Win)
			}
		}
		about(t, "win rate of a player without games", s.Players[0].Win.Value, math.NaN())
	}
}

// An agent that wins all games has rate 1 and a small p-value, without division by zero.
func TestSummarizeAllWins(t *testing.T) {
	for _, deals := range []Deals{FreshDeals, SeatDeals} {
		s := Summarize(resultOf(deals, 50, [][]int{{50, 50}, {0, 0}}), Settings{})
		about(t, "win rate", s.Pairs[1].Seats[0].Wins.Value(), 1)
		about(t, "balanced win rate", s.Skill.Balanced[0][1].Value, 1)
		about(t, "adjusted win rate", s.Skill.Adjusted[0][1].Value, 0.5) // as first player it also always beats itself
		about(t, "its z", s.Skill.Adjusted[0][1].Test.Z, 0)
		if p := s.Skill.Balanced[0][1].Test.P; p > 1e-9 {
			t.Errorf("deals %s: p = %v of a player who wins from both seats", deals, p)
		}
		about(t, "high end of the interval", s.Pairs[1].Win.High, 1)
	}
}

// The summary of an interrupted tournament covers the games played.
func TestSummarizePart(t *testing.T) {
	res := resultOf(FreshDeals, 10, [][]int{{5, 10}, {0, 5}})
	clear(res.Records[1][5:])
	clear(res.Records[2])
	s := Summarize(res, Settings{})
	if p := s.Pairs[1]; p.Games != 5 || p.Seats[0].Wins.Value() != 1 {
		t.Errorf("%d games and %v wins of the half played pair, want 5 and all", p.Games, p.Seats[0].Wins)
	}
	about(t, "balanced rate without the return games", s.Skill.Balanced[0][1].Value, math.NaN())
	if p := s.Players[0]; p.Games != 5 || p.Win.Value != 1 {
		t.Errorf("player %+v, want 5 games, all won", p)
	}
}
