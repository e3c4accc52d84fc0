package indianrummy

import (
	"iter"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// kinds is a set of card faces: suited cards and the printed joker.
type kinds struct {
	suited card.Cards
	joker  bool
}

// kindsOf returns the faces in a bag.
func kindsOf(b card.Bag) kinds { return kinds{b.Once, b.Jokers > 0} }

// and returns the faces in both sets.
func (k kinds) and(o kinds) kinds { return kinds{k.suited & o.suited, k.joker && o.joker} }

// minus returns the faces of k that are not in o.
func (k kinds) minus(o kinds) kinds { return kinds{k.suited &^ o.suited, k.joker && !o.joker} }

// has reports whether c is in the set.
func (k kinds) has(c card.Card) bool { return k.suited.Has(c) || c == card.Joker && k.joker }

// each iterates over the faces of the set in the order of the cards.
func (k kinds) each() iter.Seq[card.Card] {
	return func(yield func(card.Card) bool) {
		for cs := k.suited; cs != 0; cs &= cs - 1 {
			if !yield(cs.First()) {
				return
			}
		}
		if k.joker {
			yield(card.Joker)
		}
	}
}

// empty reports whether the set is empty.
func (k kinds) empty() bool { return k.suited == 0 && !k.joker }

// single reports whether the set has exactly one face.
func (k kinds) single() bool {
	if k.joker {
		return k.suited == 0
	}
	return k.suited != 0 && k.suited&(k.suited-1) == 0
}

// with returns the set with c added.
func (k kinds) with(c card.Card) kinds {
	if c == card.Joker {
		k.joker = true
		return k
	}
	k.suited = k.suited.With(c)
	return k
}

// tens holds the ranks of 10 points.
const tens = card.Aces | card.Aces<<card.Ten | card.Aces<<card.Jack | card.Aces<<card.Queen | card.Aces<<card.King

// wildCards returns the suited cards of the wild rank, none for card.NoRank.
func wildCards(wild card.Rank) card.Cards { return card.OfRank(wild) & card.All }

// highestPointCard returns the card of the set with the most points, the first of these in
// the order of the cards, or card.None if the set is empty. The plain version is a loop
// over the cards. There are few values of points, so one mask per value is enough.
func (k kinds) highestPointCard(wild card.Rank) card.Card {
	wilds := wildCards(wild)
	plain := k.suited &^ wilds
	if s := plain & tens; s != 0 {
		return s.First()
	}
	if plain != 0 {
		for r := card.Nine; r >= card.Two; r-- {
			if s := plain & card.OfRank(r); s != 0 {
				return s.First()
			}
		}
	}
	if s := k.suited & wilds; s != 0 {
		return s.First()
	}
	if k.joker {
		return card.Joker
	}
	return card.None
}

// lowestPointCard returns the card of the set with the fewest points, the first of these in
// the order of the cards, or card.None if the set is empty.
func (k kinds) lowestPointCard(wild card.Rank) card.Card {
	wilds := wildCards(wild)
	if s := k.suited & wilds; s != 0 {
		return s.First()
	}
	if k.joker {
		return card.Joker
	}
	for r := card.Two; r <= card.Nine; r++ {
		if s := k.suited & card.OfRank(r); s != 0 {
			return s.First()
		}
	}
	if k.suited != 0 {
		return k.suited.First()
	}
	return card.None
}

// withPoints returns the cards of the set that have the given points.
func (k kinds) withPoints(points int, wild card.Rank) kinds {
	wilds := wildCards(wild)
	switch points {
	case 0:
		return kinds{k.suited & wilds, k.joker}
	case 10:
		return kinds{suited: k.suited & tens &^ wilds}
	}
	return kinds{suited: k.suited & card.OfRank(card.Rank(points-1)) &^ wilds}
}

// The lowest action of two blocks of the action space. Each block has the order of
// card.Card.Index.
var (
	firstDiscard = indian.DiscardOf(card.New(card.Ace, card.Clubs))
	firstDeclare = indian.DeclareWith(card.New(card.Ace, card.Clubs))
)

// from returns the faces whose actions, counted from first, are in the mask.
func from(legal *game.Mask, first game.Action) kinds {
	const all = 1<<card.NumKinds - 1
	// Shifts by 64 and more give 0, so this reads across a word boundary.
	word, shift := first>>6, first&63
	x := (legal[word]>>shift | legal[word+1]<<(64-shift)) & all
	const suit = 1<<card.NumRanks - 1
	return kinds{
		suited: card.Cards(x&suit | x>>13&suit<<16 | x>>26&suit<<32 | x>>39&suit<<48),
		joker:  x>>52 != 0,
	}
}

// legalDiscards returns the faces that may be discarded.
func legalDiscards(legal *game.Mask) kinds { return from(legal, firstDiscard) }

// declaration returns the action that declares a valid hand, and whether there is one.
// Where the rules allow invalid declarations, it checks the hand, because then a legal
// declaration may be invalid.
func declaration(o *indian.Observation, legal *game.Mask) (game.Action, bool) {
	finish := from(legal, firstDeclare)
	if finish.empty() {
		return game.NoAction, false
	}
	if o.Rules.Declaring == indian.AnyCards {
		finish = finish.and(finishing(o))
	}
	c := finish.highestPointCard(o.Wild)
	if c == card.None {
		return game.NoAction, false
	}
	return indian.DeclareWith(c), true
}

// declareOrDiscard returns the declaration that finishes with c if the other cards are a
// declaration, and otherwise the discard of c.
func declareOrDiscard(c card.Card, o *indian.Observation, legal *game.Mask) game.Action {
	if legal.Has(indian.DeclareWith(c)) && (o.Rules.Declaring != indian.AnyCards || finishing(o).has(c)) {
		return indian.DeclareWith(c)
	}
	return indian.DiscardOf(c)
}

// draw returns the action that draws from the open pile if take is true and the rules allow
// it, otherwise the action that draws from the closed deck, or any other legal action.
func draw(take bool, legal *game.Mask) game.Action {
	if legal.Has(indian.DrawPile) && (take || !legal.Has(indian.DrawStock)) {
		return indian.DrawPile
	}
	if legal.Has(indian.DrawStock) {
		return indian.DrawStock
	}
	return legal.Nth(0)
}

// firstTurn reports whether the observer is at its first turn.
func firstTurn(o *indian.Observation) bool { return o.TurnsOf[o.Self] <= 1 }
