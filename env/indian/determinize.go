package indian

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Determinize sets the state to a game in progress that is consistent with observation
// o: the observation of o's seat in the new state equals o. It uses nothing but o, hands
// and src. Search uses it to sample hidden states (determinization). Determinize panics
// unless o is of a table under equal rules.
//
// If hands[q] is not empty, it is the whole hand of seat q in the new state, with the
// cards of o.Known[q]. All other hidden cards are drawn from src as in [State.Redeal]:
// every order of them over the other hands and the closed deck is equally likely, the
// card that another seat has just drawn from the closed deck is equally likely any of
// its hidden cards, and later reshuffles depend on a new key.
//
// Two properties of the state are not in an observation. The order of the open pile
// below its top is that of [card.Bag.Each]: no card there is drawn before the pile is
// shuffled, because the player that takes the top discards another card on it, so the
// order shows only as Observation.Top between these two actions. A seat that has left
// is assumed to have declared wrongly if all its cards are known, and to have dropped
// otherwise.
//
// The error reports a fault of o or of a hand; the state is then unchanged.
func (s *State) Determinize(o *Observation, hands *[game.MaxPlayers]card.Bag, src rand.Source) error {
	if s.rules != o.Rules && *s.rules != *o.Rules {
		panic("indian: Determinize of an observation under other rules")
	}
	unseen, err := o.hidden(hands)
	if err != nil {
		return err
	}
	s.clear()
	s.dealt = true
	s.phase, s.mover, s.winner = o.Phase, o.Mover, game.NoPlayer
	s.fromPile, s.drawn = o.FromPile, o.Drawn
	s.setWildcard(o.Wildcard)
	s.turn, s.round, s.reshuffles = int32(o.Turn), int32(o.Round), uint32(o.Reshuffles)
	s.taken, s.given, s.known = o.Taken, o.Given, o.Known
	if o.PileSize > 0 {
		appendBag(s.pile[:0], o.Pile.Without(o.Top))
		s.pile[o.PileSize-1] = o.Top
	}
	s.piled, s.pileBag = uint8(o.PileSize), o.Pile

	// The hidden cards are in deck until the hands that are not given take theirs.
	loose := appendBag(s.deck[:0], unseen)
	card.Shuffle(loose, src)
	n := len(loose)
	for q := range s.seats() {
		s.turns[q] = int32(o.TurnsOf[q])
		if o.Active>>q&1 == 0 {
			s.left[q] = o.left(q)
		}
		switch {
		case q == o.Self:
			s.hands[q] = o.Hand
		case hands[q] != card.Bag{}:
			s.hands[q] = hands[q]
		default:
			s.hands[q] = o.Known[q]
			for need := o.HandSizes[q] - o.Known[q].Count(); need > 0; need-- {
				n--
				s.hands[q].Add(loose[n])
			}
		}
	}
	s.head, s.end = 0, uint8(n)
	if s.phase == Discard && s.mover != o.Self && !s.fromPile {
		s.drawn = drawnOf(s.hands[s.mover].Minus(s.known[s.mover]), src)
	}
	s.key = src.Uint64()
	if invariants {
		s.mustHold(game.NoAction)
	}
	return nil
}

// drawnOf returns one of the cards, each equally likely.
func drawnOf(hidden card.Bag, src rand.Source) card.Card {
	var room [MaxDeck]card.Card
	cards := appendBag(room[:0], hidden)
	return cards[card.Below(src, uint64(len(cards)))]
}

// left returns how seat q, which is out of the game, is assumed to have left it.
func (o *Observation) left(q game.Player) ending {
	switch {
	case o.Rules.Declaring == AnyCards && o.Known[q].Count() == o.Rules.HandSize:
		return wrongDeclaration
	case o.TurnsOf[q] == 1:
		return firstDrop
	}
	return middleDrop
}

// hidden returns the cards that are in the closed deck or in the hands that are not
// given, without the known cards of these hands. The error reports a fault of the
// observation or of a hand.
func (o *Observation) hidden(hands *[game.MaxPlayers]card.Bag) (card.Bag, error) {
	if o.Phase == Over {
		return card.Bag{}, fmt.Errorf("indian: the observation is of phase %v, want a game in progress", o.Phase)
	}
	unseen, err := o.unseen()
	if err != nil {
		return card.Bag{}, err
	}
	if o.PileSize != o.Pile.Count() || o.PileSize > 0 && !o.Pile.Has(o.Top) {
		return card.Bag{}, fmt.Errorf("indian: the open pile of the observation is %v, want %d cards and the top %v", o.Pile, o.PileSize, o.Top)
	}
	loose := o.StockSize
	for q := range game.Player(o.Rules.Seats) {
		hand := &hands[q]
		want := o.HandSizes[q]
		switch {
		case q == o.Self:
			if *hand != (card.Bag{}) {
				return card.Bag{}, fmt.Errorf("indian: a hand is given for seat %d, which observes", q)
			}
			continue
		case *hand == card.Bag{}:
			loose += want - o.Known[q].Count()
			continue
		}
		own := hand.Minus(o.Known[q])
		switch {
		case hand.Count() != want:
			return card.Bag{}, fmt.Errorf("indian: the hand %v given for seat %d has %d cards, want %d", *hand, q, hand.Count(), want)
		case !hand.Contains(o.Known[q]):
			return card.Bag{}, fmt.Errorf("indian: the hand %v given for seat %d lacks %v, which it is known to hold", *hand, q, o.Known[q].Minus(*hand))
		case !unseen.Contains(own):
			return card.Bag{}, fmt.Errorf("indian: the hand %v given for seat %d has %v, which is elsewhere", *hand, q, own.Minus(unseen))
		}
		unseen = unseen.Minus(own)
	}
	if n := unseen.Count(); n != loose {
		return card.Bag{}, fmt.Errorf("indian: the observation has %d hidden cards for %d places", n, loose)
	}
	return unseen, nil
}

