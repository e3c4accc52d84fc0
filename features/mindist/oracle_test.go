package mindist

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// oracle is a slow and simple solver: it lays melds one after the other from a list of all
// melds, and counts. It shares no code with the package.
type oracle struct {
	natural, own [52]int // natural cards and wild cards of the hand
	jokers       int     // jokers of the hand, wild cards included

	can, canOwn [52]int // natural cards and wild cards that can come
	canJokers   int     // jokers that can come, wild cards included

	size, runs int // cards of the declaration, and required runs besides the pure ones

	wanted  [52]int // number of melds laid that need each natural card
	holes   int     // super jokers that the pure run needs
	missing int     // places outside the pure run without a card of the hand
	dead    int     // number of these places for which no natural card can come
}

// spots holds the cards of a meld, each as 13*suit + rank.
type spots []int

// allSets and allRuns hold all melds; a run of more than 5 cards is two runs.
var allSets, allRuns = func() (sets, runs []spots) {
	for rank := range 13 {
		for suits := range 16 {
			var s spots
			for suit := range 4 {
				if suits>>suit&1 != 0 {
					s = append(s, 13*suit+rank)
				}
			}
			if len(s) >= 3 {
				sets = append(sets, s)
			}
		}
	}
	for suit := range 4 {
		for size := 3; size <= 5; size++ {
			for low := 0; low+size <= 14; low++ {
				var s spots
				for r := low; r < low+size; r++ {
					s = append(s, 13*suit+r%13)
				}
				runs = append(runs, s)
			}
		}
	}
	return sets, runs
}()

// newOracle returns the oracle of a hand. If avail is nil, all cards can come.
func newOracle(hand card.Bag, wild card.Rank, avail *card.Bag) *oracle {
	o := &oracle{}
	sort := func(b card.Bag, natural, own *[52]int, jokers *int) {
		for c := range b.Each() {
			switch {
			case c == card.Joker:
				*jokers++
			case c.Rank() == wild:
				*jokers++
				own[c.Index()]++
			default:
				natural[c.Index()]++
			}
		}
	}
	sort(hand, &o.natural, &o.own, &o.jokers)
	if avail != nil {
		sort(*avail, &o.can, &o.canOwn, &o.canJokers)
		return o
	}
	o.canJokers = 100
	for i := range o.can {
		o.can[i] = 100
	}
	return o
}

// distance returns the minimum k such that the hand becomes a declaration with k of the
// cards that can come, Unreachable if there is none.
func (o *oracle) distance(target Target) int {
	o.size = target.Size
	o.runs = target.Requirement.Sequences - target.Requirement.Pure
	for k := range o.size + 1 {
		if o.pure(k, target.Requirement.Pure, o.size) {
			return k
		}
	}
	return Unreachable
}

// pure lays the given number of pure runs, each place filled by a natural card of the hand,
// a wild card of the hand or a card that can come, and then the rest.
func (o *oracle) pure(k, demanded, size int) bool {
	if demanded == 0 {
		return o.rest(k, 0, size, o.runs)
	}
	for _, run := range allRuns {
		t, possible := *o, true
		for _, i := range run {
			switch {
			case t.wanted[i] < t.natural[i]:
			case t.own[i] > 0:
				t.own[i]--
				t.jokers--
				continue
			case t.wanted[i] < t.natural[i]+t.can[i]:
				t.holes++
			case t.canOwn[i] > 0:
				t.canOwn[i]--
				t.canJokers--
				t.holes++
				continue
			default:
				possible = false
			}
			t.wanted[i]++
		}
		if possible && t.holes <= k && len(run) <= size && t.pure(k, demanded-1, size-len(run)) {
			return true
		}
	}
	return false
}

