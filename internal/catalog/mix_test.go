package catalog_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestMixPlaysAsItsMembers compares the games of a mix with those of its members: each is that of the member drawn,
// from its first deal to its last, whatever the number of workers.
func TestMixPlaysAsItsMembers(t *testing.T) {
	for _, c := range []struct{ game, rules, mix, first, second, other string }{
		{"gin-match", "eaai", "mix:{2:simple,stubborn}", "simple", "stubborn", "simple"},
		{"indian", "paper", "mix:{2:min-dist,random}", "min-dist", "random", "min-dist"},
		{"indian-match", "pool-101", "mix:{2:pool,min-score}", "pool", "min-score", "min-dist"},
	} {
		t.Run(c.game, func(t *testing.T) {
			rules := must.Get(catalog.ParseRules(c.game, c.rules))(t)
			g := must.Get(rules.NewGame())(t)
			play := func(agent string, workers int) [][]arena.Record {
				var entrants []arena.Entrant
				for _, text := range []string{agent, c.other} {
					create, name, err := catalog.OpenAgent(rules, text)
					must.Do(t, err)
					entrants = append(entrants, arena.Entrant{Name: fmt.Sprint(name, " ", len(entrants)), New: create})
				}
				res, err := arena.Tournament(context.Background(), arena.Config{
					Game: g, Entrants: entrants, Lineups: arena.AllSeats(0, 1), Deals: arena.AllDeals, Games: 60, Seed: 3, Workers: workers, Drop: game.NoAction,
				})
				must.Do(t, err)
				return res.Records
			}
			mixed, first, second := play(c.mix, 1), play(c.first, 2), play(c.second, 2)
			if again := play(c.mix, 3); !slices.EqualFunc(mixed, again, slices.Equal[[]arena.Record]) {
				t.Error("the games depend on the number of workers")
			}
			create, _, err := catalog.OpenAgent(rules, c.mix)
			must.Do(t, err)
			mix := create()
			drawn := 0
			for l := range mixed {
				for i, r := range mixed[l] {
					mix.Reset(game.AgentSeed(3, uint64(i), game.Player(l)))
					want := second[l][i]
					if name := agents.Playing(mix, ""); name == c.first {
						want = first[l][i]
						drawn++
					} else if name != c.second {
						t.Fatalf("the mix plays as %q", name)
					}
					if r != want {
						t.Errorf("lineup %d, game %d as %s: %+v, want %+v", l, i, agents.Playing(mix, ""), r, want)
					}
				}
			}
			if drawn < 60 || drawn > 100 {
				t.Errorf("%s was drawn in %d of 120 games, want about 80", c.first, drawn)
			}
		})
	}
}

func TestMixNames(t *testing.T) {
	r := catalog.Gin.Defaults()
	for text, want := range map[string]string{
		"mix:{2:simple:ties=any, sigra}":        "mix:{2:simple,sigra}",
		"mix:{search:playout=sigra,0.5:simple}": "mix:{search:playout=sigra,0.5:simple}",
	} {
		_, name, err := catalog.OpenAgent(r, text)
		must.Do(t, err)
		must.Equal(t, name, want, "%s", text)
	}
	for text, want := range map[string]string{
		"mix:{2:simple,sigra:x=1}":             "sigra has no option",
		"mix:{simple,simple:ties=any}":         "named twice",
		"mix:{simple,2:mix:{sigra}}":           "a mix of mixes",
		"mix:{simple,exec:bot}":                "an external program plays only in",
		"search:playout={mix:{simple,nobody}}": "no agent",
	} {
		_, _, err := catalog.OpenAgent(r, text)
		must.Fail(t, err, want)
	}
	_, _, err := catalog.OpenAgent(catalog.IndianMatch.Defaults(), "pool:cards={mix:{min-dist,min-score}}")
	must.Fail(t, err, "a mix is drawn for a match")
}
