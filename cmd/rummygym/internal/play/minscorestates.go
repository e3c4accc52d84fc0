package play

import (
	"fmt"
	"math/bits"

	"rummygym/arena/figure"
	"rummygym/env/card"
	"rummygym/env/meld"
)

// minScoreStates runs Algorithm 1 of saha2025mindist on a hand, and returns the states that it
// reaches from the whole hand with the transitions between them. It is slow and plain:
// [meld.MinScore] has the same result. Stage 0 needs a pure sequence and stage 1 another
// sequence; after that any melds count, which are taken in the order of their first cards.
func minScoreStates(hand []card.Card, wild card.Rank) ([]figure.State, int) {
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
	var states []figure.State
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
		states = append(states, figure.State{Column: column})
		scores = append(scores, points)
		var next []figure.Transition
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
			next = append(next, figure.Transition{To: to, Label: card.Format(cardsIn(hand, m.mask))})
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

// paperHand is the hand of saha2025mindist, section IV.A, one of whose fours is inferred. With 2
// as the wild rank its MinScore is the 27 that the paper prints.
const paperHand = "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S"

// minScoreFigure draws the states of the paper's hand, as Fig. 4 of saha2025mindist.
func minScoreFigure() (*figure.Figure, error) {
	hand, err := card.ParseAll(paperHand)
	if err != nil {
		return nil, err
	}
	states, score := minScoreStates(hand, card.Two)
	return figure.States(fmt.Sprintf("States of the MinScore program for one hand: MinScore %d", score),
		[]string{"a pure sequence is needed", "another sequence is needed", "any meld", "any meld"}, states), nil
}