// unseen returns the cards whose place the observer does not know: those of the closed
// deck and of the other hands, except the cards known to be in a hand. The error names
// cards that the observation shows more often than the deck has them.
func (o *Observation) unseen() (card.Bag, error) {
	unseen := o.Rules.Deck()
	take := func(b card.Bag, where string) error {
		if !unseen.Contains(b) {
			return fmt.Errorf("indian: %s of the observation has %v, which is not left in the deck", where, b.Minus(unseen))
		}
		unseen = unseen.Minus(b)
		return nil
	}
	err := take(card.BagOf(o.Wildcard), "the wildcard")
	if err == nil {
		err = take(o.Hand, "the hand")
	}
	if err == nil {
		err = take(o.Pile, "the open pile")
	}
	for q := range game.Player(o.Rules.Seats) {
		if err == nil && q != o.Self {
			err = take(o.Known[q], "the known part of a hand")
		}
	}
	return unseen, err
}

// BottomToTop moves the last card of the closed deck to its top, if there is one. In a
// determinization every card is equally likely there, so the result is another
// determinization: see package internal/agents/search.
func (s *State) BottomToTop() {
	if stock := s.deck[s.head:s.end]; len(stock) > 1 {
		c := stock[len(stock)-1]
		copy(stock[1:], stock)
		stock[0] = c
	}
}

// Redeal distributes again all cards that seat p cannot see: those of the closed deck
// and of the other hands, except the cards known to be in a hand (Observation.Known).
// Every order of them over these places is equally likely. Redeal also draws a new key
// of later reshuffles. It ignores what the players' choices reveal of their hands and,
// with more than two players, that cards which were not in the pile when it was last
// shuffled cannot be in the closed deck. The outcome of a game that is over does not
// change. For game.NoPlayer it distributes all hands again.
func (s *State) Redeal(p game.Player, src rand.Source) {
	if !s.dealt {
		return
	}
	var places [MaxDeck]card.Card
	unseen := append(places[:0], s.deck[s.head:s.end]...)
	for q := range s.seats() {
		if q != p {
			unseen = appendBag(unseen, s.hands[q].Minus(s.known[q]))
		}
	}
	card.Shuffle(unseen, src)
	unseen = unseen[copy(s.deck[s.head:s.end], unseen):]
	for q := range s.seats() {
		if q == p {
			continue
		}
		hidden := s.hands[q].Minus(s.known[q]).Count()
		s.hands[q] = s.known[q]
		for _, c := range unseen[:hidden] {
			s.hands[q].Add(c)
		}
		if s.phase == Discard && q == s.mover && !s.fromPile {
			s.drawn = unseen[0] // every hidden card is equally likely
		}
		unseen = unseen[hidden:]
	}
	s.key, s.later = src.Uint64(), nil
}

// Hides reports whether the other players may hold cards, or may have drawn one, that seat p
// cannot infer from what it has seen.
func (s *State) Hides(p game.Player) bool {
	var loose card.Bag // cards in places that p does not see
	places := min(s.stock(), 1)
	for _, c := range s.deck[s.head:s.end] {
		loose.Add(c)
	}
	for q := range s.seats() {
		hidden := s.hands[q].Minus(s.known[q])
		if q == p || hidden == (card.Bag{}) {
			continue
		}
		loose = loose.Plus(hidden)
		places++
		if s.phase == Discard && q == s.mover && !s.fromPile && kinds(hidden) > 1 {
			return true
		}
	}
	return places > min(s.stock(), 1) && places > 1 && kinds(loose) > 1
}

// kinds returns the number of different cards of a bag.
func kinds(b card.Bag) int { return b.Once.Count() + min(int(b.Jokers), 1) }

// appendBag is b.Append(dst) without the iterator.
func appendBag(dst []card.Card, b card.Bag) []card.Card {
	for _, layer := range [...]card.Cards{b.Once, b.Twice, b.Thrice} {
		for ; layer != 0; layer &= layer - 1 {
			dst = append(dst, layer.First())
		}
	}
	for range b.Jokers {
		dst = append(dst, card.Joker)
	}
	return dst
}
