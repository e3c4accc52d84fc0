package game

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// A run of many episodes has one seed. Everything random in it depends only on that
// seed and on the position in the run (episode, seat), not on earlier draws. So
// episode i of seed S is the same game in a tournament, in a dataset and at a table
// of the vector environment, for any number of workers and any order of play.
//
// The words 0 and 1 of an episode, the last argument of [Seed], are those of the dealer's
// PCG, see [SeedDeal]. The other words are free for callers.
const dealStream = 0

// Seed returns the seed for a position in the run with the given seed. The words of
// stream, in order, name the position. Equal arguments give equal results on every
// machine and in every version: recorded episodes depend on it. Two calls that differ
// only in the last word never give the same result; calls that differ in another way
// collide with probability about 2^-64. Seed(s) without a stream is not s. Seed hides no
// argument from whoever knows the result and the others, see [AgentSeed].
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
// run. It is a part of a SHA-256 hash.
//
// # What a seed reveals
//
// [Seed] can be computed backwards: whoever knows a result of it, and the words of the
// stream, knows the run's seed and with it every deal. Its results stay with the program
// therefore. From an agent's seed neither the run's seed nor a deal nor the seed of another
// agent can be computed faster than by trying all seeds that the run may have. That is no
// work if the run's seed is 1, as in the examples: to hide the deals from an agent that is
// not trusted, draw the 64 bits of the run's seed at random, and publish them afterwards.
// Whoever chooses the seed of a run knows its deals, as the caller of a Gymnasium
// environment's reset does.
func AgentSeed(seed, episode uint64, seat Player) uint64 {
	seeds := agentSeeds(seed, episode, uint64(seat)/hashSeats)
	return seeds[uint64(seat)%hashSeats]
}

// hashSeats is the number of seats whose seeds are parts of one hash.
const hashSeats = sha256.Size / 8

// agentSeeds returns the seeds of the agents at the seats from hashSeats*group on. The
// hash is of one block, which takes about 100 ns with the instructions that most
// processors have for it.
func agentSeeds(seed, episode, group uint64) (seeds [hashSeats]uint64) {
	block := [40]byte{0: 'r', 'u', 'm', 'm', 'y', 'g', 'y', 'm', ' ', 'a', 'g', 'e', 'n', 't', 's'}
	binary.LittleEndian.PutUint64(block[16:], seed)
	binary.LittleEndian.PutUint64(block[24:], episode)
	binary.LittleEndian.PutUint64(block[32:], group)
	sum := sha256.Sum256(block[:])
	for i := range seeds {
		seeds[i] = binary.LittleEndian.Uint64(sum[8*i:])
	}
	return seeds
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

// attemptStream is the stream (see [Seed]) of the attempts after the first: of a run, with the
// attempt as second word, see [AttemptSeed]; of an episode, with the attempt and MaxPlayers or
// one more, the cards that are dealt anew.
const attemptStream = 0x617474656d7074 // "attempt"

// AttemptSeed returns the seed of the run whose agents play an attempt at the episodes of the
// run with the given seed: seed itself for attempt 0.
func AttemptSeed(seed, attempt uint64) uint64 {
	if attempt == 0 {
		return seed
	}
	return Seed(seed, attemptStream, attempt)
}

// DealAttempt deals one of several attempts at an episode of the run with the given seed:
// the deal of the episode. If keep is a seat, the attempts after the first share only what
// that seat can see of the deal, and deal the rest anew (see [State.Redeal]); if it is
// [NoPlayer], they share the whole deal. Earlier draws of src have no effect.
func DealAttempt(g Game, dst State, src *rand.PCG, seed, episode, attempt uint64, keep Player) {
	SeedDeal(src, seed, episode)
	g.Deal(dst, src)
	if keep != NoPlayer && attempt > 0 {
		src.Seed(Seed(seed, episode, attemptStream, attempt, MaxPlayers), Seed(seed, episode, attemptStream, attempt, MaxPlayers+1))
		dst.Redeal(keep, src)
	}
}

// Unit returns the high 53 bits of u as a fraction in [0, 1). If u is uniform, so is the
// result over the multiples of 2⁻⁵³. Equal arguments give equal results in every version:
// recorded episodes depend on it.
func Unit(u uint64) float64 { return float64(u>>11) / (1 << 53) }

// PositiveUnit returns Unit(u) + 2⁻⁵³, which is in (0, 1], so that its logarithm exists.
func PositiveUnit(u uint64) float64 { return float64(u>>11+1) / (1 << 53) }
