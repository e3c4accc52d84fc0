package ginrummy

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/internal/features/ginhand"
)

// plainSIGRA implements the formulas of goldman2021evaluating literally: it draws every
// card, discards every card, and values every hand in full.
type plainSIGRA struct {
	*SIGRA
	formulas ginhand.Formulas
	view     ginhand.OpponentView
}

func newPlainSIGRA(a *SIGRA, o *gin.Observation) *plainSIGRA {
	opponent := 1 - o.Self
	p := &plainSIGRA{SIGRA: a, formulas: ginhand.PaperFormulas, view: ginhand.OpponentView{
		Known: o.Known[opponent], Unknown: o.Unknown(), Discarded: o.Given[opponent], Refused: o.Refused[opponent],
	}}
	if a.Variant != SIGRAPaper {
		p.formulas = ginhand.ReleasedFormulas
		if o.Phase == gin.FirstUpcard {
			p.view.Unknown = p.view.Unknown.With(o.Upcard)
		}
	}
	return p
}

// value returns formula 2.
func (p *plainSIGRA) value(hand card.Cards, v *ginhand.OpponentView) float64 {
	value := float64(deadwood.Of(hand))
	number := func(x, zero float64) float64 {
		switch {
		case x < 0:
			return 0
		case x == 0:
			return zero
		}
		return x
	}
	wm, wo := number(p.MeldWeight, 0.85), number(p.OpponentWeight, 1)
	mmd, om := p.MMD == On && wm > 0, p.OM == On && wo > 0
	gin := p.SK == On && p.MaxKnock == 0 || p.MaxKnock < 0
	september := p.Variant == SIGRASeptember
	if mmd && !(september && gin && !om) {
		value -= wm * ginhand.MyopicMeldDistance(hand, v.Unknown, p.formulas)
	}
	switch {
	case !om:
		return value
	case september && p.SK == Off && p.MaxKnock == 0 && mmd:
		return value + wo*ginhand.OpponentTerm(hand, v, p.formulas)
	}
	return value - wo*ginhand.OpponentTerm(hand, v, p.formulas)
}

// released reports whether the formulas are the released ones.
func (p *plainSIGRA) released() bool { return p.formulas == ginhand.ReleasedFormulas }

// best returns the discard that leaves the best hand, except skip. The cards are in order
// of arrival.
func (p *plainSIGRA) best(cards []card.Card, skip card.Card, v *ginhand.OpponentView) card.Card {
	hand := card.BagOf(cards...).Once
	best, minimum := card.None, 0.0
	for _, c := range cards {
		if c == skip {
			continue
		}
		if value := p.value(hand.Without(c), v); best == card.None || value < minimum+1e-12 {
			best, minimum = c, value
		}
	}
	return best
}

// drawn returns formula 3 or 4: the value of the best hand after a draw.
func (p *plainSIGRA) drawn(cards []card.Card, c, skip card.Card) float64 {
	v := p.view
	if p.formulas == ginhand.ReleasedFormulas {
		v.Unknown = v.Unknown.Without(c)
	}
	all := append(append([]card.Card(nil), cards...), c)
	gone := p.best(all, skip, &v)
	return p.value(card.BagOf(all...).Once.Without(gone), &p.view)
}

// afterUpcard returns formula 3.
func (p *plainSIGRA) afterUpcard(cards []card.Card, up card.Card) float64 {
	return p.drawn(cards, up, up)
}

// expected returns formula 5.
func (p *plainSIGRA) expected(cards []card.Card) float64 {
	total := 0.0
	for u := range p.view.Unknown.Each() {
		total += p.drawn(cards, u, card.None)
	}
	return total / float64(p.view.Unknown.Count())
}

// takes reports whether the upcard is taken.
func (p *plainSIGRA) takes(cards []card.Card, up card.Card) bool {
	return p.afterUpcard(cards, up) < p.expected(cards)-1e-12
}
