package gin

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Game is Gin Rummy under given rules; it implements [game.Game]. It is immutable and
// safe for concurrent use.
type Game struct{ rules Rules }

var (
	_ game.Game        = (*Game)(nil)
	_ game.Parted      = (*State)(nil)
	_ game.Observation = (*Observation)(nil)
)

// New returns the game under the given rules, or the error of [Rules.Validate].
func New(rules Rules) (*Game, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	return &Game{rules: rules}, nil
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Name returns "gin".
func (g *Game) Name() string { return "gin" }

// Deck returns the pack in the order that a deal shuffles. The caller owns the
// slice.
func (g *Game) Deck() []card.Card { return card.AppendPacks(nil, g.rules.Pack(), 1, 0) }

// Players returns 2.
func (g *Game) Players() int { return seats }

// NumActions returns the size of the action space.
func (g *Game) NumActions() int { return NumActions }

// ActionString returns the text of an action: "draw upcard", "draw stock",
// "pass", "knock", a card such as "TS", "meld 3C4C5C".
func (g *Game) ActionString(a game.Action) string { return actionString(a) }

// ParseAction parses the text that [Game.ActionString] returns. It ignores extra white
// space, and accepts cards in all forms of [card.Parse] and the cards of a meld in any
// order.
func (g *Game) ParseAction(s string) (game.Action, error) { return parseAction(s) }

// NewState returns a state that is over until it is dealt.
func (g *Game) NewState() game.State { return g.NewTable() }

// NewTable is NewState with the concrete type.
func (g *Game) NewTable() *State {
	s := &State{rules: &g.rules}
	s.clear()
	return s
}

// NewObservation returns an observation for State.Observe to fill.
func (g *Game) NewObservation() game.Observation { return new(Observation) }

// Deal shuffles the pack with src, deals it, and draws the key from src.
func (g *Game) Deal(dst game.State, src rand.Source) {
	s := g.begin(dst)
	card.Shuffle(s.newDeck(), src)
	s.key = src.Uint64()
	s.start()
}

// DealDeck starts an episode with a given order of the pack: the hands are dealt
// alternately, seat 0 first; the next card is the upcard, the rest the stock. A random
// starter and the later hands of a match depend on the key. The error reports a
// fault of the deck; dst is then unchanged.
func (g *Game) DealDeck(dst game.State, deck []card.Card, key uint64) error {
	if n := g.rules.DeckSize(); len(deck) != n {
		return fmt.Errorf("gin: the deck has %d cards, want %d", len(deck), n)
	}
	pack := g.rules.Pack()
	var seen card.Cards
	for i, c := range deck {
		if !pack.Has(c) {
			return fmt.Errorf("gin: %v at position %d of the deck is not a card of the pack, want one of the %s", c, i+1, g.rules.pack())
		}
		if seen.Has(c) {
			return fmt.Errorf("gin: %v at position %d of the deck occurs twice", c, i+1)
		}
		seen = seen.With(c)
	}
	s := g.begin(dst)
	copy(s.deck[maxDeck-len(deck):], deck)
	s.key = key
	s.start()
	return nil
}

// begin clears dst for an episode, and returns it.
func (g *Game) begin(dst game.State) *State {
	s := g.own(dst)
	s.clear()
	return s
}

// own returns the concrete state. It panics if dst is not of an equal game.
func (g *Game) own(dst game.State) *State {
	s, ok := dst.(*State)
	if !ok || s.rules != &g.rules && *s.rules != g.rules {
		panic("gin: the state is not of this game: want one that its NewState made")
	}
	return s
}
