package meld

import "math/bits"

// lanes are eight numbers, one per byte: lane j, the bits 8j to 8j+7, is the
// maximum points that some cards can save with at most j jokers. So lanes never
// decrease from one to the next. If a demand cannot be met, a lane is 0.
//
// A sum may overflow a lane, but only into higher lanes. The lanes up to the number
// of jokers in the hand hold only points that can be saved together. So they are
// correct if the hand has at most maxLane points.
type lanes uint64

const (
	maxJokers = 7    // the highest lane
	maxLane   = 0x7f // the largest number in a lane, so that the comparison in or has the eighth bit free

	everyLane lanes = 0x0101_0101_0101_0101
	highBits        = everyLane << 7
)

// at returns lane j.
func (a lanes) at(j int) int { return int(a >> (8 * uint(j) & 63) & 0xff) }

// reversed returns the lanes up to j in reverse order, and 0 above them.
func (a lanes) reversed(j int) lanes {
	return lanes(bits.ReverseBytes64(uint64(a)) >> (56 - 8*uint(j)&63))
}

// upTo reports whether any lane up to j is not 0.
func (a lanes) upTo(j int) bool { return a<<(56-8*uint(j)&63) != 0 }

// after returns the lanes with a meld added that saves the given points and uses the
// given number of jokers.
func (a lanes) after(points, jokers int) lanes {
	return (a + lanes(points)*everyLane) << (8 * uint(jokers) & 63)
}

// where returns a with the lanes set to 0 that are 0 in b.
func (a lanes) where(b lanes) lanes {
	set := (b + everyLane*maxLane) & highBits
	return a & (set - set>>7)
}

// or returns the larger of a and b in each lane.
func (a lanes) or(b lanes) lanes {
	// The high bit of a lane of the difference stays set if a ≥ b there; it makes
	// the mask that selects a.
	d := (a | highBits) - b
	d &= highBits
	return b ^ (a^b)&(d-d>>7)
}

// with returns the lanes of two groups of cards that share the jokers: the
// maximum sum over all ways to divide them. Only the lanes up to j are correct.
func (a lanes) with(b lanes, j int) lanes {
	// The most common cases, one and two jokers, are computed lane by lane.
	a0, a1, b0, b1 := a&0xff, a>>8&0xff, b&0xff, b>>8&0xff
	if j <= 2 {
		a2, b2 := a>>16&0xff, b>>16&0xff
		return a0 + b0 | max(a0+b1, a1+b0)<<8 | max(a0+b2, a1+b1, a2+b0)<<16
	}
	if !a.upTo(j) {
		return b
	}
	if !b.upTo(j) {
		return a
	}
	sum := b + a0*everyLane
	for k := uint(8); k <= 8*uint(j); k += 8 {
		sum = sum.or((b + (a>>(k&63)&0xff)*everyLane) << (k & 63))
	}
	return sum
}
