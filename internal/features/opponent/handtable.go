package opponent

import (
	"math"

	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/internal/features/field"
)

// HandTable estimates the opponent's hand in Gin Rummy from the opponent's draws and
// discards (truong2021datadriven, "Defensive Score"). [SimpleHandTable] is the built-in one. It does not change and is safe
// for concurrent use.
//
// At the start all cards that the observer cannot see are equally likely: 10/42 each, and
// 10/41 once the upcard is turned. Every turn of the opponent is evidence about each of
// them. Pairs of a turn and a card are classified into buckets by the paper's six
// properties: the ranks of the card considered, of the discard and of the upcard; whether
// the discard is of the upcard's suit; whether the card considered is of the upcard's
// suit, of the discard's suit or of neither; and whether the upcard was taken. A bucket
// has the ratio P(B|A)/P(B) of Bayes' theorem: how often a card of the bucket was held
// after such a turn in recorded games, divided by how often it would be held if all unseen
// cards were equally likely. Turns are assumed to be independent given the hand, so the
// estimate is the product of the ratios, scaled so that the sum is the number of unknown
// cards in the opponent's hand.
//
// Where the paper leaves a choice: cards seen since are left out, and the rest is scaled
// once, after the last turn; a pass of the first upcard is no evidence, since there is no
// discard; one card is added to the held and to the expected count of each bucket; the
// probabilities of two unseen cards differ by a factor of at most 1,024, and none is above
// .99.
//
// Turns are not independent, and hands change, so late in a hand the estimate is
// overconfident; [HandTable.Fading] corrects that. Over 1,000 other matches of Simple
// (seed 2, 4.3 million unseen cards after a turn; lower is better):
//
//	                       Brier score   log loss
//	uniform                .1998         .5885
//	SimpleHandTable        .1899         .5826
//	SimpleHandTable, .5    .1863         .5529
type HandTable struct {
	ratios *[numBuckets]int16 // log2 of the ratio of each bucket, in steps of 1/256
	keep   int32              // factor by which a turn multiplies the older evidence, in steps of 1/256
}

// Ratio returns the factor, above 0, by which a turn of the opponent multiplies the odds
// of card c. It is 1 for turns that are no evidence and for buckets that the table does
// not use.
func (b *HandTable) Ratio(c card.Card, t gin.Turn) float64 {
	if !evident(&t) {
		return 1
	}
	return math.Exp2(float64(b.ratios[bucketOf(c, &t)]) / ratioSteps)
}

// Estimate sets dst[c.Index()] to the probability that the observer's opponent
// holds card c, in [0, 1]: exactly 0 for cards that are elsewhere, exactly 1 for cards that
// the opponent is known to hold, and in between for all others unless none or all of them
// are in the opponent's hand. The sum is the number of cards in the opponent's hand.
func (b *HandTable) Estimate(dst *[52]float32, o *gin.Observation) {
	// Naively the ratios are multiplied turn by turn for each card. Here their logarithms
	// are whole numbers, so that the sums are exact and the same on every machine; all
	// cards of a suit have the same relation to a turn, so that their thirteen ratios are
	// neighbours in the table (BenchmarkHandTable).
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
	var sum [card.NumSuited]int32
	for i := range o.History {
		if t := &o.History[i]; t.Player == other && evident(t) {
			b.add(&sum, t)
		}
	}
	share(dst, &sum, unseen, held)
}

// add adds the logarithms of the ratios of a turn.
func (b *HandTable) add(sum *[card.NumSuited]int32, t *gin.Turn) {
	block := (*[turnBuckets]int16)(b.ratios[turnAt(t):])
	for s := range card.Suit(card.NumSuits) {
		row := (*[card.NumRanks]int16)(block[int(relationOf(s, t))*card.NumRanks:])
		out := (*[card.NumRanks]int32)(sum[int(s)*card.NumRanks:])
		for r, x := range row {
			out[r] = out[r]*b.keep>>keepBits + int32(x)
		}
	}
}

// surest is the largest estimate of an unseen card, unless all unseen cards are held.
const surest = 0.99

// share writes the probabilities of the unseen cards, of which held are in the hand, from
// the logarithms of their weights.
func share(dst *[card.NumSuited]float32, sum *[card.NumSuited]int32, unseen card.Cards, held int) {
	if held >= unseen.Count() {
		field.PutCards(dst, unseen)
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
	// After scaling, some cards may be above surest. They are set to it, and the other
	// cards share the rest. Every round but the last sets a card; usually there is one
	// round.
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

// Fading returns a table that discounts older evidence: each turn of the opponent
// multiplies the logarithms of the evidence before it by keep, in [0, 1], rounded to steps
// of 1/256. 1 is the paper's estimate, 0 uses the last turn only.
func (b *HandTable) Fading(keep float64) *HandTable {
	other := *b
	other.keep = int32(math.Round(min(max(keep, 0), 1) * (1 << keepBits)))
	return &other
}

// keepBits is the number of fractional bits of HandTable.keep.
const keepBits = 8

// ratioSteps is the number of steps per unit of a logarithm of base 2.
const ratioSteps = 256

// fractions holds 2^(i/256) for each i, as products of roots: unlike math.Exp2, square
// roots are the same on every machine.
var fractions = func() (f [ratioSteps]float32) {
	for i := range f {
		x, root := 1.0, 2.0
		for bit := ratioSteps / 2; bit > 0; bit /= 2 {
			if root = math.Sqrt(root); i&bit != 0 {
				x *= root
			}
		}
		f[i] = float32(x)
	}
	return f
}()

// exp2 returns 2^(x/256) for x at most 0, but at least 2^-10.
func exp2(x int32) float32 {
	x = max(x, -10*ratioSteps)
	return float32(fractions[x&(ratioSteps-1)] * math.Float32frombits(uint32(127+x>>8)<<23))
}

// relation is the relation by suit of a card to the upcard and the discard.
type relation uint8

const (
	apart       relation = iota // of neither suit; upcard and discard are of different suits
	withUpcard                  // of the upcard's suit, which is not that of the discard
	withDiscard                 // of the discard's suit, which is not that of the upcard
	apartBoth                   // not of the common suit of upcard and discard
	withBoth                    // of the common suit of upcard and discard
	numRelations
)

// The buckets of a turn are a block of numRelations rows of card.NumRanks, the
// ranks of the card considered.
const (
	turnBuckets = int(numRelations) * card.NumRanks
	numBuckets  = 2 * card.NumRanks * card.NumRanks * turnBuckets
)

// evident reports whether a turn is evidence: it has an upcard and ended with a
// discard.
func evident(t *gin.Turn) bool {
	return t.Upcard < card.Joker && t.Discard < card.Joker
}

// turnAt returns the index of the first bucket of the block of a turn.
func turnAt(t *gin.Turn) int {
	at := 0
	if t.Source == gin.FromPile {
		at = card.NumRanks
	}
	return ((at+int(t.Upcard.Rank()))*card.NumRanks + int(t.Discard.Rank())) * turnBuckets
}

// relationOf returns the relation of the cards of a suit to a turn.
func relationOf(s card.Suit, t *gin.Turn) relation {
	up, discard := t.Upcard.Suit(), t.Discard.Suit()
	switch {
	case up == discard && s == up:
		return withBoth
	case up == discard:
		return apartBoth
	case s == up:
		return withUpcard
	case s == discard:
		return withDiscard
	}
	return apart
}

// bucketOf returns the bucket of a card at a turn.
func bucketOf(c card.Card, t *gin.Turn) int {
	return turnAt(t) + int(relationOf(c.Suit(), t))*card.NumRanks + int(c.Rank())
}
