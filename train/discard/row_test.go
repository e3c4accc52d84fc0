package discard_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/train/discard"
)

// random returns rows of random hands of ten cards, random beliefs and macro-features, whose
// score is that of scoreOf with a random part of the given standard deviation.
func random(seed uint64, n int, noise float64) []discard.Row {
	rng := rand.New(rand.NewPCG(seed, 1))
	rows := make([]discard.Row, n)
	for i := range rows {
		r := &rows[i]
		matrix := make([]float32, card.NumSuited)
		for _, c := range rng.Perm(card.NumSuited)[:10] {
			matrix[c] = 1
		}
		if err := r.SetHand(matrix); err != nil {
			panic(err)
		}
		for j := range r.Belief {
			if matrix[j] == 0 && rng.IntN(8) > 0 {
				r.Belief[j] = rng.Float32()
			}
		}
		r.Macros = [4]uint8{uint8(rng.IntN(3)), uint8(rng.IntN(3)), uint8(rng.IntN(80)), uint8(rng.IntN(9))}
		r.Score = float32(scoreOf(&r.State) + noise*rng.NormFloat64())
	}
	return rows
}

// scoreOf is a linear function of the inputs of every network: 20 points less a quarter of
// the deadwood, and 3 points for each point of belief in the aces.
func scoreOf(s *discard.State) float64 {
	y := 20 - float64(s.Macros[2])/4
	for i := range card.NumSuits {
		y += 3 * float64(s.Belief[i*card.NumRanks])
	}
	return y
}

func TestSetHand(t *testing.T) {
	var s discard.State
	matrix := make([]float32, 52)
	matrix[0], matrix[12], matrix[13], matrix[51] = 1, 1, 1, 1
	if err := s.SetHand(matrix); err != nil || s.Hand != [4]uint16{1 | 1<<12, 1, 0, 1 << 12} {
		t.Errorf("hand %b, %v", s.Hand, err)
	}
	matrix[7] = 0.5
	if err := s.SetHand(matrix); err == nil || err.Error() != "entry 7 of the hand is 0.5: want 0 or 1" {
		t.Errorf("error %v", err)
	}
	if err := s.SetHand(matrix[:51]); err == nil {
		t.Error("51 entries are a hand")
	}
}

// Equal states become one row with their mean score, where the first of them stood; states
// that differ in one number stay.
func TestAverage(t *testing.T) {
	a := random(1, 1, 0)[0]
	b, c, d := a, a, a
	b.Hand[3] ^= 1 << 12
	c.Belief[51] = math.Nextafter32(c.Belief[51], 2)
	d.Macros[3]++
	scores := func(r discard.Row, score float32) discard.Row { r.Score = score; return r }
	got := discard.Average([]discard.Row{scores(a, 10), scores(b, 1), scores(a, -20), scores(c, 2), scores(d, 3), scores(a, 25), scores(b, 2)})
	want := []discard.Row{scores(a, 5), scores(b, 1.5), scores(c, 2), scores(d, 3)}
	if !slices.Equal(got, want) {
		t.Errorf("%d rows with scores %v, want %v", len(got), scoresOf(got), scoresOf(want))
	}
	rows := random(2, 3000, 1)
	again := discard.Average(slices.Concat(rows, rows, rows[:100]))
	if !slices.EqualFunc(again, rows, func(a, b discard.Row) bool { return a.State == b.State && math.Abs(float64(a.Score-b.Score)) < 1e-5 }) {
		t.Errorf("rows that occur twice or three times are averaged to %d others", len(again))
	}
	if got := discard.Average(nil); len(got) != 0 {
		t.Errorf("no rows are averaged to %v", got)
	}
}

func scoresOf(rows []discard.Row) (all []float32) {
	for _, r := range rows {
		all = append(all, r.Score)
	}
	return all
}
