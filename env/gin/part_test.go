package gin_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// The endings of hands follow from the rules.
func TestPartEndings(t *testing.T) {
	for _, c := range []struct {
		rules gin.Rules
		want  []game.Ending
	}{
		{gin.EAAI(), []game.Ending{gin.Knocked, gin.Gin, gin.Undercut}},
		{gin.Classic(), []game.Ending{gin.Knocked, gin.Gin, gin.BigGin, gin.Undercut}},
		{gin.OpenSpiel(), []game.Ending{gin.Knocked, gin.Gin, gin.Undercut, gin.Tied}},
	} {
		g := must.Get(gin.New(c.rules))(t)
		must.Equal(t, g.NewState().(game.Parted).PartEndings(), c.want, "endings")
	}
}

// TestParts plays random hands. A hand is a part, and its result is the one that players see.
func TestParts(t *testing.T) {
	for _, name := range gin.PresetNames() {
		rules := must.Get(gin.Preset(name))(t)
		rules.KnockLimit = 60 // random players knock more often
		g := must.Get(gin.New(rules))(t)
		rng := rand.New(rand.NewPCG(3, 4))
		s := g.NewState().(game.Parted)
		o := g.NewObservation().(*gin.Observation)
		if s.Parts() != 0 || s.LastPart() != (game.Part{}) {
			t.Errorf("%s: before the deal %d parts, the last %+v", name, s.Parts(), s.LastPart())
		}
		endings := map[game.Ending]bool{}
		for i := range uint64(60) {
			g.Deal(s, rand.NewPCG(1, i))
			parts := 0
			for {
				if n := s.Parts(); n != parts {
					if parts++; n != parts {
						t.Fatalf("%s: %d parts after %d", name, n, parts-1)
					}
					s.Observe(0, o)
					p, seen := s.LastPart(), o.Result
					want := game.Part{Ending: seen.Ending, Winner: seen.Winner}
					want.Seats[0].Played, want.Seats[1].Played = true, true
					if seen.Winner != game.NoPlayer {
						want.Seats[seen.Winner].Gain, want.Seats[1-seen.Winner].Gain = seen.Points, -seen.Points
					}
					if seen.Knocker != game.NoPlayer {
						ender := &want.Seats[seen.Knocker]
						ender.Ended = seen.Ending
						for c := range seen.Unmelded[seen.Knocker].Each() {
							ender.Left += min(10, int(c.Rank()-card.Ace)+1)
						}
						if !slices.Contains(s.PartEndings(), p.Ending) {
							t.Errorf("%s: ending %s is not one of %v", name, p.Ending, s.PartEndings())
						}
					}
					if p != want {
						t.Fatalf("%s: part %+v, players see %+v", name, p, want)
					}
					endings[p.Ending] = true
				}
				if s.Current() == game.NoPlayer {
					break
				}
				var legal game.Mask
				s.Legal(&legal)
				must.Do(t, s.Apply(legal.Nth(rng.IntN(legal.Count()))))
			}
			if parts != 1 {
				t.Errorf("%s: %d parts, want 1", name, parts)
			}
		}
		if len(endings) < 2 {
			t.Errorf("%s: only the endings %v", name, endings)
		}
	}
}
