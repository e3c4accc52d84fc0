package search

import (
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/features/opponent"
)

// IndianSampler draws determinizations of Indian Rummy. At a table of two, Hands draws the
// opponent's hands. With nil, as is needed for more than two players, all places of the
// hidden cards are equally likely.
//
// Hands may be slow, so at most 256 hands are drawn for a decision, 64 at a time as they
// are needed. After that they are used again in the same order, with the closed deck in
// another order.
type IndianSampler struct {
	Hands opponent.HandSampler // nil is uniform

	drawn []card.Bag // hands for the decision of the last Observe
	next  int        // index in drawn of the next hand
}

const (
	handsAtOnce = 64
	handsDrawn  = 256
)

// Reset starts a new game.
func (b *IndianSampler) Reset() {
	b.drawn, b.next = b.drawn[:0], 0
	if b.Hands != nil {
		b.Hands.Reset()
	}
}

// Observe adds the observation of a decision of the player's seat.
func (b *IndianSampler) Observe(obs game.Observation) {
	b.drawn, b.next = b.drawn[:0], 0
	if b.Hands != nil {
		b.Hands.Observe(obs.(*indian.Observation))
	}
}

// Sample sets each state of dst to a game in progress that is consistent with obs, with the
// remaining hidden cards in random order. It panics if Hands draws an impossible hand.
func (b *IndianSampler) Sample(dst []game.State, obs game.Observation, src rand.Source) {
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

// hand returns the next hand of the opponent at a table of two.
func (b *IndianSampler) hand(o *indian.Observation, src rand.Source) card.Bag {
	if n := len(b.drawn); b.next == n && n < handsDrawn {
		b.drawn = slices.Grow(b.drawn, handsAtOnce)[:n+handsAtOnce]
		b.Hands.Sample(b.drawn[n:], o, src)
	} else if b.next == n {
		b.next = 0
	}
	b.next++
	return b.drawn[b.next-1]
}

// IndianCandidates selects the actions of Indian Rummy that are worth comparing. A winning
// declaration is the only candidate, and no other declaration is one. Of the discards those are
// candidates that leave a MinDist of at most Slack above the minimum. Dropping is a candidate
// only with Drops.
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
	for a := range legal.Each() {
		if finish := indian.DeclareCard(a); finish != card.None &&
			(o.Rules.Declaring == indian.ValidOnly || o.Rules.CanDeclare(o.Hand.Without(finish), o.Wild)) {
			return append(dst, a)
		}
	}
	var after [card.NumKinds]int8
	minimum := int8(mindist.MaxSize)
	mindist.TargetOf(o.Rules.Melds()).Discards(&after, o.Hand, o.Wild)
	for a := range legal.Each() {
		if discarded := indian.DiscardCard(a); discarded != card.None {
			minimum = min(minimum, after[discarded.Index()])
		}
	}
	limit := int(minimum) + c.Slack
	for a := range legal.Each() {
		if discarded := indian.DiscardCard(a); discarded != card.None && int(after[discarded.Index()]) <= limit {
			dst = append(dst, a)
		}
	}
	return dst
}
