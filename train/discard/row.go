package discard

import (
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"rummygym/env/card"
)

// State is the hand that a discard leaves, as truong2021datadriven describes it, without the
// interaction terms, which follow from the hand. The rows of the matrices are clubs, hearts,
// spades and diamonds, the columns ace to king.
type State struct {
	Hand   [card.NumSuits]uint16   // matrix x: bit r of row i is 1 if the hand has the card of rank r, from 0 for the ace
	Macros [4]uint8                // vector m: runs, sets, deadwood, hit count
	Belief [card.NumSuited]float32 // matrix o, row by row
}

// Row is a state and the score that followed, in points.
type Row struct {
	State
	Score float32
}

// SetHand sets the hand to a matrix of zeros and ones, row by row.
func (s *State) SetHand(matrix []float32) error {
	if len(matrix) != card.NumSuited {
		return fmt.Errorf("a hand of %d entries: want %d", len(matrix), card.NumSuited)
	}
	s.Hand = [card.NumSuits]uint16{}
	for i, v := range matrix {
		if v != 0 && v != 1 {
			return fmt.Errorf("entry %d of the hand is %v: want 0 or 1", i, v)
		}
		s.Hand[i/card.NumRanks] |= uint16(v) << (i % card.NumRanks)
	}
	return nil
}

// setMacros sets the macro-features.
func (s *State) setMacros(m []float32) error {
	for i, v := range m {
		if s.Macros[i] = uint8(v); !(v >= 0 && v <= math.MaxUint8) || float32(s.Macros[i]) != v {
			return fmt.Errorf("entry %d of the macro-features is %v: want a whole number from 0 to %d", i, v, math.MaxUint8)
		}
	}
	return nil
}

// finite returns an error if a number of the row is NaN or infinite.
func (r *Row) finite() error {
	bad := func(v float32) bool { return math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) }
	if i := slices.IndexFunc(r.Belief[:], bad); i >= 0 {
		return fmt.Errorf("entry %d of the belief is %v: want a finite number", i, r.Belief[i])
	}
	if bad(r.Score) {
		return fmt.Errorf("the score is %v: want a finite number", r.Score)
	}
	return nil
}

// Average merges rows with equal states into one with their mean score
// (truong2021datadriven, "The Data"), which stands where the first of them stood. It reuses
// the memory of rows. No number may be NaN.
func Average(rows []Row) []Row {
	// The map holds hashes, because it would copy states. A state is under its hash or, if
	// another state is there, under the next free number.
	seed, places := maphash.MakeSeed(), make(map[uint64]int, len(rows))
	var sums []float64
	var counts []int
	kept := rows[:0]
	for _, r := range rows {
		for h := maphash.Comparable(seed, r.State); ; h++ {
			i, taken := places[h]
			if !taken {
				places[h] = len(kept)
				kept, sums, counts = append(kept, r), append(sums, float64(r.Score)), append(counts, 1)
				break
			}
			if kept[i].State == r.State {
				sums[i] += float64(r.Score)
				counts[i]++
				break
			}
		}
	}
	for i := range kept {
		kept[i].Score = float32(sums[i] / float64(counts[i]))
	}
	clear(rows[len(kept):])
	return kept
}
