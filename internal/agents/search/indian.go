package search

import (
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/features/opponent"
)

// IndianSampler draws determinizations of Indian Rummy. At a table of two, Hands draws the
// opponent's hands. With nil, as is needed for more than two players, all places of the
// hidden cards are equally likely.
type IndianSampler struct {
	Hands opponent.HandSampler // nil is uniform

	drawn []card.Bag
}

// Reset starts a new game.
func (b *IndianSampler) Reset() {
	if b.Hands != nil {
		b.Hands.Reset()
	}
}

// Observe adds the observation of a decision of the player's seat.
func (b *IndianSampler) Observe(obs game.Observation) {
	if b.Hands != nil {
		b.Hands.Observe(obs.(*indian.Observation))
	}
}

// Sample sets each state of dst to a game in progress that is consistent with obs, with the
// remaining hidden cards in random order. It panics if Hands draws an impossible hand.
func (b *IndianSampler) Sample(dst []game.State, obs game.Observation, src rand.Source) []bool {
	o := obs.(*indian.Observation)
	if b.Hands != nil {
		b.drawn = slices.Grow(b.drawn[:0], len(dst))[:len(dst)]
		b.Hands.Sample(b.drawn, o, src)
	}
	var given [game.MaxPlayers]card.Bag
	for i, s := range dst {
		if b.Hands != nil {
			given[1-o.Self] = b.drawn[i]
		}
		if err := s.(*indian.State).Determinize(o, &given, src); err != nil {
			panic("search: " + err.Error())
		}
	}
	return nil
}

// IndianCandidates selects the actions of Indian Rummy that are worth comparing. A winning
// declaration is the only candidate; no other declaration is one. Of the discards those are
// candidates that leave the minimum MinDist. Dropping is a candidate only with Drops.
type IndianCandidates struct{ Drops bool }

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
	for a := range legal.Each() {
		if discarded := indian.DiscardCard(a); discarded != card.None && after[discarded.Index()] == minimum {
			dst = append(dst, a)
		}
	}
	return dst
}
