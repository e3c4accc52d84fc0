package train_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/safefile"
	"rummygym/internal/train"
	"rummygym/internal/train/wire"
)

// toyLearner learns the sum of the inputs of random rows.
type toyLearner struct {
	model *train.Model
	src   *rand.PCG
	left  int64 // steps until io.EOF; negative: no limit
	hook  func(step int64)
	slow  time.Duration
}

func newToyLearner(t testing.TB) *toyLearner {
	m := mustModel(t, toy(network.ReLU, network.ReLU), train.Settings{Losses: []train.Loss{train.SquaredError{Head: "value"}}, Optimizer: train.Adam(3e-3), Seed: 1})
	return &toyLearner{model: m, src: rand.NewPCG(4, 5), left: -1}
}

func (l *toyLearner) Columns() []string { return l.model.Columns() }

func (l *toyLearner) Step(ctx context.Context, row []float64) error {
	if l.left == 0 {
		return io.EOF
	}
	l.left--
	rng := rand.New(l.src)
	b := &train.Batch{Inputs: rows(rng, 20), Targets: []train.Target{{Values: make([]float32, 20)}}}
	if l.hook != nil {
		l.hook(l.model.Updates())
	}
	time.Sleep(l.slow)
	if ctx.Err() != nil {
		return ctx.Err() // in the middle: the random source has advanced
	}
	for r := range b.Targets[0].Values {
		for _, x := range b.Inputs[13*r:][:13] {
			b.Targets[0].Values[r] += x
		}
	}
	v, err := l.model.Step(b)
	copy(row, v)
	return err
}

func (l *toyLearner) Network() (*network.Network, error) { return l.model.Network() }

func (l *toyLearner) AppendState(dst []byte) []byte {
	src, err := l.src.MarshalBinary()
	if err != nil {
		panic(err)
	}
	return l.model.AppendState(binary.LittleEndian.AppendUint64(wire.AppendBytes(dst, src), uint64(l.left)))
}

func (l *toyLearner) Restore(state []byte) error {
	r := wire.NewReader(state)
	src := r.Bytes(r.Uint64())
	l.left = int64(r.Uint64())
	return errors.Join(l.model.Restore(&r), r.End(), l.src.UnmarshalBinary(src))
}

// weigh returns a measure of a network: its first two weights. It counts its calls.
func weigh(calls *int) func(context.Context, *network.Network, []float64) error {
	return func(ctx context.Context, n *network.Network, row []float64) error {
		*calls++
		row[0] = float64(n.Weights()[0].Data[0])
		row[1] = float64(n.Weights()[0].Data[1])
		return ctx.Err()
	}
}

// toyRun returns a run of 95 steps with a row every 10 steps and an evaluation every 30.
func toyRun(t testing.TB, dir string) *train.Run {
	return &train.Run{
		Dir: dir, Learner: newToyLearner(t), Config: map[string]any{"seed": 1}, Steps: 95, Every: 10,
		Evaluations: []train.Evaluation{{Every: 30, Columns: []string{"first", "second"}, Measure: weigh(new(int))}},
		Best:        "loss", Lower: true, CheckpointEvery: 20 * time.Millisecond,
	}
}

// files returns the contents of the files in a folder by name.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries := must.Get(os.ReadDir(dir))(t)
	for _, e := range entries {
		data := must.Get(os.ReadFile(filepath.Join(dir, e.Name())))(t)
		all[e.Name()] = string(data)
	}
	return all
}

// same fails the test unless two folders have the same files.
func same(t testing.TB, want, got string) {
	t.Helper()
	a, b := files(t, want), files(t, got)
	for _, name := range []string{"config.json", "checkpoint", "metrics.csv", "best.safetensors", "last.safetensors"} {
		if a[name] == "" || b[name] == "" {
			t.Errorf("%s is missing", name)
		} else if a[name] != b[name] {
			t.Errorf("%s differs", name)
		}
		delete(b, name)
	}
	for _, name := range []string{train.EventsFile, train.SecondsFile} { // which have the times of the run
		if len(a[name]) != len(b[name]) && name == train.EventsFile || b[name] == "" {
			t.Errorf("%s has %d bytes, want %d", name, len(b[name]), len(a[name]))
		}
		delete(b, name)
	}
	if len(b) > 0 {
		t.Errorf("there are additional files: %v", b)
	}
}

