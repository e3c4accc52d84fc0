package bench

import (
	"context"
	"fmt"
	"time"

	"rummygym"
	"rummygym/agents"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

// seed is the seed of all games and random choices of bench.
const seed = 2024

// A position is a hand of a player in a game, with the cards that can still come.
type position struct {
	hand  card.Bag
	wild  card.Rank
	avail card.Bag
}

// A corpus holds hands from games between two min-dist players: 13 cards before each draw
// and 14 before each discard.
type corpus struct{ before, after []position }

// watchSelfPlay calls watch with each observation of the player to move, in games of an
// agent against itself. It deals new games while more returns true.
func watchSelfPlay(rules rummygym.Rules, spec string, watch func(game.Observation), more func() bool) error {
	g, err := rules.NewGame()
	if err != nil {
		return err
	}
	player, _, err := rummygym.OpenAgent(rules, spec)
	if err != nil {
		return err
	}
	table, seats := agents.NewTable(g), make([]game.Agent, g.Players())
	for s := range seats {
		seats[s] = player()
	}
	for episode := uint64(0); more(); episode++ {
		table.Deal(seed, episode, seats...)
		if err := table.Play(func(d *agents.Decision) error { watch(d.Obs); return nil }); err != nil {
			return err
		}
	}
	return nil
}

// newCorpus returns n hands of each size from games under the rules.
func newCorpus(rules indian.Rules, n int) (corpus, error) {
	var c corpus
	err := watchSelfPlay(&rummygym.IndianRules{Rules: rules}, "min-dist", func(o game.Observation) {
		v := o.(*indian.Observation)
		p := position{hand: v.Hand, wild: v.Wild, avail: v.Available()}
		if v.Phase == indian.Draw {
			c.before = append(c.before, p)
		} else {
			c.after = append(c.after, p)
		}
	}, func() bool { return len(c.after) < n })
	if err != nil {
		return corpus{}, err
	}
	c.before, c.after = c.before[:n], c.after[:n]
	return c, nil
}

// metricRows returns the rows of the solvers of Indian Rummy on hands under the rules. label
// is appended to each name; the targets are the limits for one pack multiplied by times.
func metricRows(ctx context.Context, label string, times float64, rules indian.Rules) []row {
	const hands = 4096
	var c corpus
	load := func() (err error) {
		if c.before == nil {
			c, err = newCorpus(rules, hands)
		}
		return err
	}
	solver := func(name string, limit float64, on func() []position, plain, fast func(position) int) row {
		return row{
			Name: name + label, Unit: "ns", Target: times * limit, AtMost: true,
			measure: func(d time.Duration) (float64, error) {
				if err := load(); err != nil {
					return 0, err
				}
				return perCall(ctx, d, on(), plain, fast)
			},
		}
	}
	before := func() []position { return c.before }
	after := func() []position { return c.after }
	rows := []row{
		solver("MinDist", 150, before, plainMinDist, func(p position) int { return mindist.Of(p.hand, p.wild) }),
		solver("MinScore", 250, before, plainMinScore, func(p position) int { return meld.MinScore(p.hand, p.wild) }),
		solver("MinDist of all 14 discards", 700, after, plainMinDist, func(p position) int {
			var d [card.NumKinds]int8
			return mindist.Discards(&d, p.hand, p.wild)
		}),
		solver("MinScore of all 14 discards", 1000, after, plainMinScore, func(p position) int {
			var d [card.NumKinds]int16
			meld.MinScoreDiscards(&d, p.hand, p.wild)
			lowest := d[card.Joker.Index()]
			for c := range p.hand.Once.Each() {
				if s := d[c.Index()]; lowest < 0 || s < lowest {
					lowest = s
				}
			}
			return int(lowest)
		}),
		solver("MinDist with outs", 1500, before, plainMinDist, func(p position) int {
			var d [card.NumKinds]int8
			return mindist.Draws(&d, p.hand, p.wild)
		}),
		solver("MinDist with availability", 2000, before, nil, available),
	}
	return append(rows, row{
		Name: "MinDist with availability, worst hand" + label, Unit: "ns", Target: times * 1e6, AtMost: true, once: true,
		measure: func(time.Duration) (float64, error) {
			if err := load(); err != nil {
				return 0, err
			}
			return worstCall(c.before, available), nil
		},
	})
}

// available returns MinDist with availability.
func available(p position) int { return mindist.Available(p.hand, p.wild, p.avail) }

// plainMinDist returns MinDist by the general search, to check the fast solver.
func plainMinDist(p position) int { return mindist.Declaration.MinDist(p.hand, p.wild) }

// plainMinScore returns MinScore by the general search, to check the fast solver.
func plainMinScore(p position) int {
	return meld.Rules{Requirement: meld.PureAndSequence, MinLength: 3, HandSize: 13}.MinScore(p.hand, p.wild)
}

// perCall returns the mean time of a call of fast in nanoseconds. It goes through the
// positions repeatedly until the time d has passed. If plain is not nil, the first 64
// answers must equal those of plain. The sum of all answers must be the same each time.
func perCall[P any](ctx context.Context, d time.Duration, at []P, plain, fast func(P) int) (float64, error) {
	sum := 0
	for i, p := range at {
		v := fast(p)
		if plain != nil && i < 64 {
			if want := plain(p); v != want {
				return 0, fmt.Errorf("hand %v: the answer is %d, want %d by the plain search", p, v, want)
			}
		}
		sum += v
	}
	rounds := 0
	start := time.Now()
	for more := running(ctx, d); more() || rounds == 0; {
		again := 0
		for _, p := range at {
			again += fast(p)
		}
		if again != sum {
			return 0, fmt.Errorf("the answers sum to %d in the first round and to %d in a later one", sum, again)
		}
		rounds++
	}
	return float64(time.Since(start).Nanoseconds()) / float64(rounds*len(at)), nil
}

// worstCall returns the time of the slowest position in nanoseconds. Each position is timed
// three times and the fastest counts, to exclude disturbances by other programs.
func worstCall(at []position, fast func(position) int) float64 {
	var worst time.Duration
	for _, p := range at {
		fastest := time.Hour
		for range 3 {
			start := time.Now()
			fast(p)
			fastest = min(fastest, time.Since(start))
		}
		worst = max(worst, fastest)
	}
	return float64(worst.Nanoseconds())
}
