package arena

import (
	"bytes"
	"testing"

	"rummygym/baselines/ginrummy"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// ginConfig is a tournament of Gin Rummy between the given players.
func ginConfig(t testing.TB, rules gin.Rules, games int, specs ...string) Config {
	t.Helper()
	g, err := gin.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Game: g, Games: games, Seed: 3, Drop: game.NoAction}
	for _, spec := range specs {
		create, err := ginrummy.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		c.Entrants = append(c.Entrants, Entrant{spec, create})
	}
	return c
}

// ginNames returns the names of all players of Gin Rummy.
func ginNames() []string {
	var names []string
	for _, e := range ginrummy.List() {
		names = append(names, e.Name)
	}
	return names
}

// All players play the same matches for any number of workers, and whatever they played
// before.
func TestGinWorkersDoNotMatter(t *testing.T) {
	for _, rules := range []gin.Rules{gin.Classic(), gin.OpenSpiel()} {
		rules.Target = 25 // matches of random players are long
		var want []byte
		for _, workers := range []int{1, 3} {
			c := ginConfig(t, rules, 2, ginNames()...)
			c.Workers = workers
			got := gameBytes(t, mustPlay(t, c))
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%v: %d workers give different bytes than 1 worker", rules.Episode, workers)
			}
		}
	}
}

func TestGinAllocatesNothing(t *testing.T) {
	for _, rules := range []gin.Rules{gin.EAAI(), gin.Classic(), gin.OpenSpiel()} {
		rules.Target = 25
		for _, spec := range append(ginNames(), "medium:variant=released", "simple:ties=highest") {
			c := ginConfig(t, rules, 1, spec, "simple")
			s := c.setup()
			tab := newTable(&c, &s)
			i := uint64(0)
			if n := testing.AllocsPerRun(10, func() {
				if _, err := tab.play(Lineup{0, 1}, 1, i%5); err != nil { // each deal twice, so that histories are grown
					t.Fatal(err)
				}
				i++
			}); n != 0 {
				t.Errorf("a game of %s allocates %v times", spec, n)
			}
		}
	}
}

// BenchmarkGin plays whole matches of simple players against Simple, the arena's
// own work included.
func BenchmarkGin(b *testing.B) {
	for _, spec := range []string{"simple", "stubborn", "medium"} {
		b.Run(spec, func(b *testing.B) {
			c := ginConfig(b, gin.EAAI(), 1, spec, "simple")
			s := c.setup()
			tab := newTable(&c, &s)
			for i := uint64(0); b.Loop(); i++ {
				r, err := tab.play(Lineup{0, 1}, 1, i)
				if err != nil || !r.Played() || r.Gains[0]+r.Gains[1] != 0 {
					b.Fatal(r, err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
		})
	}
}
