package ginhand

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/internal/must"
)

// decision is a line of gin-sigra-decisions.jsonl: a discard of the released program SIGRA
// and its information at that time.
type decision struct {
	Hand11       []card.Card
	Unknown      []card.Card
	OppKnown     []card.Card `json:"opp_known"`
	DiscardPile  []card.Card `json:"discard_pile"`
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

// refused returns P_o, which the file does not hold: the pile less the opponent's own
// discards.
func (d *decision) refused() card.Cards { return setOf(d.DiscardPile) &^ setOf(d.OppDiscarded) }

func setOf(cards []card.Card) card.Cards { return card.BagOf(cards...).Once }

func readDecisions(t testing.TB) (all []decision) {
	f := must.Get(os.Open("testdata/gin-sigra-decisions.jsonl"))(t)
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

// handValue returns r_t of goldman2021evaluating (formula 2): the deadwood of the hand
// minus the weighted [MyopicMeldDistance] and [OpponentTerm], in points. Lower is better;
// it can be negative.
func handValue(hand card.Cards, v *OpponentView, f Formulas) float64 {
	return float64(deadwood.Of(hand)) -
		MeldDistanceWeight*MyopicMeldDistance(hand, v.Unknown, f) -
		OpponentTermWeight*OpponentTerm(hand, v, f)
}

// TestDecisions compares both versions of r_m and r_o, and the value, with the decisions
// recorded from the authors' program, to the nine decimal places in the file.
func TestDecisions(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 1.1e-9 }
	for i, d := range readDecisions(t) {
		hand, unknown := setOf(d.Hand11), setOf(d.Unknown)
		v := &OpponentView{Known: setOf(d.OppKnown), Unknown: unknown, Discarded: setOf(d.OppDiscarded), Refused: d.refused()}
		for _, x := range d.Discards {
			h := hand.Without(x.Card)
			must.Equal(t, deadwood.Of(h), x.Deadwood, "line %d, discard of %v: deadwood", i+1, x.Card)
			for _, tt := range []struct {
				name      string
				got, want float64
			}{
				{"rm_code", MyopicMeldDistance(h, unknown, ReleasedFormulas), x.RmCode},
				{"rm_set", MyopicMeldDistance(h, unknown, PaperFormulas), x.RmSet},
				{"ro_code", OpponentTerm(h, v, ReleasedFormulas), x.RoCode},
				{"ro_paper", OpponentTerm(h, v, PaperFormulas), x.RoPaper},
				{"value", handValue(h, v, ReleasedFormulas), x.Value},
				{"value by the paper's formulas", handValue(h, v, PaperFormulas), float64(x.Deadwood) - 0.85*x.RmSet - x.RoPaper},
			} {
				if math.Abs(tt.got-tt.want) > 2.1e-9 || tt.name[0] == 'r' && !near(tt.got, tt.want) {
					t.Errorf("line %d, discard of %v: %s %.9f, want %.9f", i+1, x.Card, tt.name, tt.got, tt.want)
				}
			}
		}
	}
}
