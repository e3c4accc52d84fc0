package arena

import (
	"bytes"
	"reflect"
	"testing"

	"rummygym/agents"
	"rummygym/baselines/ginrummy"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// ginConfig is a tournament of Gin Rummy between the given players.
func ginConfig(t testing.TB, rules gin.Rules, games int, specs ...string) Config {
	t.Helper()
	g := must.Get(gin.New(rules))(t)
	c := Config{Game: g, Games: games, Seed: 3, Drop: game.NoAction}
	for _, spec := range specs {
		create := must.Get(ginrummy.New(spec))(t)
		c.Entrants = append(c.Entrants, Entrant{Name: spec, New: create})
	}
	return c
}

// ginMatches is a tournament of matches of hands between the given players. The matches have the bonuses of the book rules.
func ginMatches(t testing.TB, hand gin.Rules, games int, specs ...string) Config {
	t.Helper()
	c := ginConfig(t, hand, games, specs...)
	rules := series.Hollywood()
	rules.Games, rules.ShutOut = 1, series.NoShutOut
	c.Game = must.Get(series.New(rules, func(int) (series.Deal, error) { return gin.New(hand) }))(t)
	for i := range c.Entrants {
		create := c.Entrants[i].New
		c.Entrants[i].New = func() game.Agent { return agents.NewByDeals(func(int) game.Agent { return create() }) }
	}
	c.Terms = game.Terms{Game: "match", Round: "hand", Part: "hand", Left: "deadwood"}
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

// The parts of matches are hands: each is counted once, and for one player.
func TestGinParts(t *testing.T) {
	c := ginMatches(t, gin.Classic(), 30, "simple", "stubborn", "random-unmelded")
	res := mustPlay(t, c)
	for l, games := range res.Records {
		for i, r := range games {
			a, b := res.Tallies[l][2*i], res.Tallies[l][2*i+1]
			ended, won := 0, int(a.Won+b.Won)
			for k := range a.Ended {
				ended += int(a.Ended[k] + b.Ended[k])
			}
			if a.Parts != r.Rounds || b.Parts != r.Rounds || ended != won || ended > int(r.Rounds) {
				t.Fatalf("a match of %d hands has the tallies %+v and %+v", r.Rounds, a, b)
			}
			gain := int(a.Points) - int(b.Points) + 25*(int(a.Won)-int(b.Won))
			if max(a.Points, b.Points) < 100 || gain != int(r.Gains[0])-100*(1-2*int(r.Winner)) && gain != int(r.Gains[0])+100*(1-2*int(r.Winner)) {
				t.Fatalf("%+v has the tallies %+v and %+v", r, a, b)
			}
		}
	}
	s := Summarize(res, Settings{Resamples: 1})
	simple, stubborn := s.Players[0].Parts, s.Players[1].Parts
	if got := stubborn.Ended[gin.Knocked] + stubborn.Ended[gin.Undercut] + stubborn.Left; got != 0 || stubborn.Left != 0 {
		t.Errorf("Stubborn knocks without gin: %+v", stubborn)
	}
	if hands := simple.Enders() + simple.Nobody; simple.Nobody == 0 || hands > simple.Parts || stubborn.Nobody > stubborn.Parts/5 {
		t.Errorf("of %d hands of Simple, it ended %d and nobody %d; Stubborn %+v", simple.Parts, simple.Enders(), simple.Nobody, stubborn)
	}
	if x := float64(simple.Left) / float64(simple.Enders()); x < 3 || x > 10 || 10*simple.Ended[gin.Knocked] < 3*simple.Parts || simple.Ended[gin.BigGin] > simple.Ended[gin.Gin] {
		t.Errorf("Simple has %+v, deadwood %v at the knock", simple, x)
	}

	// The sums of an evaluation are those of both seats.
	c.Entrants, c.Lineups, c.Deals = c.Entrants[:2], AllSeats(0, 1), AllDeals
	res = mustPlay(t, c)
	e := must.Get(res.Evaluate(0.95, nil))(t)
	s = Summarize(res, Settings{Resamples: 1})
	for who, p := range []*Parts{e.Rows[0].Parts, e.Rows[0].Others.Parts} {
		if !reflect.DeepEqual(p, s.Players[who].Parts) {
			t.Errorf("evaluation %+v, summary %+v", p, s.Players[who].Parts)
		}
	}

	read, err := ReadGames(bytes.NewReader(gameBytes(t, res)))
	if err != nil || !reflect.DeepEqual(read, res) {
		t.Errorf("a written and read result differs: %v", err)
	}
	part := interrupt(t, ginMatches(t, gin.EAAI(), 40, "simple", "stubborn"), 20)
	c = ginMatches(t, gin.EAAI(), 40, "simple", "stubborn")
	want := mustPlay(t, c)
	c.Resume = part
	if got := mustPlay(t, c); !reflect.DeepEqual(got, want) {
		t.Error("a resumed tournament has other tallies")
	}
}

// All players play the same hands for any number of workers, and whatever they played
// before.
func TestGinWorkersDoNotMatter(t *testing.T) {
	for _, rules := range []gin.Rules{gin.Classic(), gin.OpenSpiel()} {
		var want []byte
		for _, workers := range []int{1, 3} {
			c := ginConfig(t, rules, 2, ginNames()...)
			c.Workers = workers
			got := gameBytes(t, mustPlay(t, c))
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("melding %v: %d workers give different bytes than 1 worker", rules.Melding, workers)
			}
		}
	}
}

func TestGinAllocatesNothing(t *testing.T) {
	for _, rules := range []gin.Rules{gin.EAAI(), gin.Classic(), gin.OpenSpiel()} {
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
	for _, spec := range []string{"simple", "stubborn", "medium", "sigra"} {
		b.Run(spec, func(b *testing.B) {
			c := ginMatches(b, gin.EAAI(), 1, spec, "simple")
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
