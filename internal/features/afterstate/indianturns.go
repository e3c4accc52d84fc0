package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
)

// followedTurns holds the last turns of the opponent, at a table of any number of seats, as
// far as they are known from successive observations.
type followedTurns struct {
	of    game.Player // the opponent
	n     int         // number of turns of the opponent
	given card.Bag    // cards that it had discarded
	taken card.Bag    // cards that it had taken

	known     int // number of known turns, counted back from the last one
	discarded [afterDiscards]card.Card
	took      [afterMoves]bool
	sinceTake int
}

// forget makes all turns unknown.
func (t *followedTurns) forget() {
	t.known, t.sinceTake = 0, afterLongAgo
	t.took = [afterMoves]bool{}
}

// follow adds an observation. If turns were missed, or the opponent is now another player,
// it starts again.
func (t *followedTurns) follow(o *indian.Observation, other game.Player) {
	n := o.TurnsOf[other]
	switch {
	case n < t.n || n > t.n+1 || other != t.of && t.n > 0:
		t.forget()
	case n == t.n+1:
		copy(t.discarded[1:], t.discarded[:])
		copy(t.took[1:], t.took[:])
		t.discarded[0] = t.lastDiscard(o, other)
		t.took[0] = o.Taken[other] != t.taken
		t.known++
		t.sinceTake++
		if t.took[0] {
			t.sinceTake = 0
		}
	}
	t.of, t.n, t.given, t.taken = other, n, o.Given[other], o.Taken[other]
}

// lastDiscard returns the opponent's last discard, card.None if it is not known.
func (t *followedTurns) lastDiscard(o *indian.Observation, other game.Player) card.Card {
	switch {
	case o.Active&^(1<<o.Self) != 1<<other: // other players have discarded since
		return o.Given[other].Minus(t.given).Single()
	case o.Phase == indian.Discard && o.FromPile:
		return o.Drawn
	}
	return o.Top
}

// points returns the points of the opponent's discard i turns ago, -1 if it is not known.
func (t *followedTurns) points(i int, wild card.Rank) int {
	if i >= t.known || t.discarded[i] == card.None {
		return -1
	}
	return meld.Points(t.discarded[i], wild)
}
