package gin

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// Legal sets dst to the legal actions of the player to move. It is empty if the game is
// over or not dealt.
func (s *State) Legal(dst *game.Mask) {
	*dst = game.Mask{}
	switch s.phase {
	case FirstUpcard:
		dst[0] = 1<<DrawUpcard | 1<<Pass
	case Draw:
		dst[0] = 1 << DrawStock
		if !s.mustDrawStock() {
			dst[0] |= 1 << DrawUpcard
		}
	case Discard:
		dst[0] = s.discardable().Dense()
		if s.knockable() {
			dst[0] |= 1 << Knock
		}
	case KnockOrPass:
		dst[0] = 1<<Knock | 1<<Pass
	case KnockDiscard:
		dst[0] = s.knockDiscards(s.hands[s.mover], s.mustKeep()).Dense()
		if s.bigGin() {
			dst[0] |= 1 << Pass
		}
	case KnockerMelds, DefenderMelds:
		for i, m := range &actionMelds {
			if s.meldable(m) {
				dst.Set(FirstMeld + game.Action(i))
			}
		}
		if s.mayEndMelds() {
			dst[0] |= 1 << Pass
		}
	case LayOff:
		dst[0] = s.layOffs().Dense() | 1<<Pass
	case Wall:
		dst[0] = 1 << Pass
		if s.canKnockAtWall() {
			dst[0] |= 1 << Knock
		}
	}
}

// allows reports whether a is legal.
func (s *State) allows(a game.Action) bool {
	c := ActionCard(a) // None, which no set has, for actions without a card
	switch s.phase {
	case FirstUpcard:
		return a == DrawUpcard || a == Pass
	case Draw:
		return a == DrawStock || a == DrawUpcard && !s.mustDrawStock()
	case Discard:
		return s.discardable().Has(c) || a == Knock && s.knockable()
	case KnockOrPass:
		return a == Knock || a == Pass
	case KnockDiscard:
		return s.knockDiscards(s.hands[s.mover], s.mustKeep()).Has(c) || a == Pass && s.bigGin()
	case KnockerMelds, DefenderMelds:
		return a >= FirstMeld && int(a) < NumActions && s.meldable(ActionMeld(a)) || a == Pass && s.mayEndMelds()
	case LayOff:
		return s.layOffs().Has(c) || a == Pass
	case Wall:
		return a == Pass || a == Knock && s.canKnockAtWall()
	}
	return false
}

// mustDrawStock reports whether the player to move must draw from the stock, because
// both players have passed the first upcard.
func (s *State) mustDrawStock() bool {
	return s.turned == seats && s.history[seats-1].Source == Passed
}

// mustKeep returns the card that may not be discarded because it was just taken
// from the discard pile, or card.None.
func (s *State) mustKeep() card.Card {
	if s.fromPile && s.rules.ThrowingBack == ThrowBackForbidden {
		return s.drawn
	}
	return card.None
}

// discardable returns the cards that the player may discard.
func (s *State) discardable() card.Cards {
	hand := s.hands[s.mover]
	if s.fromPile && s.rules.ThrowingBack == ThrowBackForbidden {
		hand = hand.Without(s.drawn)
	}
	return hand
}

// knockable reports whether the player may knock in phase Discard: with
// KnockThenDiscard if a discard leaves at most the limit, or with big gin.
func (s *State) knockable() bool {
	if s.rules.KnockOrder == KnockThenDiscard && s.knockDiscards(s.hands[s.mover], s.mustKeep()) != 0 {
		return true
	}
	return s.bigGin()
}

// bigGin reports whether the player has eleven cards in melds and the rules have a bonus
// for it.
func (s *State) bigGin() bool {
	return s.rules.BigGinBonus > 0 && deadwood.Of(s.hands[s.mover]) == 0
}

// knockDiscards returns the cards of a hand of eleven, except keep, whose discard leaves
// at most the limit.
func (s *State) knockDiscards(hand card.Cards, keep card.Card) card.Cards {
	var fit card.Cards
	if deadwood.AfterDiscard(hand) > int(s.limit) {
		return fit
	}
	var after [card.NumKinds]int8
	deadwood.Discards(&after, hand)
	for rest := hand; rest != 0; rest &= rest - 1 {
		if c := rest.First(); c != keep && int(after[c.Index()]) <= int(s.limit) {
			fit = fit.With(c)
		}
	}
	return fit
}

// canKnockAtWall reports whether the player may knock with the upcard.
func (s *State) canKnockAtWall() bool {
	up := s.Upcard()
	keep := card.None
	if s.rules.ThrowingBack == ThrowBackForbidden {
		keep = up
	}
	hand := s.hands[s.mover].With(up)
	return s.knockDiscards(hand, keep) != 0
}

// meldable reports whether the player may declare m: the player holds its cards, and a
// knocker can still reach the limit.
func (s *State) meldable(m card.Cards) bool {
	hand := s.hands[s.mover]
	return m&^hand == 0 && (s.phase == DefenderMelds || deadwood.Of(hand&^m) <= s.limitNow())
}

// mayEndMelds reports whether the player may end its declaration.
func (s *State) mayEndMelds() bool {
	return s.phase == DefenderMelds || deadwood.PipTotal(s.hands[s.mover]) <= s.limitNow()
}
