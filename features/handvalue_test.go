package features

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// decision is a line of gin-sigra-decisions.jsonl: a discard of the published
// SIGRA with what it knew.
type decision struct {
	Hand11       []card.Card
	Unknown      []card.Card
	OppKnown     []card.Card `json:"opp_known"`
	OppDiscarded []card.Card `json:"opp_discarded"`
	Discards     []struct {
		Card     card.Card
		Deadwood int
		RmCode   float64 `json:"rm_code"`
		RmSet    float64 `json:"rm_set"`
		RoCode   float64 `json:"ro_code"`
		RoPaper  float64 `json:"ro_paper"`
		Value    float64
	}
}

func setOf(cards []card.Card) card.Cards { return card.BagOf(cards...).Once }

func readDecisions(t testing.TB) (all []decision) {
	f, err := os.Open("testdata/gin-sigra-decisions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var d decision
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatalf("line %d: %v", len(all)+1, err)
		}
		all = append(all, d)
	}
	if len(all) != 150 {
		t.Fatalf("%d decisions, want 150", len(all))
	}
	return all
}

// TestDecisions compares both forms of r_m and r_o, and the value, with the
// decisions recorded from the authors' program, to the nine places printed.
func TestDecisions(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 1.1e-9 }
	for i, d := range readDecisions(t) {
		hand, unknown := setOf(d.Hand11), setOf(d.Unknown)
		v := &OpponentView{Known: setOf(d.OppKnown), Unknown: unknown, Thrown: setOf(d.OppDiscarded)}
		for _, x := range d.Discards {
			h := hand.Without(x.Card)
			if got := meld.Deadwood(h); got != x.Deadwood {
				t.Errorf("line %d, %v thrown: deadwood %d, want %d", i+1, x.Card, got, x.Deadwood)
			}
			for _, tt := range []struct {
				name      string
				got, want float64
			}{
				{"rm_code", MyopicMeldDistance(h, unknown, ReleasedFormulas), x.RmCode},
				{"rm_set", MyopicMeldDistance(h, unknown, PaperFormulas), x.RmSet},
				{"ro_code", OpponentTerm(h, v, ReleasedFormulas), x.RoCode},
				{"ro_paper", OpponentTerm(h, v, PaperFormulas), x.RoPaper},
				{"value", HandValue(h, v, ReleasedFormulas), x.Value},
				{"value of the paper's forms", HandValue(h, v, PaperFormulas), float64(x.Deadwood) - 0.85*x.RmSet - x.RoPaper},
			} {
				if math.Abs(tt.got-tt.want) > 2.1e-9 || tt.name[0] == 'r' && !near(tt.got, tt.want) {
					t.Errorf("line %d, %v thrown: %s %.9f, want %.9f", i+1, x.Card, tt.name, tt.got, tt.want)
				}
			}
		}
	}
}
