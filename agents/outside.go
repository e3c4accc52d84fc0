package agents

import (
	"errors"
	"fmt"

	"rummygym/env/game"
	"rummygym/env/record"
)

// Witness is an agent that a [Table] tells what its seat sees.
type Witness interface {
	game.Agent

	// See is called with each event that the seat sees, after Reset and before the seat's next
	// decision. The event must not be changed.
	See(*record.Event)
}

// Outside is an agent outside the rummygym process, such as a program in another language. It
// does not share the observations of the process, and unlike other agents it may fail.
type Outside interface {
	Witness

	// End is called at the end of the game, with the gains of the seats, nil if the game was
	// cut off. The slice must not be kept.
	End(gains []int)

	// Err returns why the agent failed in the game in progress, or nil. Act then returned
	// game.NoAction. It is a *HostError if the agent is not at fault.
	Err() error

	// Retries returns how many answers of the agent in the last game were refused and asked for again.
	Retries() int
}

// Failure is the error of a game that an [Outside] agent could not play on.
type Failure struct {
	Player game.Player
	Err    error
}

// Error names the seat and the reason.
func (e *Failure) Error() string {
	return fmt.Sprintf("the agent at seat %d failed: %v", e.Player, e.Err)
}

// Unwrap returns the reason.
func (e *Failure) Unwrap() error { return e.Err }

// HostError reports that this machine could not run an [Outside] agent, for lack of file descriptors,
// say. It is no failure of the agent, and costs it no game.
type HostError struct{ Err error }

// Error returns the reason.
func (e *HostError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *HostError) Unwrap() error { return e.Err }

// Check returns an error if the agent at seat p is an [Outside] that cannot play on: a *[Failure], or
// the *[HostError] that kept it from playing.
func Check(p game.Player, agent game.Agent) error {
	o, ok := agent.(Outside)
	if !ok {
		return nil
	}
	err := o.Err()
	if err == nil {
		return nil
	}
	if _, host := errors.AsType[*HostError](err); host { // As would bring 25 kB of reflection into the play page
		return err
	}
	return &Failure{p, err}
}

// audience is the part of a [Table] that tells events to agents.
type audience struct {
	seats    [game.MaxPlayers]Witness // nil for other agents
	present  bool                     // whether there is any
	recorder *record.Recorder         // nil until needed, and for games without records
	events   []record.Event
}

// sit notes which of the agents are witnesses, and tells these the deal.
func (x *audience) sit(g game.Game, s game.State, agents []game.Agent) {
	x.present = false
	for p, a := range agents {
		x.seats[p], _ = a.(Witness)
		x.present = x.present || x.seats[p] != nil
	}
	if !x.present {
		return
	}
	if x.recorder == nil {
		r, err := record.Of(g)
		if err != nil { // the agents know no more than their observations
			return
		}
		x.recorder = record.NewRecorder(r)
	}
	x.events = x.recorder.AppendDeal(x.events[:0], s)
	x.tell()
}

// move computes the events of action a, which is about to be applied to s, and tells them.
func (x *audience) move(s game.State, a game.Action, probability float64) (err error) {
	if x.recorder == nil {
		return nil
	}
	if x.events, err = x.recorder.AppendMove(x.events[:0], s, a, probability); err == nil {
		x.tell()
	}
	return err
}

func (x *audience) tell() {
	for p, a := range x.seats {
		if a == nil {
			continue
		}
		for i := range x.events {
			if e, ok := x.events[i].SeenBy(game.Player(p)); ok {
				a.See(&e)
			}
		}
	}
	clear(x.events)
}

// end tells the gains, nil for a game that was cut off.
func (x *audience) end(gains []int) {
	if !x.present {
		return
	}
	for _, a := range x.seats {
		if o, ok := a.(Outside); ok {
			o.End(gains)
		}
	}
	x.present = false
}
