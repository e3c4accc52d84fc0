package train

import (
	"bytes"
	"context"
	"math"
	"testing"

	"rummygym/agents/network"
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
		digest := len(AppendBytes(nil, []byte(checkpointForm))) + 8
		again := s.append(nil)
		// The digest itself is not kept.
		_, rest, err := TakeBytes(data[digest-8:])
		if _, tail, e := TakeBytes(again[digest-8:]); err != nil || e != nil || !bytes.Equal(rest, tail) {
			t.Errorf("%q is read, but %q is written (%v)", rest, tail, err)
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
