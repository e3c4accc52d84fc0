package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

// TestReproduce runs the whole of reproduce with few deals, stops it, continues it, and
// checks that finished steps are kept.
func TestReproduce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	args := []string{"reproduce", "--out", dir, "--scale", "0.0003", "--epochs", "2", "--augmented-epochs", "1", "--matches", "10", "--seeds", "2", "--generations", "2", "--format", "csv"}

	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if status := program.Execute(stopped, args, strings.NewReader(""), &out, &errs); status != 130 || !strings.Contains(errs.String(), "run the same command again") {
		t.Fatalf("stopped: exit status %d, %s", status, errs.String())
	}

	first := program.Succeed(t, args...)
	lines := strings.Split(strings.TrimSpace(first), "\n")
	if len(lines) != 1+2*(14+1)+6+1 {
		t.Fatalf("%d lines of the table, want 38:\n%s", len(lines), first)
	}
	for _, want := range []string{"1a,random-256,dual-inception,1,", "1a,random-256,dual-inception,2,", ",random-256-a,dual-inception,1,", ",random-256-a,dual-inception,2,", "1b,simple-all,mlp,", "1c,random-16-a,dual-inception-16,", "text,late-knock,", ",joined,", "generations,generation-2,dual-inception,", ",74.8,75.7,0.554,0.546–0.562"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in the table:\n%s", want, first)
		}
	}
	for _, picture := range []string{"figures/scores.png", "figures/random-256/losses.png", "runs/random-256/dual-inception/residuals.png", "figures/behaviour.txt"} {
		if info, err := os.Stat(filepath.Join(dir, picture)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", picture, err)
		}
	}

	// A cell has the mean, the minimum and the maximum of its trainings.
	cells := program.Succeed(t, append(args, "--rows", "cell", "--format", "json")...)
	if n := strings.Count(cells, "\n"); n != 14+1+6+1 {
		t.Errorf("%d cells, want 22:\n%s", n, cells)
	}
	for line := range strings.Lines(cells) {
		var c struct {
			Table, Set, Network string
			Trainings           int
			Mean                float64 `json:"win_rate"`
			Min                 float64 `json:"win_rate_min"`
			Max                 float64 `json:"win_rate_max"`
			P                   *float64
		}
		must.Do(t, json.Unmarshal([]byte(line), &c))
		var rates []float64
		for _, line := range lines[1:] {
			words := strings.Split(line, ",")
			if words[0] == c.Table && words[1] == c.Set && words[2] == c.Network {
				rate := must.Get(strconv.ParseFloat(words[6], 64))(t)
				rates = append(rates, rate)
			}
		}
		if inTable1 := strings.HasPrefix(c.Table, "1"); inTable1 != (c.P != nil) || inTable1 && c.Trainings != 2 {
			t.Errorf("%d trainings, p %v: %s", c.Trainings, c.P, line)
		}
		if c.Trainings != len(rates) || slices.Min(rates) != c.Min || slices.Max(rates) != c.Max || math.Abs(c.Mean-(c.Min+c.Max)/2) > 1e-9 {
			t.Errorf("the trainings win %v, the cell is %s", rates, line)
		}
	}

	// The player is the better of two networks on other deals.
	best, from := "", ""
	for _, run := range []string{"dual-inception", "dual-inception-seed-2"} {
		text := must.Get(os.ReadFile(filepath.Join(dir, "results", "choose-random-256-a-"+run+".json")))(t)
		_, rate, _ := strings.Cut(string(text), `"win_rate": `)
		if rate, _, _ = strings.Cut(rate, ","); rate > best {
			best, from = rate, run
		}
	}
	player := must.Get(os.ReadFile(filepath.Join(dir, "player.safetensors")))(t)
	if want, err := os.ReadFile(filepath.Join(dir, "runs", "random-256-a", from, "last.safetensors")); err != nil || !bytes.Equal(player, want) {
		t.Errorf("the player is not the network of %s, whose win rate is %s: %v", from, best, err)
	}

	// A lost result is made again, to the same bytes; nothing else is.
	lost := filepath.Join(dir, "results", "random-256-dual-inception.json")
	text := must.Get(os.ReadFile(lost))(t)
	must.Do(t, os.Remove(lost))
	status, again, messages := program.Run(t, "", args...)
	if status != 0 || again != first || strings.Count(messages, "step ") != 1 {
		t.Errorf("continued: exit status %d, %s\n%s", status, messages, again)
	}
	if now, err := os.ReadFile(lost); err != nil || !bytes.Equal(now, text) {
		t.Errorf("the result differs after it was made again: %v", err)
	}

	// A damaged or exchanged file is an error that names it, and so is a second run.
	other := filepath.Join(dir, "results", "simple-mlp.json")
	steps := filepath.Join(dir, "steps", "eval-random-256-dual-inception.json")
	for _, path := range []string{
		lost, steps, filepath.Join(dir, "settings.json"), filepath.Join(dir, "runs", "simple", "mlp", "last.safetensors"),
		filepath.Join(dir, "runs", "simple", "mlp", "checkpoint"), filepath.Join(dir, "data", "simple", "manifest.json"),
	} {
		whole := must.Get(os.ReadFile(path))(t)
		for bit := 0; bit < 8*len(whole); bit += 3 * len(whole) { // 3 bits of each file
			bad := bytes.Clone(whole)
			bad[bit/8] ^= 1 << (bit % 8)
			must.Do(t, os.WriteFile(path, bad, 0o644))
			if message := program.Fail(t, args...); !strings.Contains(message, path+": ") {
				t.Errorf("bit %d of %s flipped: %s", bit, path, message)
			}
		}
		must.Do(t, os.WriteFile(path, whole, 0o644))
	}
	metrics := filepath.Join(dir, "runs", "simple", "mlp", "metrics.csv")
	for _, exchanged := range [][2]string{{lost, other}, {steps, filepath.Join(dir, "steps", "eval-simple-mlp.json")}, {metrics, filepath.Join(dir, "runs", "simple", "mlp-i", "metrics.csv")}} {
		exchange(t, exchanged)
		if message := program.Fail(t, args...); !strings.Contains(message, exchanged[0]+": ") && !strings.Contains(message, exchanged[1]+": ") {
			t.Errorf("%s exchanged: %s", exchanged, message)
		}
		exchange(t, exchanged)
	}
	release := must.Get(safefile.Lock(dir))(t)
	if message := program.Fail(t, args...); !strings.Contains(message, dir+": another process is writing to it") {
		t.Errorf("two runs in one folder: %s", message)
	}
	release()
	if again := program.Succeed(t, args...); again != first {
		t.Errorf("in the end the table differs:\n%s", again)
	}

	if message := program.Fail(t, append(args, "--matches", "12")...); !strings.Contains(message, "matches 10, and the command line 12") {
		t.Errorf("other settings: %s", message)
	}
}

