package ginrummy

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/env/cardtest"
	"rummygym/internal/must"
)

// ginPosition describes a decision of Gin Rummy as text.
type ginPosition struct {
	phase gin.Phase
	hand  string // with the drawn card
	drawn string
	pile  bool   // drawn was the upcard
	up    string // the upcard, before the draw if one was drawn
	out   string // buried cards of the discard pile
	known string // cards known to be in the opponent's hand
	turn  int
	rules func(*gin.Rules)
}

func ginCardsOf(t testing.TB, text string) card.Cards {
	t.Helper()
	cards := must.Get(card.ParseAll(text))(t)
	return card.BagOf(cards...).Once
}

var ginMeldList = deadwood.Melds()

// observe returns the observation and the legal actions of the player, seat 0.
func (p ginPosition) observe(t testing.TB) (*gin.Observation, *game.Mask) {
	t.Helper()
	rules := gin.EAAI()
	if p.rules != nil {
		p.rules(&rules)
	}
	o := &gin.Observation{
		Rules: &rules, Phase: p.phase, Turn: max(p.turn, 1), KnockLimit: rules.KnockLimit,
		Hand: ginCardsOf(t, p.hand), Drawn: card.None, FromPile: p.pile, Upcard: card.None, StockSize: 20, Knocker: game.NoPlayer,
		Pile: ginCardsOf(t, p.out),
	}
	o.Known[1] = ginCardsOf(t, p.known)
	up := card.None
	if p.up != "" {
		up = cardtest.Card(t, p.up)
	}
	if p.drawn != "" {
		o.Drawn = cardtest.Card(t, p.drawn)
		turn := gin.Turn{Source: gin.FromStock, Upcard: up, Discard: card.None}
		if p.pile {
			up = o.Drawn
			turn = gin.Turn{Source: gin.FromPile, Upcard: up, Discard: card.None}
		}
		o.History = append(o.History, turn)
	}
	if !p.pile && up != card.None {
		o.Pile, o.Upcard = o.Pile.With(up), up
	}
	want := 10
	if p.drawn != "" {
		want = 11
	}
	if n := o.Hand.Count(); n != want || p.drawn != "" && !o.Hand.Has(o.Drawn) || o.Hand&(o.Pile|o.Known[1]) != 0 {
		t.Fatalf("hand of %d cards, drawn %v, pile %v", n, o.Drawn, o.Pile)
	}
	may := o.Hand
	if p.pile && rules.ThrowingBack == gin.ThrowBackForbidden {
		may = may.Without(o.Drawn)
	}
	var legal game.Mask
	switch p.phase {
	case gin.FirstUpcard:
		legal.Set(gin.DrawUpcard)
		legal.Set(gin.Pass)
	case gin.Draw:
		legal.Set(gin.DrawUpcard)
		legal.Set(gin.DrawStock)
	case gin.Discard, gin.KnockDiscard:
		for c := range may.Each() {
			low := deadwood.Of(o.Hand.Without(c)) <= o.KnockLimit
			if p.phase == gin.Discard || low {
				legal.Set(gin.CardOf(c))
			}
			if low && p.phase == gin.Discard && rules.KnockOrder == gin.KnockThenDiscard {
				legal.Set(gin.Knock)
			}
		}
	case gin.KnockOrPass:
		legal.Set(gin.Knock)
		legal.Set(gin.Pass)
	case gin.Wall:
		legal.Set(gin.Pass)
		for c := range o.Hand.Each() {
			if deadwood.Of(o.Hand.With(o.Upcard).Without(c)) <= o.KnockLimit {
				legal.Set(gin.Knock)
			}
		}
	}
	return o, &legal
}

// act returns the text of the player's action in the position.
func (p ginPosition) act(t testing.TB, a game.Agent) string {
	t.Helper()
	o, legal := p.observe(t)
	action, probability := a.Act(o, legal)
	if !legal.Has(action) || probability <= 0 || probability > 1 {
		t.Fatalf("%v: action %d with probability %v is not legal", a, action, probability)
	}
	switch action {
	case gin.DrawUpcard:
		return "take"
	case gin.DrawStock:
		return "stock"
	case gin.Pass:
		return "pass"
	case gin.Knock:
		return "knock"
	}
	return gin.ActionCard(action).String()
}
