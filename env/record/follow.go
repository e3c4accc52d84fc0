package record

import (
	"fmt"

	"rummygym/env/game"
)

// Assumer is a game whose games a [Follower] can follow.
type Assumer interface {
	Game

	// Assume changes in s what seat p cannot know, so that next can happen: the events that p
	// saw from now on, until its next decision or the end. NoPlayer sees all cards that are shown and no hand: it
	// follows a deal of a match that it is not dealt in. It may use all of them, because
	// what is shown later may decide what happens now. Events of chance (a deal, a reshuffle)
	// are none of a player: if next begins with one, Assume makes it happen and returns true.
	// An error says why the events cannot happen; s may then be any state.
	Assume(s game.State, p game.Player, next []Event) (happened bool, err error)
}

// Follower follows games as one seat sees them. From the events that the seat saw it makes a
// state in which the seat observes exactly what it observes in the game, and has the same legal
// actions. What the seat cannot know is arbitrary in that state. It is not safe for concurrent
// use.
type Follower struct {
	game   Assumer
	player player
	fault  error
}

// NewFollower returns a follower of games of g.
func NewFollower(g Assumer) *Follower {
	return &Follower{game: g, player: player{record: &Record{}, recorder: NewRecorder(g)}}
}

// Reset begins a new game, which seat p sees. Its first event must be the deal.
func (f *Follower) Reset(p game.Player) {
	f.player.record.Viewer = p
	f.player.state, f.fault = nil, nil
}

// See brings the state forward by all that the seat saw until a decision of its own, or until
// the end of the game: events of [Event.SeenBy], its own moves included. An error names the event
// that the rules do not allow, and the game cannot be followed further.
func (f *Follower) See(events []Event) error {
	if f.fault == nil {
		f.fault = f.see(events)
	}
	return f.fault
}

func (f *Follower) see(events []Event) error {
	p := &f.player
	r := p.record
	r.Events, p.next = events, 0
	if p.state == nil {
		if len(events) == 0 || events[0].Type != Deal {
			return fmt.Errorf("the first event of a game is not its deal")
		}
		p.state = f.game.NewState()
	}
	for {
		happened, err := f.game.Assume(p.state, r.Viewer, events[p.next:])
		if err != nil {
			return fmt.Errorf("%s: %w", r.at(p.next), err)
		}
		a := game.NoAction
		switch {
		case happened:
			if err := f.chance(); err != nil {
				return err
			}
			p.next++
			continue
		case p.next < len(events) && events[p.next].Seat == p.state.Current():
			a, err = p.action(p.next)
		default:
			if a, err = f.unseen(); a == game.NoAction && err == nil {
				if p.next == len(events) {
					return nil
				}
				_, err = p.action(p.next) // says who is to move
			}
		}
		if err != nil {
			return err
		}
		if err := p.told(a, p.next); err != nil {
			return err
		}
		if err := p.state.Apply(a); err != nil {
			return fmt.Errorf("%s: %w", r.at(p.next), err)
		}
		p.next += len(p.now)
	}
}

// chance compares the next event, a deal that has happened, with that of the state.
func (f *Follower) chance() error {
	p := &f.player
	e := &p.record.Events[p.next]
	if e.Type != Deal {
		return nil
	}
	dealt := f.game.AppendEvents(p.now[:0], nil, p.state, game.NoAction)
	want, _ := dealt[0].SeenBy(p.record.Viewer)
	if name, is, should := differs(e, &want); name != "" {
		return fmt.Errorf("%s: field %s is %s, but by the rules it is %s", p.record.at(p.next), name, is, should)
	}
	return nil
}

// unseen returns the action of another seat that the seat does not see, game.NoAction if there
// is none.
func (f *Follower) unseen() (game.Action, error) {
	p := &f.player
	s := p.state
	if c := s.Current(); c == game.NoPlayer || c == p.record.Viewer {
		return game.NoAction, nil
	}
	var legal game.Mask
	s.Legal(&legal)
	for a := range legal.Each() {
		now, err := p.recorder.AppendMove(p.now[:0], s, a, 1)
		if err != nil {
			return game.NoAction, err
		}
		if now[0].Private {
			return a, nil
		}
	}
	return game.NoAction, nil
}

// State returns the state. It belongs to the follower, and is nil before the first deal.
func (f *Follower) State() game.State { return f.player.state }
