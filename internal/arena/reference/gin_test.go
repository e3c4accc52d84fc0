package reference

import (
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/internal/must"
)

func TestSigraPaper(t *testing.T) {
	table := must.Get(Open("sigra-paper"))(t)
	if len(table.Pairs) != 15+11 { // as described, and those of the program with other specs, except one
		t.Errorf("%d pairs, want 26", len(table.Pairs))
	}
	for _, c := range []struct {
		first, second string
		win           float64
	}{
		{"sigra", "simple", .746}, {"simple", "sigra", .254}, {"stubborn", "simple", .678}, {"simple", "simple", .524},
		{"sigra:variant=september:sk=off", "stubborn", 0}, {"sigra:om=off", "sigra:sk=off", 1}, {"sigra:variant=september", "sigra:variant=september:om=off", .51},
	} {
		p, ok := table.find(c.first, c.second)
		if !ok || math.Abs(p.Win-c.win) > 1e-12 || p.Games != 500 {
			t.Errorf("%s v %s: %+v, want %v of 500", c.first, c.second, p, c.win)
		}
	}
	for _, other := range []string{"sigra:mmd=off", "sigra:variant=september"} { // options must match
		if p, ok := table.find(other, "sigra"); ok {
			t.Errorf("%s v sigra is found: %+v", other, p)
		}
	}
}

// Every row of the file is of two players that this module implements, or has one that it
// is known not to implement. The intervals of the file are Wilson's.
func TestGinMeasured(t *testing.T) {
	table := must.Get(Open("gin-measured"))(t)
	rows := must.Get(csv.NewReader(must.Get(ginData.Open("data/gin-reference.csv"))(t)).ReadAll())(t)
	others := []string{"DePauw", "Gallucci V3", "SGP_LM5", "Aja6082", "GRC", "GinRummyAndTonic", "DI, ", "itself"}
	ours := 0
	for _, r := range rows[1:] {
		pair := func(p Pair) bool { return p.FirstLabel == r[0] && p.SecondLabel == r[1] }
		i := slices.IndexFunc(table.Pairs, pair)
		foreign := slices.ContainsFunc(others, func(o string) bool { return strings.HasPrefix(r[0], o) || strings.HasPrefix(r[1], o) })
		if (i < 0) != foreign {
			t.Errorf("%s v %s: in the table: %v; known not to be implemented: %v", r[0], r[1], i >= 0, foreign)
		}
		if i < 0 {
			continue
		}
		ours++
		p := table.Pairs[i]
		in := p.Proportion().Wilson(0.95)
		for column, got := range map[int]float64{3: 100 * p.Win, 4: 100 * in.Low, 5: 100 * in.High} {
			if want, err := strconv.ParseFloat(r[column], 64); err != nil || math.Abs(got-want) > 0.06 {
				t.Errorf("%s v %s: %v in column %s, the file has %v", r[0], r[1], got, rows[0][column], want)
			}
		}
		must.Equal(t, p.PaperSays, r[6], "%s v %s: figure of the paper", r[0], r[1])
	}
	must.Equal(t, ours, 33, "rows are of implemented players")
}

// ginTournament returns the summary of a tournament with the win rates of the table after
// change, over both seats.
func ginTournament(t *testing.T, table *Table, agents []string, games int, change func(first, second string, rate float64) float64) *arena.Summary {
	t.Helper()
	res := &arena.Result{Setup: arena.Setup{
		Seats: 2, Games: games, Agents: agents, Deals: arena.FreshDeals, Lineups: arena.RoundRobin(len(agents), 2),
		Terms: game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true},
	}}
	for _, l := range res.Lineups {
		rate := 0.5
		if p, ok := table.find(agents[l[0]], agents[l[1]]); ok {
			rate = p.Win
		}
		wins := int(math.Round(change(agents[l[0]], agents[l[1]], rate) * float64(games)))
		records := make([]arena.Record, games)
		for i := range records {
			records[i] = arena.Record{Ending: "match-won", Winner: 1, Rounds: 10, Turns: 120, Gains: [game.MaxPlayers]int16{-50, 50}}
			if i < wins {
				records[i].Winner, records[i].Gains = 0, [game.MaxPlayers]int16{50, -50}
			}
		}
		res.Records = append(res.Records, records)
	}
	return arena.Summarize(res, arena.Settings{Resamples: 1})
}

func TestCompareEitherSeat(t *testing.T) {
	table := must.Get(Open("sigra-paper"))(t)
	agents := []string{"simple", "stubborn", "sigra:om=off", "sigra"}
	c := table.Compare(ginTournament(t, table, agents, 1000, func(_, _ string, rate float64) float64 { return rate }))
	if len(c.Rows) != 10 || c.Skilled.Pairs != 10 || c.Skilled.Flagged != 0 || c.Skilled.ChiSquare > 1e-9 {
		t.Fatalf("compared with itself: %d rows, %+v; want 10 without a difference", len(c.Rows), c.Skilled)
	}
	for _, r := range c.Rows {
		games := 2000
		if r.First == r.Second {
			games = 1000
		}
		if r.Ours.Trials != games {
			t.Errorf("%s v %s: %d games, want %d of both orders", r.First, r.Second, r.Ours.Trials, games)
		}
		if first, _ := r.Theirs.Labels(); r.First == "sigra:om=off" && first != "StubbornMmd" {
			t.Errorf("%s is called %s", r.First, first)
		}
	}
	// A change of .2 in one order is a change of .1 over both: .646 of 2000 against .746
	// of 500.
	c = table.Compare(ginTournament(t, table, agents, 1000, func(first, second string, rate float64) float64 {
		if first == "sigra" && second == "simple" {
			return rate - 0.2
		}
		return rate
	}))
	for _, r := range c.Rows {
		off := r.First == "sigra" && r.Second == "simple"
		if r.Flagged != off {
			t.Errorf("%s v %s with z %v: flagged %v", r.First, r.Second, r.Test.Z, r.Flagged)
		}
		if want := -0.1 / math.Sqrt(.666*(1-.666)*(1./2000+1./500)); off && math.Abs(r.Test.Z-want) > 1e-9 {
			t.Errorf("z %v, want %v", r.Test.Z, want)
		}
	}
	if c.Skilled.Flagged != 1 {
		t.Errorf("%+v, want one pair flagged", c.Skilled)
	}
}

func TestCompareMargins(t *testing.T) {
	table := must.Get(Open("fitness-paper"))(t)
	agents := []string{"simple", "independent-heuristics", "fitness"}
	rate := map[string]float64{"fitness simple": .69, "independent-heuristics simple": .65, "simple fitness": .31, "simple independent-heuristics": .35}
	of := func(first, second string, r float64) float64 {
		if v, ok := rate[first+" "+second]; ok {
			return v
		}
		return r
	}
	c := table.Compare(ginTournament(t, table, agents, 5000, of))
	if len(c.Rows) != 1 || len(c.Margins) != 1 || c.Margins[0].Flagged || math.Abs(c.Margins[0].Ours.Value-.04) > 1e-9 || math.Abs(c.Margins[0].Test.Z) > 1e-6 {
		t.Fatalf("rows %+v, margins %+v: want one of each, without a difference", c.Rows, c.Margins)
	}
	rate["fitness simple"] = .80
	if c = table.Compare(ginTournament(t, table, agents, 5000, of)); !c.Margins[0].Flagged {
		t.Errorf("a margin that is far from .04 is not flagged: %+v", c.Margins[0])
	}
}
