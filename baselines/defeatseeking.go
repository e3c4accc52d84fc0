package baselines

import (
	"rummygym/env/game"
	"rummygym/env/indian"
)

// DefeatSeeking is player 2 of section VII: it seeks a high score. If its hand
// has a meld, it takes the card of the open pile, unless that card forms a meld
// itself, and throws the cheapest card of a meld to destroy it. If its hand has
// no meld, "not even with the pile card" or only with it, it draws from the
// closed deck and does the same. Without a meld it throws its cheapest card.
// Where the text leaves "the deck card or pile card" open, the pile card is
// taken: that it does no harm is known. It declares if the cards it keeps happen to be a
// declaration (footnote 4).
//
// The released one takes the card of the open pile whenever its hand has a
// meld, whether or not that card forms another.
//
// It has no drop adherence.
type DefeatSeeking struct {
	Variant Variant
}

// String returns the spec that makes the player.
func (a *DefeatSeeking) String() string {
	return settings{variant: a.Variant}.spec("defeat-seeking")
}

// Reset does nothing: the player remembers nothing.
func (a *DefeatSeeking) Reset(uint64) {}

// Act returns the action chosen, with probability 1.
func (a *DefeatSeeking) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		take := false
		if legal.Has(indian.DrawPile) {
			_, take = anyMeld(o.Hand, o.Wild)
			take = take && (a.Variant == Released || !formsMeld(o.Top, o.Hand, o.Wild))
		}
		return draw(take, legal), 1
	}
	may := throwable(legal)
	cards, _ := anyMeld(o.Hand, o.Wild)
	if cards = cards.and(may); cards.empty() {
		cards = may
	}
	return finishOrThrow(cards.cheapest(o.Wild), o, legal), 1
}
