package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// A fault is the clause of the contract that a toy game violates.
type fault int

const (
	sound fault = iota
	leaksHand
	leaksStock
	sharesHand
	keepsOldField
	acceptsTaken
	refusesLegal
	changesOnRefusal
	plainError
	unnamedRefusal
	emptyMask
	maskAfterEnd
	addsToMask
	unequalGains
	gainsEarly
	endless
	sharedCopy
	hiddenSource
	usesOldState
	drawsMoreOnce
	losesCard
	takesAnyDeck
	otherDeal
	lazyRedeal
	redealsOwn
	redealsDoubled
	redealsSeed
	textTwice
	readsAnything
	liveUndealt
	hidesNothing
	hidesNothingLazily
	takesAnySeat
	takesAnyState
	tellsDrawn
	tellsNothing
	hidesDrawn
	tellsMore
	tellsOther
	dealsOther
	foreignMover
	legalBeyond
	takesShortDeck
	stuckAfterRedeal
	strangerGains
	strangerWins
	loserWins
	lazyForMover
	keyedOutcome
	tied          // sound: nobody wins
	nothingGained // sound: the winner gains nothing
)

// toy is a minimal card game with hidden cards and two phases: two players hold three clubs each. A turn is a draw from the closed deck
// and a discard. When the closed deck is empty, the player with the higher sum of
// ranks wins the difference.
type toy struct{ fault fault }

const (
	toyCards   = 12
	toyHand    = 3
	toyDraw    = 0
	toyDiscard = 1 // and the rank
	toyActions = toyDiscard + card.NumRanks
)

func (g toy) Name() string    { return "toy" }
func (g toy) Players() int    { return 2 }
func (g toy) NumActions() int { return toyActions }

func (g toy) Deck() []card.Card { return card.AppendDeck(nil, 1, 0)[:toyCards] }

func (g toy) ActionString(a game.Action) string {
	switch {
	case g.fault == textTwice && a == 3:
		return g.ActionString(2)
	case a == toyDraw:
		return "draw"
	case a < toyActions:
		return "discard " + card.FromIndex(int(a-toyDiscard)).String()
	}
	return fmt.Sprintf("action %d", a)
}

func (g toy) ParseAction(s string) (game.Action, error) {
	for a := range game.Action(toyActions) {
		if g.ActionString(a) == s {
			return a, nil
		}
	}
	if g.fault == readsAnything && strings.HasPrefix(s, "action") {
		return toyDraw, nil
	}
	return game.NoAction, errors.New("no action of the toy")
}

func (g toy) NewState() game.State             { return &toyState{fault: g.fault, over: g.fault != liveUndealt} }
func (g toy) NewObservation() game.Observation { return &toyView{} }

var toyDealt int // number of deals of all toys; no result may depend on it

func (g toy) Deal(dst game.State, src rand.Source) {
	s := dst.(*toyState)
	deck := g.Deck()
	card.Shuffle(deck, src)
	if toyDealt++; g.fault == drawsMoreOnce && toyDealt%2 == 0 {
		src.Uint64()
	}
	if g.fault == otherDeal {
		slices.Reverse(deck)
	}
	s.start(deck, src.Uint64())
}

func (g toy) DealDeck(dst game.State, deck []card.Card, key uint64) error {
	s := dst.(*toyState)
	want := g.Deck()
	got := slices.Sorted(slices.Values(deck))
	short := g.fault == takesShortDeck && len(deck) == len(want)-1
	if !slices.Equal(got, want) && (g.fault != takesAnyDeck || len(deck) != len(want)) && !short {
		return errors.New("not the deck")
	}
	s.start(slices.Clone(deck), key)
	return nil
}

type toyState struct {
	fault   fault
	dealt   bool
	over    bool
	key     uint64
	stock   []card.Card
	hands   [2][]card.Card
	pile    []card.Card
	mover   game.Player
	discard bool // the mover has drawn
	turns   int
	stuck   bool
}

func (s *toyState) start(deck []card.Card, key uint64) {
	old := *s
	*s = toyState{fault: s.fault, dealt: true, key: key, turns: 1}
	s.hands[0] = slices.Clone(deck[:toyHand])
	s.hands[1] = slices.Clone(deck[toyHand : 2*toyHand])
	s.stock = slices.Clone(deck[2*toyHand:])
	if s.fault == usesOldState && len(old.pile) > 0 {
		s.mover = 1
	}
}

