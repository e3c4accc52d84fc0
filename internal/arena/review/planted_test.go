package review_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/search"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

var (
	long = flag.Bool("long", false, "review hundreds of games with and without planted mistakes")
	seed = flag.Uint64("seed", 11, "seed of the games")
)

// TestPlantedMistakes reviews games of a strong agent in which one decision of seat 0, drawn uniformly, was
// replaced by another legal move, drawn uniformly, and the same games as they were.
//
// Not every other move is worse: of two draws, or of two discards, many are as good, and the agent's own move is not
// always the best. No review can find what cost nothing. So a replacement counts if it cost something by
// the judgement of a reference: roll-outs of the two moves by another agent to the end of the game, in other deals, differ by
// more than a point and two standard errors. The rank of the others is logged beside it.
//
// Games in which seat 0 has fewer than seven decisions are left out as well, because the three worst of
// a few say little. What guessing would find is logged.
func TestPlantedMistakes(t *testing.T) {
	const decisions, worst, want, found, deals = 7, 3, 100, 80, 1000
	if !*long {
		t.Skip("reviews hundreds of games: run with -long")
	}
	for _, c := range []struct{ name, game, rules, agent, reference string }{
		{"indian", "indian", "paper", "learned:standard", "min-dist-outs"},
		{"gin", "gin", "openspiel", "independent-heuristics:filter=keep", "late-knock"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newTable(t, c.game, c.rules, c.agent, search.Gain)
			costs := newReference(t, c.game, c.rules, c.reference, deals)
			rng := rand.New(rand.NewPCG(*seed, 0))
			var planted, among, free, freeAmong, flagged, own, ownFlagged int
			guess := 0.0
			for episode := uint64(0); planted < want; episode++ {
				counted := 0
				whole := x.play(t, episode, func(_ game.State, n int, own game.Action, _ *game.Mask) game.Action {
					counted++
					return own
				})
				if counted == 0 {
					continue
				}
				at, event, costly := rng.IntN(counted), 0, false
				rec := x.play(t, episode, func(s game.State, n int, own game.Action, legal *game.Mask) game.Action {
					if n != at {
						return own
					}
					rest := *legal
					rest.Unset(own)
					a := rest.Nth(rng.IntN(rest.Count()))
					costly = costs(s, own, a)
					return a
				})
				for event < len(rec.Events) && sameMove(&rec.Events[event], &whole.Events[event]) {
					event++
				}
				out := x.review(t, rec, 0)
				all := out.Worst(0, search.Gain)
				if len(all) < decisions {
					continue
				}
				rank := 0
				for rank < len(all) && all[rank].Event != event+1 {
					rank++
				}
				if rank == len(all) {
					t.Fatalf("game %d: event %d is not among the decisions", episode, event+1)
				}
				if !costly {
					free++
					if rank < worst {
						freeAmong++
					}
					continue
				}
				planted++
				guess += float64(worst) / float64(len(all))
				if rank < worst {
					among++
				}
				if all[rank].Mistake {
					flagged++
				}
				for _, d := range x.review(t, whole, 0).Decisions {
					own++
					if d.Mistake {
						ownFlagged++
					}
				}
				if planted%10 == 0 {
					t.Logf("of %d replaced decisions that cost something %d are among the %d worst (guessing: %.0f; %v), %d are named mistakes; of %d others %d are among them; of %d decisions of the agent itself %d are named mistakes: %v",
						planted, among, worst, guess, stats.Proportion{Successes: among, Trials: planted}.Wilson(0.95), flagged, free, freeAmong, own, ownFlagged, stats.Proportion{Successes: ownFlagged, Trials: own}.Wilson(0.95))
				}
			}
			if among < found {
				t.Errorf("%d of %d replaced decisions are among the %d worst, want %d", among, planted, worst, found)
			}
			if limit := float64(own) * 0.05; float64(ownFlagged) >= limit {
				t.Errorf("%d of %d decisions of the agent itself are named mistakes, want fewer than %.0f", ownFlagged, own, limit)
			}
		})
	}
}

// sameMove compares two events without their probabilities.
func sameMove(a, b *record.Event) bool {
	return string(a.AppendJSON(nil)) == string(b.AppendJSON(nil))
}

// newReference returns a function that reports whether roll-outs show that a move costs more than a point
// compared with another one.
func newReference(t *testing.T, name, rules, agent string, deals int) func(s game.State, own, other game.Action) bool {
	r := must.Get(catalog.ParseRules(name, rules))(t)
	c, _ := must.Get2(catalog.ReviewConfig(r, agent, search.Gain))(t)
	pair := new(twoMoves)
	c.Search.Candidates, c.Search.Allocation, c.Search.Rollouts, c.Search.Workers = pair, search.Even, 3*deals, 2
	p := must.Get(search.New(c.Search))(t)
	obs := c.Game.NewObservation()
	var legal game.Mask
	seed := uint64(0)
	return func(s game.State, own, other game.Action) bool {
		pair[0], pair[1] = min(own, other), max(own, other)
		s.Observe(s.Current(), obs)
		s.Legal(&legal)
		seed++
		p.Reset(1<<32 + seed)
		var means [2]search.Value
		for _, v := range p.Values(nil, obs, &legal) {
			switch v.Action {
			case own:
				means[0] = v
			case other:
				means[1] = v
			}
		}
		// Both are compared with the best of the two and of the reference's own choice.
		cost, err := means[1].Behind-means[0].Behind, math.Hypot(means[1].BehindErr, means[0].BehindErr)
		return cost-1 > 2*err
	}
}

// twoMoves are the candidates of a reference.
type twoMoves [2]game.Action

func (c *twoMoves) Append(dst []game.Action, _ game.Observation, _ *game.Mask) []game.Action {
	return append(dst, c[0], c[1])
}