func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	r := toyRun(t, dir)
	var last train.Progress
	r.Progress = func(p train.Progress) { last = p }
	res := must.Get(r.Run(t.Context()))(t)
	if res.Ending != train.AllSteps || res.Step != 95 || len(res.Rows) != 10 || last.Step != 95 || last.Steps != 95 {
		t.Errorf("ended because %q after %d steps with %d rows; progress %+v", res.Ending, res.Step, len(res.Rows), last)
	}
	var loss []float64
	for i, row := range res.Rows {
		loss = append(loss, row[1])
		evaluated := i == 2 || i == 5 || i == 8 || i == 9
		if math.IsNaN(row[3]) == evaluated || row[0] != float64(min(10*(i+1), 95)) {
			t.Errorf("row %d is %v", i, row)
		}
	}
	if best := slices.Min(loss); res.Best != best || res.Rows[(res.BestStep+9)/10-1][1] != best || best > loss[0]/2 {
		t.Errorf("best %v at %d of losses %v", res.Best, res.BestStep, loss)
	}
	f := files(t, dir)
	if text := f["config.json"]; !strings.HasPrefix(text, "{\n  \"digest\": \"") || !strings.HasSuffix(text, "\",\n  \"seed\": 1\n}\n") {
		t.Errorf("config %q", text)
	}
	lines := strings.Split(f["metrics.csv"], "\n")
	if lines[0] != "step,loss,value/squared,first,second" || !strings.HasPrefix(lines[1], "10,") || !strings.HasSuffix(lines[1], ",,") || len(lines) != 12 {
		t.Errorf("metrics:\n%s", f["metrics.csv"])
	}
	if _, err := network.Decode([]byte(f["last.safetensors"])); err != nil {
		t.Error(err)
	}
	must.Refuse(toyRun(t, dir).Run(t.Context()))(t, "already exists")
	again := toyRun(t, dir)
	again.Resume = true
	if res, err := again.Run(t.Context()); err != nil || res.Ending != train.AllSteps {
		t.Errorf("resumed at its end: %v, error %v", res, err)
	}
	longer := toyRun(t, dir)
	longer.Resume, longer.Steps = true, 120
	if res, err := longer.Run(t.Context()); err != nil || res.Step != 120 {
		t.Errorf("with more steps: %v, error %v", res, err)
	}
	shorter := toyRun(t, dir)
	shorter.Resume = true
	must.Refuse(shorter.Run(t.Context()))(t, "has made 120 steps")
}

// TestRunStoppedAndResumed checks that a run that is stopped at any moment, even in the
// middle of a step or an evaluation, and resumed ends with the same files.
func TestRunStoppedAndResumed(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "run")
	must.Get(toyRun(t, whole).Run(t.Context()))(t)
	for stop := int64(0); stop < 95; stop += 23 {
		dir := filepath.Join(t.TempDir(), "run")
		r := toyRun(t, dir)
		ctx, cancel := context.WithCancelCause(t.Context())
		r.Learner.(*toyLearner).hook = func(step int64) {
			if step == stop {
				cancel(errors.New("ctrl-C"))
			}
		}
		if stop%2 == 1 {
			r.CheckpointEvery = time.Hour
		}
		_, err := r.Run(ctx)
		var stopped *train.StoppedError
		if !errors.As(err, &stopped) || stopped.Step > stop || !strings.Contains(err.Error(), "of 95 steps: ctrl-C") {
			t.Fatalf("stopped at step %d: error %v", stop, err)
		}
		if _, _, err := network.ReadFile(filepath.Join(dir, train.LastFile)); err != nil {
			t.Errorf("stopped at step %d: the last network: %v", stop, err)
		}
		r = toyRun(t, dir)
		r.Resume = true
		must.Get(r.Run(t.Context()))(t)
		same(t, whole, dir)
	}
}

// checkpoint returns the checkpoint in a folder, or nil if there is none.
func checkpoint(dir string) []byte {
	data, _ := os.ReadFile(filepath.Join(dir, train.CheckpointFile)) // nil if there is none
	return data
}

