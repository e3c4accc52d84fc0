package train

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// plays records the last plays of hands of Gin Rummy and returns the folder.
func plays(t *testing.T, args ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "plays")
	program.Succeed(t, append([]string{"collect", "--recipe", "simple", "--games", "200", "--out", dir}, args...)...)
	return dir
}

// short holds flags with which train discard takes less than a second.
var short = []string{"--network", "mlp", "--epochs", "3"}

func TestTrainDiscard(t *testing.T) {
	data, run := plays(t), filepath.Join(t.TempDir(), "run")
	out := program.Succeed(t, append([]string{"train", "discard", "--data", data, "--out", run}, short...)...)
	clitest.WantAll(t, out, "all steps are made", "best: validation/loss ", "validation: mean squared error ", "residuals: mean ", "excess kurtosis")
	rows := metrics(t, run)
	if len(rows) != 4 || strings.Join(rows[0], ",") != "step,loss,validation/loss" || slices.Contains(rows[3], "") {
		t.Errorf("metrics are %q, want a row for each of 3 epochs", rows)
	}
	for _, name := range []string{"best.safetensors", "plot.svg", "plot.svg"} {
		if _, err := os.Stat(filepath.Join(run, name)); err != nil {
			t.Error(err)
		}
	}
	clitest.WantAll(t, program.Succeed(t, "policy", "show", filepath.Join(run, "last.safetensors")), "discard", "hand,belief,macros", "1761", "head points")
}

// interrupter is a writer that ends a context when a word is written.
type interrupter struct {
	bytes.Buffer
	word string
	end  context.CancelFunc
}

func (w *interrupter) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if strings.Contains(w.String(), w.word) {
		w.end()
	}
	return n, err
}

// TestTrainDiscardResume checks that runs that are stopped after an epoch and resumed with
// another number of workers end with the files of one that was not stopped, and that the flags
// and the data of a run cannot change.
func TestTrainDiscardResume(t *testing.T) {
	data, whole := plays(t), filepath.Join(t.TempDir(), "whole")
	args := append([]string{"train", "discard", "--data", data, "--augment", "suits", "--batch", "100"}, short...)
	program.Succeed(t, append(args, "--out", whole, "--workers", "1")...)
	want := folder(t, whole)
	for _, word := range []string{"epoch 1 of", "epoch 2 of"} {
		dir := filepath.Join(t.TempDir(), "parts")
		ctx, end := context.WithCancel(t.Context())
		messages := interrupter{word: word, end: end}
		if status := program.Execute(ctx, append(args, "--out", dir, "--workers", "3"), strings.NewReader(""), io.Discard, &messages); status != 130 {
			t.Fatalf("exit status %d: %s", status, messages.String())
		}
		clitest.WantAll(t, messages.String(), "resume with:", "rummygym train discard --resume "+dir)
		clitest.WantAll(t, program.Succeed(t, "train", "discard", "--resume", dir, "--workers", "2"), "all steps are made")
		mustAgree(t, "stopped and resumed", folder(t, dir), want)
	}
	clitest.WantAll(t, program.Fail(t, "train", "discard", "--resume", whole, "--epochs", "4"), "--epochs 4", "cannot be changed")
	other := plays(t, "--seed", "2")
	must.Do(t, os.RemoveAll(data))
	must.Do(t, os.Rename(other, data))
	clitest.WantAll(t, program.Fail(t, "train", "discard", "--resume", whole), "the state belongs to other data")
}

func TestTrainDiscardRefuses(t *testing.T) {
	gin := filepath.Join(t.TempDir(), "gin")
	program.Succeed(t, "collect", "--game", "gin", "--episode", "hand", "--agents", "simple,simple", "--fields", "none", "--games", "3", "--out", gin)
	data := plays(t)
	for want, args := range map[string][]string{
		"--data: want a folder":     {"--out", "x"},
		"no column score":           {"--data", gin, "--out", "x"},
		"of the game indian":        {"--data", games(t, "--agents", "random,random", "--games", "3", "--fields", "none"), "--out", "x"},
		"--out: want the folder":    {"--data", data},
		"--epochs 0":                {"--data", data, "--out", "x", "--epochs", "0"},
		"--batch 0":                 {"--data", data, "--out", "x", "--batch", "0"},
		"--validation 1":            {"--data", data, "--out", "x", "--validation", "1"},
		"--rows -1":                 {"--data", data, "--out", "x", "--rows", "-1"},
		"1 rows for training and 0": {"--data", data, "--out", "x", "--rows", "1", "--split-seed", "3"},
		"learning rate -1":          {"--data", data, "--out", "x", "--learning-rate", "-1"},
		"want mlp or mlp-i or dual": {"--data", data, "--out", "x", "--network", "cnn"},
	} {
		if text := program.Fail(t, append([]string{"train", "discard"}, args...)...); !strings.Contains(text, want) {
			t.Errorf("%v: %q does not contain %q", args, text, want)
		}
	}
}
