package offline

import (
	"slices"

	"rummygym/agents/afterstate"
	"rummygym/env/game"
)

// Afterstates returns an encoder of what the mover knows once it has acted: the
// afterstates of a layout, which readers write. Decisions are left out whose action has
// none of its own: one that ends the game, or that the mover completes by its next
// action, as taking the upcard; and those that a player by afterstates would not consider
// (see [afterstate.Reader]).
func Afterstates(l game.Layout, seats int, newReader func() afterstate.Reader) Encoder {
	x := &afterstates{layout: l}
	for range seats {
		x.readers = append(x.readers, newReader())
	}
	return x
}

type afterstates struct {
	layout  game.Layout
	readers []afterstate.Reader // of the seats
	choices []afterstate.Choice // of the present decision
}

func (x *afterstates) Layout() game.Layout { return x.layout }

func (x *afterstates) Reset() {
	for _, r := range x.readers {
		r.Reset()
	}
}

func (x *afterstates) Follow(obs game.Observation, legal *game.Mask) {
	x.choices = x.readers[obs.Observer()].Read(x.choices[:0], obs, legal)
}

func (x *afterstates) Encode(dst []float32, obs game.Observation, a game.Action) bool {
	i := slices.IndexFunc(x.choices, func(c afterstate.Choice) bool {
		return c.Action == a && c.Then == game.NoAction && c.Certainty == afterstate.Open
	})
	if i >= 0 {
		x.readers[obs.Observer()].Encode(dst, x.choices[i])
	}
	return i >= 0
}
