package gin

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
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
		var buf [MaxHand]deadwood.LayOff
		for _, l := range deadwood.AppendLayOffs(buf[:0], rest, s.melds[s.knocker]) {
			s.layOffOnto(l.Card, l.Onto)
		}
	case BestLayOffs:
		var buf [MaxHand]deadwood.LayOff
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

// ShowdownPolicy is the default policy after a knock. It returns the action in the phases
// KnockerMelds, DefenderMelds and LayOff, and false in any other phase. The knocker
// declares its first best arrangement. The opponent declares the melds and lays off the
// cards that together leave the minimum deadwood, in the order that the rules demand.
//
// A Rules.LayOffLimit of 2 or more has no effect on the result, because three lay-offs at
// one end of a run also form a meld. With a limit of 1 the second card is kept.
func ShowdownPolicy(o *Observation, legal *game.Mask) (game.Action, bool) {
	switch o.Phase {
	case KnockerMelds:
		return DeclareFirst(deadwood.Best(o.Hand)), true
	case DefenderMelds:
		if o.Rules.Answer == LayOffsFirst || o.HandSizes[o.Knocker] == 0 { // there are no lay-offs against gin
			return DeclareFirst(deadwood.Best(o.Hand)), true
		}
		melds, _ := deadwood.LayOffBest(o.Hand, o.Melds[o.Knocker])
		return DeclareFirst(melds), true
	case LayOff:
		cards := o.Hand
		if o.Rules.Answer == LayOffsFirst {
			_, cards = deadwood.LayOffBest(o.Hand, o.Melds[o.Knocker])
		}
		var buf [MaxHand + 1]deadwood.LayOff
		for _, l := range deadwood.AppendMostLayOffs(buf[:0], cards, o.Melds[o.Knocker]) {
			if a := CardOf(l.Card); legal.Has(a) {
				return a, true
			}
		}
		return Pass, true
	}
	return game.NoAction, false
}

// DeclareFirst returns the action that declares the first of the melds, or Pass, which
// ends the declaration, if there is none.
func DeclareFirst(melds deadwood.Arrangement) game.Action {
	if melds[0] == 0 {
		return Pass
	}
	return MeldOf(SplitMelds(melds)[0])
}

// SplitMelds returns the melds in parts for which there are actions: a run of more than
// five cards is split into two or three.
func SplitMelds(melds deadwood.Arrangement) deadwood.Arrangement {
	var steps deadwood.Arrangement
	n := 0
	for _, m := range melds {
		for m != 0 && n < len(steps) {
			part := m
			if size := m.Count(); size > 5 {
				part = firstCards(m, min(5, size-3))
			}
			steps[n] = part
			n++
			m &^= part
		}
	}
	return steps
}

// firstCards returns the n lowest cards of cs.
func firstCards(cs card.Cards, n int) card.Cards {
	rest := cs
	for range n {
		rest &= rest - 1
	}
	return cs &^ rest
}
