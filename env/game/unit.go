package game

// Unit returns the high 53 bits of u as a fraction in [0, 1). If u is uniform, so is the
// result over the multiples of 2⁻⁵³. Equal arguments give equal results in every version:
// recorded episodes depend on it.
func Unit(u uint64) float64 { return float64(u>>11) / (1 << 53) }

// PositiveUnit returns Unit(u) + 2⁻⁵³, which is in (0, 1], so that its logarithm exists.
func PositiveUnit(u uint64) float64 { return float64(u>>11+1) / (1 << 53) }
