package game

import (
	"fmt"
	"slices"

	"rummygym/env/card"
)

// History is what a state follows from: the deal, and the actions of all players since, in order. With the rules of its game it
// is the state: states are stored, copied and sent as histories, and [History.Replay] plays them again. So every state that is
// read from somewhere else is one that a game can reach.
type History struct {
	Seed    uint64 `json:"seed,omitempty"`    // without a deck: the seed of the run
	Episode uint64 `json:"episode,omitempty"` // without a deck: the episode of the run that was dealt, see SeedDeal

	Deck []card.Card `json:"deck,omitempty"` // the order of the cards, see Game.DealDeck; nil: the deal of Seed and Episode
	Key  uint64      `json:"key,omitempty"`  // with a deck: see Game.DealDeck
	// Later is the order of the cards of chance events after the deal, see Ordered. A re-deal gives those that have happened.
	Later []card.Card `json:"later,omitempty"`

	Actions []Action `json:"actions,omitempty"`
}

// Deal deals the history's cards in dst, which must come from g. The error reports a fault of the deck; dst is then unchanged.
func (h *History) Deal(g Game, dst State) error {
	if h.Deck == nil {
		g.Deal(dst, DealSource(h.Seed, h.Episode))
		return nil
	}
	if len(h.Later) > 0 {
		to, ok := dst.(Ordered)
		if !ok {
			return fmt.Errorf("the history has %d cards after the deck, and the game %s has no chance events after a deal", len(h.Later), g.Name())
		}
		if err := g.DealDeck(dst, h.Deck, h.Key); err != nil {
			return err
		}
		to.SetLater(h.Later)
		return nil
	}
	return g.DealDeck(dst, h.Deck, h.Key)
}

// Replay deals in dst, which must come from g, and applies the actions. The error reports a fault of the deck, or names the
// action that the rules do not allow; dst is then in the state before it.
func (h *History) Replay(g Game, dst State) error {
	if err := h.Deal(g, dst); err != nil {
		return err
	}
	for i, a := range h.Actions {
		if err := dst.Apply(a); err != nil {
			return fmt.Errorf("action %d of %d: %w", i+1, len(h.Actions), err)
		}
	}
	return nil
}

// Clone returns a copy that shares no memory with h.
func (h *History) Clone() History {
	c := *h
	c.Deck, c.Later, c.Actions = slices.Clone(h.Deck), slices.Clone(h.Later), append([]Action(nil), h.Actions...)
	return c
}
