package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// Indian reads Indian Rummy. A player that follows it declares when it can; it throws
// one of the cards that leave the least MinDist, a joker only where nothing else does as
// well or the hand is almost done; and it takes the top of the open pile only if that
// costs no MinDist. What it may choose at a draw is the closed deck, the pile with each
// of the discards that would follow, and a drop at its price.
type Indian struct {
	*features.AfterstateReader
	o     *indian.Observation
	cards []card.Card // that may be thrown
}

// NewIndian returns a reader that writes the afterstates of x.
func NewIndian(x *features.AfterstateReader) *Indian {
	return &Indian{AfterstateReader: x, cards: make([]card.Card, 0, card.NumKinds)}
}

// Read appends the choices of a decision.
func (r *Indian) Read(dst []Choice, obs game.Observation, legal *game.Mask) []Choice {
	o := obs.(*indian.Observation)
	r.o = o
	r.Observe(o)
	from := len(dst)
	if o.Phase == indian.Discard {
		dst = r.discards(dst, legal)
	} else {
		dst = r.draws(dst, legal)
	}
	if len(dst) == from { // the rules leave something else
		dst = append(dst, Choice{Action: legal.Nth(0), Then: game.NoAction, Certainty: Costs})
	}
	return dst
}

// Encode fills dst with the afterstate of an open choice.
func (r *Indian) Encode(dst []float32, c Choice) {
	if c.Then == game.NoAction {
		r.AfterstateReader.Encode(dst, c.Action)
	} else {
		r.EncodeAfterTake(dst, indian.DiscardCard(c.Then))
	}
}

// discards appends the declaration, or the discards.
func (r *Indian) discards(dst []Choice, legal *game.Mask) []Choice {
	dist, _ := r.Discards()
	r.cards = r.cards[:0]
	for i, d := range dist {
		c := card.FromIndex(i)
		if d == 0 && legal.Has(indian.DeclareWith(c)) {
			return append(dst, Choice{Action: indian.DeclareWith(c), Then: game.NoAction, Certainty: Wins})
		}
		if d >= 0 && legal.Has(indian.DiscardOf(c)) {
			r.cards = append(r.cards, c)
		}
	}
	for _, c := range r.candidates(dist) {
		dst = append(dst, Choice{Action: indian.DiscardOf(c), Then: game.NoAction})
	}
	return dst
}

// draws appends the draws and the drop.
func (r *Indian) draws(dst []Choice, legal *game.Mask) []Choice {
	o := r.o
	before := features.MinDist(o.Hand, o.Wild)
	if before == 0 && legal.Has(indian.DrawStock) { // any card will do
		return append(dst, Choice{Action: indian.DrawStock, Then: game.NoAction, Certainty: Wins})
	}
	if legal.Has(indian.DrawStock) {
		dst = append(dst, Choice{Action: indian.DrawStock, Then: game.NoAction})
	}
	if legal.Has(indian.DrawPile) {
		dist, least := r.DiscardsAfterTake()
		if least == 0 {
			return append(dst, Choice{Action: indian.DrawPile, Then: game.NoAction, Certainty: Wins})
		}
		if least <= before {
			r.cards = r.cards[:0]
			for i, d := range dist {
				if c := card.FromIndex(i); d >= 0 && (c != o.Top || o.Rules.ThrowingBack == indian.ThrowBackAllowed) {
					r.cards = append(r.cards, c)
				}
			}
			for _, c := range r.candidates(dist) {
				dst = append(dst, Choice{Action: indian.DrawPile, Then: indian.DiscardOf(c)})
			}
		}
	}
	if legal.Has(indian.Drop) {
		cost := o.Rules.MiddleDrop
		if o.TurnsOf[o.Self] <= 1 {
			cost = o.Rules.FirstDrop
		}
		dst = append(dst, Choice{Action: indian.Drop, Then: game.NoAction, Certainty: Costs, Cost: float64(cost)})
	}
	return dst
}

// candidates keeps, of the cards that may be thrown, those worth a thought, and returns
// them in order: those that leave the least MinDist, and of jokers none if there are
// others and MinDist is above 1.
func (r *Indian) candidates(dist *[card.NumKinds]int8) []card.Card {
	least, natural := int8(127), false
	isJoker := func(c card.Card) bool { return c == card.Joker || c.Rank() == r.o.Wild }
	for _, c := range r.cards {
		d := dist[c.Index()]
		if d < least {
			least, natural = d, false
		}
		if d == least && !isJoker(c) {
			natural = true
		}
	}
	n := 0
	for _, c := range r.cards {
		if dist[c.Index()] == least && !(natural && least > 1 && isJoker(c)) {
			r.cards[n] = c
			n++
		}
	}
	return r.cards[:n]
}