// rest lays melds of size cards in all, sets before runs, with at least the given number of
// runs.
func (o *oracle) rest(k, first, size, runs int) bool {
	if size == 0 {
		return runs <= 0 && o.enough(k)
	}
	if o.missing > o.jokers+k-o.holes {
		return false
	}
	for j := first; j < len(allSets)+len(allRuns); j++ {
		var s spots
		isSet := j < len(allSets)
		if isSet {
			s = allSets[j]
		} else {
			s = allRuns[j-len(allSets)]
		}
		if len(s) > size {
			continue
		}
		missing, dead, demanded := o.missing, o.dead, runs
		if !isSet {
			demanded--
		}
		for _, i := range s {
			if o.wanted[i] >= o.natural[i] {
				o.missing++
				if o.wanted[i] >= o.natural[i]+o.can[i] {
					o.dead++
				}
			}
			o.wanted[i]++
		}
		ok := !(isSet && o.dead-dead == len(s)) && o.rest(k, j, size-len(s), demanded)
		for _, i := range s {
			o.wanted[i]--
		}
		o.missing, o.dead = missing, dead
		if ok {
			return true
		}
	}
	return false
}

// enough reports whether jokers and cards that can come fill the missing places. Dead places
// are filled first, by jokers of the hand and then by jokers that can come.
func (o *oracle) enough(k int) bool {
	left := k - o.holes
	dead := max(0, o.dead-o.jokers)
	return o.missing <= o.jokers+left && dead <= min(left, o.canJokers)
}

// scarce returns a deck without the hand and many other cards, jokers above all.
func scarce(src *rand.Rand, hand card.Bag, wild card.Rank) card.Bag {
	var avail card.Bag
	keep := src.IntN(100)
	for i := range card.NumKinds - 1 {
		c := card.FromIndex(i)
		for range 1 + src.IntN(2) {
			if src.IntN(100) < keep && (c.Rank() != wild || src.IntN(4) == 0) {
				avail.Add(c)
			}
		}
	}
	avail = avail.Minus(hand)
	avail.Jokers = uint8(src.IntN(2))
	return avail
}

func TestMinDistAgainstOracle(t *testing.T) {
	forEachHand(10, count(700), func(hand card.Bag, wild card.Rank) {
		if hand.Count() < 9 {
			return // the oracle is too slow
		}
		want := newOracle(hand, wild, nil).distance(Declaration)
		if got := Of(hand, wild); got != want {
			t.Fatalf("MinDist(%v, wild %v) = %d, want %d", hand, wild, got, want)
		}
		if got := Declaration.search(hand, wild, 0).best; got != want {
			t.Fatalf("the plain search (%v, wild %v) = %d, want %d", hand, wild, got, want)
		}
	})
}

func TestMinDistAvailableAgainstOracle(t *testing.T) {
	src := rand.New(rand.NewPCG(11, 11))
	seen := map[int]int{}
	forEachHand(11, count(250), func(hand card.Bag, wild card.Rank) {
		if hand.Count() < 11 {
			return // the oracle is too slow
		}
		avail := scarce(src, hand, wild)
		want := newOracle(hand, wild, &avail).distance(Declaration)
		if got := Available(hand, wild, avail); got != want {
			t.Fatalf("MinDistAvailable(%v, wild %v, %v) = %d, want %d", hand, wild, avail, got, want)
		}
		seen[want]++
	})
	if seen[Unreachable] == 0 || seen[3] == 0 {
		t.Errorf("distances %v: want some unreachable and some not", fmt.Sprint(seen))
	}
}

func TestTargetsAgainstOracle(t *testing.T) {
	requirements := []meld.Requirement{meld.AnyMelds, meld.OnePure, meld.PureAndSequence, meld.PureAndPure, {Pure: 0, Sequences: 2}}
	i := 0
	forEachHand(12, count(600), func(hand card.Bag, wild card.Rank) {
		target := Target{Size: 10, Requirement: requirements[i%len(requirements)]}
		if i++; i%4 == 0 {
			target.Size = 13
		}
		if hand.Count() < target.Size-2 || hand.Count() > 13 && target.Size == 10 {
			hand = randomHands(1, target.Size, 1, 2, uint64(i))[0].hand
		}
		want := newOracle(hand, wild, nil).distance(target)
		if got := target.MinDist(hand, wild); got != want {
			t.Fatalf("%+v: MinDist(%v, wild %v) = %d, want %d", target, hand, wild, got, want)
		}
	})
}
