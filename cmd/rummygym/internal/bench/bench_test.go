package bench

import (
	"encoding/json"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

func TestBenchFormats(t *testing.T) {
	args := []string{"bench", "--filter", "^(MinDist|random legal play, no observation)$", "--time", "5ms", "--format"}
	var report Report
	must.Do(t, json.Unmarshal([]byte(program.Succeed(t, append(args, "json")...)), &report))
	if len(report.Rows) != 2 || report.Build.Go == "" {
		t.Fatalf("the report is %+v, want two rows and the machine", report)
	}
	for _, r := range report.Rows {
		if r.Best <= 0 || r.Repetitions != Repetitions || r.AtMost != (r.Best <= r.Median) && r.Best != r.Median {
			t.Errorf("row %+v: want %d repetitions, and the minimum or maximum as the best", r, Repetitions)
		}
	}
	clitest.WantAll(t, program.Succeed(t, append(args, "table")...), "MinDist", "≤ 150", "≥ 12,000,000", "cores")
	if got := strings.Count(program.Succeed(t, append(args, "csv")...), "\n"); got != 3 {
		t.Errorf("%d lines of CSV, want a header and two rows", got)
	}
	clitest.WantAll(t, program.Fail(t, "bench", "--filter", "("), "--filter")
	clitest.WantAll(t, program.Fail(t, "bench", "--filter", "poker"), "poker", "no row")
	clitest.WantAll(t, program.Fail(t, "bench", "--time", "0s"), "--time")
}

// TestBenchCheck checks which measurements fail with --check, in both directions.
func TestBenchCheck(t *testing.T) {
	for _, tt := range []struct {
		best   float64
		atMost bool
		missed bool
	}{{1000, false, false}, {901, false, false}, {899, false, true}, {1000, true, false}, {1099, true, false}, {1101, true, true}} {
		b := Report{Rows: []row{{Name: "speed", Unit: "ns", Target: 1000, AtMost: tt.atMost, Best: tt.best}, {Name: "other", Target: 1, Best: 1}}}
		err := b.check()
		if (err != nil) != tt.missed {
			t.Errorf("%+v: error %v", tt, err)
		}
		if tt.missed {
			clitest.WantAll(t, err.Error(), "1 of 2 targets", "speed (", "ns, target ")
		}
	}
	// The target of this row is several hundred times the measured time.
	clitest.WantAll(t, program.Succeed(t, "bench", "--filter", "^MinDist with availability, worst hand$", "--time", "5ms", "--check"), "worst hand")
}

// TestBenchChecksAnswers checks the hands, and that a wrong or changing answer of a solver is
// an error.
func TestBenchChecksAnswers(t *testing.T) {
	c := must.Get(newCorpus(indian.Paper(), 70))(t)
	deck := card.BagOf(card.AppendDeck(nil, 1, 2)...)
	for _, p := range c.before {
		if p.hand.Count() != 13 {
			t.Fatalf("a hand before the draw has %d cards", p.hand.Count())
		}
	}
	for _, p := range c.after {
		if n := p.hand.Count(); n != 14 || n+p.avail.Count() > 53 || !deck.Contains(p.hand.Plus(p.avail)) {
			t.Fatalf("%d cards in hand and %d available cards, want 14, and together with the wildcard no more than the deck", n, p.avail.Count())
		}
	}
	if _, err := perCall(t.Context(), 1, c.after, plainMinDist, plainMinDist); err != nil {
		t.Error(err)
	}
	if _, err := perCall(t.Context(), 1, c.after, plainMinDist, func(p position) int { return plainMinDist(p) + 1 }); err == nil {
		t.Error("wrong answers give no error")
	}
	drift := 0
	if _, err := perCall(t.Context(), 1, c.after, nil, func(position) int { drift++; return drift }); err == nil {
		t.Error("changing answers give no error")
	}
}

// TestBenchGinHands checks that the hands of Gin Rummy have the sizes before a draw and
// before a discard, and that the plain and the fast search agree on them.
func TestBenchGinHands(t *testing.T) {
	c := must.Get(newGinCorpus(300))(t)
	for i := range c.before {
		if c.before[i].Count() != 10 || c.after[i].Count() != 11 {
			t.Fatalf("hands %d have %d and %d cards, want 10 and 11", i, c.before[i].Count(), c.after[i].Count())
		}
		if got, want := deadwood.Of(c.before[i]), plainDeadwood(c.before[i]); got != want {
			t.Errorf("%v: deadwood %d, want %d by the plain search", c.before[i], got, want)
		}
		if got, want := bestDiscard(c.after[i]), plainBestDiscard(c.after[i]); got != want {
			t.Errorf("%v: best discard leaves %d, want %d by the plain search", c.after[i], got, want)
		}
	}
	clitest.WantAll(t, program.Succeed(t, "bench", "--filter", "^gin: (deadwood of 10|random legal play, no|Simple)", "--time", "5ms"), "≤ 150", "≥ 5,000,000", "≥ 3,000", "matches/s")
}
