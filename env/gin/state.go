package gin

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

const (
	seats   = 2
	maxDeck = card.NumSuited

	maxPile    = maxDeck - seats*minHand
	maxHistory = maxTurns + seats // every turn, and two passes
)

// State is a hand of Gin Rummy in progress: an episode of its own, or a hand of a
// match of package series. Use [Game.NewState] to make one. It holds no pointers except to its
// rules and to later cards, so that an assignment copies it. The zero value is not usable.
type State struct {
	rules *Rules // the rules of the game that made the state

	// The starter depends on the key, if it is random, and the second and later hands of a match
	// depend on the key of the first one and their number alone, see [Game.DealNext].
	key uint64

	dealt   bool
	starter game.Player
	deal

	// later are the cards of later deals that are given, see SetLater. They are never changed, so that copies share them.
	later []card.Card
}

// deal holds the values of one hand.
type deal struct {
	phase    Phase       // Over also before the deal
	fromPile bool        // drawn is the upcard
	drawn    card.Card   // from the draw to the discard: the card just drawn; else card.None
	mover    game.Player // the seat to move; after the end, the seat that moved last
	limit    int8        // maximum deadwood for a knock
	turn     int32       // number of turns begun, the first by the deal

	// deck[head:] is the stock, the next card first; the deck of fewer cards than maxDeck
	// is at the end of the array. pile[:piled] is the discard
	// pile, the top last; heap holds the same cards. history[:turned] are the
	// turns; the entries after them are zero.
	head, piled, turned uint8
	deck                [maxDeck]card.Card
	pile                [maxPile]card.Card
	history             [maxHistory]Turn
	heap                card.Cards

	taken, given, refused, known [seats]card.Cards

	knocker game.Player // game.NoPlayer before the knock
	big     bool        // the knocker shows big gin
	showdown
}

// showdown holds the hands and, after a knock, the melds and lay-offs.
type showdown struct {
	hands   [seats]card.Cards           // cards that are neither in a declared meld nor laid off
	melds   [seats]deadwood.Arrangement // melds declared; the knocker's with the lay-offs
	laidOff card.Cards
}

// Rules returns the rules of the table.
func (s *State) Rules() Rules { return *s.rules }

// Current returns the seat to move, or game.NoPlayer when the hand is over or not dealt.
func (s *State) Current() game.Player {
	if s.phase == Over {
		return game.NoPlayer
	}
	return s.mover
}

// Key returns the number on which later hands depend. It is hidden information, like hands.
func (s *State) Key() uint64 { return s.key }

// Phase returns the phase of the hand.
func (s *State) Phase() Phase { return s.phase }

// Hand returns the cards that seat p holds, without those melded or laid off. Hands are
// hidden information: Hand is for tests, records and displays for spectators, not for
// agents.
func (s *State) Hand(p game.Player) card.Cards { return s.hands[p] }

// Upcard returns the top of the discard pile, or card.None if it is empty.
func (s *State) Upcard() card.Card {
	if s.piled == 0 {
		return card.None
	}
	return s.pile[s.piled-1]
}

// StockSize returns the number of cards in the stock.
func (s *State) StockSize() int {
	if !s.dealt {
		return 0
	}
	return maxDeck - int(s.head)
}

// AppendStock appends the cards of the stock to dst, the next one first. They are hidden
// information, like hands.
func (s *State) AppendStock(dst []card.Card) []card.Card {
	if !s.dealt {
		return dst
	}
	return append(dst, s.deck[s.head:]...)
}

// SetStock puts the cards of the stock in another order.
func (s *State) SetStock(cards []card.Card) { copy(s.deck[s.head:], cards) }

// SetLater gives the cards of later hands, see [game.Ordered]. A single hand has none.
func (s *State) SetLater(cards []card.Card) { s.later = cards }

// Later returns the cards that SetLater gave and that are not dealt. They must not be changed.
func (s *State) Later() []card.Card { return s.later }

// AppendPile appends the cards of the discard pile to dst, the top last.
func (s *State) AppendPile(dst []card.Card) []card.Card {
	return append(dst, s.pile[:s.piled]...)
}

// CopyFrom makes the state an independent copy of src, a *State under equal
// rules; it panics on any other.
func (s *State) CopyFrom(src game.State) {
	from := src.(*State)
	rules := s.sameRules(from)
	*s = *from
	s.rules = rules
}

// sameRules returns the rules of the state. It panics if they are not those of from.
func (s *State) sameRules(from *State) *Rules {
	if s.rules != from.rules && *s.rules != *from.rules {
		panic("gin: CopyFrom of a state under other rules")
	}
	return s.rules
}

// Outcome returns the result of the hand. Rounds is the number of rounds of turns. A state
// that is not dealt is over and has no ending.
func (s *State) Outcome() game.Outcome {
	if !s.ended() {
		return outcome(s.phase, int(s.turn), (int(s.turn)+1)/seats, playing, 0)
	}
	r := s.result()
	return outcome(s.phase, int(s.turn), (int(s.turn)+1)/seats, r.ending, r.gain())
}

// outcome returns the outcome of an episode. The gain is that of seat 0.
func outcome(phase Phase, turns, rounds int, how ending, gain int) game.Outcome {
	o := game.Outcome{Over: phase == Over, Winner: game.NoPlayer, Ending: how.name(), Turns: turns, Rounds: rounds}
	o.Gains[0], o.Gains[1] = gain, -gain
	if gain > 0 {
		o.Winner = 0
	} else if gain < 0 {
		o.Winner = 1
	}
	return o
}

// Cards returns all cards of the hand from all places, which are the deck. Before the
// deal it is empty.
func (s *State) Cards() card.Bag {
	if !s.dealt {
		return card.Bag{}
	}
	b := card.BagOf(s.deck[s.head:]...).Plus(card.BagOf(s.pile[:s.piled]...))
	for p := range s.hands {
		b = b.Plus(card.Bag{Once: s.hands[p]})
		for _, m := range s.melds[p] {
			b = b.Plus(card.Bag{Once: m})
		}
	}
	return b
}

// open reports whether a card was drawn, but no card was discarded yet.
func (s *State) open() bool {
	if s.turned == 0 {
		return false
	}
	t := s.history[s.turned-1]
	return t.Source != Passed && t.Discard == card.None
}

// suited reports whether c is one of the 52 cards.
func suited(c card.Card) bool { return c < card.Joker && c.Valid() }
