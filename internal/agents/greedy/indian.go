package greedy

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/features/afterstate"
)

// Indian is the [Reader] of Indian Rummy. It leaves out bad actions:
//
//   - It declares whenever it can.
//   - It discards one of the cards that leave the minimum MinDist, and a joker only if no
//     other card does as well or MinDist is at most 1.
//   - It takes the top card of the open pile only if the best discard afterwards does not
//     raise MinDist.
//
// The choices of a draw are the closed deck, the pile with each discard that may follow,
// and the drop at its cost.
type Indian struct {
	*afterstate.IndianReader
	o     *indian.Observation
	cards []card.Card // candidate discards
}

// NewIndian returns a reader that encodes afterstates with x.
func NewIndian(x *afterstate.IndianReader) *Indian {
	return &Indian{IndianReader: x, cards: make([]card.Card, 0, card.NumKinds)}
}

// Follow notes the turns of other players.
func (r *Indian) Follow(obs game.Observation) { r.IndianReader.Follow(obs.(*indian.Observation)) }

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
	if len(dst) == from { // the rules allow something else only
		dst = append(dst, Choice{Action: legal.Nth(0), Then: game.NoAction, Certainty: Costs})
	}
	return dst
}

// Encode fills dst with the afterstate of an open choice of the last Read.
func (r *Indian) Encode(dst []float32, c Choice) {
	if c.Then == game.NoAction {
		r.IndianReader.Encode(dst, c.Action)
	} else {
		r.EncodeAfterTake(dst, indian.DiscardCard(c.Then))
	}
}

// discards appends the declaration if there is one, and otherwise the discards.
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
	before := mindist.Of(o.Hand, o.Wild)
	if before == 0 && legal.Has(indian.DrawStock) { // any card completes the hand
		return append(dst, Choice{Action: indian.DrawStock, Then: game.NoAction, Certainty: Wins})
	}
	if legal.Has(indian.DrawStock) {
		dst = append(dst, Choice{Action: indian.DrawStock, Then: game.NoAction})
	}
	if legal.Has(indian.DrawPile) {
		dist, minDist := r.DiscardsAfterTake()
		if minDist == 0 {
			return append(dst, Choice{Action: indian.DrawPile, Then: game.NoAction, Certainty: Wins})
		}
		if minDist <= before {
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
		dst = append(dst, Choice{Action: indian.Drop, Then: game.NoAction, Certainty: Costs, Cost: float64(o.DropCost(o.Self))})
	}
	return dst
}

// candidates filters r.cards in place and returns, in order, the cards that leave the
// minimum MinDist. It leaves out jokers if there are other cards and that MinDist is above
// 1.
func (r *Indian) candidates(dist *[card.NumKinds]int8) []card.Card {
	minDist, natural := int8(127), false
	isJoker := func(c card.Card) bool { return c == card.Joker || c.Rank() == r.o.Wild }
	for _, c := range r.cards {
		d := dist[c.Index()]
		if d < minDist {
			minDist, natural = d, false
		}
		if d == minDist && !isJoker(c) {
			natural = true
		}
	}
	n := 0
	for _, c := range r.cards {
		if dist[c.Index()] == minDist && !(natural && minDist > 1 && isJoker(c)) {
			r.cards[n] = c
			n++
		}
	}
	return r.cards[:n]
}
