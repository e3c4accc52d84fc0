package arena

import (
	"math"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// madeUpTuning returns games in which candidate k of three wins a deal against an opponent
// from both seats if (deal + opponent) % 4 < k + 1, with 10 points gained or lost.
func madeUpTuning(deals, played int) (*Result, TuneSettings) {
	r := newResult(Setup{Game: "made up", Seats: 2, Agents: []string{"a", "rival", "other", "b", "c"}, Games: deals, Seed: 1, Deals: AllDeals,
		Lineups: append(append(BothSeats(0, 1, 2), BothSeats(3, 1, 2)...), BothSeats(4, 1, 2)...)})
	for l := range r.Records {
		k, o, seat := l/4, l/2%2, l%2
		for i := range played {
			g := Record{Ending: "won", Winner: game.Player(1 - seat), Rounds: 1, Turns: 1}
			if (i+o)%4 < k+1 {
				g.Winner = game.Player(seat)
			}
			g.Gains[g.Winner], g.Gains[1-g.Winner] = 10, -10
			r.Records[l][i] = g
		}
	}
	return r, TuneSettings{Options: []string{"x"}, Confidence: 0.95, Goal: WinGoal,
		Candidates: []Candidate{{"a", []string{"1"}}, {"b", []string{"2"}}, {"c", []string{"3"}}}}
}

func TestTune(t *testing.T) {
	r, set := madeUpTuning(100, 80)
	for _, set.Goal = range []Goal{WinGoal, GainGoal} {
		u := must.Get(r.Tune(set))(t)
		if u.Deals != 80 || u.Best != 2 || strings.Join(u.Opponents, " ") != "rival other" {
			t.Errorf("%d deals against %v, best %d; want 80 against rival and other, best 2", u.Deals, u.Opponents, u.Best)
		}
		for k, row := range u.Rows {
			rate := float64(k+1) / 4
			if row.Win.Value != rate || row.Gain.Value != 20*rate-10 || row.Opponents[0].Win.Value != rate || row.Opponents[1].Gain.Value != 20*rate-10 {
				t.Errorf("candidate %d: %+v, want win rate %v", k, row, rate)
			}
			if got := row.WinFromReference.Value; got != rate-0.25 {
				t.Errorf("candidate %d: %v above the reference", k, got)
			}
			if got := row.GainFromBest.Value; got != 20*(rate-0.75) {
				t.Errorf("candidate %d: %v above the best", k, got)
			}
		}
		// Candidate b wins a deal more than a in half of the deals against each opponent,
		// so that the differences of a deal are 0, 1/2, 1/2, 0 and so on, with variance
		// 1/16, where the mean of two independent samples would have more.
		want := math.Sqrt(1.0 / 16 / 79)
		if got := u.Rows[1].WinFromReference.StdErr; math.Abs(got-want) > 1e-12 {
			t.Errorf("paired standard error %v, want %v", got, want)
		}
		if z := u.Rows[0].WinFromReference; z.Value != 0 || z.StdErr != 0 {
			t.Errorf("difference of the reference from itself: %+v", z)
		}
	}
}

// A tuning has the win rates and gains of evaluations of its candidates.
func TestTuneIsEvaluation(t *testing.T) {
	c := raceConfig(2, 200)
	c.Deals, c.Lineups = AllDeals, append(BothSeats(0, 2), BothSeats(1, 2)...)
	res := mustPlay(t, c)
	names := []string{c.Entrants[0].Name, c.Entrants[1].Name}
	u := must.Get(res.Tune(TuneSettings{Candidates: []Candidate{{Name: names[0]}, {Name: names[1]}}, Goal: WinGoal, Confidence: 0.9}))(t)
	for k := range names {
		c.Lineups = BothSeats(k, 2)
		e := must.Get(mustPlay(t, c).Evaluate(0.9))(t)
		if row := u.Rows[k]; row.Win != e.Rows[0].Win || row.WinInterval != e.Rows[0].WinInterval || row.Gain != e.Rows[0].Gain || row.GainInterval != e.Rows[0].GainInterval {
			t.Errorf("%s: %+v, evaluated alone %+v", names[k], row, e.Rows[0])
		}
	}
	if d := u.Rows[1].WinFromReference; d.Value != 0 || d.StdErr != 0 {
		t.Errorf("equal players differ by %+v on the same deals", d)
	}
}

func TestTuneErrors(t *testing.T) {
	for want, change := range map[string]func(*Result, *TuneSettings){
		"12 lineups for 0 candidates": func(_ *Result, s *TuneSettings) { s.Candidates = nil },
		"12 lineups for 5 candidates": func(_ *Result, s *TuneSettings) { s.Candidates = make([]Candidate, 5) },
		"of candidate z":              func(_ *Result, s *TuneSettings) { s.Candidates[1].Name = "z" },
		"of candidate b: want [3 2]":  func(r *Result, _ *TuneSettings) { r.Lineups[6] = Lineup{3, 1} },
		"the same deals":              func(r *Result, _ *TuneSettings) { r.Deals = FreshDeals },
	} {
		r, set := madeUpTuning(4, 4)
		change(r, &set)
		must.Refuse(r.Tune(set))(t, want)
	}
}
