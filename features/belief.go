package features

import (
	"encoding/json"
	"math"

	"rummygym/env/card"
	"rummygym/env/gin"
)

// A Belief estimates which cards the opponent holds in Gin Rummy from what he
// drew and threw (paper 003, "Defensive Score"). Get one from [SimpleBelief],
// [ReadBelief] or [BeliefCounts.Belief]. It is not changed after that and is safe
// for concurrent use.
//
// At the start all cards that the observer cannot see are equally likely: 10/42
// each, and 10/41 once the upcard is turned. Every turn of the opponent is evidence
// about each of them. Turns and cards are classified into buckets by the paper's six properties: the ranks of the card
// considered, of the card thrown and of the upcard; whether the card thrown is
// suited with the upcard; whether the card considered is suited with the upcard,
// with the card thrown or with neither; and whether the upcard was taken. A bucket
// has the ratio P(B|A)/P(B) of Bayes' theorem: how often a card of the bucket was
// held after such a turn in recorded games, by how often it would be if all unseen
// cards were equally likely. Turns are taken as independent given the hand, so the
// estimate is the product of the ratios, scaled to add up to the number of cards
// that he holds unseen.
//
// The paper leaves room, which is used so: hindsight counts, for a card seen since
// is left out and the rest is scaled once, after the last turn; the first upcard
// passed without a draw is no evidence, for there is no card thrown; to the counts
// of a bucket one card as expected is added; and of two unseen cards none is taken
// for more than 1,024 times as likely as the other, nor any for more than .99.
//
// Turns are not independent, and hands change, so late in a hand the estimate is
// too sure of itself; [Belief.Fading] mends that. Over 1,000 other matches of
// Simple (seed 2, 4.3 million cards unseen after a turn), less being better:
//
//	                    mean squared error   mean of −ln p of what is so
//	all unseen alike    .1998                .5885
//	SimpleBelief        .1899                .5826
//	SimpleBelief, .5    .1863                .5529
type Belief struct {
	// Meta tells what the ratios were counted from.
	Meta BeliefMeta

	ratios *[numBuckets]int16 // log2 of the ratio of each bucket, in steps of 1/256
	keep   int32              // share of older evidence that a turn leaves, in steps of 1/256
}

// BeliefMeta tells what a [Belief] was counted from.
type BeliefMeta struct {
	Env     string          `json:"env"`     // environment of the recorded games and its version, as "GinRummy-v0"
	Rules   json.RawMessage `json:"rules"`   // their rules
	Agents  []string        `json:"agents"`  // who played them, each once
	Games   int64           `json:"games"`   // episodes
	Seeds   []uint64        `json:"seeds"`   // of the runs
	Turns   int64           `json:"turns"`   // turns that were counted
	Cards   int64           `json:"cards"`   // pairs of a turn and a card unseen at it
	Least   int64           `json:"least"`   // cards that a bucket must have to be used
	Buckets int             `json:"buckets"` // that have as many
}

// newBelief returns a table whose ratios are all 1.
func newBelief(meta BeliefMeta) *Belief {
	return &Belief{Meta: meta, ratios: new([numBuckets]int16), keep: 1 << keepBits}
}

// Ratio returns the ratio by which a turn of the opponent changes the estimate of
// card c, above 0. It is 1 for turns that are no evidence and for buckets that the
// table does not use.
func (b *Belief) Ratio(c card.Card, t gin.Turn) float64 {
	if !evident(&t) {
		return 1
	}
	return math.Exp2(float64(b.ratios[bucketOf(c, &t)]) / ratioSteps)
}

// Estimate sets dst[c.Index()] to the probability that the observer's opponent
// holds card c, in [0, 1]: exactly 0 for cards that lie elsewhere, exactly 1 for
// those known to be with him, and in between for all others unless none of them or
// all of them are in his hand. They add up to the number of cards he holds.
func (b *Belief) Estimate(dst *[52]float32, o *gin.Observation) {
	// Naively one multiplies the ratios turn by turn for each card. Their
	// logarithms are whole numbers, so that they add up exactly and to the same
	// on every machine; a suit has the same relation to a turn throughout, so
	// its thirteen are neighbours in the table (BenchmarkBelief).
	*dst = [52]float32{}
	other := 1 - o.Self
	unseen := o.Unknown()
	for c := range o.Known[other].Each() {
		dst[c.Index()] = 1
	}
	held := o.HandSizes[other] - o.Known[other].Count()
	if held <= 0 {
		return
	}
	var sum [numSuited]int32
	for i := range o.History {
		if t := &o.History[i]; t.Player == other && evident(t) {
			b.add(&sum, t)
		}
	}
	share(dst, &sum, unseen, held)
}

// add adds the logarithms of the ratios of a turn.
func (b *Belief) add(sum *[numSuited]int32, t *gin.Turn) {
	block := (*[turnBuckets]int16)(b.ratios[turnAt(t):])
	for s := range card.Suit(card.NumSuits) {
		row := (*[card.NumRanks]int16)(block[int(relationOf(s, t))*card.NumRanks:])
		out := (*[card.NumRanks]int32)(sum[int(s)*card.NumRanks:])
		for r, x := range row {
			out[r] = out[r]*b.keep>>keepBits + int32(x)
		}
	}
}

// surest is the most that the estimate of an unseen card can be unless all are held.
const surest = 0.99

// share writes the probabilities of the unseen cards, of which held are in the
// hand, from the logarithms of their weights.
func share(dst *[numSuited]float32, sum *[numSuited]int32, unseen card.Cards, held int) {
	if held >= unseen.Count() {
		putCards(dst, unseen)
		return
	}
	most := int32(math.MinInt32)
	for c := range unseen.Each() {
		most = max(most, sum[c.Index()])
	}
	var total float32
	for c := range unseen.Each() {
		w := exp2(sum[c.Index()] - most)
		dst[c.Index()] = w
		total += w
	}
	// Scaled up, a card may come above what is allowed: it is cut, and the others
	// share the rest. Each round cuts a card or is the last; one is the rule.
	rest, left := unseen, float32(held)
	for again := true; again; {
		again = false
		scale := left / total
		for c := range rest.Each() {
			if w := dst[c.Index()]; w*scale > surest {
				dst[c.Index()] = surest
				rest = rest.Without(c)
				left -= surest
				total -= w
				again = true
			}
		}
		if !again {
			for c := range rest.Each() {
				dst[c.Index()] *= scale
			}
		}
	}
}

// Fading returns a table that forgets: each turn of the opponent leaves only the
// given share in [0, 1] of the logarithms of the evidence before it, in steps of
// 1/256. 1 is the paper's estimate, 0 believes the last turn only.
func (b *Belief) Fading(keep float64) *Belief {
	other := *b
	other.keep = int32(math.Round(min(max(keep, 0), 1) * (1 << keepBits)))
	return &other
}

// keepBits are the bits of Belief.keep after the point.
const keepBits = 8

// ratioSteps is the number of steps of a logarithm of base 2.
const ratioSteps = 256

// fractions has 2^(i/256) for all i.
var fractions = func() (f [ratioSteps]float32) {
	for i := range f {
		f[i] = float32(math.Exp2(float64(i) / ratioSteps))
	}
	return f
}()

// exp2 returns 2^(x/256) for x that is not above 0, and at least 2^-10.
func exp2(x int32) float32 {
	x = max(x, -10*ratioSteps)
	return fractions[x&(ratioSteps-1)] * math.Float32frombits(uint32(127+x>>8)<<23)
}
