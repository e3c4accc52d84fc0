package search

import (
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features"
)

// IndianBelief makes determinizations of Indian Rummy. The opponent's hands come from a
// sampler; with none, as with more than two players, every place of the hidden cards is
// equally likely.
//
// A sampler may take long over a hand, so that at most 256 are drawn for a decision, as
// they are needed, 64 at a time; then they come in turn again, with the closed deck in
// another order.
type IndianBelief struct {
	Hands features.HandSampler // nil is uniform

	drawn []card.Bag // for the decision of the last Observe
	next  int        // of drawn
}

const (
	handsAtOnce = 64
	handsDrawn  = 256
)

// Reset forgets the game.
func (b *IndianBelief) Reset() {
	b.drawn, b.next = b.drawn[:0], 0
	if b.Hands != nil {
		b.Hands.Reset()
	}
}

// Observe takes in a decision of the own seat.
func (b *IndianBelief) Observe(obs game.Observation) {
	b.drawn, b.next = b.drawn[:0], 0
	if b.Hands != nil {
		b.Hands.Observe(obs.(*indian.Observation))
	}
}

// Sample sets each state to a game in progress, with the other cards that the observer
// cannot see in any order. It panics if the sampler gives an impossible hand.
func (b *IndianBelief) Sample(dst []game.State, obs game.Observation, src rand.Source) {
	o := obs.(*indian.Observation)
	var given [game.MaxPlayers]card.Bag
	for _, s := range dst {
		if b.Hands != nil {
			given[1-o.Self] = b.hand(o, src)
		}
		if err := s.(*indian.State).Determinize(o, &given, src); err != nil {
			panic("search: " + err.Error())
		}
	}
}

// hand returns a hand of the opponent, at a table of two.
func (b *IndianBelief) hand(o *indian.Observation, src rand.Source) card.Bag {
	if n := len(b.drawn); b.next == n && n < handsDrawn {
		b.drawn = slices.Grow(b.drawn, handsAtOnce)[:n+handsAtOnce]
		b.Hands.Sample(b.drawn[n:], o, src)
	} else if b.next == n {
		b.next = 0
	}
	b.next++
	return b.drawn[b.next-1]
}

// IndianCandidates chooses the actions of Indian Rummy that are worth weighing. Where a
// declaration wins there is no other, and no action else declares. A discard may raise
// the MinDist of the hand by at most Slack above the least that a discard leaves;
// hands of other than 13 cards are not looked at so closely. Dropping is weighed only
// with Drops.
type IndianCandidates struct {
	Slack int
	Drops bool
}

// Append appends the candidates.
func (c IndianCandidates) Append(dst []game.Action, obs game.Observation, legal *game.Mask) []game.Action {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		for a := range legal.Each() {
			if a != indian.Drop || c.Drops {
				dst = append(dst, a)
			}
		}
		return dst
	}
	if o.Rules.Declaring == indian.ValidOnly || o.Rules.HandSize == paperSize {
		for a := range legal.Each() {
			if finish := indian.DeclareCard(a); finish != card.None &&
				(o.Rules.Declaring == indian.ValidOnly || meld.CanDeclare(o.Hand.Without(finish), o.Wild)) {
				return append(dst, a)
			}
		}
	}
	most := 0
	var after [card.NumKinds]int8
	if o.Rules.HandSize == paperSize {
		least := int8(paperSize)
		features.MinDistDiscards(&after, o.Hand, o.Wild)
		for a := range legal.Each() {
			if thrown := indian.DiscardCard(a); thrown != card.None {
				least = min(least, after[thrown.Index()])
			}
		}
		most = int(least) + c.Slack
	}
	for a := range legal.Each() {
		if thrown := indian.DiscardCard(a); thrown != card.None && int(after[thrown.Index()]) <= most {
			dst = append(dst, a)
		}
	}
	return dst
}

const paperSize = 13 // cards for which features has the distance of all discards
