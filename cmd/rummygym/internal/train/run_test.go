package train

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/safefile"
	"rummygym/train"
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
	return l.Model.AppendState(train.AppendBytes(dst, src))
}

func (l *noiseLearner) Restore(state []byte) error {
	src, state, err := train.TakeBytes(state)
	if err == nil {
		_, err = l.Model.Restore(state)
	}
	if err == nil {
		err = l.src.UnmarshalBinary(src)
	}
	return err
}

// noise runs a command "noise" with a noiseLearner that calls hook at each step. It returns
// standard output and standard error.
func noise(t *testing.T, ctx context.Context, hook func(), args ...string) (out, errs string, err error) {
	t.Helper()
	var f runFlags
	cmd := &cobra.Command{Use: "noise", SilenceUsage: true, SilenceErrors: true, RunE: func(cmd *cobra.Command, _ []string) error {
		return f.run(cmd, func(rules rummygym.Rules) (train.Learner, []train.Evaluation, error) {
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
	}}
	f.register(cmd, flagDefaults{unit: "updates", steps: 20, row: 4, batch: 8, learningRate: 1e-3, layers: []int{8}, evalEvery: 8, evalGames: 4})
	root := &cobra.Command{Use: "rummygym"}
	root.AddCommand(cmd)
	var printed, messages bytes.Buffer
	root.SetOut(&printed)
	root.SetErr(&messages)
	root.SetArgs(append([]string{"noise"}, args...))
	err = root.ExecuteContext(ctx)
	return printed.String(), messages.String(), err
}

// folder returns the contents of the files of a run except plots, by name.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{"config.json", "checkpoint", "metrics.csv", "best.safetensors", "last.safetensors"} {
		data := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
		all[name] = string(data)
	}
	return all
}

// networkOf returns the network of a file.
func networkOf(t *testing.T, path string) *network.Network {
	t.Helper()
	n, _ := must.Get2(network.ReadFile(path))(t)
	return n
}

// mustAgree reports every file that differs between two runs, except config.json.
func mustAgree(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if name != "config.json" && got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

// mustResume runs a train command and stops it after each of the times. It checks that the
// run says how to resume, and that the resumed run gives the files want, those of a run that
// was not stopped.
func mustResume(t *testing.T, learner string, args []string, want map[string]string, after ...time.Duration) {
	t.Helper()
	for _, d := range after {
		dir := filepath.Join(t.TempDir(), "stopped")
		ctx, cancel := context.WithCancel(t.Context())
		if d == 0 {
			cancel()
		}
		time.AfterFunc(d, cancel)
		var out, errs bytes.Buffer
		status := program.Execute(ctx, append([]string{"train", learner, "--out", dir}, args...), strings.NewReader(""), &out, &errs)
		cancel()
		switch {
		case status == 0: // it finished before the stop
		case status != 130 || !strings.Contains(errs.String(), "rummygym train "+learner+" --resume "+dir):
			t.Fatalf("stopped after %v: exit status %d, %q", d, status, errs.String())
		default:
			program.Succeed(t, "train", learner, "--resume", dir)
		}
		mustAgree(t, "stopped and resumed", folder(t, dir), want)
	}
}

func TestTrainRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "whole")
	args := []string{"--seed", "3", "--eval-against", "min-dist,random", "--layers", "6,5", "--schedule", "linear", "--activation", "silu", "--preset", "released"}
	out, errs, err := noise(t, t.Context(), func() {}, append(args, "--out", dir)...)
	if err != nil || !strings.Contains(out, "20 steps, all steps are made") || !strings.Contains(out, "best: win/min-dist ") {
		t.Fatalf("error %v, output %q", err, out)
	}
	if !strings.Contains(errs, "step 4: loss ") || strings.Count(errs, "win/random") != 3 {
		t.Errorf("messages %q", errs)
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
	if want := "stopped after 9 of 20 steps; resume with:\nrummygym noise --resume " + half; err == nil || err.Error() != want {
		t.Fatalf("error %q, want %q", err, want)
	}
	path := filepath.Join(half, "config.json")
	for _, env := range []string{"IndianRummy-v0", "", "IndianRummy-v1"} {
		var c runConfig
		must.Do(t, safefile.ReadJSON(path, &c))
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
	must.Get2(noise(t, t.Context(), func() {}, "--resume", half, "--workers", "1", "--steps", "20"))(t)
	for name, want := range whole {
		if got := folder(t, half)[name]; got != want && name != "config.json" {
			t.Errorf("%s differs", name)
		}
	}
	var c runConfig
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
		"layer 2 has size 0":              {"--out", dir, "--layers", "3,0"},
		"--batch 0":                       {"--out", dir, "--batch", "0"},
		`"x" is not known: want adam`:     {"--out", dir, "--optimizer", "x"},
		"learning rate -1":                {"--out", dir, "--learning-rate", "-1"},
		`column "loser" decides`:          {"--out", dir, "--best", "loser"},
		"--from: stat nothing":            {"--out", dir, "--from", "nothing"},
		"--steps 0 and --row 4":           {"--out", dir, "--steps", "0"},
		"patience of 3":                   {"--out", dir, "--patience", "3"},
	} {
		if _, _, err := noise(t, t.Context(), func() {}, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one that contains %q", args, err, want)
		}
	}
}
