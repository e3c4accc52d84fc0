package gin

import (
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
)

// mustHold panics if action a has led to an impossible state.
func (s *State) mustHold(a game.Action) {
	if err := s.check(); err != nil {
		panic(fmt.Sprintf("gin: after %s: %v", actionString(a), err))
	}
}

// check returns an error if the state cannot come about in a game. What it does
// not know is whether the players held the cards that they threw when they threw
// them, and how the scores before the last hand came about.
func (s *State) check() error {
	if !s.dealt {
		fresh := State{rules: s.rules}
		if fresh.clear(); *s != fresh {
			return errors.New("a state that is not dealt holds something")
		}
		return nil
	}
	for _, f := range []func() error{s.checkMatch, s.checkCards, s.checkTurns, s.checkPhase} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// checkMatch checks what belongs to more than one hand.
func (s *State) checkMatch() error {
	r := s.rules
	over := s.phase == Over
	ended := int64(s.hand) - 1
	if over {
		ended++
	}
	handsOf := r.MaxHands
	if r.Episode == Hand {
		handsOf = 1
	}
	boxes := int64(s.boxes[0]) + int64(s.boxes[1])
	first := s.starter // of the first hand
	if scored := boxes; over && s.last.winner != game.NoPlayer {
		first ^= game.Player((scored - 1) & 1)
	} else {
		first ^= game.Player(scored & 1)
	}
	switch {
	case s.starter != 0 && s.starter != 1 || s.mover != 0 && s.mover != 1:
		return fmt.Errorf("seat %d began and seat %d moves", s.starter, s.mover)
	case s.knocker != game.NoPlayer && s.knocker != 0 && s.knocker != 1:
		return fmt.Errorf("seat %d knocks", s.knocker)
	case s.hand < 1 || int(s.hand) > handsOf:
		return fmt.Errorf("hand %d of %d", s.hand, handsOf)
	case int64(s.before) < int64(s.hand)-1 || int64(s.before) > (int64(s.hand)-1)*int64(r.MaxTurns):
		return fmt.Errorf("%d turns in %d hands", s.before, s.hand-1)
	case min(s.scores[0], s.scores[1], s.boxes[0], s.boxes[1]) < 0 || boxes > ended:
		return fmt.Errorf("scores %v and hands won %v after %d hands", s.scores, s.boxes, ended)
	case (ended == 0) != (s.last.ending == playing):
		return fmt.Errorf("after %d hands the last ended by %q", ended, s.last.ending.name())
	case r.Starter == FirstSeat && first != 0 || r.Starter == SecondSeat && first != 1:
		return fmt.Errorf("seat %d began hand %d after %d scored ones", s.starter, s.hand, boxes)
	}
	if err := s.last.check(r); err != nil {
		return fmt.Errorf("the last hand: %w", err)
	}
	return s.checkScores(ended)
}

// checkScores checks the scores after the given number of hands.
func (s *State) checkScores(ended int64) error {
	before, boxes := s.scores, s.boxes
	w := s.last.winner
	if w != game.NoPlayer {
		before[w] -= s.last.points
		boxes[w]--
	}
	for p := range before {
		if before[p] < 0 || boxes[p] < 0 || boxes[p] == 0 && before[p] > 0 || ended <= 1 && (before[p] != 0 || boxes[p] != 0) {
			return fmt.Errorf("seat %d had %d points and %d hands won before the last of %d", p, before[p], boxes[p], ended)
		}
		if int64(before[p]) > int64(boxes[p])*(maxPoints+100) || s.rules.Episode == Match && int(before[p]) >= s.rules.Target {
			return fmt.Errorf("seat %d had %d points before the last hand", p, before[p])
		}
	}
	want := playing
	switch {
	case s.rules.Episode == Hand:
		want = s.last.ending // playing before the end
	case w != game.NoPlayer && int(s.scores[w]) >= s.rules.Target:
		want = matchWon
	case ended == int64(s.rules.MaxHands):
		want = handLimit
	}
	if s.ending != want || (want != playing) != (s.phase == Over) {
		return fmt.Errorf("phase %v and ending %q, want %q", s.phase, s.ending.name(), want.name())
	}
	return nil
}

// checkCards checks that every card is somewhere, once, and what follows from the
// turns.
func (s *State) checkCards() error {
	trial := *s
	if err := trial.derive(s.firstUpcard()); err != nil {
		return err
	}
	if trial != *s {
		return errors.New("what follows from the turns is not so")
	}
	var all card.Cards
	n := 0
	add := func(cs card.Cards) { all |= cs; n += cs.Count() }
	for _, c := range s.deck[s.head:] {
		if !suited(c) {
			return fmt.Errorf("%v is in the stock", c)
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
	if all != card.All || n != deckSize {
		return fmt.Errorf("%d cards lie about, of them %d different", n, all.Count())
	}
	for p := range game.Player(seats) {
		want := handSize
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

// held returns the cards that seat p has, melds and lay-offs included.
func (d *showdown) held(p, knocker game.Player) card.Cards {
	if p == knocker {
		return d.hands[p] | d.melds[p].Cards()&^d.laidOff
	}
	return d.hands[p] | d.melds[p].Cards() | d.laidOff
}

// open reports whether a card was drawn for which none was thrown.
func (s *State) open() bool {
	if s.turned == 0 {
		return false
	}
	t := s.history[s.turned-1]
	return t.Source != Passed && t.Discard == card.None
}

// checkTurns checks how many turns there were.
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
		return fmt.Errorf("turn %d of %d", s.turn, s.rules.MaxTurns)
	case size < wall || stock+size != deckSize-seats*handSize-1:
		return fmt.Errorf("the stock has %d cards after %d draws", size, stock)
	case s.rules.MaxUpcards > 0 && upcards >= s.rules.MaxUpcards && s.knocker == game.NoPlayer:
		return fmt.Errorf("%d upcards were taken", upcards)
	}
	return nil
}

// checkPhase checks that phase, mover, drawn card and knock fit the turns.
func (s *State) checkPhase() error {
	begun := s.turned > 0 && (s.turned > seats || s.history[s.turned-1].Source != Passed)
	mover, next := s.starter, s.starter
	if s.turned > 0 {
		mover = s.history[s.turned-1].Player
		next = 1 - mover
	}
	r, atWall := s.rules, s.StockSize() <= wall
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
		fits = s.open() && s.mover == mover && s.knocker == mover && !s.big && s.laidOff == 0 && s.melds == [2]meld.Arrangement{} &&
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
		return fmt.Errorf("seat %d cannot have to %v now", s.mover, s.phase)
	case s.open() && !s.big && (!s.hands[mover].Has(s.drawn) || s.fromPile && s.drawn != s.history[s.turned-1].Upcard),
		(!s.open() || s.big) && s.drawn != card.None:
		return fmt.Errorf("%v was drawn", s.drawn)
	case !knocking && (s.knocker != game.NoPlayer || s.big || s.showdown != showdown{hands: s.hands}):
		return fmt.Errorf("seat %d knocks in phase %v", s.knocker, s.phase)
	case knocking && s.phase != KnockDiscard:
		return s.checkShowdown()
	}
	return nil
}
