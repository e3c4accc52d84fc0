package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
	"rummygym/env/record"
)

// valid reports whether the cards, HandSize of them, are a valid declaration.
func (s *State) valid(hand card.Bag) bool { return s.rules.CanDeclare(hand, s.wild) }

// score returns the cost of the hand, of HandSize cards, in points: MinScore, at most
// Cap.
func (s *State) score(hand card.Bag) int {
	return s.rules.pays(s.rules.MinScore(hand, s.wild), true)
}

// pays returns what a hand of the given cost pays: at most Cap and, before a turn of its player, what the rules of Relief say.
func (r *Rules) pays(cost int, moved bool) int {
	if r.Relief == AtMostFirstDrop && !moved {
		cost = min(cost, r.FirstDrop)
	}
	return min(cost, r.Cap)
}

// fault says why a hand of HandSize cards is no declaration: by the grouping that costs the fewest points.
func (r *Rules) fault(hand card.Bag, wild card.Rank) record.Fault {
	melds := r.Melds()
	melds.Cap = 0
	sorted := melds.Group(hand, wild)
	f := record.Fault{Lacks: "meld-for-every-card", Cost: sorted.Score}
	pure, sequences := 0, 0
	for _, m := range sorted.Melds {
		f.Groups = append(f.Groups, m.Cards)
		if m.Kind == meld.PureSequence {
			pure++
		}
		if m.Kind.IsSequence() {
			sequences++
		}
	}
	switch demands := r.Requirement.demands(); {
	case pure == 0 && demands.Pure > 0:
		f.Lacks = "pure-sequence"
	case pure < demands.Pure:
		f.Lacks = "second-pure-sequence"
	case sequences < demands.Sequences:
		f.Lacks = "second-sequence"
	}
	return f
}

// Fault says why a declaration would be wrong. See [record.Judge].
func (g *Game) Fault(obs game.Observation, finish card.Card) (f record.Fault, cards []card.Card) {
	o := obs.(*Observation)
	rest := o.Hand
	if !rest.Remove(finish) || rest.Count() != o.Rules.HandSize || o.Rules.CanDeclare(rest, o.Wild) {
		return record.Fault{}, nil
	}
	return o.Rules.fault(rest, o.Wild), rest.Append(nil)
}

// DeclareGrouping applies the action DeclareWith(finish) with an explicit grouping of
// the remaining cards, which is judged as it is (see [meld.Judge]). Under AnyCards a
// grouping that is not a valid declaration loses, even if the same cards can be
// grouped into one; under ValidOnly it is illegal. Groups that are not the cards of
// the hand without finish are illegal too. The error is a *game.IllegalAction; the
// state is then unchanged.
func (s *State) DeclareGrouping(finish card.Card, groups [][]card.Card) error {
	a := game.NoAction
	if finish.Valid() {
		a = DeclareWith(finish)
	}
	if s.phase != Discard || !finish.Valid() || !s.hands[s.mover].Has(finish) {
		return s.illegal(a)
	}
	rest := s.hands[s.mover].Without(finish)
	if err := sameCards(groups, rest); err != nil {
		return s.refuse(a, err.Error())
	}
	err := s.rules.Melds().Judge(groups, s.wild)
	if err != nil && s.rules.Declaring == ValidOnly {
		return s.refuse(a, err.Error())
	}
	s.declare(finish, err == nil)
	return nil
}

// sameCards returns an error unless the groups hold exactly the cards of want.
func sameCards(groups [][]card.Card, want card.Bag) error {
	rest := want
	for i, g := range groups {
		for _, c := range g {
			if !c.Valid() || !rest.Remove(c) {
				return fmt.Errorf("group %d has %v more often than the hand: want the cards %v", i+1, c, want)
			}
		}
	}
	if rest.Count() > 0 {
		return fmt.Errorf("the groups leave out %v: every card must be in a group", rest)
	}
	return nil
}