func (s *toyState) Current() game.Player {
	if s.over {
		return game.NoPlayer
	}
	if s.fault == foreignMover {
		return 2
	}
	return s.mover
}

func (s *toyState) Legal(dst *game.Mask) {
	if s.fault != addsToMask {
		*dst = game.Mask{}
	}
	switch {
	case s.over && s.fault == maskAfterEnd && s.dealt:
		dst.Set(toyDraw)
	case s.over, s.fault == emptyMask && s.turns == 3:
	case !s.discard:
		dst.Set(toyDraw)
	default:
		if s.fault == legalBeyond {
			dst.Set(toyActions)
		}
		for _, c := range s.hands[s.mover] {
			dst.Set(toyDiscard + game.Action(c.Rank()))
		}
	}
}

func (s *toyState) Apply(a game.Action) error {
	var legal game.Mask
	s.Legal(&legal)
	if s.fault == acceptsTaken && s.discard && !s.over && a == toyDraw {
		return nil
	}
	if !legal.Has(a) || s.over || s.fault == refusesLegal && a == toyDiscard+4 || s.stuck {
		switch s.fault {
		case changesOnRefusal:
			s.turns++
		case plainError:
			return errors.New("no")
		case unnamedRefusal:
			return &game.IllegalAction{Player: s.Current(), Action: a}
		}
		phase := "draw"
		if s.over {
			phase = "over"
		} else if s.discard {
			phase = "discard"
		}
		return &game.IllegalAction{Player: s.Current(), Action: a, Name: toy{s.fault}.ActionString(a), Phase: phase, Reason: "not legal"}
	}
	hand := &s.hands[s.mover]
	if a == toyDraw {
		i := 0
		if s.fault == hiddenSource {
			i = int(rand.Uint64() % uint64(len(s.stock)))
		}
		*hand = append(*hand, s.stock[i])
		s.stock = slices.Delete(slices.Clone(s.stock), i, i+1)
		s.discard = true
		return nil
	}
	c := card.New(card.Rank(a-toyDiscard), card.Clubs)
	i := slices.Index(*hand, c)
	if i < 0 { // a copy that shares memory has discarded it
		return errors.New("the card is gone")
	}
	if s.fault == sharedCopy || s.fault == sharesHand {
		copy((*hand)[i:], (*hand)[i+1:]) // in place, so that sharing the array is visible
		*hand = (*hand)[:len(*hand)-1]
	} else {
		*hand = slices.Delete(slices.Clone(*hand), i, i+1)
	}
	if s.fault != losesCard || s.turns != 2 {
		s.pile = append(slices.Clone(s.pile), c)
	}
	s.discard = false
	if s.over = len(s.stock) == 0; !s.over {
		s.mover = 1 - s.mover
		s.turns++
	}
	if s.fault == endless && s.over {
		s.over = false
		s.stock, s.pile = s.pile, nil
	}
	return nil
}

type toyView struct {
	Self, Mover game.Player
	Hand        []card.Card
	Pile        []card.Card
	Stock       int
	Discard     bool
	Leak        []card.Card
}

func (v *toyView) Observer() game.Player { return v.Self }

func (s *toyState) Observe(p game.Player, dst game.Observation) {
	v := dst.(*toyView)
	old := *v
	if s.fault == takesAnySeat {
		p &= 1
	}
	*v = toyView{Self: p, Mover: s.Current(), Hand: slices.Clone(s.hands[p]), Pile: slices.Clone(s.pile), Stock: len(s.stock), Discard: s.discard}
	switch s.fault {
	case sharesHand:
		v.Hand = s.hands[p]
	case leaksHand:
		v.Leak = slices.Clone(s.hands[1-p])
	case leaksStock:
		if len(s.stock) > 0 {
			v.Leak = s.stock[:1:1]
		}
	case keepsOldField:
		if s.discard {
			v.Pile = old.Pile
		}
	}
}

