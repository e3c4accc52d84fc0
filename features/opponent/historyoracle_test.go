package opponent

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// Turn is a turn of the opponent as the observer saw it.
type Turn struct {
	Offered   card.Card  // top of the open pile when the opponent drew; card.None if there was none or it is not known
	Took      bool       // the opponent took it, instead of drawing from the closed deck
	Discarded card.Card  // the opponent's discard
	Given     card.Cards // suited cards that the observer had discarded before
	Held      card.Cards // suited cards that the opponent knew the observer to hold
}

// History collects the turns of the opponent at a table of two, in order, from the
// observations of the observer's own decisions. (One observation does not hold the order.)
// The zero value is ready for a new game.
//
// After missed turns, and after the open pile became the closed deck, the history starts
// again: it drops the earlier turns, and Start returns the cards that the opponent was
// known to hold at that point.
type History struct {
	start  card.Bag
	known  card.Bag // cards that the opponent is known to hold after turns
	turns  []Turn
	before seenBefore
}

// seenBefore holds the parts of the last observation with which the next one is compared.
type seenBefore struct {
	started    bool
	self       game.Player
	wildcard   card.Card
	turn       int
	turns      int // of the opponent
	reshuffles int
	given      card.Bag // cards discarded by the observer
	taken      card.Bag // cards taken by the opponent
}

// Reset prepares the history for a new game.
func (h *History) Reset() {
	h.start, h.known, h.turns, h.before = card.Bag{}, card.Bag{}, h.turns[:0], seenBefore{}
}

// Start returns the cards that the opponent was known to hold before the first turn of
// Turns.
func (h *History) Start() card.Bag { return h.start }

// Turns returns the opponent's turns since Start, oldest first. The slice belongs to the
// history and is valid until the next call of Observe.
func (h *History) Turns() []Turn { return h.turns }

// Observe adds an observation. It ignores observations made while the other seat is to
// move or after the end. It returns false if the history has started again, true if the
// turns are those before the call and at most one more.
func (h *History) Observe(o *indian.Observation) (follows bool) {
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
		h.known.Remove(t.Discarded)
		h.turns = append(h.turns, t)
	}
	*b = now
	if !whole || h.known != o.Known[opponent] { // or the counts of Taken are saturated
		h.known = o.Known[opponent]
		h.forget()
		return false
	}
	return !first
}

// forget starts the history again.
func (h *History) forget() { h.start, h.turns = h.known, h.turns[:0] }

// turnOf returns the last turn of the opponent, the only one since the last
// observation.
func (h *History) turnOf(o *indian.Observation, opponent game.Player) Turn {
	t := Turn{Discarded: o.Top, Given: o.Given[o.Self].Once, Held: o.Known[o.Self].Once}
	pile := o.Pile
	if o.Phase == indian.Discard && o.FromPile { // the observer has taken the opponent's discard
		t.Discarded = o.Drawn
		t.Held = o.Known[o.Self].Without(o.Drawn).Once
	} else {
		pile.Remove(t.Discarded)
	}
	t.Offered = o.Taken[opponent].Minus(h.before.taken).Single()
	t.Took = t.Offered != card.None
	switch {
	case t.Took:
	case h.before.started:
		t.Offered = o.Given[o.Self].Minus(h.before.given).Single()
	default: // it was the first turn of the game: below the discard is the card that opened the pile
		t.Offered = pile.Single()
	}
	return t
}
