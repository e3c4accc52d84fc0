package reference

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// tournament returns the summary of a tournament with the win rates of the table after
// change, rounded to whole games.
func tournament(t *testing.T, table *Table, agents []string, games int, change func(first, second string, rate float64) float64) *arena.Summary {
	t.Helper()
	res := &arena.Result{Setup: arena.Setup{Seats: 2, Games: games, Agents: agents, Deals: arena.FreshDeals, Lineups: arena.RoundRobin(len(agents), 2)}}
	for _, l := range res.Lineups {
		p, ok := table.find(agents[l[0]], agents[l[1]])
		if !ok {
			t.Fatalf("no %s v %s", agents[l[0]], agents[l[1]])
		}
		records := make([]arena.Record, games)
		wins := int(math.Round(change(agents[l[0]], agents[l[1]], p.Win) * float64(games)))
		for i := range records {
			records[i] = arena.Record{Ending: "declared", Winner: 1, Rounds: 5, Turns: 10, Gains: [game.MaxPlayers]int16{-8, 8}}
			if i < wins {
				records[i].Winner, records[i].Gains = 0, [game.MaxPlayers]int16{8, -8}
			}
		}
		res.Records = append(res.Records, records)
	}
	return arena.Summarize(res, arena.Settings{Resamples: 1})
}

var six = []string{"random", "defeat-seeking", "min-score:variant=released", "min-dist", "min-dist-score", "min-dist-opp:drop=5"}

func TestCompareWithItself(t *testing.T) {
	table := must.Get(Open("authors"))(t)
	c := table.Compare(tournament(t, table, six, 1000, func(_, _ string, rate float64) float64 { return rate }))
	if len(c.Rows) != 36 || c.Skilled.Pairs != 16 || c.Clean.Pairs != 4 {
		t.Fatalf("%d pairs, %d skilled, %d without duplicated cards: want 36, 16, 4", len(c.Rows), c.Skilled.Pairs, c.Clean.Pairs)
	}
	if math.Abs(c.Critical-3.4198) > 1e-3 {
		t.Errorf("critical z %v, want 3.42 for 16 pairs at 99 %%", c.Critical)
	}
	for _, r := range c.Rows {
		if r.Test.Z != 0 || r.Test.P != 1 || r.Flagged {
			t.Errorf("%s v %s: %+v, want z 0 and p 1", r.First, r.Second, r.Test)
		}
	}
	if c.Skilled.ChiSquare != 0 || c.Skilled.P != 1 || c.Skilled.Flagged != 0 {
		t.Errorf("fit %+v of the table to itself, want chi-square 0", c.Skilled)
	}
}

func TestCompareFlags(t *testing.T) {
	table := must.Get(Open("authors"))(t)
	c := table.Compare(tournament(t, table, six, 1000, func(first, second string, rate float64) float64 {
		switch {
		case first == "min-dist" && second == "min-dist":
			return rate + 0.1
		case first == "random" && second == "random":
			return rate - 0.2
		}
		return rate
	}))
	for _, r := range c.Rows {
		own := r.First == "min-dist" && r.Second == "min-dist"
		if r.Flagged != own {
			t.Errorf("%s v %s with z %v: flagged %v", r.First, r.Second, r.Test.Z, r.Flagged)
		}
		// .635 of 1,000 against .535 of 10,000, pooled .5441
		if want := 0.1 / math.Sqrt(.54409091*(1-.54409091)*(1./1000+1./10000)); own && math.Abs(r.Test.Z-want) > 1e-4 {
			t.Errorf("z %v, want %v", r.Test.Z, want)
		}
	}
	if c.Skilled.Flagged != 1 || c.Skilled.P > 0.01 || c.Clean.Flagged != 1 {
		t.Errorf("fits %+v and %+v, want one flag and a small p", c.Skilled, c.Clean)
	}
}

