package figure_test

import (
	"testing"

	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// tuning returns a tuning of agents with the given values of the options, in which
// candidate k wins k of 10 games.
func tuning(t *testing.T, goal arena.Goal, options []string, values ...[]string) *arena.Tuning {
	t.Helper()
	r := &arena.Result{Setup: arena.Setup{Seats: 2, Games: 10, Agents: []string{"rival"}, Deals: arena.AllDeals}}
	set := arena.TuneSettings{Options: options, Goal: goal, Confidence: 0.95}
	for k, v := range values {
		name := string(rune('a' + k))
		r.Agents = append(r.Agents, name)
		set.Candidates = append(set.Candidates, arena.Candidate{Name: name, Values: v})
		for l, lineup := range arena.BothSeats(k+1, 0) {
			r.Lineups = append(r.Lineups, lineup)
			records := make([]arena.Record, 10)
			for i := range records {
				records[i] = arena.Record{Ending: "won", Winner: game.Player(1 - l)}
				if (i+3*k)%10 < k {
					records[i].Winner = game.Player(l)
				}
				records[i].Gains[records[i].Winner], records[i].Gains[1-records[i].Winner] = 20, -20
			}
			r.Records = append(r.Records, records)
		}
	}
	return must.Get(r.Tune(set))(t)
}

func TestTuning(t *testing.T) {
	one := tuning(t, arena.WinGoal, []string{"wm"}, []string{"0.85"}, []string{"0"}, []string{"2"})
	wantTexts(t, "the curve", figure.Tuning(one), "Difference in win rate from a", "option wm", "difference in win rate", "Rules , against rival, 10 deals from both seats, seed 0; bars: 95 % intervals of the paired differences")
	two := tuning(t, arena.GainGoal, []string{"wm", "wo"}, []string{"0", "1"}, []string{"10", "1"}, []string{"0", "2"})
	wantTexts(t, "the map", figure.Tuning(two), "Difference in mean gain from a", "option wm", "option wo", "10", "2", "+4.00", "+8.00", "0.00", "-")
	drops := tuning(t, arena.GainGoal, []string{"drop"}, []string{"off"}, []string{"4"}, []string{"5"})
	wantTexts(t, "the curve of numbers and a word", figure.Tuning(drops), "option drop", "off", "4", "5")
	if figure.Tuning(tuning(t, arena.WinGoal, []string{"x", "y", "z"}, []string{"1", "2", "3"})) != nil {
		t.Error("three options have a figure")
	}
	if figure.Tuning(tuning(t, arena.WinGoal, []string{"wm"}, []string{"1"})) == nil {
		t.Error("a single candidate has no figure")
	}
}
