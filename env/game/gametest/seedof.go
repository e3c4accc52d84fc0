package gametest

import "rummygym/env/game"

// SeedOf computes [game.Seed] backwards, as an agent might that looks for the seed of its
// run: SeedOf(game.Seed(s, stream...), stream...) is s. It does the same whatever result is.
func SeedOf(result uint64, stream ...uint64) uint64 {
	for i := len(stream) - 1; i >= 0; i-- {
		result = (unmix(result) - game.Seed(stream[i])) * inverse(gamma)
	}
	return unmix(result) - gamma
}

// gamma is the step of splitmix64.
const gamma = 0x9e3779b97f4a7c15

// unmix is the inverse of the output function of splitmix64.
func unmix(z uint64) uint64 {
	z ^= z>>31 ^ z>>62
	z *= inverse(0x94d049bb133111eb)
	z ^= z>>27 ^ z>>54
	z *= inverse(0xbf58476d1ce4e5b9)
	return z ^ z>>30 ^ z>>60
}

// inverse returns the number whose product with the odd number x is 1 modulo 2^64.
func inverse(x uint64) uint64 {
	y := x // right in 3 bits; each step of Newton's method doubles their number
	for range 5 {
		y *= 2 - x*y
	}
	return y
}
