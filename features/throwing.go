package features

import (
	"math"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// throwKey is what counts of a card that may be thrown, as a number: from the lowest
// bit points (4 bits), related in hand (2), then free, joker, related to thrown,
// related to held.
type throwKey uint16

const numThrowKeys = 1 << 10

// The place of the related cards, and the flags.
const (
	keyRelated = 1 << 4
	keyFree    = 1 << 6
	keyJoker   = 1 << 7
	keyThrown  = 1 << 8
	keyHeld    = 1 << 9
)

// traits returns what the weights of a style are multiplied with.
func (k throwKey) traits() (x ThrowWeights) {
	flag := func(bit throwKey) float64 {
		if k&bit != 0 {
			return 1
		}
		return 0
	}
	x[throwFree], x[throwJoker] = flag(keyFree), flag(keyJoker)
	x[throwThrown], x[throwHeld] = flag(keyThrown), flag(keyHeld)
	x[throwPoints] = float64(k%keyRelated) / 10
	x[throwRelated] = float64(k / keyRelated % 4)
	return x
}

// odds returns the odds of every key under the weights, relative to a key without
// traits.
func (w *ThrowWeights) odds() (odds [numThrowKeys]float64) {
	for k := range odds {
		x, sum := throwKey(k).traits(), 0.0
		for i := range w {
			sum += w[i] * x[i]
		}
		odds[k] = float64(math.Exp(sum))
	}
	return odds
}

// throwing is the choice of a card to throw: the faces in the hand, and their keys.
type throwing struct {
	keys   [maxTotal + 1]throwKey
	count  int
	chosen int // number of the face thrown, -1 if it is not in the hand
	least  int // MinDist of the whole hand
}

// throwingOf returns the choice of a player with a hand of 14 at turn t, who was at
// distance before when he drew.
func throwingOf(hand card.Bag, wild card.Rank, before int, t *OpponentTurn) (w throwing) {
	var after [card.NumKinds]int8
	w.least = MinDistDiscards(&after, hand, wild)
	w.chosen = -1
	var thrown, held card.Cards
	if w.least >= before {
		thrown, held = RelatedTo(t.Given), RelatedTo(t.Held)
	}
	wilds := card.OfRank(wild) & card.All
	add := func(c card.Card, k throwKey) {
		if int(after[c.Index()]) == w.least {
			k |= keyFree
		}
		if c == t.Thrown {
			w.chosen = w.count
		}
		w.keys[w.count] = k
		w.count++
	}
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		c := cs.First()
		k := throwKey(min(mostRelated, (Related(c)&hand.Once).Count())) * keyRelated
		k |= throwKey(meld.Points(c, wild))
		k |= throwKey(thrown>>c&1)*keyThrown | throwKey(held>>c&1)*keyHeld | throwKey(wilds>>c&1)*keyJoker
		add(c, k)
	}
	if hand.Jokers > 0 {
		add(card.Joker, keyJoker)
	}
	return w
}
