package gin

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// knock makes the player to move the knocker and shows its cards.
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

// show starts the declaration of the knocker's melds.
func (s *State) show() {
	s.drawn, s.fromPile = card.None, false
	if s.rules.Melding == ChosenMelds {
		s.phase = KnockerMelds
		return
	}
	s.declareAll(deadwood.Best(s.hands[s.knocker]))
	s.answer()
}

// declare declares meld m of the player to move.
func (s *State) declare(m card.Cards) {
	p := s.mover
	s.melds[p][s.melds[p].Len()] = m
	s.hands[p] &^= m
	s.known[p] &^= m
}

// declareAll declares the melds of the player to move.
func (s *State) declareAll(melds deadwood.Arrangement) {
	p := s.mover
	s.melds[p] = melds
	s.hands[p] &^= melds.Cards()
	s.known[p] &^= melds.Cards()
}

// answer gives the move to the opponent, after the knocker has declared its melds.
func (s *State) answer() {
	s.mover = 1 - s.knocker
	if s.rules.Answer == LayOffsFirst && !s.isGin() {
		s.phase = LayOff
		return
	}
	s.defend()
}

// isGin reports whether the knocker has declared all its cards.
func (s *State) isGin() bool { return s.hands[s.knocker] == 0 }

// defend starts the declaration of the melds of the knocker's opponent.
func (s *State) defend() {
	p := s.mover
	switch {
	case s.rules.Melding == ChosenMelds:
		s.phase = DefenderMelds
		return
	case s.rules.LayingOff == BestLayOffs && !s.isGin():
		melds, _ := deadwood.LayOffBest(s.hands[p], s.melds[s.knocker])
		s.declareAll(melds)
	default:
		s.declareAll(deadwood.Best(s.hands[p]))
	}
	s.defended()
}

// defended continues after the melds of the opponent.
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
		var buf [HandSize]deadwood.LayOff
		for _, l := range deadwood.AppendLayOffs(buf[:0], rest, s.melds[s.knocker]) {
			s.layOffOnto(l.Card, l.Onto)
		}
	case BestLayOffs:
		var buf [HandSize]deadwood.LayOff
		for _, l := range deadwood.AppendMostLayOffs(buf[:0], rest, s.melds[s.knocker]) {
			s.layOffOnto(l.Card, l.Onto)
		}
	}
	s.endHand()
}

// laid continues after the lay-offs of the opponent.
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

// layOff lays off card c of the player to move onto the run of the knocker that it
// extends, otherwise onto the set. A card on a run makes further lay-offs possible and
// a card on a set does not, so this choice is never worse.
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

// limitNow returns the maximum points of the cards that the knocker does not declare.
func (s *State) limitNow() int {
	if s.big {
		return 0
	}
	return int(s.limit)
}
