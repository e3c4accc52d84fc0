package features

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// AlmostMeld is a meld of Gin Rummy of which one card is missing (paper 001,
// definition 3).
type AlmostMeld struct {
	Root  card.Cards // its cards in the hand, two or more
	Affix card.Card  // the card that completes it
}

// Meld returns the meld that the affix completes.
func (a AlmostMeld) Meld() card.Cards { return a.Root.With(a.Affix) }

// ginMelds are the melds of Gin Rummy in the order of [meld.GinMelds].
var ginMelds = meld.GinMelds()

// AppendAlmostMelds appends the almost-melds of the hand whose affix is one of
// the unknown cards and not in the hand, in the order of [meld.GinMelds].
func AppendAlmostMelds(dst []AlmostMeld, hand, unknown card.Cards) []AlmostMeld {
	for _, m := range ginMelds {
		if missing := m &^ hand; missing&(missing-1) == 0 && missing&unknown != 0 {
			dst = append(dst, AlmostMeld{Root: m &^ missing, Affix: missing.First()})
		}
	}
	return dst
}
