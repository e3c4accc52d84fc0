package features

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
)

// followedTurns are the last turns of the opponent, at a table of any number of seats,
// as far as successive observations tell.
type followedTurns struct {
	of    game.Player
	n     int      // turns he has had
	given card.Bag // what he had thrown
	taken card.Bag // and taken

	known     int // turns that are known, from the last one back
	thrown    [afterThrows]card.Card
	took      [afterMoves]bool
	sinceTake int
}

// forget makes no turn known.
func (t *followedTurns) forget() {
	t.known, t.sinceTake = 0, afterLongAgo
	t.took = [afterMoves]bool{}
}

// follow takes note of an observation. Where turns were missed, or another is the
// opponent now, it starts anew.
func (t *followedTurns) follow(o *indian.Observation, opponent game.Player) {
	n := o.TurnsOf[opponent]
	switch {
	case n < t.n || n > t.n+1 || opponent != t.of && t.n > 0:
		t.forget()
	case n == t.n+1:
		copy(t.thrown[1:], t.thrown[:])
		copy(t.took[1:], t.took[:])
		t.thrown[0] = t.lastThrown(o, opponent)
		t.took[0] = o.Taken[opponent] != t.taken
		t.known++
		t.sinceTake++
		if t.took[0] {
			t.sinceTake = 0
		}
	}
	t.of, t.n, t.given, t.taken = opponent, n, o.Given[opponent], o.Taken[opponent]
}

// lastThrown returns what the opponent threw in his last turn, card.None if it is not
// known.
func (t *followedTurns) lastThrown(o *indian.Observation, opponent game.Player) card.Card {
	switch {
	case o.Active&^(1<<o.Self) != 1<<opponent: // others have thrown since
		return single(o.Given[opponent].Minus(t.given))
	case o.Phase == indian.Discard && o.FromPile:
		return o.Drawn
	}
	return o.Top
}

// encode writes the turns.
func (t *followedTurns) encode(dst []float32, x *Afterstates, o *indian.Observation) {
	x.count(dst, afterSinceTake, 0, t.sinceTake)
	for i := range min(t.known, afterThrows) {
		if c := t.thrown[i]; c != card.None {
			x.flag(dst, afterLastPoints, i*(maxPoints+1)+meld.Points(c, o.Wild), true)
		}
	}
	for i := range min(t.known, afterMoves) {
		x.flag(dst, afterLastKnown, i, true)
		x.flag(dst, afterLastTook, i, t.took[i])
	}
}
