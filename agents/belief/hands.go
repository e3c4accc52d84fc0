package belief

import (
	"math"
	"math/rand/v2"

	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features"
)

// Hands draws hands that the opponent may hold by what a network says of each card
// and of his MinDist. It is a features.HandSampler, for tables of two with hands of
// 13; it has no memory.
//
// First hands are drawn in which cards are held independently of each other, by the
// head Held, but for their number. Such hands fit together too seldom: so more are
// drawn than are wanted, and of these some are drawn again, so that their MinDist is
// distributed as the head Distance says.
type Hands struct {
	*Estimator

	cards  [indian.MaxDeck]card.Card // not seen
	odds   [indian.MaxDeck]float64   // of each, that it is held
	hidden int
	count  int

	// ways[i][k] is the sum, over all sets of k of the cards from i on, of the products
	// of their odds.
	ways [indian.MaxDeck + 1][handSize + 1]float64

	drawn   []card.Bag
	weights []float64
}

const (
	handSize = 13
	excess   = 4 // hands drawn for each one that is wanted
)

// NewHands returns a sampler by a network, or the error of [Fits].
func NewHands(n *network.Network) (*Hands, error) {
	e, err := NewEstimator(n)
	return &Hands{Estimator: e}, err
}

// Reset does nothing.
func (h *Hands) Reset() {}

// Observe does nothing.
func (h *Hands) Observe(*indian.Observation) {}

// Sample fills dst.
func (h *Hands) Sample(dst []card.Bag, o *indian.Observation, src rand.Source) {
	h.See(o)
	h.prepare(o)
	known := o.Known[1-o.Self]
	if o.Rules.HandSize != handSize {
		for i := range dst {
			dst[i] = h.draw(known, src)
		}
		return
	}
	n := excess * len(dst)
	h.drawn, h.weights = h.drawn[:0], h.weights[:0]
	var want, have [Distances]float64
	h.Distance(&want)
	for range n {
		hand := h.draw(known, src)
		d := min(features.MinDist(hand, o.Wild), Distances-1)
		have[d]++
		h.drawn, h.weights = append(h.drawn, hand), append(h.weights, float64(d))
	}
	sum := 0.0
	for i, d := range h.weights {
		h.weights[i] = want[int(d)] / have[int(d)]
		sum += h.weights[i]
	}
	// Every n-th part of the weights gives a hand (systematic resampling).
	each := sum / float64(len(dst))
	at, from := unit(src)*each, 0
	for i := range dst {
		for from < n-1 && at > h.weights[from] {
			at -= h.weights[from]
			from++
		}
		dst[i] = h.drawn[from]
		at += each
	}
}

// prepare sets the cards that are not seen, their odds, and ways.
func (h *Hands) prepare(o *indian.Observation) {
	unseen := features.Unseen(o)
	h.count, h.hidden = 0, o.HandSizes[1-o.Self]-o.Known[1-o.Self].Count()
	add := func(c card.Card) {
		copies := unseen.Of(c)
		p := min(max(h.HeldOf(c), leastHeld), 1-leastHeld)
		if copies > 1 { // at least one of them is held with probability p
			p = 1 - math.Pow(1-p, 1/float64(copies))
		}
		for range copies {
			h.cards[h.count], h.odds[h.count] = c, p/(1-p)
			h.count++
		}
	}
	for cs := unseen.Once; cs != 0; cs &= cs - 1 {
		add(cs.First())
	}
	if unseen.Jokers > 0 {
		add(card.Joker)
	}
	h.ways[h.count] = [handSize + 1]float64{1}
	for i := h.count - 1; i >= 0; i-- {
		h.ways[i] = h.ways[i+1]
		for k := 1; k <= h.hidden; k++ {
			h.ways[i][k] += h.odds[i] * h.ways[i+1][k-1]
		}
	}
}

// leastHeld keeps the probability of a card from 0 and 1.
const leastHeld = 1e-4

// draw returns a hand with the known cards and hidden others.
func (h *Hands) draw(hand card.Bag, src rand.Source) card.Bag {
	for i, k := 0, h.hidden; k > 0; i++ {
		if unit(src)*h.ways[i][k] <= h.odds[i]*h.ways[i+1][k-1] {
			hand.Add(h.cards[i])
			k--
		}
	}
	return hand
}

// unit returns a number in (0, 1].
func unit(src rand.Source) float64 { return float64(src.Uint64()>>11+1) / (1 << 53) }
