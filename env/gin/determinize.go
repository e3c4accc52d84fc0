package gin

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Determinize sets the state to a hand in progress that is consistent with observation
// o: the observation of o's seat in the new state equals o. It uses nothing but o, hand and src. Search uses it to
// sample hidden states (determinization). Determinize panics unless the state is of a
// game under [Rules.AnyStarter] of o's rules.
//
// If hand is not empty, it is the hand of the opponent in the new state, with the cards
// of o.Known. All other hidden cards, and the opponent's hand if hand is empty, are drawn
// from src as in [State.Redeal].
//
// The error reports a fault of o or of hand; the state is then unchanged.
func (s *State) Determinize(o *Observation, hand card.Cards, src rand.Source) error {
	if *s.rules != o.Rules.AnyStarter() {
		panic("gin: Determinize of an observation under other rules")
	}
	q := 1 - o.Self
	unseen, hidden, err := o.hidden(hand)
	if err != nil {
		return err
	}
	made := State{rules: s.rules, dealt: true, starter: o.Starter}
	made.phase, made.mover, made.drawn, made.knocker = o.Phase, o.Mover, o.Drawn, o.Knocker
	made.turned = uint8(copy(made.history[:], o.History))
	made.melds, made.laidOff = o.Melds, o.LaidOff
	made.hands[o.Self] = o.Hand
	made.big = o.Knocker != game.NoPlayer && o.Phase != KnockDiscard && made.open()
	made.limit, made.turn, made.fromPile = int8(o.KnockLimit), int32(o.Turn), o.FromPile
	made.taken, made.given, made.refused, made.known = o.Taken, o.Given, o.Refused, o.Known
	if err := made.restack(o); err != nil {
		return err
	}
	redeal := hand == 0
	if redeal {
		hand = o.Known[q]
		for ; hidden > 0; hidden-- { // any card, because Redeal chooses
			hand |= unseen & -unseen
			unseen &= unseen - 1
		}
	}
	made.hands[q] = hand
	made.head = uint8(maxDeck - o.StockSize)
	stock := made.deck[made.head:made.head]
	for ; unseen != 0; unseen &= unseen - 1 {
		stock = append(stock, unseen.First())
	}
	card.Shuffle(stock, src)
	if o.Phase == Discard && o.Mover == q && !o.FromPile {
		own := hand &^ o.Known[q]
		for range card.Below(src, uint64(own.Count())) {
			own &= own - 1
		}
		made.drawn = own.First()
	}
	made.key = src.Uint64()
	*s = made
	if redeal {
		s.Redeal(o.Self, src)
	}
	return nil
}

// restack makes the discard pile from the turns of the observation.
func (s *State) restack(o *Observation) error {
	top := o.Upcard
	if s.turned > 0 {
		top = s.history[0].Upcard
	}
	s.addToPile(top)
	for _, t := range s.history[:s.turned] {
		if t.Source == FromPile && s.piled > 0 {
			s.piled--
			s.heap = s.heap.Without(s.pile[s.piled])
			s.pile[s.piled] = 0
		}
		if t.Discard != card.None && int(s.piled) < len(s.pile) {
			s.addToPile(t.Discard)
		}
	}
	if s.heap != o.Pile || s.Upcard() != o.Upcard {
		return fmt.Errorf("gin: by the turns of the observation the discard pile is %v and the upcard %v, want %v and %v", s.heap, s.Upcard(), o.Pile, o.Upcard)
	}
	return nil
}

// hidden returns the hidden cards. If a hand is given, these are the cards of the stock;
// otherwise those of the stock and of the opponent's hand, and held is the number of
// them in the hand. The error reports a fault of the observation or of the hand.
func (o *Observation) hidden(hand card.Cards) (unseen card.Cards, held int, err error) {
	q := 1 - o.Self
	unseen = o.Unknown()
	held = o.HandSizes[q] - o.Known[q].Count()
	switch {
	case o.Phase == Over:
		return 0, 0, errors.New("gin: the observation is of an episode that is over, want a hand in progress")
	case held < 0 || unseen.Count() != held+o.StockSize || o.StockSize < o.Rules.stockLeft() || len(o.History) > maxHistory:
		return 0, 0, fmt.Errorf("gin: the observation has %d hidden cards, want %d in the hand and %d in the stock", unseen.Count(), held, o.StockSize)
	case hand == 0:
		return unseen, held, nil
	case hand.Count() != o.HandSizes[q]:
		return 0, 0, fmt.Errorf("gin: the hand %v given for seat %d has %d cards, want %d", hand, q, hand.Count(), o.HandSizes[q])
	case o.Known[q]&^hand != 0:
		return 0, 0, fmt.Errorf("gin: the hand %v given for seat %d lacks %v, which it is known to hold", hand, q, o.Known[q]&^hand)
	case hand&^o.Known[q]&^unseen != 0:
		return 0, 0, fmt.Errorf("gin: the hand %v given for seat %d has %v, which is elsewhere", hand, q, hand&^o.Known[q]&^unseen)
	}
	return unseen &^ hand, 0, nil
}

// BottomToTop moves the last card of the stock to its top. In a determinization every
// card is equally likely there, so the result is another determinization: see package
// internal/agents/search.
func (s *State) BottomToTop() {
	if stock := s.deck[s.head:]; len(stock) > 1 {
		c := stock[len(stock)-1]
		copy(stock[1:], stock)
		stock[0] = c
	}
}
