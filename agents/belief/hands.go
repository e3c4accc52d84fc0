package belief

import (
	"cmp"
	"math"
	"math/rand/v2"

	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// Hands draws hands that the opponent may hold by what a network says of each card
// and of his MinDist, and by how well they go together with his play. It is a
// features.HandSampler for tables of two, and has no memory.
//
// First hands are drawn in which cards are held independently of each other, by the
// head Held, but for their number. Such hands are too seldom near a declaration, and
// too often not those of a player who threw and refused what he did. So more are drawn
// than are wanted, and of these some are drawn again, by weights: so that their MinDist
// is distributed as the head Distance says, and less likely for each card that he threw
// or refused and that would lower their MinDist. With 64 hands the danger of cards
// (features.Danger) is foreseen better so than by features.PlayHands at twenty times
// the cost, and than by the head Wanted.
type Hands struct {
	*Estimator

	// Excess is how many hands are drawn for each one that is wanted; 0 is 4. With 2
	// it takes half as long.
	Excess int

	cards  [indian.MaxDeck]card.Card // not seen
	odds   [indian.MaxDeck]float64   // of each, that it is held
	hidden int
	count  int

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

// How hands are drawn. The factors were chosen by the danger of cards foreseen on 300
// games each against min-dist-opp and min-dist-outs; .3 and .7 do nearly as well.
const (
	handSize   = 13
	lastMisfit = .05 // weight of a hand that his last throw would have brought nearer
	misfit     = .5  // the same for each other card that he threw or refused
)

// NewHands returns a sampler by a network, or the error of [Fits].
func NewHands(n *network.Network) (*Hands, error) {
	e, err := NewEstimator(n)
	if err != nil {
		return nil, err
	}
	return &Hands{Estimator: e}, nil
}

// Reset does nothing.
func (h *Hands) Reset() {}

// Observe does nothing.
func (h *Hands) Observe(*indian.Observation) {}

// Sample fills dst. Hands of other sizes than 13 are drawn by the head Held alone.
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
	h.drawn = h.drawn[:0]
	p := playOf(o)
	var want, have [Distances]float64
	h.Distance(&want)
	for range cmp.Or(max(h.Excess, 0), 4) * len(dst) {
		w := weighed{hand: h.draw(known, src)}
		p.weigh(&w, o.Wild)
		have[w.distance] += w.weight
		h.drawn = append(h.drawn, w)
	}
	sum := 0.0
	for i := range h.drawn {
		w := &h.drawn[i]
		w.weight *= want[w.distance] / have[w.distance]
		sum += w.weight
	}
	// The weights lie side by side, and a hand is taken at every n-th part of their sum
	// (systematic resampling).
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

// play is what hands are weighed by.
type play struct {
	last   card.Card  // what the opponent threw last, or card.None
	others card.Cards // other suited cards that he threw or refused
}

func playOf(o *indian.Observation) play {
	p := play{last: card.None}
	if o.TurnsOf[1-o.Self] > 0 {
		p.last = o.Top
		if o.Phase == indian.Discard && o.FromPile {
			p.last = o.Drawn
		}
	}
	p.others = (o.Given[1-o.Self].Once | features.Refused(o).Once).Without(p.last) & card.All
	return p
}

// weigh sets the distance and the weight of a hand.
func (p *play) weigh(w *weighed, wild card.Rank) {
	d := features.MinDist(w.hand, wild)
	w.distance, w.weight = min(d, Distances-1), 1
	if p.last != card.None && features.MinDist(w.hand.With(p.last), wild) < d {
		w.weight = lastMisfit
	}
	for cs := p.others; cs != 0; cs &= cs - 1 {
		if features.MinDist(w.hand.With(cs.First()), wild) < d {
			w.weight *= misfit
		}
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

// draw returns a hand with the known cards and hidden others: a set of these is as
// likely as the product of their odds says.
func (h *Hands) draw(hand card.Bag, src rand.Source) card.Bag {
	for i, k := 0, h.hidden; k > 0; i++ {
		if game.PositiveUnit(src.Uint64())*h.ways[i][k] <= h.odds[i]*h.ways[i+1][k-1] {
			hand.Add(h.cards[i])
			k--
		}
	}
	return hand
}
