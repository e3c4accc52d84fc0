package gametest

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"rummygym/env/game"
	"rummygym/env/record"
)

// verifyFollow follows games as each seat sees them: at every decision of a seat its observation
// and its legal actions must be those of the game, and at the end the outcome. It accepts a game
// that cannot be followed.
func verifyFollow(g game.Game, src *rand.PCG, episodes int) error {
	rg, ok := g.(record.Game)
	if _, decker := g.(Decker); !ok || !decker {
		return nil
	}
	for i := range episodes {
		if err := verifyFollowed(rg, src); err != nil {
			return fmt.Errorf("episode %d: %w", i, err)
		}
	}
	return nil
}

// verifyFollowed plays a game, or its beginning, and follows it from all seats.
func verifyFollowed(g record.Game, src *rand.PCG) error {
	e, r := newEpisode(g, src), record.NewRecorder(g)
	followers, seen := make([]*record.Follower, g.Players()), make([][]record.Event, g.Players())
	tell := func(events []record.Event) error {
		for p := range seen {
			for _, told := range events {
				told, ok := told.SeenBy(game.Player(p))
				if !ok {
					continue
				}
				var read record.Event
				if err := read.UnmarshalJSON(told.AppendJSON(nil)); err != nil {
					return err
				}
				seen[p] = append(seen[p], read)
			}
		}
		return nil
	}
	catchUp := func(p game.Player) (game.State, error) {
		events := seen[p]
		seen[p] = nil
		if err := followers[p].See(events); err != nil {
			return nil, e.errorf("seat %d follows the game: %w", p, err)
		}
		return followers[p].State(), nil
	}
	for p := range followers {
		var err error
		if followers[p], err = record.NewFollower(g); err != nil {
			return err
		}
		followers[p].Reset(game.Player(p), src)
	}
	if err := tell(r.AppendDeal(nil, e.state)); err != nil {
		return err
	}
	for !e.over() && e.steps < maxRecorded {
		p := e.state.Current()
		s, err := catchUp(p)
		if err != nil {
			return err
		}
		if got, want := observe(g, s, p), observe(g, e.state, p); !reflect.DeepEqual(got, want) {
			return e.errorf("from its events seat %d observes\n%+v\nwant\n%+v", p, got, want)
		}
		a, err := e.pick()
		if err != nil {
			return err
		}
		var legal game.Mask
		if s.Legal(&legal); legal != e.legal {
			return e.errorf("from its events seat %d has the legal actions %v, want %v", p, legal, e.legal)
		}
		events, err := r.AppendMove(nil, e.state, a, 1)
		if err != nil {
			return err
		}
		if err := tell(events); err != nil {
			return err
		}
		if err := e.state.Apply(a); err != nil {
			return err
		}
		e.steps++
	}
	for p := range game.Player(g.Players()) {
		if !e.over() {
			break
		}
		s, err := catchUp(p)
		if err != nil {
			return err
		}
		if got, want := s.Outcome(), e.state.Outcome(); got != want {
			return e.errorf("from its events seat %d has the outcome %+v, want %+v", p, got, want)
		}
	}
	return nil
}
