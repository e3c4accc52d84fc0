package baselines

import (
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// plainSIGRA values hands and decides as the formulas of paper 001 read, one meld
// and one card after the other, with nothing of the player's own code but its
// options.
type plainSIGRA struct {
	SIGRA
	released                        bool
	known, unknown, thrown, refused map[card.Card]bool
}

func plainSet(cs card.Cards) map[card.Card]bool {
	set := map[card.Card]bool{}
	for c := range cs.Each() {
		set[c] = true
	}
	return set
}

func newPlainSIGRA(a *SIGRA, o *gin.Observation) *plainSIGRA {
	opponent := 1 - o.Self
	p := &plainSIGRA{
		SIGRA: SIGRA{Variant: a.Variant, SK: a.SK, MMD: a.MMD, OM: a.OM}, released: a.Variant != SIGRAPaper,
		known: plainSet(o.Known[opponent]), unknown: plainSet(o.Unknown()),
		thrown: plainSet(o.Given[opponent]), refused: plainSet(o.Refused[opponent]),
	}
	if p.released && o.Phase == gin.FirstUpcard {
		p.unknown[o.Upcard] = true
	}
	return p
}

// value returns formula 2 of a hand, with the given unknown cards.
func (p *plainSIGRA) value(hand card.Cards, unknown map[card.Card]bool) float64 {
	own := plainSet(hand)
	value := float64(meld.Deadwood(hand))
	september := p.Variant == SIGRASeptember
	if p.MMD == On && !(september && p.SK == On && p.OM == Off) {
		value -= 0.85 * p.distance(own, hand, unknown)
	}
	if p.OM == On {
		if september && p.SK == Off && p.MMD == On {
			value += p.opponent(own, unknown)
		} else {
			value -= p.opponent(own, unknown)
		}
	}
	return value
}

// distance returns formula 11.
func (p *plainSIGRA) distance(own map[card.Card]bool, hand card.Cards, unknown map[card.Card]bool) float64 {
	melded := plainSet(meld.Best(hand).Cards())
	completing := map[card.Card]map[card.Card]int{} // V
	for _, m := range meld.GinMelds() {
		var missing []card.Card
		for c := range m.Each() {
			if !own[c] {
				missing = append(missing, c)
			}
		}
		if len(missing) != 1 || !unknown[missing[0]] {
			continue
		}
		for c := range m.Each() {
			if own[c] {
				if completing[c] == nil {
					completing[c] = map[card.Card]int{}
				}
				completing[c][missing[0]]++
			}
		}
	}
	total := 0
	for c, affixes := range completing {
		if melded[c] {
			continue
		}
		for _, times := range affixes {
			if !p.released {
				times = 1
			}
			total += times * meld.Pips(c)
		}
	}
	return float64(total) / float64(len(unknown))
}

// opponent returns formula 16.
func (p *plainSIGRA) opponent(own, unknown map[card.Card]bool) float64 {
	total := 0.0
next:
	for _, m := range meld.GinMelds() {
		mine, theirs, pips, probability := 0, 0, 0, 1.0
		ranks := map[card.Rank]bool{}
		hit := false
		for c := range m.Each() {
			switch {
			case own[c]:
				mine++
				pips += meld.Pips(c)
			case p.known[c]:
				theirs++
			case !unknown[c]:
				continue next
			}
			if !p.known[c] {
				probability /= float64(len(unknown))
			}
			ranks[c.Rank()] = true
			hit = hit || p.thrown[c]
		}
		if mine == 0 || theirs == 0 || p.released && mine != 1 {
			continue
		}
		if len(ranks) == 1 {
			if p.released && hit {
				continue
			}
			rank := false
			for c := range card.All.Each() {
				rank = rank || ranks[c.Rank()] && (p.thrown[c] || p.refused[c])
			}
			if !p.released && rank {
				continue
			}
		}
		total += probability * float64(pips)
	}
	return total
}

// without returns the unknown cards as they are for the choice of a discard once
// c is drawn.
func (p *plainSIGRA) without(c card.Card) map[card.Card]bool {
	if !p.released || !p.unknown[c] {
		return p.unknown
	}
	rest := map[card.Card]bool{}
	for u := range p.unknown {
		if u != c {
			rest[u] = true
		}
	}
	return rest
}

// best returns the discard of the cards, in the order in which they came, that
// leaves the best hand, skipping one.
func (p *plainSIGRA) best(cards []card.Card, skip card.Card, unknown map[card.Card]bool) card.Card {
	hand := card.BagOf(cards...).Once
	best, least := card.None, 0.0
	for _, c := range cards {
		if c == skip {
			continue
		}
		if v := p.value(hand.Without(c), unknown); best == card.None || v < least+1e-12 {
			best, least = c, v
		}
	}
	return best
}

// drawn returns formula 3 or 4: the value of the best hand after a draw.
func (p *plainSIGRA) drawn(cards []card.Card, c, skip card.Card) float64 {
	all := append(append([]card.Card(nil), cards...), c)
	gone := p.best(all, skip, p.without(c))
	return p.value(card.BagOf(all...).Once.Without(gone), p.unknown)
}

// afterUpcard returns formula 3.
func (p *plainSIGRA) afterUpcard(cards []card.Card, up card.Card) float64 {
	return p.drawn(cards, up, up)
}

// expected returns formula 5.
func (p *plainSIGRA) expected(cards []card.Card) float64 {
	total := 0.0
	for u := range card.All.Each() {
		if p.unknown[u] {
			total += p.drawn(cards, u, card.None)
		}
	}
	return total / float64(len(p.unknown))
}

// takes reports whether the upcard is taken.
func (p *plainSIGRA) takes(cards []card.Card, up card.Card) bool {
	return p.afterUpcard(cards, up) < p.expected(cards)-1e-12
}
