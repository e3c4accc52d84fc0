package main

import (
	"encoding/json"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/env/meld"
)

func TestBenchFormats(t *testing.T) {
	args := []string{"bench", "--filter", "^(MinDist|random legal play, no observation)$", "--time", "5ms", "--format"}
	var report benchReport
	if err := json.Unmarshal([]byte(succeed(t, append(args, "json")...)), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Rows) != 2 || report.Build.Go == "" {
		t.Fatalf("the report is %+v, want two rows and the machine", report)
	}
	for _, r := range report.Rows {
		if r.Best <= 0 || r.Repetitions != benchRepetitions || r.AtMost != (r.Best <= r.Median) && r.Best != r.Median {
			t.Errorf("row %+v: want five positive figures of which the best is the least or most", r)
		}
	}
	wantAll(t, succeed(t, append(args, "table")...), "MinDist", "≤ 150", "≥ 12,000,000", "cores")
	if got := strings.Count(succeed(t, append(args, "csv")...), "\n"); got != 3 {
		t.Errorf("%d lines of CSV, want a head and two rows", got)
	}
	wantAll(t, fail(t, "bench", "--filter", "("), "--filter")
	wantAll(t, fail(t, "bench", "--filter", "poker"), "poker", "no row")
	wantAll(t, fail(t, "bench", "--time", "0s"), "--time")
}

// A wrong answer of a fast solver is an error of the measurement.
func TestBenchChecksAnswers(t *testing.T) {
	c, err := benchCorpus(indian.Paper(), 70)
	if err != nil {
		t.Fatal(err)
	}
	deck := card.BagOf(card.AppendDeck(nil, 1, 2)...)
	for _, p := range c.before {
		if p.hand.Count() != 13 {
			t.Fatalf("a hand before the draw has %d cards", p.hand.Count())
		}
	}
	for _, p := range c.after {
		if n := p.hand.Count(); n != 14 || n+p.avail.Count() > 53 || !deck.Contains(p.hand.Plus(p.avail)) {
			t.Fatalf("%d cards in hand and %d that can still come, want 14, and with the wildcard no more than the deck", n, p.avail.Count())
		}
	}
	if _, err := perCall(1, c.after, plainMinDist, plainMinDist); err != nil {
		t.Error(err)
	}
	if _, err := perCall(1, c.after, plainMinDist, func(p position) int { return plainMinDist(p) + 1 }); err == nil {
		t.Error("wrong answers are not noticed")
	}
	drift := 0
	if _, err := perCall(1, c.after, nil, func(position) int { drift++; return drift }); err == nil {
		t.Error("answers that change are not noticed")
	}
}

// The hands of Gin Rummy are those of players who have to draw, or to discard, and
// the plain search agrees with the fast one on them.
func TestBenchGinHands(t *testing.T) {
	c, err := benchGinCorpus(300)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.before {
		if c.before[i].Count() != 10 || c.after[i].Count() != 11 {
			t.Fatalf("hands %d have %d and %d cards, want 10 and 11", i, c.before[i].Count(), c.after[i].Count())
		}
		if got, want := meld.Deadwood(c.before[i]), plainDeadwood(c.before[i]); got != want {
			t.Errorf("%v: deadwood %d, plainly %d", c.before[i], got, want)
		}
		if got, want := leastDiscard(c.after[i]), plainLeastDiscard(c.after[i]); got != want {
			t.Errorf("%v: best discard leaves %d, plainly %d", c.after[i], got, want)
		}
	}
	wantAll(t, succeed(t, "bench", "--filter", "^gin: (deadwood of 10|random legal play, no|Simple)", "--time", "5ms"), "≤ 150", "≥ 5,000,000", "≥ 3,000", "matches/s")
}

func TestThousands(t *testing.T) {
	for v, want := range map[float64]string{0.5: "0.5", 12.345: "12.3", 150: "150", 1e6: "1,000,000", 12345.6: "12,346"} {
		if got := thousands(v); got != want {
			t.Errorf("thousands(%v) is %q, want %q", v, got, want)
		}
	}
}
