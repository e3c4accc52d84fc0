package series

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// Deal is a game that can be the deal of a match. Games of other numbers of seats have the same cards, actions and type of
// observation. What its states do not report beyond game.State, a match does without: see [Keyed], [Watched] and [Parted].
type Deal interface {
	record.Described
	Deck() []card.Card // the cards in the order that a deal shuffles; the caller owns the slice
}

// Dealer is a [Deal] of two players that deals the later hands of a race itself. The players then keep their seats in all hands;
// of other games seat 0 begins every deal, and the players change seats.
type Dealer interface {
	Deal

	// DealNext deals hand number n, from 2, in a state that holds the hand before it. The given seat begins. An error says that the
	// cards that are given are not those of a deal, see game.Ordered.
	DealNext(state game.State, n int, starter game.Player) error

	// Starter returns the seat that began the hand in a state.
	Starter(state game.State) game.Player
}

// Keyed is a state of a [Deal] with chance events after the deal.
type Keyed interface {
	game.State

	// Key returns the number on which chance events after the deal depend, see game.Game.DealDeck. It is hidden information.
	Key() uint64
}

// Hiding is a state of a [Deal] that says whether a player has seen all other hands.
type Hiding interface {
	game.State

	// Hides reports whether any card of the other hands is hidden from seat p.
	Hides(p game.Player) bool
}

// Parted is a state of a [Deal] that says more of its end than the outcome: its methods are those of game.Parted of the same names.
type Parted interface {
	PartEndings() []game.Ending
	LastPart() game.Part
}

// Watched is a state of a [Deal] that can go on without some of the players of the match.
type Watched interface {
	game.State

	// Watch sets dst to what those can see who are not dealt in: an observation of game.NoPlayer. Redeal and Hides take
	// game.NoPlayer, too.
	Watch(dst game.Observation)
}

// Game is a match under given rules; it implements [game.Game]. It is immutable and safe for concurrent use.
type Game struct {
	rules  Rules
	deals  [game.MaxPlayers + 1]Deal // by the number of seats; nil for numbers that never play
	dealer Dealer                    // of a race whose deals are one: that of 2 seats; else nil
	deck   []card.Card               // in the order that a deal shuffles
	base   game.Action               // number of actions of a deal; those of the match follow
}

var _ record.Described = (*Game)(nil)

// New returns the match under the given rules whose deals are games that deal returns for a number of seats. It returns the
// error of [Rules.Validate], that of deal, or says that the deals do not fit.
func New(rules Rules, deal func(seats int) (Deal, error)) (*Game, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	g := &Game{rules: rules}
	for n := 2; n <= rules.Seats; n++ {
		d, err := deal(n)
		if err != nil {
			return nil, fmt.Errorf("series: a deal of %d players: %w", n, err)
		}
		switch deck := d.Deck(); {
		case d.Players() != n:
			return nil, fmt.Errorf("series: a deal for %d players has %d seats", n, d.Players())
		case n > 2 && (!slices.Equal(deck, g.deck) || d.NumActions() != int(g.base)):
			return nil, fmt.Errorf("series: a deal of %d players has other cards or actions than one of 2", n)
		default:
			g.deck, g.base = deck, game.Action(d.NumActions())
		}
		if _, watched := d.NewState().(Watched); !watched && rules.Seats > 2 {
			return nil, fmt.Errorf("series: the states of %s do not report what players see who are not dealt in, as a match of %d players needs (series.Watched)", d.Name(), rules.Seats)
		}
		g.deals[n] = d
	}
	if rules.Format == Race {
		g.dealer, _ = g.deals[2].(Dealer)
	}
	if n := g.NumActions(); n > game.MaskSize {
		return nil, fmt.Errorf("series: a match has %d actions, want at most %d", n, game.MaskSize)
	}
	return g, nil
}

// Match returns the rules of the match.
func (g *Game) Match() Rules { return g.rules }

// Of returns the game of a deal of the given number of seats, from 2 to that of the match.
func (g *Game) Of(seats int) Deal { return g.deals[seats] }

