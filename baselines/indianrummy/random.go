package indianrummy

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/baselines"
)

// Random is player 1 of section VII. It draws from the closed deck or the open pile with
// equal probability, where both are legal, and discards each of its cards, copies
// included, with equal probability. If the other cards happen to be a declaration, it
// declares.
//
// The released variant does not discard the card it just took from the open pile.
type Random struct {
	Variant baselines.Variant

	// Fold is the probability, in [0, 1), of dropping at the start of each turn. The
	// paper's main tables have 0, the released simulation with drops has 1/3.
	Fold float64

	src rand.PCG
}

// String returns the canonical spec of the player.
func (a *Random) String() string {
	return settings{variant: a.Variant, fold: a.Fold}.spec("random")
}

// Reset starts a new episode, in which all random choices follow from seed.
func (a *Random) Reset(seed uint64) { a.src.Seed(seed, 0x72616e646f6d) }

// Act returns the chosen action and the probability of that choice.
func (a *Random) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(legal)
	}
	c, probability := a.discard(o, legal)
	return declareOrDiscard(c, o, legal), probability
}

func (a *Random) draw(legal *game.Mask) (game.Action, float64) {
	stay := 1.0
	if a.Fold > 0 && legal.Has(indian.Drop) {
		if game.Unit(a.src.Uint64()) < a.Fold {
			return indian.Drop, a.Fold
		}
		stay -= a.Fold
	}
	if legal.Has(indian.DrawStock) && legal.Has(indian.DrawPile) {
		return draw(card.Below(&a.src, 2) == 1, legal), stay / 2
	}
	return draw(true, legal), stay
}

func (a *Random) discard(o *indian.Observation, legal *game.Mask) (card.Card, float64) {
	may := legalDiscards(legal)
	if a.Variant == baselines.Released && o.FromPile {
		// The card stays, and so do equal copies.
		if rest := may.minus(kinds{}.with(o.Drawn)); !rest.empty() {
			may = rest
		}
	}
	bag := o.Hand
	bag.Once &= may.suited
	bag.Twice &= may.suited
	bag.Thrice &= may.suited
	if !may.joker {
		bag.Jokers = 0
	}
	n := bag.Count()
	c := nth(bag, int(card.Below(&a.src, uint64(n))))
	return c, float64(o.Hand.Of(c)) / float64(n)
}

// nth returns the n-th card of the bag, counted from 0, copies included, in the order of
// [card.Bag.Each].
func nth(b card.Bag, n int) card.Card {
	for c := range b.Once.Each() {
		if n -= b.Of(c); n < 0 {
			return c
		}
	}
	return card.Joker
}