func (s *toyState) Outcome() game.Outcome {
	o := game.Outcome{Over: s.over, Winner: game.NoPlayer, Turns: s.turns, Rounds: (s.turns + 1) / 2}
	sum := func(p int) (n int) {
		for _, c := range s.hands[p] {
			n += int(c.Rank())
		}
		return n
	}
	gain := sum(0) - sum(1)
	if s.fault == gainsEarly && s.discard {
		o.Gains[0], o.Gains[1] = 1, -1
	}
	if s.over && s.dealt {
		o.Gains[0], o.Gains[1] = gain, -gain
		o.Ending, o.Winner = "empty", 0
		if gain < 0 {
			o.Winner = 1
		}
		switch s.fault {
		case unequalGains:
			o.Gains[1]--
		case keyedOutcome:
			extra := int(s.key & 1)
			o.Gains[o.Winner], o.Gains[1-o.Winner] = o.Gains[o.Winner]+extra, o.Gains[1-o.Winner]-extra
		case strangerGains:
			o.Gains[1], o.Gains[2] = o.Gains[1]-1, 1
		case strangerWins:
			o.Winner = 2
		case loserWins:
			o.Winner, o.Gains[0], o.Gains[1] = 0, -1, 1
		case tied:
			o.Winner = game.NoPlayer
		case nothingGained:
			o.Gains[0], o.Gains[1] = 0, 0
		}
	}
	return o
}

func (s *toyState) CopyFrom(src game.State) {
	from, ok := src.(*toyState)
	if !ok && s.fault == takesAnyState {
		return
	}
	*s = *from
	if s.fault != sharedCopy {
		s.hands[0], s.hands[1] = slices.Clone(from.hands[0]), slices.Clone(from.hands[1])
	}
}

func (s *toyState) Redeal(p game.Player, src rand.Source) {
	if !s.dealt || s.fault == lazyRedeal || s.fault == hidesNothingLazily {
		return
	}
	if s.fault == lazyForMover && p == s.mover {
		return
	}
	q := 1 - p
	s.hands[q] = slices.Clone(s.hands[q])
	s.stock = slices.Clone(s.stock)
	unseen := append(slices.Clone(s.stock), s.hands[q]...)
	card.Shuffle(unseen, src)
	if s.over {
		return // the cards are shown
	}
	copy(s.stock, unseen)
	copy(s.hands[q], unseen[len(s.stock):])
	s.key = src.Uint64()
	s.stuck = s.fault == stuckAfterRedeal
	switch s.fault {
	case redealsOwn:
		card.Shuffle(s.hands[p], src)
	case redealsDoubled:
		s.hands[q][0] = s.hands[q][1]
	case redealsSeed:
		rand.Shuffle(toyHand, func(i, j int) { s.hands[q][i], s.hands[q][j] = s.hands[q][j], s.hands[q][i] })
	}
}

func (s *toyState) Hides(game.Player) bool {
	return s.fault != hidesNothing && s.fault != hidesNothingLazily
}

func (s *toyState) Cards() card.Bag {
	b := card.BagOf(s.stock...).Plus(card.BagOf(s.pile...))
	return b.Plus(card.BagOf(s.hands[0]...)).Plus(card.BagOf(s.hands[1]...))
}

func (g toy) DeckOf(e *record.Event) ([]card.Card, error) {
	if g.fault == dealsOther {
		return slices.Concat(e.Hands[1], e.Hands[0], e.Stock), nil
	}
	return slices.Concat(e.Hands[0], e.Hands[1], e.Stock), nil
}

func (g toy) ActionOf(_ game.State, e *record.Event) game.Action {
	if e.Type == record.Draw || g.fault == tellsOther {
		return toyDraw
	}
	return toyDiscard + game.Action(e.Card.Rank())
}

func (g toy) AppendEvents(dst []record.Event, before, after game.State, a game.Action) []record.Event {
	s := after.(*toyState)
	if before == nil {
		e := record.New(record.Deal, game.NoPlayer)
		key := s.key
		e.Starter, e.StockSize, e.Key = s.mover, len(s.stock), &key
		e.Hands, e.Stock = [][]card.Card{slices.Clone(s.hands[0]), slices.Clone(s.hands[1])}, slices.Clone(s.stock)
		return append(dst, e)
	}
	p := before.Current()
	switch {
	case a == toyDraw && g.fault == tellsDrawn:
		return append(dst, record.Drew(p, record.Pile, s.hands[p][len(s.hands[p])-1]))
	case a == toyDraw && g.fault == hidesDrawn:
		return append(dst, record.Drew(p, record.Stock, card.None))
	case a == toyDraw && g.fault == tellsMore:
		e := record.Drew(p, record.Stock, s.hands[p][len(s.hands[p])-1])
		return append(dst, e, record.OfCard(record.Discard, 1-p, s.hands[1-p][0]))
	case a == toyDraw:
		return append(dst, record.Drew(p, record.Stock, s.hands[p][len(s.hands[p])-1]))
	case g.fault == tellsNothing:
		return dst
	}
	return append(dst, record.OfCard(record.Discard, p, card.New(card.Rank(a-toyDiscard), card.Clubs)))
}
