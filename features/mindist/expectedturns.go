package mindist

import (
	"math/rand/v2"

	"rummygym/env/card"
)

// WithOuts returns the MinDist of a hand and the number of its outs among the unseen cards,
// counting each copy.
func WithOuts(hand card.Bag, wild card.Rank, unseen card.Bag) (distance, outs int) {
	distance, cs, joker := OutsAmong(hand, wild, unseen.Once)
	outs = (unseen.Once & cs).Count() + (unseen.Twice & cs).Count() + (unseen.Thrice & cs).Count()
	if joker {
		outs += int(unseen.Jokers)
	}
	return distance, outs
}

// ExpectedTurns estimates the number of own turns until a hand can be declared, if each turn
// draws one random card from unseen: the expected number of turns that saha2025mindist
// (section IX) names as future work, from MinDist and the cards that can still come. A hand
// of 14 cards counts after the best discard: of those that leave the minimum MinDist, the one
// with the most outs. [ExpectedTurnsAt] describes the estimate.
func ExpectedTurns(hand card.Bag, wild card.Rank, unseen card.Bag) float64 {
	if hand.Count() <= MaxSize {
		distance, outs := WithOuts(hand, wild, unseen)
		return ExpectedTurnsAt(distance, outs, unseen)
	}
	var after [card.NumKinds]int8
	distance, most := Discards(&after, hand, wild), 0
	for i, d := range after {
		if int(d) == distance {
			_, outs := WithOuts(hand.Without(card.FromIndex(i)), wild, unseen)
			most = max(most, outs)
		}
	}
	return ExpectedTurnsAt(distance, most, unseen)
}

// ExpectedTurnsAt is [ExpectedTurns] of a hand at the given distance with the given number of
// outs. It is 0 at distance 0, and otherwise in [1, Unreachable].
//
// The estimate is a sum over the distances to go. The first of o outs among u cards comes
// after (u+1)/(o+1) draws on average. Meanwhile other cards make better hands of the same
// distance with more outs, which is modelled as if a share drawsBetter of the unseen cards
// were outs too. The number of outs at lower distances depends on the cards that come, so
// means of simulated play are used for these (turnsBelow). In simulated play by the presets
// paper and released, the estimate is within 10 % of the mean over hands at each distance
// from 1 to 4, and within 15 % over hands with few or with many outs; by paper52 it is up to
// 12 % too low, since fewer jokers come (TestExpectedTurnsCalibration). For a single hand at
// distance 2 or 3 it is off by up to a third. At a real table games are shorter, since players
// also take discards: use the estimate to compare hands.
func ExpectedTurnsAt(distance, outs int, unseen card.Bag) float64 {
	if distance == 0 {
		return 0
	}
	u := float64(unseen.Count())
	if u == 0 {
		return Unreachable
	}
	below := &turnsBelow[0]
	if unseen.Twice != 0 {
		below = &turnsBelow[1]
	}
	return (u+1)/(float64(outs+1)+float64(drawsBetter*u)) + below[min(distance-1, len(below)-1)]
}

// drawsBetter is the share of the unseen cards that count as additional outs, since they
// make a better hand of the same distance. Least squares give .050, .048, .056 and .034 for
// the distances 1 to 4.
const drawsBetter = 0.05

// turnsBelow holds the mean number of turns left when a distance was just reached, by
// distance, with one pack (preset paper) and with more (preset released). The means are over
// 15,000 hands each, which draw only from the closed deck and discard like min-dist-outs.
// Entries from distance 5 are guesses, since few hands pass there.
var turnsBelow = [2][10]float64{
	{0, 4.14, 6.78, 8.96, 10.5, 12, 13.5, 15, 16.5, 18},
	{0, 5.16, 8.40, 11.1, 13.5, 15.5, 17.5, 19.5, 21.5, 23.5},
}

// Expected returns the expected value of [Available], in cards, where the cards of sure can
// come and each copy of a card of maybe can come with the probability in odds, by
// card.Card.Index, independently of the others: the MinDist weighted by a belief about where
// the unseen cards are, which saha2025mindist (section IX) names as future work. The copies of
// maybe that the belief places in other hands cannot come. The result is in [0, MaxSize]: where
// no declaration can be reached, the distance counts as MaxSize. The hand may hold up to 14
// cards, of which the best 13 count.
//
// The value is a mean over 64 fixed samples of maybe. Each copy is in the share of the samples
// that odds gives, rounded to 1/64. So the result is exact for probabilities 0 and 1, the same
// for equal arguments, and it never rises with a probability. Its standard error is below .1
// cards in play (TestExpectedExact).
func Expected(hand card.Bag, wild card.Rank, sure, maybe card.Bag, odds *[card.NumKinds]float32) float64 {
	var samples [expectedSamples]card.Bag // the cards that can come
	for i := range samples {
		samples[i] = sure
	}
	last, copies := card.None, 0
	for c := range maybe.Each() {
		if copies++; c != last {
			last, copies = c, 0
		}
		n := int(float32(odds[c.Index()]*expectedSamples) + 0.5)
		for i, at := range sampleOrder[copies%len(sampleOrder)][c.Index()] {
			if int(at) < n {
				samples[i].Add(c)
			}
		}
	}
	sum := 0
	for _, avail := range samples {
		sum += min(MaxSize, Available(hand, wild, avail))
	}
	return float64(sum) / expectedSamples
}

// expectedSamples is the number of samples of Expected.
const expectedSamples = 64

// sampleOrder holds, for each copy of each card, a random order of the samples: a copy that can come in n
// samples comes in the first n.
var sampleOrder = func() (order [2 * card.MaxCopies][card.NumKinds][expectedSamples]int8) {
	r := rand.New(rand.NewPCG(1, 0x6578706563746564))
	for kind := range card.NumKinds {
		for copies := range order {
			for n, i := range r.Perm(expectedSamples) {
				order[copies][kind][i] = int8(n)
			}
		}
	}
	return order
}()
