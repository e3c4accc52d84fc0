package gin

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// SingleHand returns the rules of one hand under the rules r, whoever begins it:
// those of the states that [State.Determinize] makes.
func (r Rules) SingleHand() Rules {
	r.Episode, r.Starter = Hand, RandomStarter
	return r
}

// Determinize sets the state to a hand in progress that the observer of o may be in,
// from what o tells alone: the seat sees the same of it, but for the match it belongs
// to, which is left out. The state is of a game under o's rules as
// [Rules.SingleHand] gives them, or Determinize panics. It is how search guesses.
//
// hand, if it is not empty, is all that the other seat is taken to hold now, with
// o.Known of it. All other hidden cards are drawn from src as [State.Redeal] draws
// them, and with no hand given the hand too.
//
// The error says what is wrong with o or with the hand; the state is then untouched.
func (s *State) Determinize(o *Observation, hand card.Cards, src rand.Source) error {
	if *s.rules != o.Rules.SingleHand() {
		panic("gin: Determinize of an observation under other rules")
	}
	q := 1 - o.Self
	unseen, hidden, err := o.hidden(hand)
	if err != nil {
		return err
	}
	made := State{rules: s.rules, dealt: true, starter: o.Starter, hand: 1}
	made.last.knocker, made.last.winner = game.NoPlayer, game.NoPlayer
	made.phase, made.mover, made.drawn, made.knocker = o.Phase, o.Mover, o.Drawn, o.Knocker
	made.turned = uint8(copy(made.history[:], o.History))
	made.melds, made.laidOff = o.Melds, o.LaidOff
	made.hands[o.Self] = o.Hand
	made.big = o.Knocker != game.NoPlayer && o.Phase != KnockDiscard && made.open()
	first := o.Upcard
	if made.turned > 0 {
		first = made.history[0].Upcard
	}
	redeal := hand == 0
	if redeal {
		hand = o.Known[q]
		for ; hidden > 0; hidden-- { // any, Redeal will choose
			hand |= unseen & -unseen
			unseen &= unseen - 1
		}
	}
	made.hands[q] = hand
	if err := made.derive(first); err != nil {
		return fmt.Errorf("gin: the turns of the observation: %w", err)
	}
	made.head = uint8(deckSize - o.StockSize)
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

// hidden returns the cards that lie in the stock, and with no hand given those that
// lie there or in the other hand and how many of them do in the hand. The error says
// what is wrong with the observation or with the hand.
func (o *Observation) hidden(hand card.Cards) (unseen card.Cards, held int, err error) {
	q := 1 - o.Self
	unseen = o.Unknown()
	held = o.HandSizes[q] - o.Known[q].Count()
	switch {
	case o.Phase == Over:
		return 0, 0, errors.New("gin: the observation is of the end, want a hand in progress")
	case held < 0 || unseen.Count() != held+o.StockSize || o.StockSize < wall || len(o.History) > maxHistory:
		return 0, 0, fmt.Errorf("gin: the observation has %d hidden cards, want %d in the hand and %d in the stock", unseen.Count(), held, o.StockSize)
	case hand == 0:
		return unseen, held, nil
	case hand.Count() != o.HandSizes[q]:
		return 0, 0, fmt.Errorf("gin: the hand %v given for seat %d has %d cards, want %d", hand, q, hand.Count(), o.HandSizes[q])
	case o.Known[q]&^hand != 0:
		return 0, 0, fmt.Errorf("gin: the hand %v given for seat %d lacks %v, which it is known to hold", hand, q, o.Known[q]&^hand)
	case hand&^o.Known[q]&^unseen != 0:
		return 0, 0, fmt.Errorf("gin: the hand %v given for seat %d has %v, which lies elsewhere", hand, q, hand&^o.Known[q]&^unseen)
	}
	return unseen &^ hand, 0, nil
}

// BottomToTop moves the last card of the stock to its top. In a determinization, whose
// order is a guess, any card is as likely there, so that this only makes it another
// guess: see package agents/search.
func (s *State) BottomToTop() {
	if stock := s.deck[s.head:]; len(stock) > 1 {
		c := stock[len(stock)-1]
		copy(stock[1:], stock)
		stock[0] = c
	}
}
