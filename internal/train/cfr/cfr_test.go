package cfr_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/safefile"
	"rummygym/internal/train/cfr"
)

// averageBets returns the probability of betting in the average strategy.
func averageBets(s *cfr.Solver) func(set int) float64 {
	return func(set int) float64 {
		var p [2]float64
		s.Average(p[:], set)
		return p[1]
	}
}

// TestKuhn solves Kuhn poker: the average strategy is nearly unexploitable, has the known
// value, and is in the known family of equilibria.
func TestKuhn(t *testing.T) {
	for _, c := range []struct {
		name   string
		probed bool
		within float64
	}{{"external sampling", false, 0.005}, {"probed", true, 0.02}} {
		t.Run(c.name, func(t *testing.T) {
			s := must.Get(cfr.New(kuhn{c.probed}, cfr.Settings{Seed: 1, Batch: 64}))(t)
			uniform := exploitability(averageBets(s))
			if math.Abs(uniform-11.0/12) > 1e-9 {
				t.Fatalf("the uniform strategy is exploitable by %v, want 11/12", uniform)
			}
			must.Do(t, s.Run(context.Background(), 3000, 2, nil))
			bets := averageBets(s)
			if e := exploitability(bets); e > c.within {
				t.Errorf("exploitable by %.4f, want at most %.3f", e, c.within)
			}
			if v := kuhnValue(bets); math.Abs(v+1.0/18) > c.within {
				t.Errorf("the first player wins %.4f, want -1/18", v)
			}
			// The jack folds, the king calls and bets; the jack bets one third
			// as often as the king in the opening.
			for _, w := range []struct {
				set  int
				want float64
			}{{bet + 0, 0}, {bet + 1, 1. / 3}, {bet + 2, 1}, {checked + 0, 1. / 3}, {checked + 1, 0}, {checked + 2, 1}, {opening + 1, 0}, {checkBet + 0, 0}, {checkBet + 2, 1}} {
				if got := bets(w.set); math.Abs(got-w.want) > 0.06 {
					t.Errorf("set %d bets with %.3f, want %.3f", w.set, got, w.want)
				}
			}
			if jack, king := bets(opening), bets(opening+2); math.Abs(king-3*jack) > 0.12 {
				t.Errorf("the opening bets %.3f with the jack and %.3f with the king, want thrice as much", jack, king)
			}
		})
	}
}

// file returns the checkpoint of a solver.
func file(t *testing.T, s *cfr.Solver) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, s.WriteCheckpoint(&b))
	return b.Bytes()
}

func TestSameResultForAnyWorkers(t *testing.T) {
	var want []byte
	for _, workers := range []int{0, 1, 2, 5, 40} {
		s := must.Get(cfr.New(kuhn{}, cfr.Settings{Seed: 7, Batch: 33}))(t)
		must.Do(t, s.Run(context.Background(), 20, workers, nil))
		if got := file(t, s); want == nil {
			want = got
		} else if !bytes.Equal(got, want) {
			t.Errorf("%d workers compute a different strategy than the first run", workers)
		}
	}
	other := must.Get(cfr.New(kuhn{}, cfr.Settings{Seed: 8, Batch: 33}))(t)
	must.Do(t, other.Run(context.Background(), 20, 1, nil))
	if bytes.Equal(file(t, other), want) {
		t.Error("another seed computes the same strategy")
	}
}

func TestResumed(t *testing.T) {
	settings := cfr.Settings{Seed: 3, Batch: 20}
	whole := must.Get(cfr.New(kuhn{}, settings))(t)
	must.Do(t, whole.Run(context.Background(), 30, 2, nil))

	// Stop in the middle of a batch, write, read, and run to the end.
	ctx, stop := context.WithCancel(context.Background())
	first := must.Get(cfr.New(kuhn{}, settings))(t)
	err := first.Run(ctx, 30, 2, func() error {
		if first.Batches() == 11 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || first.Batches() != 11 || first.Games() != 220 {
		t.Fatalf("stopped with %v after %d batches and %d games", err, first.Batches(), first.Games())
	}
	second := must.Get(cfr.ReadCheckpoint(bytes.NewReader(file(t, first)), kuhn{}))(t)
	if second.Batches() != 11 || second.Settings() != settings {
		t.Fatalf("read back %d batches and %+v", second.Batches(), second.Settings())
	}
	must.Do(t, second.Run(context.Background(), 30, 1, nil))
	if !bytes.Equal(file(t, second), file(t, whole)) {
		t.Error("a resumed run ends with a different strategy than an uninterrupted one")
	}
}

func TestErrorOfEachEndsTheRun(t *testing.T) {
	full := errors.New("disk full")
	s := must.Get(cfr.New(kuhn{}, cfr.Settings{Batch: 1}))(t)
	if err := s.Run(context.Background(), 5, 1, func() error { return full }); !errors.Is(err, full) || s.Batches() != 1 {
		t.Errorf("Run returns %v after %d batches", err, s.Batches())
	}
}

func TestBadInput(t *testing.T) {
	if _, err := cfr.New(kuhn{}, cfr.Settings{}); err == nil {
		t.Error("a batch of 0 games is accepted")
	}
	if _, err := cfr.New(nil, cfr.Settings{Batch: 1}); err == nil {
		t.Error("a solver without a game is accepted")
	}
	good := file(t, must.Get(cfr.New(kuhn{}, cfr.Settings{Batch: 1}))(t))
	for name, data := range map[string][]byte{
		"empty": nil, "cut": good[:len(good)/2], "text": []byte("no checkpoint"),
	} {
		if _, err := cfr.ReadCheckpoint(bytes.NewReader(data), kuhn{}); err == nil {
			t.Errorf("%s: read without an error", name)
		}
	}
	for bit := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[bit/8] ^= 1 << (bit % 8)
		if _, err := cfr.ReadCheckpoint(bytes.NewReader(bad), kuhn{}); !errors.Is(err, safefile.ErrDamaged) {
			t.Fatalf("bit %d flipped: error %v", bit, err)
		}
	}
	if _, err := cfr.ReadCheckpoint(bytes.NewReader(good), larger{}); err == nil {
		t.Error("a checkpoint of another game is accepted")
	}
}

// larger is a game with more information sets than Kuhn poker.
type larger struct{ kuhn }

func (larger) Sets() int { return kuhnSets + 1 }
