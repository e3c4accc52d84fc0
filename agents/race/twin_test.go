package race

import (
	"flag"
	"fmt"
	"testing"

	"rummygym/agents"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "play races against the twins until a sequential test decides")

// TestBeatsTwin plays matches in pairs: each first deal is played twice, with the seats changed. The value of a pair is the share of the two matches that
// the player who knows the score wins. A sequential test decides between a share of at most 1/2 and one of at least that of
// 10 Elo, with errors of at most 1 % each. The pairs after its decision are played for an estimate that does not lean towards it.
func TestBeatsTwin(t *testing.T) {
	if !*long {
		t.Skip("plays 16,000 pairs of matches in some minutes: -long")
	}
	const (
		seed  = 42_778
		pairs = 4_000
	)
	for _, games := range []int{1, 3} {
		// The limit of the fixed twin is the best of 2, 4, 6 and 10 with other seeds.
		for _, twin := range []string{"plays for points", "sigra:knock=10"} {
			t.Run(fmt.Sprintf("%d games, %s", games, twin), func(t *testing.T) {
				table := agents.NewTable(match(t, hollywood(games)))
				var aware, blind game.Agent = New(cardsOf(t, "sigra"), true), New(cardsOf(t, "sigra"), false)
				if twin != "plays for points" {
					create := cardsOf(t, twin)
					blind = agents.NewByDeals(func(int) game.Agent { return create() })
				}
				test := stats.Sequential{Hypotheses: stats.Hypotheses{H0: 0.5, H1: stats.EloScore(10), Alpha: 0.01, Beta: 0.01, Range: 0.52}}
				var shares, gains []float64
				for i := range uint64(pairs) {
					share, gain := 0.0, 0.0
					for seat := range game.Player(2) {
						table.Deal(seed, i, pair(seat, aware, blind)...)
						must.Do(t, table.Play(nil))
						out := table.State().Outcome()
						gain += float64(out.Gains[seat]) / 2
						switch out.Winner {
						case seat:
							share += 0.5
						case game.NoPlayer:
							share += 0.25
						}
					}
					shares, gains = append(shares, share), append(gains, gain)
					if test.Decision() == stats.Undecided {
						test.Add(share)
					}
				}
				win, gain := stats.MeanOf(shares), stats.MeanOf(gains)
				t.Logf("%s after %d pairs; of all %d pairs share %.4f ± %.4f, gain %.1f ± %.1f a match (95 %%)",
					test.Decision(), test.N, pairs, win.Value, 1.96*win.StdErr, gain.Value, 1.96*gain.StdErr)
				if test.Decision() != stats.AcceptH1 {
					t.Errorf("the decision is %q, want H1", test.Decision())
				}
			})
		}
	}
}
