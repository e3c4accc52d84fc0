package pool_test

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"rummygym/agents"
	"rummygym/arena/stats"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "play pools against the twin that does not know the score until a sequential test decides")

// twin returns the same player of deals, which does not know the score: it drops its first turn from a fixed MinDist on. The thresholds
// were the best ones of 3 to 6 and none in pools of either limit, with other seeds: 5 in deals of two, else 4.
func twin(t *testing.T) game.Agent {
	t.Helper()
	two, more := must.Get(indianrummy.New(base+":drop=5"))(t)(), must.Get(indianrummy.New(base+":drop=4"))(t)()
	return agents.NewByDeals(func(seats int) game.Agent {
		if seats == 2 {
			return two
		}
		return more
	})
}

// TestBeatsTwin plays pools of two and of four, two of either side, whose seats the sides take in turn, so that each first deal is
// played twice. The value of a pair of matches is the part of the two pools that the players who know the score get. The test
// decides between a share of at most 1/2 and one of at least that of 10 Elo, with errors of at most 1 % each.
func TestBeatsTwin(t *testing.T) {
	if !*long {
		t.Skip("plays thousands of pools in some minutes: -long")
	}
	const seed = 42_777
	for _, rules := range []series.Rules{series.Pool101(2), series.Pool201(2), series.Pool101(4), series.Pool201(4)} {
		t.Run(fmt.Sprintf("limit %d seats %d", rules.Limit, rules.Seats), func(t *testing.T) {
			table := agents.NewTable(match(t, rules))
			seats := rules.Seats
			var aware, blind [game.MaxPlayers]game.Agent
			for p := range seats {
				aware[p], blind[p] = byScore(t), twin(t)
			}
			test := stats.Sequential{Hypotheses: stats.Hypotheses{H0: 0.5, H1: stats.EloScore(10), Alpha: 0.01, Beta: 0.01, Range: 0.52}}
			squares := 0.0
			for i := uint64(0); test.Decision() == stats.Undecided && i < 100_000; i++ {
				share := 0.0
				for flip := range 2 {
					var at []game.Agent
					var knows [game.MaxPlayers]bool
					for p := range seats {
						// The side of seat 0 has one more seat of four, each in turn.
						first := p == 0 || seats == 4 && p == 1+int(i%3)
						if knows[p] = first == (flip == 0); knows[p] {
							at = append(at, aware[p])
						} else {
							at = append(at, blind[p])
						}
					}
					table.Deal(seed, i, at...)
					must.Do(t, table.Play(nil))
					gains := table.State().Outcome().Gains
					for p := range seats {
						if knows[p] {
							share += float64(gains[p]+rules.Entry) / float64(rules.Entry*seats) / 2
						}
					}
				}
				squares += share * share
				test.Add(share)
			}
			n := float64(test.N)
			half := 1.96 * math.Sqrt((squares/n-test.Mean()*test.Mean())/n)
			t.Logf("%s after %d pairs of matches: share %.4f ± %.4f (95 %%), log likelihood ratios %.2f for H1 and %.2f for H0", test.Decision(), test.N, test.Mean(), half, test.ForH1, test.ForH0)
			if test.Decision() != stats.AcceptH1 {
				t.Errorf("the decision is %q, want H1", test.Decision())
			}
		})
	}
}
