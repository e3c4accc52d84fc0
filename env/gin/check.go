package gin

import (
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// mustHold panics with the error of a check after action a.
func mustHold(err error, a game.Action) {
	if err != nil {
		panic(fmt.Sprintf("gin: after %s: %v", actionString(a), err))
	}
}

// check returns an error if no game of one hand can reach the state. It does not check that the
// players held their discards when they discarded them.
func (s *State) check() error {
	x := s.sheet()
	return s.checkSheet(&x)
}

// checkSheet is check for a state that was read with a sheet.
func (s *State) checkSheet(x *sheet) error {
	if err := s.checkHand(); err != nil {
		return err
	}
	switch want := s.sheet(); { // any seat may have begun a hand of a match
	case x.ending != want.ending:
		return fmt.Errorf("in phase %v the ending is %q, want %q", s.phase, x.ending.name(), want.ending.name())
	case *x != want:
		return errors.New("the hand has the score of a match, or of another hand")
	}
	return nil
}

// checkHand returns an error if no hand can reach the state.
func (s *State) checkHand() error {
	if !s.dealt {
		fresh := State{rules: s.rules}
		if fresh.clear(); *s != fresh {
			return errors.New("a state that is not dealt has values")
		}
		return nil
	}
	switch {
	case s.starter != 0 && s.starter != 1 || s.mover != 0 && s.mover != 1:
		return fmt.Errorf("the starter is seat %d and seat %d is to move", s.starter, s.mover)
	case s.knocker != game.NoPlayer && s.knocker != 0 && s.knocker != 1:
		return fmt.Errorf("the knocker is seat %d", s.knocker)
	}
	for _, f := range []func() error{s.checkCards, s.checkTurns, s.checkPhase} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// checkCards checks that every card is in exactly one place, and the values derived from
// the turns.
func (s *State) checkCards() error {
	trial := *s
	if err := trial.derive(s.firstUpcard()); err != nil {
		return err
	}
	if trial != *s {
		return errors.New("the cards do not match the turns")
	}
	var all card.Cards
	n := 0
	add := func(cs card.Cards) { all |= cs; n += cs.Count() }
	for _, c := range s.deck[s.head:] {
		if !s.rules.Pack().Has(c) {
			return fmt.Errorf("the stock has %v, which is not a card of the pack", c)
		}
		add(card.Cards(0).With(c))
	}
	for _, c := range s.pile[:s.piled] {
		add(card.Cards(0).With(c))
	}
	for p := range s.hands {
		add(s.hands[p])
		for _, m := range s.melds[p] {
			add(m)
		}
	}
	if all != s.rules.Pack() || n != s.rules.DeckSize() {
		return fmt.Errorf("the table holds %d cards, %d of them distinct", n, all.Count())
	}
	for p := range game.Player(seats) {
		want := s.rules.HandSize
		if s.open() && p == s.history[s.turned-1].Player {
			want++
		}
		held := s.held(p, s.knocker)
		if held.Count() != want || s.known[p]&^held != 0 {
			return fmt.Errorf("seat %d holds %v, want %d cards, %v among them", p, held, want, s.known[p])
		}
	}
	return nil
}

// held returns the cards of seat p, melds and lay-offs included.
func (d *showdown) held(p, knocker game.Player) card.Cards {
	if p == knocker {
		return d.hands[p] | d.melds[p].Cards()&^d.laidOff
	}
	return d.hands[p] | d.melds[p].Cards() | d.laidOff
}

// open reports whether a card was drawn, but no card was discarded yet.
func (s *State) open() bool {
	if s.turned == 0 {
		return false
	}
	t := s.history[s.turned-1]
	return t.Source != Passed && t.Discard == card.None
}

// checkTurns checks the number of turns.
func (s *State) checkTurns() error {
	stock := 0
	for _, t := range s.history[:s.turned] {
		if t.Source == FromStock {
			stock++
		}
	}
	size := s.StockSize()
	upcards := s.upcards()
	switch {
	case int(s.turn) > s.rules.MaxTurns || s.turn < 1:
		return fmt.Errorf("the turn is %d, want at most %d", s.turn, s.rules.MaxTurns)
	case size < s.rules.stockLeft() || stock+size != s.rules.DeckSize()-seats*s.rules.HandSize-1:
		return fmt.Errorf("the stock has %d cards after %d draws", size, stock)
	case s.rules.MaxUpcards > 0 && upcards >= s.rules.MaxUpcards && s.knocker == game.NoPlayer:
		return fmt.Errorf("the number of upcards taken is %d, more than the rules allow", upcards)
	}
	return nil
}

// checkPhase checks that phase, mover, drawn card and knock match the turns.
func (s *State) checkPhase() error {
	begun := s.turned > 0 && (s.turned > seats || s.history[s.turned-1].Source != Passed)
	mover, next := s.starter, s.starter
	if s.turned > 0 {
		mover = s.history[s.turned-1].Player
		next = 1 - mover
	}
	r, atWall := s.rules, s.StockSize() <= s.rules.stockLeft()
	closed := begun && !s.open()
	var fits bool
	switch s.phase {
	case FirstUpcard:
		fits = !begun && s.turned < seats && s.mover == next
	case Draw:
		fits = (closed && !s.repeated() || !begun && s.turned == seats) && !atWall && s.mover == next
	case Wall:
		fits = closed && !s.repeated() && atWall && r.StockEnd == WallKnock && s.mover == next
	case Discard:
		fits = s.open() && s.mover == mover && !s.known[mover].Has(s.drawn) != s.fromPile
	case KnockOrPass:
		fits = closed && s.mover == mover && r.KnockOrder == DiscardThenKnock && s.canKnock(s.hands[mover])
	case KnockDiscard:
		fits = s.open() && s.mover == mover && s.knocker == mover && !s.big && s.laidOff == 0 && s.melds == [2]deadwood.Arrangement{} &&
			(r.KnockOrder == KnockThenDiscard || atWall) &&
			(s.bigGin() || s.knockDiscards(s.hands[mover], s.mustKeep()) != 0)
	case KnockerMelds, DefenderMelds, LayOff:
		fits = s.knocker == mover && s.open() == s.big
	case Over:
		return s.checkEnd(mover, next, closed)
	}
	knocking := s.phase >= KnockDiscard && s.phase <= LayOff
	switch {
	case !fits:
		return fmt.Errorf("seat %d cannot be to move in phase %v now", s.mover, s.phase)
	case s.open() && !s.big && (!s.hands[mover].Has(s.drawn) || s.fromPile && s.drawn != s.history[s.turned-1].Upcard),
		(!s.open() || s.big) && s.drawn != card.None:
		return fmt.Errorf("the drawn card is %v, which does not match the turns", s.drawn)
	case !knocking && (s.knocker != game.NoPlayer || s.big || s.showdown != showdown{hands: s.hands}):
		return fmt.Errorf("the knocker is seat %d in phase %v", s.knocker, s.phase)
	case knocking && s.phase != KnockDiscard:
		return s.checkShowdown()
	}
	return nil
}
