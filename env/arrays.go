package env

import (
	"encoding/binary"
	"fmt"

	"rummygym/env/game"
)

// Arrays holds the results of a [Vector] in memory that the caller owns, for example
// NumPy's. A call fills the row of every table that it changes. All arrays are
// row-major; the package comment defines the letters of the shapes.
type Arrays struct {
	// Observations [N, L] is the encoded observation of the seat to move, and after
	// the end that of the seat that moved last; with opponents, that of the learner in
	// both cases. Nil: no observations. It must be nil if observations have no fields.
	Observations []float32

	// Bytes [N, L] is Observations as bytes, for encoders and layouts that have them, see
	// [game.ByteEncoder]. Nil: none.
	Bytes []uint8

	// Final [N, L] is, under SameStep, the last observation of an episode that ended
	// in this call; rows of other tables are unchanged. Nil: no final observations.
	Final []float32

	// FinalBytes [N, L] is Final as bytes. Nil: none.
	FinalBytes []uint8

	// Masks [N, A] is 1 for each legal action and 0 for the others, all 0 after the
	// end.
	Masks []uint8

	// Rewards [N, P] is the reward of each seat in this call.
	Rewards []float32

	// Terminated and Truncated [N] report whether the episode ended in this call by
	// the rules, or by the step limit.
	Terminated, Truncated []bool

	// Players [N] is the seat to move, -1 after the end.
	Players []int8

	// Learners [N] is the learner's seat. Nil: no learners.
	Learners []int8

	// Outcomes [N] is the outcome of an episode that ended in this call: that of the game,
	// not over if it was truncated. Rows of other tables are unchanged. Nil: no outcomes.
	Outcomes []game.Outcome
}

// NewArrays returns arrays of the sizes for v: Observations only if they have fields, and
// Final only then and under SameStep.
func (v *Vector) NewArrays() *Arrays {
	n := len(v.tables)
	a := &Arrays{
		Masks:      make([]uint8, n*v.actions),
		Rewards:    make([]float32, n*v.players),
		Terminated: make([]bool, n),
		Truncated:  make([]bool, n),
		Players:    make([]int8, n),
		Learners:   make([]int8, n),
		Outcomes:   make([]game.Outcome, n),
	}
	if v.size > 0 {
		a.Observations = make([]float32, n*v.size)
		if v.cfg.Autoreset == SameStep {
			a.Final = make([]float32, n*v.size)
		}
	}
	return a
}

// check panics unless the arrays have the sizes for v, and v may be used.
func (v *Vector) check(out *Arrays) {
	v.mustRest()
	n := len(v.tables)
	if out.Observations != nil {
		mustLen("Arrays.Observations", len(out.Observations), n, v.size)
	}
	if out.Final != nil {
		mustLen("Arrays.Final", len(out.Final), n, v.size)
	}
	if out.Bytes != nil {
		mustLen("Arrays.Bytes", len(out.Bytes), n, v.size)
	}
	if out.FinalBytes != nil {
		mustLen("Arrays.FinalBytes", len(out.FinalBytes), n, v.size)
	}
	mustLen("Arrays.Masks", len(out.Masks), n, v.actions)
	mustLen("Arrays.Rewards", len(out.Rewards), n, v.players)
	mustLen("Arrays.Terminated", len(out.Terminated), n, 1)
	mustLen("Arrays.Truncated", len(out.Truncated), n, 1)
	mustLen("Arrays.Players", len(out.Players), n, 1)
	if out.Learners != nil {
		mustLen("Arrays.Learners", len(out.Learners), n, 1)
	}
	if out.Outcomes != nil {
		mustLen("Arrays.Outcomes", len(out.Outcomes), n, 1)
	}
}

// mustLen panics unless got is n × size.
func mustLen(name string, got, n, size int) {
	if got != n*size {
		panic(fmt.Sprintf("env: %s has %d entries, want %d × %d", name, got, n, size))
	}
}

// spread writes the first len(dst) bits of m as bytes 0 and 1.
func spread(dst []uint8, m *game.Mask) {
	// The simple form sets dst[i] to bit i. Here eight bits are written at a time. Most
	// words are 0, because most actions are melds, which are legal only at the end of a
	// hand.
	for _, word := range m {
		block := dst[:min(64, len(dst))]
		dst = dst[len(block):]
		if word == 0 {
			clear(block)
			continue
		}
		for ; len(block) >= 8; block = block[8:] {
			binary.LittleEndian.PutUint64(block, game.EightBytes(word))
			word >>= 8
		}
		for i := range block {
			block[i] = uint8(word >> i & 1)
		}
	}
}
