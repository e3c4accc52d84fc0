package mindist

import (
	"reflect"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// checkCompletion fails the test if a completion of hand is wrong.
func checkCompletion(t *testing.T, target Target, hand card.Bag, wild card.Rank) {
	t.Helper()
	c := target.Complete(hand, wild)
	if want := target.search(hand, wild, 0).best; c.Distance != want {
		t.Fatalf("hand %v, wild %v: distance %d, want %d", hand, wild, c.Distance, want)
	}
	supers := 0
	used := card.BagOf(c.Free...)
	var groups [][]card.Card
	for _, m := range c.Melds {
		var group []card.Card
		for _, p := range m.Places {
			switch p.Role {
			case Natural:
				if p.Card != p.For {
					t.Fatalf("hand %v, wild %v: natural %v stands for %v", hand, wild, p.Card, p.For)
				}
				fallthrough
			case Joker:
				used.Add(p.Card)
				group = append(group, p.Card)
			case SuperJoker:
				supers++
				group = append(group, p.For)
			}
			if p.Role == Joker && p.Card != card.Joker && p.Card.Rank() != wild {
				t.Fatalf("hand %v, wild %v: %v is not a joker", hand, wild, p.Card)
			}
		}
		if kind := meld.Classify(group, wild); kind < m.Kind {
			t.Fatalf("hand %v, wild %v: %v is of kind %v, want %v", hand, wild, group, kind, m.Kind)
		}
		groups = append(groups, group)
	}
	if used != hand {
		t.Fatalf("hand %v, wild %v: melds and free cards are %v", hand, wild, used)
	}
	if supers != c.Distance {
		t.Fatalf("hand %v, wild %v: %d super jokers at distance %d", hand, wild, supers, c.Distance)
	}
	rules := meld.Default()
	rules.HandSize, rules.Requirement = target.Size, target.Requirement
	if err := rules.Judge(groups, wild); err != nil {
		t.Fatalf("hand %v, wild %v: %v", hand, wild, err)
	}
	if again := target.Complete(hand, wild); !reflect.DeepEqual(again, c) {
		t.Fatalf("hand %v, wild %v: two results, %+v and %+v", hand, wild, c, again)
	}
}

func TestComplete(t *testing.T) {
	forEachHand(4, count(4000), func(hand card.Bag, wild card.Rank) {
		checkCompletion(t, Declaration, hand, wild)
	})
}

func TestTargetComplete(t *testing.T) {
	for i, target := range []Target{
		{Size: 10, Requirement: meld.PureAndSequence}, {Size: 10, Requirement: meld.PureAndPure}, {Size: 13, Requirement: meld.OnePure}, {Size: 13, Requirement: meld.PureAndPure}, {Size: 13, Requirement: meld.AnyMelds}, {Size: 12, Requirement: meld.Requirement{Pure: 2, Sequences: 4}},
	} {
		forEachHand(uint64(20+i), count(300), func(hand card.Bag, wild card.Rank) {
			checkCompletion(t, target, hand, wild)
		})
	}
}

func TestTargetValidate(t *testing.T) {
	for _, target := range []Target{
		{}, {Size: 2, Requirement: meld.AnyMelds}, {Size: 14, Requirement: meld.AnyMelds}, {Size: 5, Requirement: meld.PureAndSequence},
		{Size: 13, Requirement: meld.Requirement{Pure: 2, Sequences: 1}}, {Size: 13, Requirement: meld.Requirement{Pure: 3, Sequences: 3}}, {Size: 13, Requirement: meld.Requirement{Sequences: 3}},
	} {
		if target.Validate() == nil {
			t.Errorf("%+v is accepted", target)
		}
	}
	if err := Declaration.Validate(); err != nil {
		t.Error(err)
	}
}
