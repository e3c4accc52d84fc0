package game

// Unit returns the number in [0, 1) that the 53 high bits of u stand for. Each multiple
// of 2⁻⁵³ there is as likely as any other if u is uniform. Equal arguments give equal
// results in every version: recorded episodes depend on it.
func Unit(u uint64) float64 { return float64(u>>11) / (1 << 53) }

// PositiveUnit returns the number in (0, 1] that is 2⁻⁵³ above Unit(u): one that has a
// logarithm.
func PositiveUnit(u uint64) float64 { return float64(u>>11+1) / (1 << 53) }
