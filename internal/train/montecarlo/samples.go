package montecarlo

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
)

// samples are packed afterstates with the results of their games.
type samples struct {
	packed []byte
	starts []int     // offset of each sample in packed
	gains  []float32 // in units of network.GainScale points
	wins   []float32 // targets of the win, in [0, 1]
}

// count returns the number of samples.
func (s *samples) count() int { return len(s.starts) }

// series are the afterstates of one player in one game, in order.
type series struct {
	packed []byte
	starts []int
	worth  []estimate // value of the best choice at each decision
	passed estimate   // value of the best choice at a later decision, which was explored and gave no afterstate
}

// estimate is the value of the best choice at a decision, if the network evaluated it.
type estimate struct {
	gain, win float32
	ok        bool
	explored  bool // another action was taken, at random
}

// clear makes the series empty.
func (s *series) clear() {
	s.packed, s.starts, s.worth, s.passed = s.packed[:0], s.starts[:0], s.worth[:0], estimate{}
}

// estimateOf returns the estimate of the player's last decision.
func estimateOf(p *greedy.Player) estimate {
	gain, win, ok := p.Estimated()
	return estimate{float32(gain), float32(win), ok, ok && p.Explored()}
}

// add adds a decision: the afterstate x that it reached, nil for none, and the value of its best choice.
func (s *series) add(p *packing, x []float32, of estimate) {
	switch {
	case x == nil && of.explored && !s.passed.ok:
		s.passed = of
		return
	case x == nil:
		return
	case s.passed.ok:
		of, s.passed = s.passed, estimate{}
	}
	s.starts = append(s.starts, len(s.packed))
	s.packed = p.append(s.packed, x)
	s.worth = append(s.worth, of)
}

// add adds the samples of a series with the given result, each with its λ-return, which ends
// before an action at random.
func (s *samples) add(t *series, gain, win, lambda float32) {
	from := len(s.starts)
	for _, at := range t.starts {
		s.starts = append(s.starts, len(s.packed)+at)
		s.gains, s.wins = append(s.gains, 0), append(s.wins, 0)
	}
	if t.passed.explored {
		gain, win = t.passed.gain, t.passed.win
	}
	for i := len(t.starts) - 1; i >= 0; i-- {
		s.gains[from+i], s.wins[from+i] = gain, win
		if w := t.worth[i]; w.explored { // used by the decision before
			gain, win = w.gain, w.win
		} else if w.ok {
			gain += float32((1 - lambda) * (w.gain - gain))
			win += float32((1 - lambda) * (w.win - win))
		}
	}
	s.packed = append(s.packed, t.packed...)
}

// join concatenates samples in order.
func join(parts []samples) *samples {
	bytes, n := 0, 0
	for i := range parts {
		bytes, n = bytes+len(parts[i].packed), n+parts[i].count()
	}
	s := &samples{packed: make([]byte, 0, bytes), starts: make([]int, 0, n), gains: make([]float32, 0, n), wins: make([]float32, 0, n)}
	for i := range parts {
		p := &parts[i]
		for _, at := range p.starts {
			s.starts = append(s.starts, len(s.packed)+at)
		}
		s.gains, s.wins = append(s.gains, p.gains...), append(s.wins, p.wins...)
		s.packed = append(s.packed, p.packed...)
	}
	return s
}

// packing compresses afterstates, most of whose entries are 0: one bit per entry marks
// the nonzero entries, each of which takes one byte. Integers are stored exactly, and
// fractions in units of 1/255 of their field's High.
type packing struct {
	size  int       // entries
	words int       // of 64 bits
	low   []float32 // value of byte 0, for each entry
	step  []float32 // difference between two consecutive bytes, for each entry
}

// newPacking returns the packing of a layout. It returns an error if a byte cannot
// represent the range of a field.
func newPacking(l game.Layout) (*packing, error) {
	p := &packing{size: l.Size(), words: (l.Size() + 63) / 64}
	for _, f := range l {
		low, step := float32(f.Low), float32(1)
		if f.DType == game.Float32 {
			step = float32(f.High-f.Low) / 255
		} else if f.High-f.Low > 255 {
			return nil, fmt.Errorf("montecarlo: field %s has values from %v to %v: want at most 256 different ones", f.Name, f.Low, f.High)
		}
		for range f.Size() {
			p.low, p.step = append(p.low, low), append(p.step, step)
		}
	}
	return p, nil
}

// append appends a packed afterstate.
func (p *packing) append(dst []byte, x []float32) []byte {
	at := len(dst)
	for range p.words {
		dst = append(dst, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	for w := range p.words {
		var mask uint64
		for i, v := range x[64*w : min(64*w+64, p.size)] {
			if v != 0 {
				mask |= 1 << i
				k := 64*w + i
				dst = append(dst, byte(int32((v-p.low[k])/p.step[k]+0.5)))
			}
		}
		binary.LittleEndian.PutUint64(dst[at+8*w:], mask)
	}
	return dst
}

// unpack sets dst, which has p.size entries, to an afterstate.
func (p *packing) unpack(dst []float32, src []byte) {
	clear(dst)
	values := src[8*p.words:]
	for w := range p.words {
		for mask := binary.LittleEndian.Uint64(src[8*w:]); mask != 0; mask &= mask - 1 {
			k := 64*w + bits.TrailingZeros64(mask)
			dst[k] = float32(float32(values[0])*p.step[k]) + p.low[k]
			values = values[1:]
		}
	}
}
