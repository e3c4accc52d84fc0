package gin

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// knock makes the player to move the knocker, whose cards are shown.
func (s *State) knock() {
	s.knocker = s.mover
	s.known[s.mover] = s.hands[s.mover]
	switch {
	case s.phase == KnockOrPass:
		s.show()
	case s.phase == Discard && s.rules.KnockOrder == DiscardThenKnock:
		s.big = true
		s.show()
	default:
		s.phase = KnockDiscard
	}
}

// show has the knocker declare melds.
func (s *State) show() {
	s.drawn, s.fromPile = card.None, false
	if s.rules.Melding == ChosenMelds {
		s.phase = KnockerMelds
		return
	}
	s.declareAll(meld.Best(s.hands[s.knocker]))
	s.answer()
}

// declare lays down meld m of the player to move.
func (s *State) declare(m card.Cards) {
	p := s.mover
	s.melds[p][s.melds[p].Len()] = m
	s.hands[p] &^= m
	s.known[p] &^= m
}

// declareAll lays down the melds of the player to move.
func (s *State) declareAll(melds meld.Arrangement) {
	p := s.mover
	s.melds[p] = melds
	s.hands[p] &^= melds.Cards()
	s.known[p] &^= melds.Cards()
}

// answer gives the move to the opponent of the knocker, who has declared.
func (s *State) answer() {
	s.mover = 1 - s.knocker
	if s.rules.Answer == LayOffsFirst && !s.isGin() {
		s.phase = LayOff
		return
	}
	s.defend()
}

// isGin reports whether the knocker has declared all cards.
func (s *State) isGin() bool { return s.hands[s.knocker] == 0 }

// defend has the opponent of the knocker declare melds.
func (s *State) defend() {
	p := s.mover
	switch {
	case s.rules.Melding == ChosenMelds:
		s.phase = DefenderMelds
		return
	case s.rules.LayingOff == BestLayOffs && !s.isGin():
		melds, _ := meld.LayOffBest(s.hands[p], s.melds[s.knocker])
		s.declareAll(melds)
	default:
		s.declareAll(meld.Best(s.hands[p]))
	}
	s.defended()
}

// defended goes on after the melds of the opponent.
func (s *State) defended() {
	if s.rules.Answer == LayOffsFirst || s.isGin() {
		s.endHand()
		return
	}
	rest := s.hands[s.mover]
	switch s.rules.LayingOff {
	case ChosenLayOffs:
		s.phase = LayOff
		return
	case GreedyLayOffs:
		var buf [handSize]meld.LayOff
		for _, l := range meld.AppendLayOffs(buf[:0], rest, s.melds[s.knocker]) {
			s.layOffOnto(l.Card, l.Onto)
		}
	case BestLayOffs:
		var buf [handSize]meld.LayOff
		for _, l := range meld.AppendMostLayOffs(buf[:0], rest, s.melds[s.knocker]) {
			s.layOffOnto(l.Card, l.Onto)
		}
	}
	s.endHand()
}

// laid goes on after the lay-offs of the opponent.
func (s *State) laid() {
	if s.rules.Answer == LayOffsFirst {
		s.defend()
	} else {
		s.endHand()
	}
}

// layOffs returns the cards of the player to move that can be laid off now.
func (s *State) layOffs() card.Cards {
	return s.melds[s.knocker].Extensions(s.laidOff, s.rules.LayOffLimit) & s.hands[s.mover]
}

// layOff lays off card c of the player to move onto the run of the knocker that
// it extends, else onto the set. A run takes more cards then, and a set does not,
// so nothing is lost by this choice.
func (s *State) layOff(c card.Card) {
	s.layOffOnto(c, s.melds[s.knocker].Onto(c, s.laidOff, s.rules.LayOffLimit))
}

// layOffOnto lays off card c of the player to move onto a meld of the knocker.
func (s *State) layOffOnto(c card.Card, onto int) {
	p := s.mover
	s.hands[p] = s.hands[p].Without(c)
	s.known[p] = s.known[p].Without(c)
	s.laidOff = s.laidOff.With(c)
	s.melds[s.knocker][onto] = s.melds[s.knocker][onto].With(c)
}

// limitNow returns the most that the cards which the knocker does not declare may
// count.
func (s *State) limitNow() int {
	if s.big {
		return 0
	}
	return int(s.limit)
}
