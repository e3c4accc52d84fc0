package arena

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"rummygym/arena/stats"
	"rummygym/internal/must"
)

// sequentialConfig is the evaluation of a player of the race against a twin, a worse and a much
// worse player.
func sequentialConfig(deals int) Config {
	c := ladderConfig(deals, "fast", "bold", "lazy", "slow")
	c.Entrants = append(c.Entrants, raceEntrant("twin", 30, 0))
	c.Deals, c.Lineups = AllDeals, slices.Concat(AllSeats(0, 4), AllSeats(0, 1), AllSeats(0, 2), AllSeats(0, 3))
	return c
}

// tests of the score and of the gain of the race.
var sequentialTests = []SequentialTest{
	{WinGoal, stats.Hypotheses{H0: 0.5, H1: 0.55, Alpha: 0.05, Beta: 0.1, Range: 1}},
	{GainGoal, stats.Hypotheses{H0: 0, H1: 2, Alpha: 0.1, Beta: 0.05}},
}

// Playing only as long as a test needs gives the rows that all games give, up to the decision,
// which is that of the values in the order of the deals.
func TestPlaySequential(t *testing.T) {
	const deals = 600
	whole := mustPlay(t, sequentialConfig(deals))
	for _, test := range sequentialTests {
		want := must.Get(whole.Evaluate(0.95, &test))(t)
		var bytesOfOne []byte
		for _, workers := range []int{1, 3} {
			c := sequentialConfig(deals)
			c.Workers = workers
			res := must.Get(PlaySequential(t.Context(), c, test))(t)
			got := must.Get(res.Evaluate(0.95, &test))(t)
			must.Equal(t, got.Rows, want.Rows, "%s: rows", test.Goal)
			if res.Played() >= whole.Played() {
				t.Errorf("%s: all %d games are played", test.Goal, res.Played())
			}
			if b := gameBytes(t, res); bytesOfOne == nil {
				bytesOfOne = b
			} else if !bytes.Equal(b, bytesOfOne) {
				t.Errorf("%s: three workers give other bytes than one", test.Goal)
			}
		}
		for k, row := range want.Rows {
			s := stats.Sequential{Hypotheses: test.Hypotheses}
			for i := range deals {
				if s.Decision() != stats.Undecided {
					break
				}
				score, gain := 0.0, 0.0
				for seat := range 2 {
					g := &whole.Records[2*k+seat][i]
					gain += float64(g.Gains[seat]) / 2
					switch {
					case g.Won(seat):
						score += 0.5
					case !g.Won(1 - seat):
						score += 0.25
					}
				}
				if test.Goal == WinGoal {
					gain = score
				}
				s.Add(gain)
			}
			if !reflect.DeepEqual(*row.Sequential, s) || row.Units != s.N {
				t.Errorf("%s against %s: %+v over %d deals, want %+v", test.Goal, row.Opponent, row.Sequential, row.Units, s)
			}
		}
		// A player and its twin take half of the points of every deal.
		if twin := want.Rows[0].Sequential; twin.Decision() != stats.AcceptH0 || twin.Mean() != (map[Goal]float64{WinGoal: 0.5, GainGoal: 0})[test.Goal] {
			t.Errorf("%s against the twin: %+v", test.Goal, twin)
		}
		if last := want.Rows[3].Sequential; last.Decision() != stats.AcceptH1 {
			t.Errorf("%s against the worst: %+v", test.Goal, last)
		}
	}
}

// A stopped run may have any first part of the games of each opponent.
func TestPlaySequentialResumes(t *testing.T) {
	test := sequentialTests[0]
	want := must.Get(PlaySequential(t.Context(), sequentialConfig(400), test))(t)
	for part := 3; part < 400; part += 7 {
		c := sequentialConfig(400)
		c.Resume = newResult(want.Setup)
		for l := range want.Lineups {
			c.Resume.take(l, want, l, 0, part) // those that want does not have stay open
		}
		again := must.Get(PlaySequential(t.Context(), c, test))(t)
		if !bytes.Equal(gameBytes(t, again), gameBytes(t, want)) {
			t.Fatalf("resumed from %d deals: other bytes", part)
		}
	}
}

func TestPlaySequentialErrors(t *testing.T) {
	bad := sequentialTests[0]
	bad.Alpha = 0
	must.Refuse(PlaySequential(t.Context(), sequentialConfig(2), bad))(t, "alpha 0")
	res := mustPlay(t, sequentialConfig(2))
	must.Refuse(res.Evaluate(0.95, &bad))(t, "alpha 0")
	if _, err := mustPlay(t, raceConfig(2, 2)).Evaluate(0.95, &sequentialTests[0]); err == nil {
		t.Error("a tournament is evaluated")
	}
	c := sequentialConfig(2)
	c.Limits = []int{1}
	must.Refuse(Tournament(t.Context(), c))(t, "1 limits for 8 lineups")
	c.Limits = []int{0, 0, 0, 0, 0, 0, 0, 3}
	must.Refuse(Tournament(t.Context(), c))(t, "limit of 3 games: want 0 to 2")
}