// A comparison of few games says what it may have missed, and decides nothing if that is too much, not even of games that were all won.
func TestVerdictsSayWhatTheyFind(t *testing.T) {
	table := must.Get(Open("authors"))(t)
	for games, want := range map[int][2]string{10000: {"within ± 0.02", "within ± 0.07"}, 1000: {"within ± 0.05", "undecided ± 0.1"}, 100: {"undecided ± 0.1", "undecided ± 0.2"}} {
		s := tournament(t, table, six, games, func(_, _ string, rate float64) float64 { return rate })
		c := table.Compare(s)
		for _, r := range c.Rows {
			if r.Skilled != (r.Finds > 0) || r.Skilled && !strings.HasPrefix(r.String(), want[0]) {
				t.Errorf("%d games: %s v %s is %q, want %s", games, r.First, r.Second, r, want[0])
			}
		}
		if got := CompareTableI(s)[0].String(); !strings.HasPrefix(got, want[1]) {
			t.Errorf("%d games: the first entry of Table I is %q, want %s", games, got, want[1])
		}
	}
	all := stats.Proportion{Successes: 20, Trials: 20}
	if x := reach(all, .999); x < .3 {
		t.Errorf("20 of 20 games: a difference of up to %v may have been missed, want above .3", x)
	}
}

// TestCompareSmallCounts plays 150 games of a pair of which the authors' defeat-seeking player won none of
// 10,000. One win has a z of 8.2 by the pooled standard error.
func TestCompareSmallCounts(t *testing.T) {
	table := must.Get(Open("authors"))(t)
	agents := []string{"defeat-seeking", "min-dist"}
	for wins, want := range map[float64][2]float64{0: {0, 1}, 1: {2.44, .0148}, 5: {6.175, 6.6e-10}} {
		c := table.Compare(tournament(t, table, agents, 150, func(first, second string, rate float64) float64 {
			if first == agents[0] && second == agents[1] {
				return wins / 150
			}
			return rate
		}))
		i := slices.IndexFunc(c.Rows, func(r Row) bool { return r.First == agents[0] && r.Second == agents[1] })
		if r := c.Rows[i]; r.Theirs.Win != 0 || math.Abs(r.Test.Z-want[0]) > .01 || math.Abs(r.Test.P/want[1]-1) > .1 {
			t.Errorf("%v of 150 beside %v of %d: %+v, want z %v and p %v", wins, r.Theirs.Win, r.Theirs.Games, r.Test, want[0], want[1])
		}
	}
}

func TestCompareNothing(t *testing.T) {
	table := must.Get(Open("authors"))(t)
	s := tournament(t, table, six[:1], 10, func(_, _ string, rate float64) float64 { return rate })
	s.Pairs[0].Names = []string{"gin", "simple"}
	c := table.Compare(s)
	if len(c.Rows) != 0 || !math.IsNaN(c.Critical) || !math.IsNaN(c.Skilled.P) {
		t.Errorf("agents that are not in the table: %+v", c)
	}
}

func TestCompareTableI(t *testing.T) {
	table := must.Get(Open("authors"))(t)
	s := tournament(t, table, six, 1000, func(_, _ string, rate float64) float64 { return rate })
	rows := CompareTableI(s)
	if len(rows) != 12 {
		t.Fatalf("%d entries, want 12", len(rows))
	}
	r := rows[0] // MinScore v MinDist: .495 − (.529 − .5) against the paper's .43
	if r.First != six[2] || r.Second != "min-dist" || math.Abs(r.Ours.Value-.466) > 1e-9 || r.Paper != .43 {
		t.Errorf("first entry %+v", r)
	}
	if want := (.466 - .43) / math.Sqrt(r.Ours.StdErr*r.Ours.StdErr+0.0005+1e-4/12); math.Abs(r.Test.Z-want) > 1e-9 {
		t.Errorf("z %v, want %v", r.Test.Z, want)
	}
	s.Skill = nil
	if got := CompareTableI(s); got != nil {
		t.Errorf("without a skill matrix: %v", got)
	}
}
