package indian

import (
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
)

// How a game ends. If the game ended because one of more than two players was left, the
// ending is that of the last player that left.
const (
	Declared         game.Ending = "declared"          // a valid declaration
	WrongDeclaration game.Ending = "wrong-declaration" // the last opponent declared wrongly
	FirstDrop        game.Ending = "first-drop"        // the last opponent dropped at its first turn
	MiddleDrop       game.Ending = "middle-drop"       // the last opponent dropped later
	RoundLimit       game.Ending = "round-limit"       // MaxRounds were played
	StockOut         game.Ending = "stock-out"         // no card could be drawn
)

// Endings returns all endings, in the order of the constants. The caller owns
// the slice.
func Endings() []game.Ending {
	return []game.Ending{Declared, WrongDeclaration, FirstDrop, MiddleDrop, RoundLimit, StockOut}
}

// ending is a game.Ending as one byte; playing means that there is none.
type ending uint8

const (
	playing ending = iota
	declared
	wrongDeclaration
	firstDrop
	middleDrop
	roundLimit
	stockOut
)

// name returns the public name.
func (e ending) name() game.Ending {
	if e == playing {
		return ""
	}
	return [...]game.Ending{Declared, WrongDeclaration, FirstDrop, MiddleDrop, RoundLimit, StockOut}[e-1]
}

// finish ends the game. The player that moved last stays the mover.
func (s *State) finish(how ending) {
	s.phase, s.ending = Over, how
	s.drawn, s.fromPile = card.None, false
	if how == declared || how == roundLimit || how == stockOut {
		for p := range s.seats() {
			if s.active(p) {
				s.known[p] = s.hands[p] // hands that are compared are shown
			}
		}
	}
	s.settle()
}

// PartEndings returns the ways in which a player ends a game or leaves it. See game.Parted.
func (s *State) PartEndings() []game.Ending {
	if s.rules.Declaring == ValidOnly {
		return []game.Ending{Declared, FirstDrop, MiddleDrop}
	}
	return []game.Ending{Declared, WrongDeclaration, FirstDrop, MiddleDrop}
}

// LastPart returns the result of a game that is over, as the part of a match; else it is zero. See game.Parted.
func (s *State) LastPart() (p game.Part) {
	if s.ending == playing {
		return p
	}
	p.Ending, p.Winner = s.ending.name(), s.winner
	for seat := range s.seats() {
		p.Seats[seat] = game.PartSeat{Played: true, Ended: s.left[seat].name(), Gain: int(s.gains[seat])}
	}
	if s.ending == declared {
		p.Seats[s.winner].Ended = Declared
	}
	return p
}

// settle sets the winner and the gains of a game that has ended.
func (s *State) settle() {
	switch s.ending {
	case declared:
		s.winner = s.mover
	case roundLimit, stockOut:
		s.winner = s.lowest()
	default:
		for p := range s.seats() {
			if s.active(p) {
				s.winner = p
			}
		}
	}
	sum := 0
	for p := range s.seats() {
		if p != s.winner {
			pay := s.pays(p)
			s.gains[p] = int16(-pay)
			sum += pay
		}
	}
	s.gains[s.winner] = int16(sum)
}

// pays returns the points that seat p, which is not the winner, pays.
func (s *State) pays(p game.Player) int {
	switch s.left[p] {
	case firstDrop:
		return s.rules.FirstDrop
	case middleDrop:
		return s.rules.MiddleDrop
	case wrongDeclaration:
		return s.rules.Cap
	}
	switch s.ending {
	case declared:
		return s.rules.pays(s.rules.MinScore(s.hands[p], s.wild), s.turns[p] > 0)
	case roundLimit, stockOut:
		return s.score(s.hands[p]) - s.score(s.hands[s.winner])
	}
	return 0
}

// lowest returns the player in the game with the lowest score. Ties go to the player
// with fewer points in diamonds, then in clubs, hearts and spades, then to the lowest
// seat.
func (s *State) lowest() game.Player {
	best := game.NoPlayer
	var lowest [1 + card.NumSuits]int
	for p := range s.seats() {
		if !s.active(p) {
			continue
		}
		if r := s.ranking(p); best == game.NoPlayer || slices.Compare(r[:], lowest[:]) < 0 {
			best, lowest = p, r
		}
	}
	return best
}

// tieOrder is the order in which the points of suits break ties (saha2025mindist,
// section II).
var tieOrder = [card.NumSuits]card.Suit{card.Diamonds, card.Clubs, card.Hearts, card.Spades}

// ranking returns the numbers by which hands are compared at the limit, in
// lexicographic order, lower is better: the score, then the points of all cards of each
// suit in tieOrder, where jokers count 0.
func (s *State) ranking(p game.Player) (r [1 + card.NumSuits]int) {
	hand := s.hands[p]
	r[0] = s.score(hand)
	for i, suit := range tieOrder {
		lane := card.OfSuit(suit)
		r[1+i] = meld.Total(card.Bag{Once: hand.Once & lane, Twice: hand.Twice & lane, Thrice: hand.Thrice & lane}, s.wild)
	}
	return r
}
