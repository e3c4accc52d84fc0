package recipe_test

import (
	"math"
	"testing"

	"rummygym"
	"rummygym/arena/measure"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/must"
	"rummygym/recipe"
)

// TestTransitionsAgainstThePlay counts the transitions of the same games from the hands in
// the state of the game, with a player that raises MinDist, too.
func TestTransitionsAgainstThePlay(t *testing.T) {
	const games, seed = 12, 3
	f := recipe.NewTransitions()
	f.Agents, f.Games, f.Seed = []string{"random", "min-dist"}, games, seed
	tr := must.Get(f.Run(t.Context(), &recipe.Host{}))(t).(*measure.Transitions)
	rules := must.Get(rummygym.Indian.Preset("paper"))(t)
	g := must.Get(indian.New(rules.(*rummygym.IndianRules).Rules))(t)
	var seats []game.Agent
	for _, spec := range tr.Agents {
		create, _ := must.Get2(rummygym.OpenAgent(rules, spec))(t)
		seats = append(seats, create())
	}
	counts, byTurn := map[[2]int]int{}, map[int][]int{}
	s, o := g.NewTable(), new(indian.Observation)
	var legal game.Mask
	for i := range uint64(games) {
		g.Deal(s, game.DealSource(seed, i))
		game.ResetAgents(seed, i, seats)
		before := 0
		for p := s.Current(); p != game.NoPlayer; p = s.Current() {
			_, wild := s.Wild()
			drawing := s.Phase() == indian.Draw
			s.Observe(p, o)
			if drawing {
				before = mindist.Of(s.Hand(p), wild)
				byTurn[o.TurnsOf[p]] = append(byTurn[o.TurnsOf[p]], before)
			}
			s.Legal(&legal)
			a, _ := seats[p].Act(o, &legal)
			must.Do(t, s.Apply(a))
			if !drawing {
				counts[[2]int{before, mindist.Of(s.Hand(p), wild)}]++
			}
		}
	}
	turns, rises := 0, 0
	for _, c := range tr.Changes {
		if got, want := [3]int{c.Falls, c.Stays, c.Rises}, [3]int{counts[[2]int{c.MinDist, c.MinDist - 1}], counts[[2]int{c.MinDist, c.MinDist}], counts[[2]int{c.MinDist, c.MinDist + 1}]}; got != want {
			t.Errorf("MinDist %d falls, stays and rises %v times, want %v", c.MinDist, got, want)
		}
		if c.Draws[0]+c.Draws[1] != c.Turns() || c.DrawFalls[0]+c.DrawFalls[1] != c.Falls {
			t.Errorf("MinDist %d: %+v: draws and turns differ", c.MinDist, c)
		}
		turns, rises = turns+c.Turns(), rises+c.Rises
	}
	all := 0
	for _, n := range counts {
		all += n
	}
	if turns != all || rises == 0 {
		t.Errorf("%d turns, %d that raise MinDist: want %d and some", turns, rises, all)
	}
	for _, m := range tr.Turns {
		sum := 0
		for _, d := range byTurn[m.Turn] {
			sum += d
		}
		if n := len(byTurn[m.Turn]); m.Count != n || math.Abs(m.Mean-float64(sum)/float64(n)) > 1e-9 {
			t.Errorf("turn %d: %d players with mean %v, want %d with %v", m.Turn, m.Count, m.Mean, n, float64(sum)/float64(n))
		}
	}
}
