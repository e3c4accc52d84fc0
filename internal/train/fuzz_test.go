package train

import (
	"bytes"
	"context"
	"math"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/train/wire"
)

// FuzzCheckpoint parses checkpoints whose digest fits: the parser returns an error, or what
// gives the same bytes again.
func FuzzCheckpoint(f *testing.F) {
	s := &progress{identity: "{}", columns: []string{"step", "loss"}, sums: []float64{1}, best: []byte("network"), learner: stateOnly("state")}
	s.Ending, s.Step, s.Best, s.Rows = AllSteps, 3, math.NaN(), [][]float64{{1, 2}, {3, math.Inf(1)}}
	f.Add(s.append(nil))
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, state, err := parseProgress(data)
		if err != nil {
			return
		}
		s.learner = stateOnly(state)
		rest := func(checkpoint []byte) []byte { // the digest itself is not kept
			r := wire.NewReader(checkpoint)
			r.Bytes(r.Uint64())
			r.Bytes(r.Uint64())
			return r.Left()
		}
		again := s.append(nil)
		if got, want := rest(again), rest(data); !bytes.Equal(got, want) {
			t.Errorf("%q is read, but %q is written", want, got)
		}
		appendCSV(nil, s.columns, s.Rows)
	})
}

// stateOnly is a learner that is only its state.
type stateOnly string

func (stateOnly) Columns() []string                     { return nil }
func (stateOnly) Step(context.Context, []float64) error { return nil }
func (stateOnly) Network() (*network.Network, error)    { return nil, nil }
func (s stateOnly) AppendState(dst []byte) []byte       { return append(dst, s...) }
func (stateOnly) Restore([]byte) error                  { return nil }
