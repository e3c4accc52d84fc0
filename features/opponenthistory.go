package features

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// OpponentTurn is a turn of the opponent as the observer saw it.
type OpponentTurn struct {
	Offered card.Card  // the top of the open pile when he drew; card.None if there was none, or it is not known
	Took    bool       // he took it; else he drew from the closed deck
	Thrown  card.Card  // what he threw
	Given   card.Cards // suited cards that the observer had thrown before
	Held    card.Cards // suited cards that he knew the observer to hold
}

// OpponentHistory puts the turns of the opponent at a table of two in order, which
// one observation does not hold, from those that the observer sees at its own
// decisions, one after the other. The zero value is ready for a new game.
//
// Where turns were missed, or the open pile became the closed deck, what came before
// is forgotten: the history starts anew with the hand that he then held, of which
// what was known is in Start.
type OpponentHistory struct {
	start  card.Bag
	known  card.Bag // cards that he is known to hold after turns
	turns  []OpponentTurn
	before seenBefore
}

// seenBefore is what the last observation said of the past.
type seenBefore struct {
	started    bool
	self       game.Player
	wildcard   card.Card
	turn       int
	turns      int // of the opponent
	reshuffles int
	given      card.Bag // by the observer
	taken      card.Bag // by the opponent
}

// Reset readies the history for a new game.
func (h *OpponentHistory) Reset() {
	h.start, h.known, h.turns, h.before = card.Bag{}, card.Bag{}, h.turns[:0], seenBefore{}
}

// Start returns the cards that he was known to hold before the first of Turns.
func (h *OpponentHistory) Start() card.Bag { return h.start }

// Turns returns his turns since Start, the first one first. The slice is the
// history's, and good until the next Observe.
func (h *OpponentHistory) Turns() []OpponentTurn { return h.turns }

// Observe takes note of an observation; of those made while the other seat is to
// move, or after the end, it takes none. It reports whether the turns are those of the
// last observation and perhaps one more: where it is false, they start anew.
func (h *OpponentHistory) Observe(o *indian.Observation) (follows bool) {
	opponent := opponentOf(o)
	if o.Mover != o.Self {
		return true
	}
	b := &h.before
	if b.started && (o.Self != b.self || o.Turn < b.turn || o.Wildcard != b.wildcard) {
		h.Reset()
	}
	first := !b.started
	n := o.TurnsOf[opponent]
	now := seenBefore{true, o.Self, o.Wildcard, o.Turn, n, o.Reshuffles, o.Given[o.Self], o.Taken[opponent]}
	whole := first && n <= 1 && o.TurnsOf[o.Self] == 1 || !first && n <= b.turns+1 && o.Reshuffles == b.reshuffles
	if whole && n > b.turns {
		t := h.turnOf(o, opponent)
		if t.Took {
			h.known.Add(t.Offered)
		}
		h.known.Remove(t.Thrown)
		h.turns = append(h.turns, t)
	}
	*b = now
	if !whole || h.known != o.Known[opponent] { // or the counts of Taken have ended
		h.known = o.Known[opponent]
		h.forget()
		return false
	}
	return !first
}

// forget starts the history anew.
func (h *OpponentHistory) forget() { h.start, h.turns = h.known, h.turns[:0] }

// turnOf returns the last turn of the opponent, the only one since the last
// observation.
func (h *OpponentHistory) turnOf(o *indian.Observation, opponent game.Player) OpponentTurn {
	t := OpponentTurn{Thrown: o.Top, Given: o.Given[o.Self].Once, Held: o.Known[o.Self].Once}
	pile := o.Pile
	if o.Phase == indian.Discard && o.FromPile { // the observer has taken what he threw
		t.Thrown = o.Drawn
		t.Held = o.Known[o.Self].Without(o.Drawn).Once
	} else {
		pile.Remove(t.Thrown)
	}
	t.Offered = single(o.Taken[opponent].Minus(h.before.taken))
	t.Took = t.Offered != card.None
	switch {
	case t.Took:
	case h.before.started:
		t.Offered = single(o.Given[o.Self].Minus(h.before.given))
	default: // his first turn was the first of the game: below his card lies the one that opened the pile
		t.Offered = single(pile)
	}
	return t
}

// single returns the card of a bag of one card, or card.None.
func single(b card.Bag) card.Card {
	switch {
	case b.Count() != 1:
		return card.None
	case b.Jokers == 1:
		return card.Joker
	}
	return b.Once.First()
}
