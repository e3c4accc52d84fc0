package gin

import (
	"fmt"

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

// bigGin reports whether the player has all cards in melds after the draw and the rules have a bonus
// for it.
func (s *State) bigGin() bool {
	return s.rules.BigGinBonus > 0 && deadwood.Of(s.hands[s.mover]) == 0
}

// knockDiscards returns the cards of a hand after the draw, except keep, whose discard leaves
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

// illegal returns the error of an action that is not legal.
func (s *State) illegal(a game.Action) error {
	return &game.IllegalAction{
		Player: s.Current(), Action: a, Name: actionString(a), Phase: s.phase.String(), Reason: s.reason(a),
	}
}

// reason returns why a is not legal and which actions are legal.
func (s *State) reason(a game.Action) string {
	c := ActionCard(a)
	switch {
	case !s.dealt:
		return "the game is not dealt"
	case s.phase == Over:
		return "the game is over"
	case int(a) >= NumActions:
		return fmt.Sprintf("want an action below %d", NumActions)
	case s.phase == FirstUpcard:
		return "want draw upcard or pass"
	case s.phase == Draw && s.mustDrawStock():
		return "both players passed the first upcard: want draw stock"
	case s.phase == Draw:
		return "no card was drawn yet: want draw upcard or draw stock"
	case c != card.None && !s.hands[s.mover].Has(c) && (s.phase == Discard || s.phase == KnockDiscard || s.phase == LayOff):
		return fmt.Sprintf("the player does not hold %v: want a card of the hand", c)
	case s.phase == Discard && c != card.None:
		return fmt.Sprintf("%v was just taken from the discard pile: want the discard of another card", c)
	case s.phase == Discard && a == Knock && s.rules.KnockOrder == DiscardThenKnock:
		return "want a discard first"
	case (s.phase == Discard || s.phase == KnockDiscard || s.phase == Wall) && (c != card.None || a == Knock):
		return fmt.Sprintf("the cards left would count more than %d", s.limit)
	case s.phase == Discard:
		return "a card was drawn already: want a discard"
	case s.phase == KnockDiscard:
		return "want the card to knock with"
	case s.phase == KnockOrPass || s.phase == Wall:
		return "want knock or pass"
	case s.phase == LayOff && c != card.None:
		return fmt.Sprintf("%v fits no meld of the knocker", c)
	case s.phase == LayOff:
		return "want a card to lay off, or pass"
	case a == Pass:
		return fmt.Sprintf("the cards not melded count more than %d: want a meld", s.limitNow())
	case a >= FirstMeld && ActionMeld(a)&^s.hands[s.mover] != 0:
		return "the player does not hold these cards: want a meld of the hand"
	case a >= FirstMeld:
		return fmt.Sprintf("without these cards no melds leave %d or less", s.limitNow())
	}
	return "want a meld, or pass"
}
