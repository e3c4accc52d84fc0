package recipe

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/catalog"
	"rummygym/internal/safefile"
	"rummygym/internal/table"
	"rummygym/internal/train"
	"rummygym/internal/train/wire"
)

// noiseLearner trains a policy on random targets. It calls hook at each step.
type noiseLearner struct {
	*train.Model
	src  rand.PCG
	hook func()
}

func (l *noiseLearner) Step(_ context.Context, row []float64) error {
	l.hook()
	n, err := l.Network()
	if err != nil {
		return err
	}
	d := n.Description()
	b := &train.Batch{Inputs: make([]float32, 8*d.InputSize()), Targets: []train.Target{{Values: make([]float32, 8*d.Heads[0].Size)}}}
	rng := rand.New(&l.src)
	for _, x := range [][]float32{b.Inputs, b.Targets[0].Values} {
		for i := range x {
			x[i] = rng.Float32()
		}
	}
	v, err := l.Model.Step(b)
	copy(row, v)
	return err
}

func (l *noiseLearner) AppendState(dst []byte) []byte {
	src, err := l.src.MarshalBinary()
	if err != nil {
		panic(err)
	}
	return l.Model.AppendState(wire.AppendBytes(dst, src))
}

func (l *noiseLearner) Restore(state []byte) error {
	r := wire.NewReader(state)
	src := r.Bytes(r.Uint64())
	return errors.Join(l.Model.Restore(&r), l.src.UnmarshalBinary(src))
}

// noise runs a training with a noiseLearner that calls hook at each step. The arguments are
// options and their values. It returns what the training reports, and the rows of its metrics.
func noise(t *testing.T, ctx context.Context, hook func(), args ...string) (out string, rows [][]float64, err error) {
	t.Helper()
	f := training{command: "rummygym noise"}
	f.list = f.bind(defaults{unit: "updates", steps: 20, row: 4, batch: 8, learningRate: 1e-3, layers: []int{8}, evalEvery: 8, evalGames: 4})
	for i := 0; i < len(args); i += 2 {
		o := f.list.Find(args[i][2:])
		if err := o.Set(args[i+1]); err != nil {
			return "", nil, o.Refused(args[i], args[i+1], err)
		}
	}
	res, err := f.train(ctx, new(Host), func(rules catalog.Rules) (train.Learner, []train.Evaluation, error) {
		g, err := rules.NewGame()
		if err != nil {
			return nil, nil, err
		}
		x, fields, err := rules.Encoder("own-cards,counts")
		if err != nil {
			return nil, nil, err
		}
		d := network.Description{
			Format: network.Format, Game: g.Name(), Fields: fields, Inputs: network.Inputs(x.Layout()),
			Layers: f.network.layersOf(), Heads: []network.Head{{Name: network.Policy, Size: g.NumActions()}},
		}
		m, err := f.model(d, []train.Loss{train.SquaredError{Head: network.Policy}}, 0, f.steps)
		if err != nil {
			return nil, nil, err
		}
		l := &noiseLearner{Model: m, hook: hook}
		l.src.Seed(f.seed, 1)
		return l, nil, nil
	})
	if err != nil {
		return "", nil, err
	}
	var printed bytes.Buffer
	err = res.Write(&printed, table.Readable)
	return printed.String(), res.Rows, err
}

// folder returns the contents of the files of a run, by name.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{"config.json", "checkpoint", "metrics.csv", "best.safetensors", "last.safetensors"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(data)
	}
	return all
}

func TestTrainRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "whole")
	args := []string{"--seed", "3", "--eval-against", "min-dist,random", "--layers", "6,5", "--schedule", "linear", "--activation", "silu", "--preset", "released"}
	out, rows, err := noise(t, t.Context(), func() {}, append(args, "--out", dir)...)
	if err != nil || !strings.Contains(out, "20 steps, all steps are made") || !strings.Contains(out, "best: win/min-dist ") {
		t.Fatalf("error %v, output %q", err, out)
	}
	if len(rows) != 5 || rows[0][0] != 4 || !(rows[0][1] > 0) {
		t.Errorf("rows %v", rows)
	}
	whole := folder(t, dir)
	lines, err := csv.NewReader(strings.NewReader(whole["metrics.csv"])).ReadAll()
	if want := []string{"step", "loss", "policy/squared", "win/min-dist", "gain/min-dist", "win/random", "gain/random"}; err != nil || !slices.Equal(lines[0], want) || len(lines) != 6 {
		t.Errorf("metrics %q, error %v", lines, err)
	}
	n, err := network.Decode([]byte(whole["last.safetensors"]))
	if err != nil || n.Description().Layers[1].Size != 5 || n.Description().Layers[0].Activation != network.SiLU {
		t.Errorf("network %+v, error %v", n.Description(), err)
	}

	// A run is stopped after 9 steps, and resumed with no flag except the folder.
	half := filepath.Join(t.TempDir(), "half")
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	_, _, err = noise(t, ctx, func() {
		if steps++; steps == 9 {
			cancel()
		}
	}, append(args, "--out", half)...)
	var stopped *StoppedError
	if !errors.As(err, &stopped) || stopped.Done != 9 || stopped.Total != 20 || stopped.Resume != half {
		t.Fatalf("error %q, want one of a stop after 9 of 20 steps", err)
	}
	path := filepath.Join(half, "config.json")
	for _, env := range []string{"IndianRummy-v0", "", "IndianRummy-v1"} {
		var c Config
		if err := safefile.ReadJSON(path, &c); err != nil {
			t.Fatal(err)
		}
		if c.Env = env; safefile.WriteJSON(path, c) != nil {
			t.Fatal("config.json cannot be written")
		}
		if env == "IndianRummy-v1" {
			break // the program's own, as it was
		}
		if _, _, err := noise(t, t.Context(), func() {}, "--resume", half); err == nil || !strings.Contains(err.Error(), path+": environment "+env) || !strings.Contains(err.Error(), "want IndianRummy-v1") {
			t.Errorf("a run of the environment %q: error %v", env, err)
		}
	}
	for want, more := range map[string][]string{
		"which cannot be changed": {"--seed", "4"},
		"was started without it":  {"--seats", "3"},
		"remove --out":            {"--out", "x"},
		"--steps 0":               {"--steps", "0"},
		"has made 9 steps":        {"--steps", "8"},
		"the run in " + half:      {"--layers", "6"},
	} {
		if _, _, err := noise(t, t.Context(), func() {}, append([]string{"--resume", half}, more...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one that contains %q", more, err, want)
		}
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--resume", half, "--workers", "1", "--steps", "20"); err != nil {
		t.Fatal(err)
	}
	for name, want := range whole {
		if got := folder(t, half)[name]; got != want && name != "config.json" {
			t.Errorf("%s differs", name)
		}
	}
	var c Config
	if err := json.Unmarshal([]byte(folder(t, half)["config.json"]), &c); err != nil || c.Command != "rummygym noise" || !slices.Equal(c.Flags["workers"], []string{"1"}) || !slices.Equal(c.Flags["layers"], []string{"6", "5"}) {
		t.Errorf("config %+v, error %v", c, err)
	}
}

func TestTrainRunRefuses(t *testing.T) {
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"--out: want the folder":          nil,
		"no run in":                       {"--resume", dir},
		"--eval-games 1: want at least 2": {"--out", dir, "--eval-against", "random", "--eval-games", "1"},
		"--eval-every 6: want":            {"--out", dir, "--eval-against", "random", "--eval-every", "6"},
		"--eval-against:":                 {"--out", dir, "--eval-against", "nobody"},
		"--layers 0: want a wh":           {"--out", dir, "--layers", "3,0"},
		"--batch 0":                       {"--out", dir, "--batch", "0"},
		"learning rate -1":                {"--out", dir, "--learning-rate", "-1"},
		`column "loser" decides`:          {"--out", dir, "--best", "loser"},
		"--from: stat nothing":            {"--out", dir, "--from", "nothing"},
		"--steps 0: want a whole":         {"--out", dir, "--steps", "0"},
		"patience of 3":                   {"--out", dir, "--patience", "3"},
	} {
		if _, _, err := noise(t, t.Context(), func() {}, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one that contains %q", args, err, want)
		}
	}
}

// TestDamagedConfig checks that a damaged configuration is an error that names the file, and so
// is that of another run.
func TestDamagedConfig(t *testing.T) {
	dir, other := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "other")
	for seed, dir := range map[string]string{"3": dir, "4": other} {
		if _, _, err := noise(t, t.Context(), func() {}, "--out", dir, "--seed", seed); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "config.json")
	whole := []byte(readFile(t, path))
	refused := func(data []byte, words ...string) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := noise(t, t.Context(), func() {}, "--resume", dir)
		for _, w := range words {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Fatalf("config.json %q: error %v, want %q", data, err, w)
			}
		}
		if now := readFile(t, path); now != string(data) {
			t.Fatal("a refused run changes its configuration")
		}
	}
	for bit := 0; bit < 8*len(whole); bit += 41 {
		bad := bytes.Clone(whole)
		bad[bit/8] ^= 1 << (bit % 8)
		refused(bad, path, "damaged")
	}
	refused(whole[:len(whole)-1], path, "damaged")
	refused(nil, path, "damaged")
	refused([]byte(readFile(t, filepath.Join(other, "config.json"))), filepath.Join(dir, "checkpoint"), "other settings")
	if err := os.WriteFile(path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--resume", dir, "--steps", "8"); err == nil || readFile(t, path) != string(whole) {
		t.Errorf("fewer steps than made: error %v; the configuration may have changed", err)
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--resume", dir); err != nil {
		t.Error(err)
	}
	if err := os.Rename(path, filepath.Join(dir, ".config.json.123.new")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--resume", dir); err == nil || !strings.Contains(err.Error(), "start it with --out "+dir) {
		t.Errorf("without config.json: error %v", err)
	}
}

// readFile returns the contents of a file.
func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
