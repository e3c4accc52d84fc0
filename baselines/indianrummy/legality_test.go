package indianrummy

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// allSpecs returns every player with every combination of its options. Numbers and
// probabilities have their default and one other value.
func allSpecs() []string {
	var specs []string
	for _, e := range List() {
		mine := []string{e.Name}
		for _, o := range e.Options {
			var longer []string
			for _, v := range o.Values {
				switch {
				case v == o.Default || v == "a probability below 1":
					continue
				case v == "1..9":
					v = "4"
				case v == "1..80":
					v = "70"
				}
				for _, spec := range mine {
					longer = append(longer, spec+":"+o.Name+"="+v)
				}
			}
			mine = append(mine, longer...)
		}
		specs = append(specs, mine...)
	}
	return specs
}

// tables returns the presets, and rules with fewer or more legal actions.
func tables(t testing.TB) map[string]indian.Rules {
	all := map[string]indian.Rules{}
	for _, name := range indian.PresetNames() {
		r := must.Get(indian.Preset(name))(t)
		all[name] = r
	}
	change := func(name string, r indian.Rules, f func(*indian.Rules)) {
		f(&r)
		must.Do(t, r.Validate())
		all[name] = r
	}
	change("strict", indian.Released(), func(r *indian.Rules) {
		r.Taking, r.ThrowingBack, r.Declaring = indian.TakeNoJokers, indian.ThrowBackForbidden, indian.AnyCards
	})
	change("any cards", indian.Paper(), func(r *indian.Rules) { r.Declaring = indian.AnyCards })
	for seats := 3; seats <= 6; seats++ {
		change(fmt.Sprintf("club of %d", seats), indian.Club(seats), func(r *indian.Rules) {
			r.ThrowingBack, r.Declaring = indian.ThrowBackForbidden, indian.AnyCards
		})
	}
	change("short", indian.Paper(), func(r *indian.Rules) { r.MaxRounds = 3 })
	change("three packs", indian.Club(4), func(r *indian.Rules) { r.Packs, r.Jokers = 3, 8 })
	change("ten cards", indian.Paper(), func(r *indian.Rules) { r.HandSize, r.MaxRounds, r.Declaring = 10, 10, indian.AnyCards })
	change("three cards of 10", indian.Paper(), func(r *indian.Rules) {
		r.Ranks, r.Suits, r.Jokers, r.HandSize, r.Requirement, r.MaxRounds = 5, 2, 0, 3, indian.OnePure, 4
	})
	change("four cards of 12, no jokers", indian.Paper(), func(r *indian.Rules) {
		r.Ranks, r.Suits, r.Jokers, r.HandSize, r.Requirement, r.Wildcard, r.Declaring = 4, 3, 0, 4, indian.AnyMelds, indian.NoWildcard, indian.AnyCards
	})
	change("six cards of 12 ranks", indian.Club(3), func(r *indian.Rules) {
		r.Ranks, r.HandSize, r.Requirement, r.MaxRounds = 12, 6, indian.TwoPure, 10
	})
	return all
}

// TestLegality plays all players at all tables. Every action must be legal (see
// table.play) and every declaration valid.
func TestLegality(t *testing.T) {
	games := 16
	if testing.Short() {
		games = 8
	}
	specs := allSpecs()
	all := tables(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		rules, n := all[name], games
		if rules.HandSize == 10 {
			n = 1 // the general solvers are slow
		}
		for i := range specs {
			if rules.HandSize == 10 && strings.Contains(specs[i], "found") {
				continue
			}
			var seats []string
			for s := range rules.Seats {
				seats = append(seats, specs[(i+7*s)%len(specs)])
			}
			b, g := newTable(t, rules, seats...)
			for k := range n {
				end := b.play(t, g, uint64(i), uint64(k), nil)
				if end.Ending == indian.WrongDeclaration {
					t.Fatalf("%s: an invalid declaration by one of %v in game %d of seed %d", name, seats, k, i)
				}
			}
		}
	}
}