func TestRunPatience(t *testing.T) {
	r := toyRun(t, filepath.Join(t.TempDir(), "run"))
	r.Steps, r.Every, r.Best, r.Lower, r.Patience = 1000, 1, "first", false, 3
	at := 0
	r.Evaluations[0] = train.Evaluation{Every: 2, Columns: []string{"first"}, Measure: func(_ context.Context, _ *network.Network, row []float64) error {
		row[0] = []float64{1, 3, 2, 4, math.NaN(), 4, 3, 4, 5}[at]
		at++
		return nil
	}}
	res, err := r.Run(t.Context())
	if err != nil || res.Ending != train.NoBetter || res.Best != 4 || res.BestStep != 8 || res.Step != 16 {
		t.Errorf("%+v, error %v", res, err)
	}
	n, _, err := network.ReadFile(filepath.Join(r.Dir, train.BestFile))
	if err != nil || slices.Equal(n.Weights()[0].Data, mustNetwork(t, r.Learner.(*toyLearner).model).Weights()[0].Data) {
		t.Errorf("the best network is the last, error %v", err)
	}
	r.Resume, r.Patience, r.Steps = true, 0, 16
	if res, err := r.Run(t.Context()); err != nil || res.Ending != train.AllSteps {
		t.Errorf("without patience: %+v, error %v", res, err)
	}
}

// TestRunRefusesCheckpoints checks that a damaged or foreign checkpoint is refused.
func TestRunRefusesCheckpoints(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	must.Get(toyRun(t, dir).Run(t.Context()))(t)
	good := checkpoint(dir)
	resume := func(change func(r *train.Run)) error {
		r := toyRun(t, dir)
		r.Resume = true
		change(r)
		_, err := r.Run(t.Context())
		return err
	}
	path := filepath.Join(dir, train.CheckpointFile)
	damaged := func(what string, data []byte) {
		t.Helper()
		mustWrite(t, path, data)
		if err := resume(func(*train.Run) {}); !errors.Is(err, safefile.ErrDamaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one that names the file", what, err)
		}
	}
	for bit := 0; bit < 8*len(good); bit += 2999 {
		bad := slices.Clone(good)
		bad[bit/8] ^= 1 << (bit % 8)
		damaged(fmt.Sprint("bit ", bit), bad)
	}
	for _, n := range []int{0, 3, 30, len(good) - 1} {
		damaged(fmt.Sprint("cut to ", n), good[:n])
		damaged(fmt.Sprint("a byte inserted at ", n), slices.Insert(slices.Clone(good), n, 7))
	}
	mustWrite(t, path, good)
	must.Fail(t, resume(func(r *train.Run) { r.Identity = "other" }), path, "other settings")
	must.Fail(t, resume(func(r *train.Run) { r.Evaluations = nil }), "the run has")
	must.Fail(t, resume(func(r *train.Run) { r.Dir = t.TempDir() }), "no run to resume")
}

func TestRunRefuses(t *testing.T) {
	for want, change := range map[string]func(r *train.Run){
		"no folder":          func(r *train.Run) { r.Dir = "" },
		"0 steps":            func(r *train.Run) { r.Steps = 0 },
		"a multiple of 10":   func(r *train.Run) { r.Evaluations[0].Every = 15 },
		"patience of 2 rows": func(r *train.Run) { r.Best, r.Patience = "", 2 },
		`"worst" decides`:    func(r *train.Run) { r.Best = "worst" },
		`"step" decides`:     func(r *train.Run) { r.Best = "step" },
		`column "loss"`:      func(r *train.Run) { r.Evaluations[0].Columns = []string{"loss"} },
		"unsupported type":   func(r *train.Run) { r.Config = func() {} },
	} {
		r := toyRun(t, filepath.Join(t.TempDir(), "run"))
		change(r)
		must.Refuse(r.Run(t.Context()))(t, want)
	}
	var syntax *json.UnsupportedTypeError
	r := toyRun(t, filepath.Join(t.TempDir(), "run"))
	r.Config = func() {}
	if _, err := r.Run(t.Context()); !errors.As(err, &syntax) {
		t.Errorf("error %v", err)
	}
}

// TestSnapshots keeps networks at intervals: the last is that of the end.
func TestSnapshots(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	r := train.Run{Dir: dir, Learner: newToyLearner(t), Steps: 6, Every: 1, SnapshotEvery: 3}
	must.Get(r.Run(t.Context()))(t)
	at := func(step string) []byte {
		return must.Get(os.ReadFile(filepath.Join(dir, train.SnapshotFolder, step+".safetensors")))(t)
	}
	if last := must.Get(os.ReadFile(filepath.Join(dir, train.LastFile)))(t); !bytes.Equal(at("000006"), last) || bytes.Equal(at("000003"), last) {
		t.Error("the network after six steps is not the last, or that after three is")
	}
	if all := must.Get(os.ReadDir(filepath.Join(dir, train.SnapshotFolder)))(t); len(all) != 2 {
		t.Errorf("there are %d networks", len(all))
	}
}
