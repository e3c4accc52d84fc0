package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"rummygym/env/game"
)

// verifyObservation checks that Observe sets every field of an observation, whatever
// its contents were before, and that it shares no memory with the state.
func verifyObservation(g game.Game, src *rand.PCG, episodes int) error {
	players := game.Player(g.Players())
	used := g.NewObservation() // filled again from every state
	var kept game.Observation  // the observation of seat keeper at an earlier state
	var want game.Observation
	return play(g, src, episodes, func(e *episode) error {
		before := e.clone()
		for p := range players {
			fresh := observe(g, e.state, p)
			e.state.Observe(p, used)
			if fresh.Observer() != p {
				return e.errorf("the observation of seat %d names %d as its observer", p, fresh.Observer())
			}
			if !reflect.DeepEqual(used, fresh) {
				return e.errorf("an observation filled before differs from a new one of seat %d", p)
			}
		}
		if !same(g, e.state, before) {
			return e.errorf("observing changes the state")
		}
		// An observation must not change when the game continues. Compare it with
		// one made at the same time from a copy of the state.
		if kept != nil && !reflect.DeepEqual(kept, want) {
			return e.errorf("an observation changes when the game continues: it shares memory with the state")
		}
		if kept == nil || e.steps%7 == 0 {
			p := game.Player(e.steps % g.Players())
			kept, want = observe(g, e.state, p), observe(g, e.clone(), p)
		}
		return nil
	})
}

// verifyRedeal deals the hidden cards again for every seat in every state. The
// observation of the seat must not change; the hidden cards must change at least once
// in every phase.
func verifyRedeal(g game.Game, src *rand.PCG, episodes int) error {
	players := game.Player(g.Players())
	other, scratch := g.NewState(), g.NewState()
	type place struct {
		phase  string
		moving bool // whether the seat is to move
	}
	changed := map[place]bool{} // whether a redeal has changed the observation of another seat
	err := play(g, src, episodes, func(e *episode) error {
		name, err := phase(scratch, e.state)
		if err != nil {
			return e.errorf("%w", err)
		}
		var legal game.Mask
		e.state.Legal(&legal)
		for p := range players {
			want := observe(g, e.state, p)
			other.CopyFrom(e.state)
			seed := src.Uint64()
			other.Redeal(p, rand.NewPCG(seed, 3))
			scratch.CopyFrom(e.state)
			scratch.Redeal(p, rand.NewPCG(seed, 3))
			switch {
			case !same(g, other, scratch):
				return e.errorf("two redeals for seat %d from the same source differ", p)
			case !reflect.DeepEqual(want, observe(g, other, p)):
				return e.errorf("in phase %s a redeal for seat %d changes its own observation", name, p)
			case other.Current() != e.state.Current() || other.Outcome() != e.state.Outcome():
				return e.errorf("a redeal for seat %d changes the player to move or the outcome", p)
			}
			if err := e.conserved(other); err != nil {
				return fmt.Errorf("after a redeal for seat %d: %w", p, err)
			}
			if p == e.state.Current() {
				if other.Legal(&e.legal); e.legal != legal {
					return e.errorf("in phase %s a redeal for seat %d, which is to move, changes its legal actions", name, p)
				}
			}
			if err := e.onwards(other); err != nil {
				return e.errorf("after a redeal for seat %d: %w", p, err)
			}
			if e.over() {
				continue
			}
			at := place{name, p == e.state.Current()}
			seen := false
			for try := uint64(3); try < 11 && !seen; try++ { // in a small game one redeal often changes nothing
				scratch.CopyFrom(e.state)
				scratch.Redeal(p, rand.NewPCG(seed, try))
				for q := range players {
					seen = seen || q != p && !reflect.DeepEqual(observe(g, e.state, q), observe(g, scratch, q))
				}
			}
			if h, ok := e.state.(Hider); ok && !h.Hides(p) {
				if seen {
					return e.errorf("in phase %s nothing is hidden from seat %d, but a redeal changes what another seat sees", name, p)
				}
				continue
			}
			changed[at] = changed[at] || seen
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(changed) == 0 {
		return errors.New("nothing is ever hidden from any seat")
	}
	var never []string
	for at, seen := range changed {
		if !seen {
			never = append(never, fmt.Sprintf("%s (its move: %t)", at.phase, at.moving))
		}
	}
	if slices.Sort(never); len(never) > 0 {
		return fmt.Errorf("a redeal never changed what another seat sees in phase %s", strings.Join(never, ", "))
	}
	return nil
}

// onwards plays a few steps from s, a state of the episode's game.
func (e *episode) onwards(s game.State) error {
	run := *e
	run.state = s
	for range 4 {
		if run.over() {
			return nil
		}
		if _, err := run.step(); err != nil {
			return err
		}
	}
	return nil
}
