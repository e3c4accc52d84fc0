package offline

import (
	"slices"

	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
)

// Afterstates returns an encoder of what the player to move knows after its action: the
// afterstates of a layout, as written by readers. It leaves out decisions whose action
// has no afterstate of its own, because it ends the game or because the player's next
// action completes it, such as taking the upcard; and those that a greedy player would
// not consider (see [greedy.Reader]).
func Afterstates(l game.Layout, seats int, newReader func() greedy.Reader) DecisionEncoder {
	x := &afterstates{layout: l}
	for range seats {
		x.readers = append(x.readers, newReader())
	}
	return x
}

type afterstates struct {
	layout  game.Layout
	readers []greedy.Reader // of each seat
	choices []greedy.Choice // of the current decision
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
	i := slices.IndexFunc(x.choices, func(c greedy.Choice) bool {
		return c.Action == a && c.Then == game.NoAction && c.Certainty == greedy.Open
	})
	if i >= 0 {
		x.readers[obs.Observer()].Encode(dst, x.choices[i])
	}
	return i >= 0
}
