package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// verifyHistory replays games from their deck, key and actions, in the middle and at the end, and deals what a seat cannot know anew: the deck of the
// re-deal must lead to what the seat observes and may do. It accepts a game that is not a Decker, and re-deals those of a record.Game.
func verifyHistory(g game.Game, src *rand.PCG, episodes int) error {
	d, ok := g.(Decker)
	if !ok {
		return nil
	}
	for i := range episodes {
		e := newEpisode(g, src)
		h := game.History{Deck: d.Deck(), Key: src.Uint64()}
		card.Shuffle(h.Deck, src)
		if err := g.DealDeck(e.state, h.Deck, h.Key); err != nil {
			return fmt.Errorf("episode %d: %w", i, err)
		}
		for next := 0; ; { // the step of the next check: they grow rarer, as each replays the whole game for each seat
			if e.over() || e.steps >= next {
				next = e.steps + 1 + int(card.Below(src, uint64(16+e.steps)))
				if err := e.verifyReplays(&h); err != nil {
					return fmt.Errorf("episode %d: %w", i, e.errorf("%w", err))
				}
			}
			if e.over() || e.steps == maxRecorded {
				break
			}
			a, err := e.step()
			if err != nil {
				return fmt.Errorf("episode %d: %w", i, err)
			}
			h.Actions = append(h.Actions, a)
		}
	}
	return nil
}

// verifyReplays checks the history of the episode so far.
func (e *episode) verifyReplays(h *game.History) error {
	g, s := e.game, e.game.NewState()
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	var again game.History
	if err := json.Unmarshal(text, &again); err != nil {
		return err
	}
	if err := again.Replay(g, s); err != nil {
		return err
	}
	if !same(g, e.state, s) {
		return fmt.Errorf("the replay of %s leads to another state", text)
	}
	again.Actions = append(again.Actions, game.NoAction)
	if err, where := again.Replay(g, s), fmt.Sprintf("action %d of %[1]d", len(again.Actions)); err == nil || !strings.Contains(err.Error(), where) {
		return fmt.Errorf("the error of an action too many is %v, want one of %s", err, where)
	}
	rg, ok := g.(record.Game)
	if !ok {
		return nil
	}
	for p := range game.Player(g.Players()) {
		if err := e.verifyRedealt(rg, h, p, e.src.Uint64()); err != nil {
			return fmt.Errorf("a re-deal for seat %d: %w", p, err)
		}
	}
	return nil
}

// verifyRedealt deals anew what seat p cannot know.
func (e *episode) verifyRedealt(g record.Game, h *game.History, p game.Player, seed uint64) error {
	other, err := record.Redeal(g, h, p, rand.NewPCG(seed, 1))
	if err != nil {
		return err
	}
	twin, err := record.Redeal(g, h, p, rand.NewPCG(seed, 1))
	if err != nil || !reflect.DeepEqual(other, twin) {
		return fmt.Errorf("from the same source it is %+v and %+v, %w", other, twin, err)
	}
	s := g.NewState()
	if err := other.Replay(g, s); err != nil {
		return err
	}
	if got, want := observe(g, s, p), observe(g, e.state, p); !reflect.DeepEqual(got, want) {
		return fmt.Errorf("the seat observes\n%+v\nwant\n%+v", got, want)
	}
	var legal game.Mask
	e.state.Legal(&e.legal)
	if s.Legal(&legal); s.Current() != e.state.Current() || p == s.Current() && legal != e.legal {
		return fmt.Errorf("seat %d is to move, with the legal actions %v: want seat %d, and %v if it is the same seat", s.Current(), legal, e.state.Current(), e.legal)
	}
	if got, want := s.Outcome(), e.state.Outcome(); got != want {
		return fmt.Errorf("the outcome is %+v, want %+v", got, want)
	}
	if err := e.conserved(s); err != nil {
		return err
	}
	return e.onwards(s)
}
