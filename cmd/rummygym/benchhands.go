package main

import (
	"fmt"
	"time"

	"rummygym/cmd/internal/catalog"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features"
)

// benchSeed is the seed of everything random that bench plays.
const benchSeed = 2024

// A position is a hand that a player held in play, with what could still come.
type position struct {
	hand  card.Bag
	wild  card.Rank
	avail card.Bag
}

// A corpus is hands in play: those of 13 cards before each draw and those of 14
// before each throw, of games between two MinDist players.
type corpus struct{ before, after []position }

// watchSelfPlay shows what the player to move observes, in games of an agent
// against itself, dealing as long as more are wanted.
func watchSelfPlay(rules catalog.Rules, spec string, watch func(game.Observation), more func() bool) error {
	g, err := rules.NewGame()
	if err != nil {
		return err
	}
	player, _, err := catalog.NewAgent(rules, spec)
	if err != nil {
		return err
	}
	agent, obs, state := player(), g.NewObservation(), g.NewState()
	var legal game.Mask
	for episode := uint64(0); more(); episode++ {
		g.Deal(state, game.DealSource(benchSeed, episode))
		agent.Reset(game.AgentSeed(benchSeed, episode, 0))
		for state.Current() != game.NoPlayer {
			state.Observe(state.Current(), obs)
			watch(obs)
			state.Legal(&legal)
			a, _ := agent.Act(obs, &legal)
			if err := state.Apply(a); err != nil {
				return err
			}
		}
	}
	return nil
}

// benchCorpus returns n hands of each size from games under the rules.
func benchCorpus(rules indian.Rules, n int) (corpus, error) {
	var c corpus
	err := watchSelfPlay(&catalog.IndianRules{Rules: rules}, "min-dist", func(o game.Observation) {
		v := o.(*indian.Observation)
		p := position{hand: v.Hand, wild: v.Wild, avail: features.Available(v)}
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

// metricRows returns the rows of the solvers on the hands of a corpus. label
// goes behind each name; the targets are times the limits of one pack.
func metricRows(label string, times float64, rules indian.Rules) []benchRow {
	const hands = 4096
	var c corpus
	load := func() (err error) {
		if c.before == nil {
			c, err = benchCorpus(rules, hands)
		}
		return err
	}
	row := func(name string, limit float64, on func() []position, plain, fast func(position) int) benchRow {
		return benchRow{
			Name: name + label, Unit: "ns", Target: times * limit, AtMost: true,
			measure: func(d time.Duration) (float64, error) {
				if err := load(); err != nil {
					return 0, err
				}
				return perCall(d, on(), plain, fast)
			},
		}
	}
	before := func() []position { return c.before }
	after := func() []position { return c.after }
	rows := []benchRow{
		row("MinDist", 150, before, plainMinDist, func(p position) int { return features.MinDist(p.hand, p.wild) }),
		row("MinScore", 250, before, plainMinScore, func(p position) int { return meld.MinScore(p.hand, p.wild) }),
		row("MinDist of all 14 discards", 700, after, plainMinDist, func(p position) int {
			var d [card.NumKinds]int8
			return features.MinDistDiscards(&d, p.hand, p.wild)
		}),
		row("MinScore of all 14 discards", 1000, after, plainMinScore, func(p position) int {
			var d [card.NumKinds]int16
			meld.MinScoreDiscards(&d, p.hand, p.wild)
			least := d[card.Joker.Index()]
			for c := range p.hand.Once.Each() {
				if s := d[c.Index()]; least < 0 || s < least {
					least = s
				}
			}
			return int(least)
		}),
		row("MinDist with outs", 1500, before, plainMinDist, func(p position) int {
			var d [card.NumKinds]int8
			return features.MinDistDraws(&d, p.hand, p.wild)
		}),
		row("MinDist with availability", 2000, before, nil, available),
	}
	return append(rows, benchRow{
		Name: "MinDist with availability, worst hand" + label, Unit: "ns", Target: times * 1e6, AtMost: true, once: true,
		measure: func(time.Duration) (float64, error) {
			if err := load(); err != nil {
				return 0, err
			}
			return worstCall(c.before, available), nil
		},
	})
}

func available(p position) int { return features.MinDistAvailable(p.hand, p.wild, p.avail) }

// plainMinDist and plainMinScore answer by the general search, with which the
// fast answers are compared.
func plainMinDist(p position) int { return features.Declaration.MinDist(p.hand, p.wild) }
func plainMinScore(p position) int {
	return meld.Rules{Requirement: meld.PureAndSequence, MinLength: 3, HandSize: 13}.MinScore(p.hand, p.wild)
}

// perCall returns the mean nanoseconds of a call of fast over the positions,
// which are gone through as often as it takes to fill the time d. The first
// answers are compared with those of plain, if that is not nil, and the sum of
// all answers must be the same each time.
func perCall[P any](d time.Duration, at []P, plain, fast func(P) int) (float64, error) {
	sum := 0
	for i, p := range at {
		v := fast(p)
		if plain != nil && i < 64 {
			if want := plain(p); v != want {
				return 0, fmt.Errorf("hand %v: the answer is %d, the plain search has %d", p, v, want)
			}
		}
		sum += v
	}
	rounds := 0
	start := time.Now()
	for time.Since(start) < d || rounds == 0 {
		again := 0
		for _, p := range at {
			again += fast(p)
		}
		if again != sum {
			return 0, fmt.Errorf("the answers sum to %d and then to %d", sum, again)
		}
		rounds++
	}
	return float64(time.Since(start).Nanoseconds()) / float64(rounds*len(at)), nil
}

// worstCall returns the nanoseconds of the slowest hand. Each is timed three
// times, of which the fastest counts, so that what else the machine does is not
// taken for the hand.
func worstCall(at []position, fast func(position) int) float64 {
	var worst time.Duration
	for _, p := range at {
		least := time.Hour
		for range 3 {
			start := time.Now()
			fast(p)
			least = min(least, time.Since(start))
		}
		worst = max(worst, least)
	}
	return float64(worst.Nanoseconds())
}