// Name returns the name of the game of the deals and "-match".
func (g *Game) Name() string { return g.deals[2].Name() + "-match" }

// Deck returns the deck in the order that a deal shuffles. The caller owns the slice.
func (g *Game) Deck() []card.Card { return slices.Clone(g.deck) }

// Players returns the number of seats.
func (g *Game) Players() int { return g.rules.Seats }

// The actions of a match follow those of its deals, in this order, if the rules ask players between deals.
const (
	rejoin game.Action = iota
	leave
	split
	playOn
	numAsked
)

// askedTexts are the texts of the actions of a match.
var askedTexts = [numAsked]string{"rejoin", "leave", "split", "play on"}

// NumActions returns the size of the action space: the actions of a deal, and four more if the rules ask players between deals.
func (g *Game) NumActions() int {
	if g.rules.asks() {
		return int(g.base + numAsked)
	}
	return int(g.base)
}

// Rejoin, Leave, Split and PlayOn return the answers of a player who is asked between deals. They are actions only under rules that ask.
func (g *Game) Rejoin() game.Action { return g.base + rejoin }

// Leave returns the answer of a player who is out and does not join again.
func (g *Game) Leave() game.Action { return g.base + leave }

// Split returns the answer of a player who wants to share the pool.
func (g *Game) Split() game.Action { return g.base + split }

// PlayOn returns the answer of a player who does not want to share the pool.
func (g *Game) PlayOn() game.Action { return g.base + playOn }

// ActionString returns the text of an action: that of the deal, or "rejoin", "leave", "split", "play on".
func (g *Game) ActionString(a game.Action) string {
	if a >= g.base && int(a) < g.NumActions() {
		return askedTexts[a-g.base]
	}
	return g.deals[2].ActionString(a)
}

// ParseAction parses the text that [Game.ActionString] returns.
func (g *Game) ParseAction(s string) (game.Action, error) {
	if i := slices.Index(askedTexts[:], strings.Join(strings.Fields(s), " ")); i >= 0 && g.rules.asks() {
		return g.base + game.Action(i), nil
	}
	return g.deals[2].ParseAction(s)
}

// NewState returns a state that is over until it is dealt.
func (g *Game) NewState() game.State { return g.NewTable() }

// NewTable is NewState with the concrete type.
func (g *Game) NewTable() *State {
	return &State{game: g, match: match{phase: Over, mover: game.NoPlayer}}
}

// NewObservation returns an observation for State.Observe to fill.
func (g *Game) NewObservation() game.Observation { return new(Observation) }

// Deal deals the first deal with src, as its game does.
func (g *Game) Deal(dst game.State, src rand.Source) {
	s := g.own(dst)
	s.begin()
	t := s.table
	g.deals[s.seats].Deal(t, src)
	s.mover = s.order[t.Current()]
	if _, keyed := t.(Keyed); !keyed {
		s.key = src.Uint64()
	}
}

// DealDeck begins a match with a given order of the deck of its first deal. The error reports a fault of the deck; dst is then
// unchanged.
func (g *Game) DealDeck(dst game.State, deck []card.Card, key uint64) error {
	s, n := g.own(dst), g.rules.Seats
	dealt := g.deals[n].NewState()
	if err := g.deals[n].DealDeck(dealt, deck, key); err != nil {
		return err
	}
	s.begin()
	s.table.CopyFrom(dealt)
	s.mover = s.order[dealt.Current()]
	if _, keyed := dealt.(Keyed); !keyed {
		s.key = key
	}
	return nil
}

// own returns the concrete state. It panics if dst is not of an equal game.
func (g *Game) own(dst game.State) *State {
	s, ok := dst.(*State)
	if !ok || s.game != g && !s.game.equal(g) {
		panic("series: the state is not of this game: want one that its NewState made")
	}
	return s
}

// equal reports whether two matches have the same rules, as far as they can be compared: those of the deals are compared where
// states meet.
func (g *Game) equal(o *Game) bool { return g.rules == o.rules && g.Name() == o.Name() }