// Each of the 15 networks is trained once with each seed.
func TestReproduceSeeds(t *testing.T) {
	for _, seeds := range []int{1, 2, 5} {
		list := program.Succeed(t, "reproduce", "--out", "x", "--list", "--seeds", strconv.Itoa(seeds), "--seed", "4")
		runs := map[string]int{}
		for line := range strings.Lines(list) {
			if strings.HasPrefix(line, "rummygym train discard --data") {
				_, out, _ := strings.Cut(line, "--out ")
				runs[out]++
			}
		}
		if len(runs) != 15*seeds {
			t.Errorf("%d seeds: %d trainings, want %d:\n%s", seeds, len(runs), 15*seeds, list)
		}
		for k := range seeds {
			must.Equal(t, strings.Count(list, fmt.Sprintf(" --seed %d --workers 1 ", 4+k)), 15, "%d seeds: trainings with seed %d", seeds, 4+k)
		}
	}
}

// exchange exchanges two files.
func exchange(t *testing.T, paths [2]string) {
	t.Helper()
	aside := paths[0] + ".aside"
	for _, names := range [][2]string{{paths[0], aside}, {paths[1], paths[0]}, {aside, paths[1]}} {
		must.Do(t, os.Rename(names[0], names[1]))
	}
}

func TestReproduceRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"--out is missing":                   {},
		"--scale 2: want a share above 0":    {"--out", "x", "--scale", "2"},
		"--matches 3: want an even number":   {"--out", "x", "--matches", "3"},
		"--epochs 0: want a whole number":    {"--out", "x", "--epochs", "0"},
		"--seeds 0: want a whole number":     {"--out", "x", "--seeds", "0"},
		"--generations 0: want a whole":      {"--out", "x", "--generations", "0"},
		"--defence 0: want a number above 0": {"--out", "x", "--defence", "0"},
		"--jobs -1: want a whole number":     {"--out", "x", "--jobs", "-1"},
	} {
		if message := program.Fail(t, append([]string{"reproduce"}, args...)...); !strings.Contains(message, want) {
			t.Errorf("%q: message %q, want %q", args, message, want)
		}
	}
}
