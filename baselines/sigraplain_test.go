package baselines

import (
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// plainSIGRA decides as the formulas of paper 001 read: every card is drawn,
// every card thrown, every hand valued in full, and nothing left out.
type plainSIGRA struct {
	*SIGRA
	formulas features.Formulas
	view     features.OpponentView
}

func newPlainSIGRA(a *SIGRA, o *gin.Observation) *plainSIGRA {
	opponent := 1 - o.Self
	p := &plainSIGRA{SIGRA: a, formulas: features.PaperFormulas, view: features.OpponentView{
		Known: o.Known[opponent], Unknown: o.Unknown(), Thrown: o.Given[opponent], Refused: o.Refused[opponent],
	}}
	if a.Variant != SIGRAPaper {
		p.formulas = features.ReleasedFormulas
		if o.Phase == gin.FirstUpcard {
			p.view.Unknown = p.view.Unknown.With(o.Upcard)
		}
	}
	return p
}

// value returns formula 2.
func (p *plainSIGRA) value(hand card.Cards, v *features.OpponentView) float64 {
	value := float64(meld.Deadwood(hand))
	september := p.Variant == SIGRASeptember
	if p.MMD == On && !(september && p.SK == On && p.OM == Off) {
		value -= 0.85 * features.MyopicMeldDistance(hand, v.Unknown, p.formulas)
	}
	switch {
	case p.OM == Off:
		return value
	case september && p.SK == Off && p.MMD == On:
		return value + features.OpponentTerm(hand, v, p.formulas)
	}
	return value - features.OpponentTerm(hand, v, p.formulas)
}

// released reports whether the formulas are the released ones.
func (p *plainSIGRA) released() bool { return p.formulas == features.ReleasedFormulas }

// best returns the discard of the cards, in the order in which they came, that
// leaves the best hand, skipping one.
func (p *plainSIGRA) best(cards []card.Card, skip card.Card, v *features.OpponentView) card.Card {
	hand := card.BagOf(cards...).Once
	best, least := card.None, 0.0
	for _, c := range cards {
		if c == skip {
			continue
		}
		if value := p.value(hand.Without(c), v); best == card.None || value < least+1e-12 {
			best, least = c, value
		}
	}
	return best
}

// drawn returns formula 3 or 4: the value of the best hand after a draw.
func (p *plainSIGRA) drawn(cards []card.Card, c, skip card.Card) float64 {
	v := p.view
	if p.formulas == features.ReleasedFormulas {
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
