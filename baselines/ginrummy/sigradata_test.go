package ginrummy

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// sigraDecision is a line of gin-sigra-decisions.jsonl: a draw and a discard of the
// published SIGRA, with its information.
type sigraDecision struct {
	Drawn        card.Card
	Src          string
	Hand11       []card.Card
	Unknown      []card.Card
	DiscardPile  []card.Card `json:"discard_pile"`
	OppKnown     []card.Card `json:"opp_known"`
	OppDiscarded []card.Card `json:"opp_discarded"`
	Offer        struct {
		Card      card.Card
		ValueUp   float64 `json:"value_up"`
		ValueDown float64 `json:"value_down"`
		Take      bool
	}
	Chosen card.Card
}

// observe returns the observations of the player before and after the draw.
func (d *sigraDecision) observe(rules *gin.Rules) (before, after gin.Observation) {
	set := func(cards []card.Card) card.Cards { return card.BagOf(cards...).Once }
	before = gin.Observation{
		Rules: rules, Phase: gin.Draw, KnockLimit: rules.KnockLimit,
		Hand: set(d.Hand11).Without(d.Drawn), Drawn: card.None,
		Upcard: d.Offer.Card, Pile: set(d.DiscardPile).With(d.Offer.Card),
	}
	before.Known[1], before.Given[1] = set(d.OppKnown), set(d.OppDiscarded)
	before.Refused[1] = set(d.DiscardPile) &^ before.Given[1]
	if before.Unknown().Count() == 41 {
		before.Phase = gin.FirstUpcard
	}
	after = before
	after.Phase, after.Hand, after.Drawn = gin.Discard, set(d.Hand11), d.Drawn
	after.Pile = set(d.DiscardPile)
	after.FromPile = d.Src == "discard"
	return before, after
}

// TestSIGRADecisions compares the choices of SIGRAHead and SIGRASeptember with
// those of the authors' program, and the values of the plain twin with its
// values.
func TestSIGRADecisions(t *testing.T) {
	f := must.Get(os.Open("../../internal/features/ginhand/testdata/gin-sigra-decisions.jsonl"))(t)
	defer f.Close()
	rules := gin.EAAI()
	lines := bufio.NewScanner(f)
	n := 0
	for ; lines.Scan(); n++ {
		var d sigraDecision
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatalf("line %d: %v", n+1, err)
		}
		before, after := d.observe(&rules)
		var came sigraOrder
		for _, c := range d.Hand11 {
			if c != d.Drawn {
				came.add(c)
			}
		}

		plain := newPlainSIGRA(&SIGRA{Variant: SIGRAHead}, &before)
		order := came.cards[:came.count]
		// The program could discard the upcard again, which leaves the hand the same.
		up := min(plain.afterUpcard(order, before.Upcard), plain.value(before.Hand, &plain.view))
		if math.Abs(up-d.Offer.ValueUp) > 1e-9 {
			t.Errorf("line %d: value %.12f with the upcard, want %.12f", n+1, up, d.Offer.ValueUp)
		}
		if down := plain.expected(order); math.Abs(down-d.Offer.ValueDown) > 1e-9 {
			t.Errorf("line %d: value %.12f with the stock, want %.12f", n+1, down, d.Offer.ValueDown)
		}

		for _, v := range []SIGRAVariant{SIGRAHead, SIGRASeptember} {
			a := &SIGRA{Variant: v}
			a.Reset(1)
			a.came = came
			var legal game.Mask
			legal.Set(gin.DrawUpcard)
			legal.Set(gin.DrawStock)
			legal.Set(gin.Pass)
			if got, _ := a.Act(&before, &legal); (got == gin.DrawUpcard) != d.Offer.Take {
				t.Errorf("line %d: %s takes the upcard: %v, want %v", n+1, a, got == gin.DrawUpcard, d.Offer.Take)
			}
			legal = game.Mask{}
			for c := range after.Hand.Each() {
				if !after.FromPile || c != after.Drawn {
					legal.Set(gin.CardOf(c))
				}
			}
			if got, _ := a.Act(&after, &legal); got != gin.CardOf(d.Chosen) {
				t.Errorf("line %d: %s discards %v, want %v", n+1, a, gin.ActionCard(got), d.Chosen)
			}
		}
	}
	must.Equal(t, n, 150, "decisions")
}