// TestDeterminism plays games twice with the same players, and once with other players of
// the same specs, in another order of games.
func TestDeterminism(t *testing.T) {
	const games = 6
	specs := allSpecs()
	for i, spec := range specs {
		story := func(b *table, g game.Game, k int) string {
			var s []byte
			b.play(t, g, 99, uint64(k), func(_ *indian.Observation, _ *game.Mask, a game.Action) { s = append(s, byte(a)) })
			return string(s)
		}
		rules := indian.Released()
		b, g := newTable(t, rules, spec, specs[(i+5)%len(specs)])
		var first [games]string
		for k := range games {
			first[k] = story(b, g, k)
		}
		other, _ := newTable(t, rules, spec, specs[(i+5)%len(specs)])
		for k := games - 1; k >= 0; k-- {
			if story(b, g, k) != first[k] || story(other, g, k) != first[k] {
				t.Fatalf("%s: game %d differs when it is played again", spec, k)
			}
		}
	}
}

// TestMemoryIsOnlyCache checks that the state of the paper's players between turns is only
// a cache: a player that joins in the middle of a game acts the same. Exceptions are the
// released MinDistScore, whose recorded distance may differ from that of its hand, the
// released DefeatSeeking, which stores the order of its cards, and Random with its
// generator.
func TestMemoryIsOnlyCache(t *testing.T) {
	for _, spec := range allSpecs() {
		if strings.HasPrefix(spec, "random") || spec == "defeat-seeking:variant=released" || strings.HasPrefix(spec, "min-dist-score:variant=released") {
			continue
		}
		player := must.Get(New(spec))(t)
		fresh := player()
		b, g := newTable(t, indian.Paper(), spec, spec)
		for k := range uint64(5) {
			b.play(t, g, 3, k, func(o *indian.Observation, legal *game.Mask, a game.Action) {
				fresh.Reset(0)
				if again, _ := fresh.Act(o, legal); again != a {
					t.Fatalf("%s: %s by memory, %s without, with hand %v", spec, name(a), name(again), o.Hand)
				}
			})
		}
	}
}

// TestObservationIsNotWritten checks that players change neither the observation nor the
// mask.
func TestObservationIsNotWritten(t *testing.T) {
	for _, spec := range allSpecs() {
		b, g := newTable(t, indian.Released(), spec, "min-dist")
		player := b.players[0]
		b.players[0] = watch{player, func(o *indian.Observation, legal *game.Mask) game.Action {
			o2, l2 := *o, *legal
			a, _ := player.Act(o, legal)
			if *o != o2 || *legal != l2 {
				t.Fatalf("%s changes the observation or the mask", spec)
			}
			return a
		}}
		b.play(t, g, 12, 0, nil)
	}
}

// watch is a player whose Act is a function.
type watch struct {
	player game.Agent
	act    func(*indian.Observation, *game.Mask) game.Action
}

func (w watch) Reset(seed uint64) { w.player.Reset(seed) }
func (w watch) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return w.act(obs.(*indian.Observation), legal), 1
}

// decisions returns decisions of a player in games against itself.
func decisions(t testing.TB, spec string, games int) (views []indian.Observation, masks []game.Mask) {
	b, g := newTable(t, indian.Paper(), spec, spec)
	for k := range games {
		b.play(t, g, 8, uint64(k), func(o *indian.Observation, legal *game.Mask, _ game.Action) {
			if o.Self == 0 {
				views, masks = append(views, *o), append(masks, *legal)
			}
		})
	}
	return views, masks
}

func TestActDoesNotAllocate(t *testing.T) {
	for _, spec := range allSpecs() {
		views, masks := decisions(t, spec, 3)
		player := must.Get(New(spec))(t)
		a := player()
		allocs := testing.AllocsPerRun(3, func() {
			a.Reset(1)
			for i := range views {
				a.Act(&views[i], &masks[i])
			}
		})
		must.Equal(t, allocs, 0, "%s: allocations in %d decisions", spec, len(views))
	}
}
