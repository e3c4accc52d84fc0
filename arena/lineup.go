package arena

import (
	"slices"

	"rummygym/env/game"
)

// Lineup assigns entrants to seats: entry s is the index of the entrant at seat s. Seat 0
// moves first. An entrant may hold several seats.
type Lineup []int

// maxLineups is the maximum number of lineups of a round robin.
const maxLineups = 100_000

// RoundRobin returns the lineups in which n entrants all meet. For two seats these are
// all n² ordered pairs, including those of an entrant with itself. For more seats they
// are all multisets of entrants, in every rotation round the table: the players at the
// table and the starting player vary, but the order of the others does not. All orders
// would need 46,656 lineups for six agents at six seats instead of 2,742. The lineups are
// in lexicographic order.
func RoundRobin(n, seats int) []Lineup {
	var all []Lineup
	choice := make(Lineup, seats)
	var choose func(seat, from int)
	choose = func(seat, from int) {
		if seat == seats {
			all = append(all, rotations(choice)...)
			return
		}
		for e := from; e < n; e++ {
			choice[seat] = e
			choose(seat+1, e)
		}
	}
	choose(0, 0)
	slices.SortFunc(all, func(a, b Lineup) int { return slices.Compare(a, b) })
	return all
}

// rotations returns the distinct rotations of a lineup.
func rotations(l Lineup) []Lineup {
	var all []Lineup
	for r := range l {
		turned := slices.Concat(l[r:], l[:r])
		if slices.ContainsFunc(all, func(o Lineup) bool { return slices.Equal(o, turned) }) {
			break
		}
		all = append(all, turned)
	}
	return all
}

// tooMany reports whether a round robin could have more than maxLineups.
func tooMany(n, seats int) bool {
	choices := 1
	for i := range seats { // C(n+seats-1, seats) multisets, at most seats rotations each
		choices = choices * (n + i) / (i + 1)
		if choices*seats > maxLineups {
			return true
		}
	}
	return false
}

// seed returns the seed of a lineup's games. Lineups with the same seed are
// dealt the same cards.
func (s *Setup) seed(l Lineup) uint64 {
	switch s.Deals {
	case AllDeals:
		return s.Seed
	case SeatDeals:
		// The seed is that of the smallest rotation, which all rotations share.
		l = slices.MinFunc(rotations(l), func(a, b Lineup) int { return slices.Compare(a, b) })
	}
	words := make([]uint64, len(l))
	for i, e := range l {
		words[i] = uint64(e)
	}
	return game.Seed(s.Seed, words...)
}
