package indian

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Game is Indian Rummy under given rules; it implements [game.Game]. It is immutable and
// safe for concurrent use.
type Game struct {
	rules Rules
	deck  []card.Card // in the order of card.AppendPacks
	cards card.Bag    // the same cards
}

var (
	_ game.Game        = (*Game)(nil)
	_ game.State       = (*State)(nil)
	_ game.Observation = (*Observation)(nil)
)

// New returns the game under the given rules, or the error of [Rules.Validate].
func New(rules Rules) (*Game, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	deck := card.AppendPacks(nil, rules.pack(), rules.Packs, rules.Jokers)
	return &Game{rules: rules, deck: deck, cards: card.BagOf(deck...)}, nil
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Name returns "indian".
func (g *Game) Name() string { return "indian" }

// Deck returns the deck in the order that a deal shuffles: pack after pack, then
// the printed jokers. The caller owns the slice.
func (g *Game) Deck() []card.Card { return slices.Clone(g.deck) }

// Players returns the number of seats.
func (g *Game) Players() int { return g.rules.Seats }

// NumActions returns the size of the action space.
func (g *Game) NumActions() int { return NumActions }

// ActionString returns the text of an action: "drop", "draw stock", "draw pile",
// "discard TS", "declare 9C".
func (g *Game) ActionString(a game.Action) string { return actionString(a) }

const (
	dropText      = "drop"
	drawStockText = "draw stock"
	drawPileText  = "draw pile"
	discardText   = "discard"
	declareText   = "declare"
)

func actionString(a game.Action) string {
	switch {
	case a == Drop:
		return dropText
	case a == DrawStock:
		return drawStockText
	case a == DrawPile:
		return drawPileText
	case a < firstDeclare:
		return discardText + " " + DiscardCard(a).String()
	case a < NumActions:
		return declareText + " " + DeclareCard(a).String()
	}
	return fmt.Sprintf("action %d", a)
}

// ParseAction parses the text that [Game.ActionString] returns. It ignores extra white
// space, and accepts cards in all forms of [card.Parse].
func (g *Game) ParseAction(s string) (game.Action, error) {
	words := strings.Fields(s)
	switch strings.Join(words, " ") {
	case dropText:
		return Drop, nil
	case drawStockText:
		return DrawStock, nil
	case drawPileText:
		return DrawPile, nil
	}
	if len(words) == 2 && (words[0] == discardText || words[0] == declareText) {
		c, err := card.Parse(words[1])
		if err != nil {
			return game.NoAction, fmt.Errorf("indian: action %q: %w", s, err)
		}
		if words[0] == discardText {
			return DiscardOf(c), nil
		}
		return DeclareWith(c), nil
	}
	return game.NoAction, fmt.Errorf("indian: %q is not an action: want drop, draw stock, draw pile, or discard or declare and a card", s)
}

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

// Deal shuffles the deck with src, deals it, and draws the key of later reshuffles
// from src.
func (g *Game) Deal(dst game.State, src rand.Source) {
	s := g.own(dst)
	s.clear()
	deck := s.deck[:copy(s.deck[:], g.deck)]
	card.Shuffle(deck, src)
	s.key = src.Uint64()
	s.deal()
}

// DealDeck starts a game with a given order of the deck. deck[0] is the first
// card dealt; after the hands come the wildcard, if there is one, and the first card of the
// open pile, then the closed deck. The error reports a fault of the deck; dst is then
// unchanged.
func (g *Game) DealDeck(dst game.State, deck []card.Card, key uint64) error {
	s := g.own(dst)
	if len(deck) != len(g.deck) {
		return fmt.Errorf("indian: the deck has %d cards, want %d", len(deck), len(g.deck))
	}
	rest := g.cards
	for i, c := range deck {
		if !c.Valid() {
			return fmt.Errorf("indian: %v at position %d of the deck is not a card", c, i+1)
		}
		if !rest.Remove(c) {
			return fmt.Errorf("indian: %v at position %d of the deck occurs more than %d times", c, i+1, g.cards.Of(c))
		}
	}
	s.clear()
	copy(s.deck[:], deck)
	s.key = key
	s.deal()
	return nil
}

// own returns the concrete state. It panics if dst is not of an equal game.
func (g *Game) own(dst game.State) *State {
	s, ok := dst.(*State)
	if !ok || s.rules != &g.rules && *s.rules != g.rules {
		panic("indian: the state is not of this game: want one that its NewState made")
	}
	return s
}

// clear resets the state to that of NewState.
func (s *State) clear() {
	*s = State{rules: s.rules, phase: Over, drawn: card.None, wildcard: card.None, wild: card.NoRank, winner: game.NoPlayer, mover: game.NoPlayer}
}

// deal starts the game with the full deck in deck.
func (s *State) deal() {
	r := s.rules
	n := r.DeckSize()
	hands := r.Seats * r.HandSize
	if r.Dealing == Alternate {
		p := 0
		for _, c := range s.deck[:hands] {
			s.hands[p].Add(c)
			if p++; p == r.Seats {
				p = 0
			}
		}
	} else {
		for i, c := range s.deck[:hands] {
			s.hands[i/r.HandSize].Add(c)
		}
	}
	at := hands
	if r.Wildcard == NextNatural {
		for s.deck[at] == card.Joker {
			at++
		}
	}
	if r.Wildcard != NoWildcard {
		s.setWildcard(s.deck[at])
		copy(s.deck[hands+1:at+1], s.deck[hands:at]) // skipped jokers stay where they are
	}
	at = hands + r.wildcards()
	s.pile[0] = s.deck[at]
	s.piled = 1
	s.pileBag.Add(s.pile[0])
	s.head, s.end = uint8(at+1), uint8(n)
	s.dealt = true
	if r.Counting == FullTurns {
		s.round = 1
	}
	s.begin(0)
}

// setWildcard makes c the wildcard. A printed joker makes aces wild, and card.None no rank.
func (s *State) setWildcard(c card.Card) {
	s.wildcard = c
	switch c {
	case card.None:
		s.wild = card.NoRank
	case card.Joker:
		s.wild = card.Ace
	default:
		s.wild = c.Rank()
	}
}
