package indian

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

// Observation is the information state of one player in a game of Indian Rummy. Arrays
// over players are indexed by seat; entries of seats that are not at the table are
// zero. Histories (Taken, Given) count at most card.MaxCopies copies of a card.
//
// Known holds the cards that a seat took from the open pile and has not discarded
// since; hands that were shown, by a wrong declaration or at the end; and with two
// players, from the first reshuffle on, the cards held then and not discarded since,
// because they are in no other place. Known[Self] is what the other players know of the
// observer's hand.
type Observation struct {
	Rules *Rules      // the rules of the table; must not be changed
	Self  game.Player // the observer
	Mover game.Player // the player to move, game.NoPlayer after the end
	Phase Phase       // the phase of the player to move

	Turn   int   // number of turns begun so far by all players
	Round  int   // number of rounds begun so far, from 1 (from 0 with HalfTurns); see Counting
	Active uint8 // bit s is set while seat s is in the game

	Hand     card.Bag  // the observer's cards: HandSize, and one more after the draw
	Drawn    card.Card // after the draw: the card just drawn, also by another mover if from the pile; else card.None
	FromPile bool      // after the draw: whether the card was the top of the open pile

	Wildcard card.Card // the card turned up after the deal, out of the game; card.None without one
	Wild     card.Rank // the wild rank, card.NoRank without one

	Top        card.Card // top of the open pile, card.None if it is empty
	Pile       card.Bag  // all cards of the open pile, the top included
	PileSize   int       // number of cards in the open pile
	StockSize  int       // number of cards in the closed deck
	Reshuffles int       // number of times the open pile became a new closed deck

	TurnsOf   [game.MaxPlayers]int      // number of turns each seat has begun
	HandSizes [game.MaxPlayers]int      // number of cards each seat holds
	Taken     [game.MaxPlayers]card.Bag // cards each seat took from the open pile
	Given     [game.MaxPlayers]card.Bag // cards each seat discarded
	Known     [game.MaxPlayers]card.Bag // cards that all players know to be in the hand, see above
}

// Observer returns Self.
func (o *Observation) Observer() game.Player { return o.Self }

// Observe sets dst, which must be an *Observation, to the observation of seat p. A card
// just drawn from the open pile is Drawn for all players, a card drawn from the closed
// deck only for the player that drew it. Before the deal all fields except the rules
// and the observer are zero or none.
func (s *State) Observe(p game.Player, dst game.Observation) {
	o := dst.(*Observation)
	if p < 0 || p >= s.seats() {
		panic("indian: Observe of a seat that is not at the table")
	}
	s.observe(o)
	o.Self, o.Hand = p, s.hands[p]
	if p == s.mover {
		o.Drawn = s.drawn
	}
}

// Watch sets dst, which must be an *Observation, to what all can see who do not play: its observer is game.NoPlayer, without a
// hand. What two players can infer of each other's hands after a reshuffle is not shown until the end.
func (s *State) Watch(dst game.Observation) {
	o := dst.(*Observation)
	s.observe(o)
	if s.rules.Seats == 2 && s.reshuffles > 0 && s.phase != Over {
		o.Known = [game.MaxPlayers]card.Bag{}
	}
}

// observe sets o to what all can see.
func (s *State) observe(o *Observation) {
	o.Rules = s.rules
	o.Self, o.Hand = game.NoPlayer, card.Bag{}
	o.Mover = s.Current()
	o.Phase = s.phase
	o.Turn = int(s.turn)
	o.Round = int(s.round)
	o.Drawn, o.FromPile = card.None, s.fromPile
	if s.fromPile {
		o.Drawn = s.drawn
	}
	o.Wildcard, o.Wild = s.wildcard, s.wild
	o.Top = s.Top()
	o.Pile = s.pileBag
	o.PileSize = int(s.piled)
	o.StockSize = s.stock()
	o.Reshuffles = int(s.reshuffles)
	o.Active = 0
	for q := range game.Player(game.MaxPlayers) {
		o.TurnsOf[q] = int(s.turns[q])
		o.HandSizes[q] = 0
		if q < s.seats() && s.dealt {
			o.HandSizes[q] = s.rules.HandSize
			if s.active(q) {
				o.Active |= 1 << q
			}
		}
	}
	if s.phase == Discard {
		o.HandSizes[s.mover]++
	}
	o.Taken, o.Given, o.Known = s.taken, s.given, s.known
}

// Deck returns all cards of the deck, the turned wildcard included.
func (r *Rules) Deck() card.Bag {
	b := card.Bag{Once: r.pack(), Jokers: uint8(r.Jokers)}
	if r.Packs > 1 {
		b.Twice = b.Once
	}
	if r.Packs > 2 {
		b.Thrice = b.Once
	}
	return b
}

// Seen returns the cards whose place the observer knows: its own hand, the open
// pile, the wildcard, and the known cards of the opponents.
func (o *Observation) Seen() card.Bag {
	seen := o.Hand.Plus(o.Pile)
	seen.Add(o.Wildcard)
	for p := range game.Player(o.Rules.Seats) {
		if p != o.Self {
			seen = seen.Plus(o.Known[p])
		}
	}
	return seen
}

// Unseen returns the cards whose place the observer does not know: those of the
// closed deck, and the unknown cards of the other hands.
func (o *Observation) Unseen() card.Bag { return o.Rules.Deck().Minus(o.Seen()) }

// Available returns the cards that the observer can still get: those whose place it
// does not know, and the top of the open pile.
func (o *Observation) Available() card.Bag { return o.Unseen().With(o.Top) }

// Drop returns the action that drops, and the points that the observer pays for it now.
func (o *Observation) Drop() (a game.Action, points int) {
	return Drop, o.DropCost(o.Self)
}

// DropCost returns the points that a seat pays for a drop at its present turn.
func (o *Observation) DropCost(seat game.Player) int {
	if o.TurnsOf[seat] <= 1 {
		return o.Rules.FirstDrop
	}
	return o.Rules.MiddleDrop
}

// NextActive returns the next seat after the observer that is still in the game, which
// may take the observer's discards. It returns the observer if there is no other seat.
func (o *Observation) NextActive() game.Player {
	seats := game.Player(o.Rules.Seats)
	for p := (o.Self + 1) % seats; p != o.Self; p = (p + 1) % seats {
		if o.Active>>p&1 != 0 {
			return p
		}
	}
	return o.Self
}

// ActiveBefore returns the last seat before a seat that is still in the game, whose discards
// that seat may take. It returns the seat itself if there is no other.
func (o *Observation) ActiveBefore(seat game.Player) game.Player {
	seats := game.Player(o.Rules.Seats)
	for p := (seat + seats - 1) % seats; p != seat; p = (p + seats - 1) % seats {
		if o.Active>>p&1 != 0 {
			return p
		}
	}
	return seat
}
