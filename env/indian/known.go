package indian

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

// Deck returns all cards of the deck, the turned wildcard included.
func (r *Rules) Deck() card.Bag {
	b := card.Bag{Once: card.All, Jokers: uint8(r.Jokers)}
	if r.Packs > 1 {
		b.Twice = card.All
	}
	if r.Packs > 2 {
		b.Thrice = card.All
	}
	return b
}

// Seen returns the cards whose place the observer knows: its own hand, the open
// pile, the wildcard, and the known cards of the opponents.
func (o *Observation) Seen() card.Bag {
	seen := o.Hand.Plus(o.Pile)
	seen.Add(o.Wildcard)
	for p := range game.Player(o.Rules.Seats) {
		if p != o.Self {
			seen = seen.Plus(o.Known[p])
		}
	}
	return seen
}

// Unseen returns the cards whose place the observer does not know: those of the
// closed deck, and the unknown cards of the other hands.
func (o *Observation) Unseen() card.Bag { return o.Rules.Deck().Minus(o.Seen()) }

// Available returns the cards that the observer can still get: those whose place it
// does not know, and the top of the open pile.
func (o *Observation) Available() card.Bag { return o.Unseen().With(o.Top) }

// NextActive returns the next seat after the observer that is still in the game, which
// may take the observer's discards. It returns the observer if there is no other seat.
func (o *Observation) NextActive() game.Player {
	seats := game.Player(o.Rules.Seats)
	for p := (o.Self + 1) % seats; p != o.Self; p = (p + 1) % seats {
		if o.Active>>p&1 != 0 {
			return p
		}
	}
	return o.Self
}

// ActiveBefore returns the last seat before a seat that is still in the game, whose discards
// that seat may take. It returns the seat itself if there is no other.
func (o *Observation) ActiveBefore(seat game.Player) game.Player {
	seats := game.Player(o.Rules.Seats)
	for p := (seat + seats - 1) % seats; p != seat; p = (p + seats - 1) % seats {
		if o.Active>>p&1 != 0 {
			return p
		}
	}
	return seat
}
