package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/indian"
	"rummygym/internal/must"
	"rummygym/table"
)

// TestHandsAgreeWithTheReference checks that 10,000 random hands agree in distribution with
// those of docs/rules-indian.md.
func TestHandsAgreeWithTheReference(t *testing.T) {
	s := must.Get(RandomHands(t.Context(), indian.Paper(), 10_000, 1, nil))(t)
	critical := stats.JointCritical(len(referenceDistances)+1, 0.99)
	for d, n := range referenceDistances {
		ours := 0
		if d < len(s.Distances) {
			ours = s.Distances[d].Count
		}
		if z := stats.TestEqual(stats.Proportion{Successes: ours, Trials: 10_000}, stats.Proportion{Successes: n, Trials: 10_000}).Z; math.Abs(z) > critical {
			t.Errorf("MinDist %d occurs %d times, in the reference %d times, z %.1f", d, ours, n, z)
		}
	}
	if z := stats.TestEqual(stats.Proportion{Successes: s.AtCap.Count, Trials: 10_000}, referenceAtCap).Z; math.Abs(z) > critical {
		t.Errorf("MinScore is 80 or more in %d hands, z %.1f", s.AtCap.Count, z)
	}
}

// text returns a result in a format.
func text(t *testing.T, s interface {
	Write(w io.Writer, f table.Format) error
}, f table.Format) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, s.Write(&out, f))
	return out.String()
}

func TestHandsFormats(t *testing.T) {
	sampled := must.Get(RandomHands(t.Context(), indian.Paper(), 500, 4, nil))(t)
	sampled.Rules = "paper"
	var s Hands
	must.Do(t, json.Unmarshal([]byte(text(t, sampled, table.JSON)), &s))
	if s.Hands != 500 || s.Seed != 4 || s.Rules != "paper" || s.Cap != 80 {
		t.Errorf("sample of %d hands, seed %d, rules %s, cap %d", s.Hands, s.Seed, s.Rules, s.Cap)
	}
	csv := text(t, sampled, table.CSV)
	scores, distances, atCap := 0, 0, 0
	for _, h := range s.Scores {
		scores += h.Count
		if h.Value >= 80 {
			atCap += h.Count
		}
		if row := fmt.Sprintf("\nminscore,%d,%d,", h.Value, h.Count); !strings.Contains(csv, row) {
			t.Errorf("the CSV has no row %q", row)
		}
	}
	for _, h := range s.Distances {
		distances += h.Count
	}
	if scores != 500 || distances != 500 || atCap != s.AtCap.Count {
		t.Errorf("counts sum to %d and %d, %d of them at the cap: want 500 each, %d", scores, distances, atCap, s.AtCap.Count)
	}
	readable := text(t, sampled, table.Readable)
	for _, words := range []string{"500 random hands, rules paper, seed 4", "MinScore >= 80: ", "reference 42.9 %", "reference, of 10000"} {
		if !strings.Contains(readable, words) {
			t.Errorf("%q is missing in\n%s", words, readable)
		}
	}
	if two := must.Get(RandomHands(t.Context(), indian.Released(), 500, 4, nil))(t); strings.Contains(text(t, two, table.Readable), "reference") {
		t.Error("hands of two packs are compared with the reference of one pack")
	}
}

func TestRandomHandsErrors(t *testing.T) {
	rules := indian.Paper()
	rules.HandSize = 10
	if _, err := RandomHands(t.Context(), rules, 1, 1, nil); err == nil || !strings.Contains(err.Error(), "hand-size 10") {
		t.Errorf("hands of 10 cards: error %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	s, err := RandomHands(ctx, indian.Paper(), 1000, 1, func(done, total int) {
		if done == 5 && total == 1000 {
			stop()
		}
	})
	if s != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a measurement that is stopped gives %v, error %v", s, err)
	}
}
