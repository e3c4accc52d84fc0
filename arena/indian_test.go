package arena

import (
	"bytes"
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// indianConfig is a tournament of Indian Rummy between the given players.
func indianConfig(t testing.TB, rules indian.Rules, games int, specs ...string) Config {
	t.Helper()
	g := must.Get(indian.New(rules))(t)
	c := Config{Game: g, Games: games, Seed: 3, Drop: indian.Drop, RoundLimit: rules.MaxRounds}
	for _, spec := range specs {
		newAgent := must.Get(indianrummy.New(spec))(t)
		c.Entrants = append(c.Entrants, Entrant{Name: spec, New: newAgent})
	}
	return c
}

// The players of saha2025mindist play the same games for any number of workers, and
// whatever they played before.
func TestIndianWorkersDoNotMatter(t *testing.T) {
	for _, rules := range []indian.Rules{indian.Paper(), indian.Club(3)} {
		var want []byte
		for _, workers := range []int{1, 3} {
			c := indianConfig(t, rules, 6, "random:fold=1/3", "defeat-seeking", "min-score:drop=80", "min-dist", "min-dist-score:variant=released", "min-dist-opp:drop=4")
			c.Workers = workers
			res := mustPlay(t, c)
			got := gameBytes(t, res)
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%d seats: %d workers give different bytes than 1 worker", rules.Seats, workers)
			}
		}
	}
}

// A record has the drop of a player, and its ending says so if the drop ends the game.
func TestIndianDrops(t *testing.T) {
	res := mustPlay(t, indianConfig(t, indian.Paper(), 300, "min-score:drop=60", "min-dist"))
	drops := 0
	for l, games := range res.Records {
		for i, r := range games {
			ended := r.Ending == indian.FirstDrop || r.Ending == indian.MiddleDrop
			loser := 1 - int(r.Winner)
			if ended != (r.Drops != 0) || ended && r.Drops != 1<<loser {
				t.Fatalf("game %d of lineup %v: %+v", i, res.Lineups[l], r)
			}
			if ended && (res.Agents[res.Lineups[l][loser]] != "min-score:drop=60" || r.Gains[loser] != -20) {
				t.Fatalf("game %d of lineup %v: %+v", i, res.Lineups[l], r)
			}
			if ended {
				drops++
			}
		}
	}
	if drops < 100 {
		t.Errorf("%d of 1,200 games ended by a drop", drops)
	}
}

func TestIndianAllocatesNothing(t *testing.T) {
	for _, spec := range []string{"random", "defeat-seeking", "min-score", "min-dist", "min-dist-score", "min-dist-opp", "min-dist-outs", "min-dist-avail"} {
		c := indianConfig(t, indian.Paper(), 1, spec, "min-dist")
		s := c.setup()
		tab := newTable(&c, &s)
		i := uint64(0)
		if n := testing.AllocsPerRun(50, func() {
			if _, err := tab.play(Lineup{0, 1}, 1, i%25); err != nil { // each deal twice, so that pools are grown
				t.Fatal(err)
			}
			i++
		}); n != 0 {
			t.Errorf("a game of %s allocates %v times", spec, n)
		}
	}
}

// BenchmarkIndian plays whole games of an agent against itself, including the work of the
// arena: 14 µs per game is 70,000 games per second.
func BenchmarkIndian(b *testing.B) {
	for _, spec := range []string{"random", "min-dist", "min-dist-opp"} {
		b.Run(spec, func(b *testing.B) {
			c := indianConfig(b, indian.Paper(), 1, spec)
			s := c.setup()
			tab := newTable(&c, &s)
			for i := uint64(0); b.Loop(); i++ {
				r, err := tab.play(Lineup{0, 0}, 1, i)
				if err != nil || !r.Played() || r.Gains[0]+r.Gains[1] != 0 {
					b.Fatal(r, err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// BenchmarkTournament plays the 36 pairs of the agents of saha2025mindist, 1,000 games each, on all cores.
func BenchmarkTournament(b *testing.B) {
	c := indianConfig(b, indian.Paper(), 1000, "random", "defeat-seeking", "min-score", "min-dist", "min-dist-score", "min-dist-opp")
	for b.Loop() {
		if r := must.Get(Tournament(b.Context(), c))(b); r.Played() != 36_000 {
			b.Fatalf("%d games were played, want 36,000", r.Played())
		}
	}
}
