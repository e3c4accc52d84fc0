package indianrummy

import (
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/internal/baselines"
)

// DefeatSeeking is player 2 of section VII, which aims at a high score. If its hand has a
// meld, it takes the card of the open pile, unless that card forms a meld itself, and
// discards the lowest-point card of a meld to break it. If its hand has no meld, or only
// one with the pile card, it draws from the closed deck and does the same. Without a meld
// it discards its lowest-point card. Where the text leaves "the deck card or pile card"
// open, it takes the pile card, which is known to do no harm. It declares if the other
// cards happen to be a declaration (footnote 4).
//
// The released variant takes the card of the open pile whenever its hand has a meld, even
// if the card forms another one. Of several melds it breaks the one whose cards it has held
// longest, the first in the search of the authors' program, and of several lowest-point
// cards it discards the one held longest. This matters where both players end at 80 points
// and the suits decide: against itself the first player wins .499 of the games, Random
// wins .885 against it, and the authors' table has .511 and .888. Against the text's variant
// Random wins .84.
//
// The player has no drop adherence.
type DefeatSeeking struct {
	Variant baselines.Variant

	held order // of the released variant only
}

// String returns the canonical spec of the player.
func (a *DefeatSeeking) String() string {
	return settings{variant: a.Variant}.spec("defeat-seeking")
}

// Reset starts a new episode. Only the order of the cards dealt follows from seed, in the
// released variant.
func (a *DefeatSeeking) Reset(seed uint64) { a.held.reset(seed) }

// Act returns the chosen action, with probability 1.
func (a *DefeatSeeking) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	pack := target(o).Pack
	if o.Phase == indian.Draw {
		take := false
		if legal.Has(indian.DrawPile) {
			_, take = anyMeld(o.Hand, o.Wild, pack)
			take = take && (a.Variant == baselines.Released || !formsMeld(o.Top, o.Hand, o.Wild, pack))
		}
		return draw(take, legal), 1
	}
	may := legalDiscards(legal)
	released := a.Variant == baselines.Released
	cards, _ := anyMeld(o.Hand, o.Wild, pack)
	if released {
		a.held.follow(o)
		if !cards.empty() {
			cards = a.held.firstMeld(o.Wild, pack)
		}
	}
	if cards = cards.and(may); cards.empty() {
		cards = may
	}
	c := cards.lowestPointCard(o.Wild)
	if released {
		c = a.held.oldest(cards.withPoints(meld.Points(c, o.Wild), o.Wild))
		a.held.remove(c)
	}
	return declareOrDiscard(c, o, legal), 1
}
