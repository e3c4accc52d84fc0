package indian

import (
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// mustHold panics if action a has led to an impossible state.
func (s *State) mustHold(a game.Action) {
	if err := s.check(); err != nil {
		panic(fmt.Sprintf("indian: after %s: %v", actionString(a), err))
	}
}

// check returns an error if no game can reach the state. It does not check that the
// histories Taken and Given are consistent with the cards in other places.
func (s *State) check() error {
	if !s.dealt {
		fresh := State{rules: s.rules}
		if fresh.clear(); *s != fresh {
			return errors.New("a state that is not dealt has values")
		}
		return nil
	}
	if err := s.checkTurns(); err != nil {
		return err
	}
	if err := s.checkSeats(); err != nil {
		return err
	}
	if err := s.checkCards(); err != nil {
		return err
	}
	return s.checkPhase()
}

// checkTurns checks the player to move and the numbers of turns.
func (s *State) checkTurns() error {
	if s.mover < 0 || s.mover >= s.seats() {
		return fmt.Errorf("seat %d is to move, want a seat below %d", s.mover, s.seats())
	}
	laps, sum := s.turns[s.mover], int32(0)
	for p, n := range s.turns {
		sum += n
		want := laps
		switch {
		case p >= s.rules.Seats:
			want = 0
		case game.Player(p) > s.mover:
			want--
		}
		if n > want || n < want && (n < 1 || s.active(game.Player(p))) {
			return fmt.Errorf("seat %d has had %d turns, while seat %d, which is to move, has had %d", p, n, s.mover, laps)
		}
	}
	round := laps
	if s.rules.Counting == HalfTurns {
		round = s.turn / 2
	}
	if laps < 1 || s.turn != sum || s.round != round || int(round) > s.rules.MaxRounds {
		return fmt.Errorf("turn %d of round %d does not match %d turns of the seat to move and %d of all seats", s.turn, s.round, laps, sum)
	}
	return nil
}

// checkSeats checks which seats have left the game, and how.
func (s *State) checkSeats() error {
	in := 0
	for p, how := range s.left {
		first := s.turns[p] == 1
		switch {
		case how == playing:
			if p < s.rules.Seats {
				in++
			}
		case p >= s.rules.Seats,
			how == firstDrop && !first,
			how == middleDrop && first,
			how == wrongDeclaration && (s.rules.Declaring == ValidOnly || s.known[p] != s.hands[p]),
			how != firstDrop && how != middleDrop && how != wrongDeclaration:
			return fmt.Errorf("seat %d cannot have left by ending %d after %d turns", p, how, s.turns[p])
		}
	}
	alone := s.phase == Over && (s.ending == firstDrop || s.ending == middleDrop || s.ending == wrongDeclaration)
	if alone != (in == 1) || in == 0 {
		return fmt.Errorf("%d players are in the game in phase %v", in, s.phase)
	}
	return nil
}

// checkCards checks that every card of the deck is in exactly one place.
func (s *State) checkCards() error {
	var count [card.NumKinds]int
	var room [3 * MaxDeck]card.Card // the sizes of hands are not checked yet
	places := append(room[:0], s.deck[s.head:s.end]...)
	places = append(places, s.pile[:s.piled]...)
	if s.wildcard != card.None {
		places = append(places, s.wildcard)
	}
	if s.pileBag != card.BagOf(s.pile[:s.piled]...) {
		return errors.New("the open pile and its bag differ")
	}
	for p := range s.hands {
		for _, b := range [...]card.Bag{s.hands[p], s.known[p], s.taken[p], s.given[p]} {
			if !s.rules.wellFormed(b) {
				return fmt.Errorf("a bag of seat %d is not a multiset of cards of the deck", p)
			}
			if p >= s.rules.Seats && b != (card.Bag{}) {
				return fmt.Errorf("seat %d has cards, but is not at the table", p)
			}
		}
		if !s.hands[p].Contains(s.known[p]) {
			return fmt.Errorf("the known cards %v of seat %d are not in its hand %v", p, s.known[p], s.hands[p])
		}
		if int32(max(s.taken[p].Count(), s.given[p].Count())) > s.turns[p] {
			return fmt.Errorf("seat %d has taken %v and given %v in %d turns", p, s.taken[p], s.given[p], s.turns[p])
		}
		places = appendBag(places, s.hands[p])
	}
	for _, c := range places {
		if !c.Valid() {
			return fmt.Errorf("%v is not a card", c)
		}
		count[c.Index()]++
	}
	deck := s.rules.Deck()
	for i, n := range count {
		if c := card.FromIndex(i); n != deck.Of(c) {
			return fmt.Errorf("the state has %d copies of %v, want %d", n, c, deck.Of(c))
		}
	}
	return nil
}

// checkPhase checks the sizes of the hands, the drawn card, and that a card can be
// drawn.
func (s *State) checkPhase() error {
	for p := range s.seats() {
		size := s.rules.HandSize
		if s.phase == Discard && p == s.mover {
			size++
		}
		if n := s.hands[p].Count(); n != size {
			return fmt.Errorf("seat %d holds %d cards in phase %v, want %d", p, n, s.phase, size)
		}
	}
	switch {
	case s.wildcard == card.Joker && s.rules.Wildcard == NextNatural:
		return errors.New("the wildcard is a printed joker, which the rules skip")
	case (s.wildcard == card.None) != (s.rules.Wildcard == NoWildcard):
		return fmt.Errorf("the wildcard is %v, and the option wildcard is %s", s.wildcard, s.rules.word("wildcard"))
	}
	if s.reshuffles > 0 && s.rules.Recycling == NoRecycling {
		return errors.New("the pile was shuffled, which the rules do not allow")
	}
	hand, known := s.hands[max(s.mover, 0)], s.known[max(s.mover, 0)]
	switch s.phase {
	case Draw:
		if s.piled == 0 || s.spent() {
			return errors.New("a turn has begun, but no card can be drawn")
		}
	case Discard:
		if !s.drawn.Valid() || s.fromPile && !known.Has(s.drawn) || !s.fromPile && !hand.Minus(known).Has(s.drawn) {
			return fmt.Errorf("the drawn card %v does not match the hand and its known cards", s.drawn)
		}
	case Over:
		return s.checkEnd()
	default:
		return fmt.Errorf("the phase is %d, which does not exist", s.phase)
	}
	if s.phase != Discard && (s.drawn != card.None || s.fromPile) {
		return errors.New("there is a drawn card outside the phase discard")
	}
	if !s.active(s.mover) || s.ending != playing || s.winner != game.NoPlayer || s.gains != [game.MaxPlayers]int16{} {
		return errors.New("a game in progress has an ending, or the player to move has left")
	}
	return nil
}

// checkEnd checks a game that has ended.
func (s *State) checkEnd() error {
	fits := false
	switch s.ending {
	case declared:
		fits = s.active(s.mover) && s.valid(s.hands[s.mover])
	case roundLimit, stockOut:
		trial := *s
		trial.phase, trial.ending = Draw, playing
		trial.nextTurn()
		fits = trial.phase == Over && trial.ending == s.ending
	case firstDrop, middleDrop, wrongDeclaration:
		fits = s.left[s.mover] == s.ending
	}
	if !fits {
		return fmt.Errorf("the game cannot have ended by ending %d", s.ending)
	}
	if s.drawn != card.None || s.fromPile {
		return errors.New("there is a drawn card after the end")
	}
	trial := *s
	trial.winner, trial.gains = game.NoPlayer, [game.MaxPlayers]int16{}
	if trial.settle(); trial != *s {
		return errors.New("the winner or the gains do not match the cards")
	}
	return nil
}

// wellFormed reports whether card.BagOf can return the bag for cards of the deck.
func (r *Rules) wellFormed(b card.Bag) bool {
	return b.Once&^r.pack() == 0 && b.Twice&^b.Once == 0 && b.Thrice&^b.Twice == 0
}
