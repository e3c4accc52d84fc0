package belief

import (
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/opponent"
)

// Hands samples hands that the opponent may hold, from the estimates of a belief network
// and the opponent's past play. It is an opponent.HandSampler for two-player tables and
// has no memory between decisions.
//
// Sampling has two steps, importance resampling in the terms of the literature. The first
// draws hands in which each hidden card is held independently with the probability of the
// head Held, given the number of hidden cards. Such hands are too rarely close to a
// declaration, and too often inconsistent with the cards that the opponent discarded and
// refused. The second step therefore draws more hands than needed and resamples them by
// weight: the MinDist of the result has the distribution of the head Distance, and a
// hand weighs less for each card that the opponent discarded or refused although it would
// lower the hand's MinDist. With 64 hands this predicts the danger of cards, the share of
// the hands whose MinDist falls with them, better than the head Wanted.
type Hands struct {
	*Estimator

	cards  [indian.MaxDeck]card.Card // the unseen cards: the first count entries
	odds   [indian.MaxDeck]float64   // the odds that the opponent holds each of them
	hidden int                       // number of the opponent's hidden cards
	count  int                       // number of unseen cards

	// ways[i][k] is the sum, over all sets of k of the cards from i on, of the products
	// of their odds.
	ways [indian.MaxDeck + 1][handSize + 1]float64

	drawn []weighed
}

// weighed is a hand with its MinDist and its weight.
type weighed struct {
	hand     card.Bag
	distance int
	weight   float64
}

// The parameters of the sampler. The factors were chosen by the predicted danger of cards
// on 300 games each against min-dist-opp and min-dist-outs; .3 and .7 do nearly as well.
const (
	handSize   = 13
	lastMisfit = .05 // factor of a hand whose MinDist the opponent's last discard would lower
	misfit     = .5  // factor for each other such card that the opponent discarded or refused
)

// NewHands returns a sampler that uses the network n, or the error of [Fits].
func NewHands(n *network.Network) (*Hands, error) {
	e, err := NewEstimator(n)
	if err != nil {
		return nil, err
	}
	return &Hands{Estimator: e}, nil
}

// Reset does nothing: the sampler has no memory.
func (h *Hands) Reset() {}

// Observe does nothing: the sampler has no memory.
func (h *Hands) Observe(*indian.Observation) {}

// Sample fills dst with hands of the opponent at the decision o. The source determines
// the result. If the rules deal hands of another size than 13, hands are drawn by the
// head Held alone.
func (h *Hands) Sample(dst []card.Bag, o *indian.Observation, src rand.Source) {
	h.See(o, 1-o.Self)
	h.prepare(o)
	known := o.Known[1-o.Self]
	if o.Rules.HandSize != handSize {
		for i := range dst {
			dst[i] = h.draw(known, src)
		}
		return
	}
	h.drawn = h.drawn[:0]
	p := playOf(o)
	var want, have [Distances]float64
	h.Distance(&want)
	for range max(min(8*len(dst), 256), 4*len(dst)) {
		w := weighed{hand: h.draw(known, src)}
		p.weigh(&w, o.Wild)
		have[w.distance] += w.weight
		h.drawn = append(h.drawn, w)
	}
	sum := 0.0
	for i := range h.drawn {
		w := &h.drawn[i]
		w.weight = float64(w.weight * (want[w.distance] / have[w.distance]))
		sum += w.weight
	}
	// Systematic resampling: the weights divide an interval, and one hand is taken at
	// each of len(dst) equally spaced points of it.
	each := sum / float64(len(dst))
	at, from := game.PositiveUnit(src.Uint64())*each, 0
	for i := range dst {
		for from < len(h.drawn)-1 && at > h.drawn[from].weight {
			at -= h.drawn[from].weight
			from++
		}
		dst[i] = h.drawn[from].hand
		at += each
	}
}

// play is the part of the opponent's play that determines the weights of hands.
type play struct {
	last   card.Card  // the opponent's last discard, or card.None
	others card.Cards // other suited cards that the opponent discarded or refused
}

func playOf(o *indian.Observation) play {
	p := play{last: card.None}
	if o.TurnsOf[1-o.Self] > 0 {
		p.last = o.Top
		if o.Phase == indian.Discard && o.FromPile {
			p.last = o.Drawn
		}
	}
	p.others = (o.Given[1-o.Self].Once | opponent.Refused(o, 1-o.Self).Once).Without(p.last) & card.All
	return p
}

// weigh sets the distance and the weight of a hand.
func (p *play) weigh(w *weighed, wild card.Rank) {
	d := mindist.Of(w.hand, wild)
	w.distance, w.weight = min(d, Distances-1), 1
	if p.last != card.None && mindist.Of(w.hand.With(p.last), wild) < d {
		w.weight = lastMisfit
	}
	for cs := p.others; cs != 0; cs &= cs - 1 {
		if mindist.Of(w.hand.With(cs.First()), wild) < d {
			w.weight *= misfit
		}
	}
}

// prepare sets cards, odds, hidden, count and ways for an observation.
func (h *Hands) prepare(o *indian.Observation) {
	unseen := o.Unseen()
	h.count, h.hidden = 0, o.HandSizes[1-o.Self]-o.Known[1-o.Self].Count()
	add := func(c card.Card) {
		copies := unseen.Of(c)
		p := min(max(h.HeldOf(c), minHeld), 1-minHeld)
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
			h.ways[i][k] += float64(h.odds[i] * h.ways[i+1][k-1])
		}
	}
}

// minHeld bounds the probability of a card away from 0 and 1.
const minHeld = 1e-4

// draw returns a hand of the given known cards and h.hidden others. The probability of a
// set of others is proportional to the product of their odds.
func (h *Hands) draw(hand card.Bag, src rand.Source) card.Bag {
	for i, k := 0, h.hidden; k > 0; i++ {
		if game.PositiveUnit(src.Uint64())*h.ways[i][k] <= h.odds[i]*h.ways[i+1][k-1] {
			hand.Add(h.cards[i])
			k--
		}
	}
	return hand
}
