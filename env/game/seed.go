package game

import "math/rand/v2"

// A run of many episodes has one seed. Everything random in it depends only on that
// seed and on the position in the run (episode, seat), not on earlier draws. So
// episode i of seed S is the same game in a tournament, in a dataset and at a table
// of the vector environment, for any number of workers and any order of play.
//
// Streams of an episode, by the last argument of [Seed]:
//
//	0, 1      the two words of the dealer's PCG, see [SeedDeal]
//	2 + s     the agent of seat s, see [AgentSeed]
//	2 + MaxPlayers and above are free for callers
const (
	dealStream  = 0
	agentStream = 2
)

// Seed returns the seed for a position in the run with the given seed. The words of
// stream, in order, name the position. Equal arguments give equal results on every
// machine and in every version: recorded episodes depend on it. Two calls that differ
// only in the last word never give the same result; calls that differ in another way
// collide with probability about 2^-64. Seed(s) without a stream is not s.
func Seed(seed uint64, stream ...uint64) uint64 {
	// The seed is stepped and mixed as in splitmix64. Each word is mixed the same
	// way before it is added, so that small neighbouring numbers (episode 1, seat
	// 0 and episode 0, seat 1) cannot cancel. The hash so far is multiplied by an
	// odd number, so that the order of the words matters.
	h := mix(seed + gamma)
	for _, w := range stream {
		h = mix(gamma*h + mix(w+gamma))
	}
	return h
}

// DealSource returns a new source for the deal of an episode. [SeedDeal] does the same
// without an allocation.
func DealSource(seed, episode uint64) *rand.PCG {
	src := new(rand.PCG)
	SeedDeal(src, seed, episode)
	return src
}

// SeedDeal sets src to the beginning of the sequence that deals the given
// episode of a run. Earlier draws of src have no effect.
func SeedDeal(src *rand.PCG, seed, episode uint64) {
	src.Seed(Seed(seed, episode, dealStream), Seed(seed, episode, dealStream+1))
}

// AgentSeed returns the seed of the agent at the given seat in the given episode of a
// run.
func AgentSeed(seed, episode uint64, seat Player) uint64 {
	return Seed(seed, episode, agentStream+uint64(seat))
}

// gamma is 2^64 divided by the golden ratio, the step of splitmix64.
const gamma = 0x9e3779b97f4a7c15

// mix is the output function of splitmix64 (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014, with the constants
// of Stafford's mix 13). It is a bijection.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
