package baselines

import (
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
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
// meld, whether or not that card forms another, and of equally cheap cards
// throws the one it has held longest. That matters where both players end at 80
// points and the suits decide: with it Random wins .89 of its games against
// DefeatSeeking, as in the authors' table, else .84.
//
// It has no drop adherence.
type DefeatSeeking struct {
	Variant Variant

	held order // Released only
}

// String returns the spec that makes the player.
func (a *DefeatSeeking) String() string {
	return settings{variant: a.Variant}.spec("defeat-seeking")
}

// Reset readies the player for a new episode.
func (a *DefeatSeeking) Reset(uint64) { a.held = order{} }

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
	c := cards.cheapest(o.Wild)
	if a.Variant == Released {
		a.held.follow(o)
		c = a.held.oldest(cards.worth(meld.Points(c, o.Wild), o.Wild))
		a.held.remove(c)
	}
	return finishOrThrow(c, o, legal), 1
}
