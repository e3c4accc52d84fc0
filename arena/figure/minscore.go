package figure

import (
	"fmt"
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// minScoreStates runs Algorithm 1 of saha2025mindist on a hand, and returns the states that it
// reaches from the whole hand with the transitions between them. It is slow and plain:
// [meld.MinScore] has the same result. Stage 0 needs a pure sequence and stage 1 another
// sequence; after that any melds count, which are taken in the order of their first cards.
func minScoreStates(hand []card.Card, wild card.Rank) ([]State, int) {
	type meldOf struct {
		mask uint16
		kind meld.Kind
	}
	var melds []meldOf
	all := uint16(1)<<len(hand) - 1
	for mask := range all + 1 {
		// Longer melds split into these.
		if n := bits.OnesCount16(mask); n >= 3 && n <= 5 {
			if kind := meld.Classify(cardsIn(hand, mask), wild); kind != meld.Invalid {
				melds = append(melds, meldOf{mask, kind})
			}
		}
	}
	type key struct {
		mask  uint16
		stage int
		first int // the lowest first card of further melds
	}
	found := map[key]int{}
	var states []State
	var scores []int
	var visit func(k key, column int) int
	visit = func(k key, column int) int {
		if i, ok := found[k]; ok {
			return i
		}
		i := len(states)
		found[k] = i
		left := cardsIn(hand, k.mask)
		points := 0
		for _, c := range left {
			points += meld.Points(c, wild)
		}
		states = append(states, State{Column: column})
		scores = append(scores, points)
		var next []Transition
		for _, m := range melds {
			if m.mask&^k.mask != 0 || k.stage == 0 && m.kind != meld.PureSequence || k.stage == 1 && !m.kind.IsSequence() {
				continue
			}
			after := key{k.mask &^ m.mask, min(k.stage+1, 2), 0}
			if k.stage == 2 {
				if after.first = bits.TrailingZeros16(m.mask); after.first < k.first {
					continue
				}
			}
			to := visit(after, column+1)
			scores[i] = min(scores[i], scores[to])
			next = append(next, Transition{To: to, Label: card.Format(cardsIn(hand, m.mask))})
		}
		states[i].Next = next
		states[i].Lines = []string{card.Format(left), fmt.Sprintf("%d points, best %d", points, scores[i])}
		return i
	}
	root := visit(key{mask: all}, 0)
	for i := root; ; {
		states[i].Best = true
		best := -1
		for j, t := range states[i].Next {
			if scores[t.To] == scores[root] {
				best = j
				break
			}
		}
		if best < 0 {
			return states, scores[root]
		}
		states[i].Next[best].Best = true
		i = states[i].Next[best].To
	}
}

// cardsIn returns the cards of the hand whose places are in the mask.
func cardsIn(hand []card.Card, mask uint16) (in []card.Card) {
	for ; mask != 0; mask &= mask - 1 {
		in = append(in, hand[bits.TrailingZeros16(mask)])
	}
	return in
}

// MinScoreStates draws the states of the program that computes MinScore for a hand, as Fig. 4 of saha2025mindist. The
// time doubles with each card: a hand has at most 13.
func MinScoreStates(hand []card.Card, wild card.Rank) *Figure {
	states, score := minScoreStates(hand, wild)
	return States(fmt.Sprintf("States of the MinScore program for one hand: MinScore %d", score),
		[]string{"a pure sequence is needed", "another sequence is needed", "any meld", "any meld"}, states)
}
