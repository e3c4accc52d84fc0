//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rummygym/internal/must"
)

var seed = flag.Uint64("seed", 1, "seed of the kills, of the sizes of disks and of the damages")

// A job is a command line that writes below w in its folder. What it writes depends on nothing else.
type job struct {
	name   string
	args   string
	resume string // the command line that carries it on; + stands for args
}

const training = " --out w/run --layers 8 --batch 32 --workers 1 --checkpoint-every 20ms"

// The first two lists are killed; on a full disk all run.
var (
	collectJobs = []job{
		{"collect", "collect --agents min-dist,random --games 120 --shard-games 10 --out w/data", "+ --resume"},
		{"collect recipe", "collect --recipe random-16 --games 200 --shard-games 20 --out w/data", "+ --resume"},
		{"collect part", "collect --agents min-dist,random --first-deal 30 --games 60 --shard-games 10 --out w/data", "+ --resume"},
	}
	trainJobs = []job{
		{"train mc", "train mc --steps 6 --games 8 --updates 4 --start-steps 2 --replay 3 --eval-every 4 --eval-games 10" + training, "train mc --resume w/run"},
		{"train ppo", "train ppo --steps 6 --tables 4 --horizon 16 --past-every 2 --opponents self,past --eval-every 4 --eval-games 10" + training, "train ppo --resume w/run"},
		{"train cfr", "train cfr --games 4000 --batch 500 --matches 0 --checkpoint w/ck --out w/fitness.txt", "train cfr --games 4000 --batch 500 --matches 0 --resume w/ck --out w/fitness.txt"},
	}
	otherJobs = []job{
		{"tournament", "tournament --agents min-dist,min-score,random --games 100 --checkpoint w/ck", "tournament --agents min-dist,min-score,random --games 100 --resume w/ck"},
	}
)

// shortly returns the first n of a list with -short, or all.
func shortly[T any](n int, all []T) []T {
	if testing.Short() {
		return all[:n]
	}
	return all
}

// trace matches what the runtime prints of a program that breaks.
var trace = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |goroutine \d+ .*\[|SIG[A-Z]+: )`)

// start runs a command line in a folder, and kills it after some time unless it has ended; the status is then -1. With blocks, no
// file may have more than so many blocks of 512 bytes.
func start(t *testing.T, dir, line string, blocks int, after time.Duration) (status int, text string) {
	t.Helper()
	args := append([]string{"rummygym"}, strings.Fields(line)...)
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	if blocks > 0 {
		cmd = exec.CommandContext(t.Context(), "sh", append([]string{"-c", fmt.Sprintf(`ulimit -f %d && exec "$0" "$@"`, blocks), os.Args[0]}, args...)...)
	}
	var errs bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &errs
	must.Do(t, cmd.Start())
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // it may have ended
	err := cmd.Wait()
	timer.Stop()
	status, text = cmd.ProcessState.ExitCode(), errs.String()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) || trace.MatchString(text) || status > 0 && !strings.Contains(text, "rummygym: ") {
		t.Fatalf("rummygym %s: %v, %s", line, err, text)
	}
	return status, text
}

// never is more time than any job takes.
const never = time.Hour

// contents returns the bytes of the files in a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must.Do(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if d.Name() == "seconds.csv" || strings.HasPrefix(d.Name(), "events.out.tfevents.") {
			return nil // have the times of a run
		}
		data, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = string(data)
		return err
	}))
	return all
}

// undisturbed returns what the job writes and how long it takes.
func (j *job) undisturbed(t *testing.T) (want map[string]string, took time.Duration) {
	t.Helper()
	dir := folder(t)
	begun := time.Now()
	if status, errs := start(t, dir, j.args, 0, never); status != 0 {
		t.Fatal(errs)
	}
	return contents(t, filepath.Join(dir, "w")), time.Since(begun)
}

// folder returns a new folder with an empty folder w.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(dir, "w"), 0o777))
	return dir
}

// ways returns the command lines that a person would try in a folder as it is.
func (j *job) ways(t *testing.T, dir string) []string {
	w := filepath.Join(dir, "w")
	if len(must.Get(os.ReadDir(w))(t)) == 0 {
		return []string{j.args}
	}
	return []string{strings.Replace(j.resume, "+", j.args, 1), j.args}
}

// finish carries on a job that was interrupted, and compares what it has written at the end.
func (j *job) finish(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	w := filepath.Join(dir, "w")
	if maps.Equal(contents(t, w), want) {
		return // it was at its end
	}
	var said []string
	for _, line := range j.ways(t, dir) {
		status, errs := start(t, dir, line, 0, never)
		if status == 0 {
			got := contents(t, w)
			differ := slices.DeleteFunc(slices.Collect(maps.Keys(got)), func(name string) bool { return got[name] == want[name] })
			if len(differ) > 0 || len(got) != len(want) {
				t.Errorf("%s: %q differ from those of an undisturbed run; %d files, want %d", line, differ, len(got), len(want))
			}
			return
		}
		said = append(said, errs)
	}
	t.Errorf("cannot be carried on: %s", said)
}

// killed kills a job with signal 9 at one to three random moments, often near its start, then carries it on. The shards
// and networks that a killed process leaves can be read, and the shards are not written again.
func (j *job) killed(t *testing.T, rounds int) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(*seed, uint64(len(j.args))))
	want, took := j.undisturbed(t)
	for range rounds {
		dir := folder(t)
		for range 1 + rng.IntN(3) {
			share := 1.1 * rng.Float64()
			if rng.IntN(4) == 0 {
				share *= .1
			}
			for _, line := range j.ways(t, dir) {
				if status, _ := start(t, dir, line, 0, time.Duration(share*float64(took))); status <= 0 {
					break
				}
			}
		}
		left := finished(t, filepath.Join(dir, "w"))
		j.finish(t, dir, want)
		for path, was := range left {
			if is, err := os.Stat(path); err != nil || !os.SameFile(is, was) {
				t.Errorf("%s was complete, and is written again (%v)", path, err)
			}
		}
	}
}

// finished returns the files of the shards that are whole, and so are never written again. It reads the networks.
func finished(t *testing.T, w string) map[string]fs.FileInfo {
	t.Helper()
	left := map[string]fs.FileInfo{}
	for _, decisions := range must.Get(filepath.Glob(filepath.Join(w, "data", "decisions", "shard-*")))(t) {
		results := filepath.Join(w, "data", "results", filepath.Base(decisions))
		if _, err := os.Stat(results); err != nil {
			continue
		}
		for _, file := range []string{decisions, results} {
			left[file] = must.Get(os.Stat(file))(t)
		}
	}
	for _, path := range must.Get(filepath.Glob(filepath.Join(w, "run", "*.safetensors")))(t) {
		program.Succeed(t, "policy", "show", path)
	}
	return left
}

func TestKilledCollect(t *testing.T) {
	for _, j := range shortly(1, collectJobs) {
		t.Run(j.name, func(t *testing.T) { j.killed(t, rounds(3, 30)) })
	}
}

func TestKilledTrain(t *testing.T) {
	for _, j := range shortly(1, trainJobs) {
		t.Run(j.name, func(t *testing.T) { j.killed(t, rounds(3, 30)) })
	}
}

// rounds returns the number of cases of a job with -short, or without.
func rounds(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

// TestFullDisk runs jobs, half of them interrupted before, where files may not grow beyond a random size. The error names the
// file, and with more room the job ends as if nothing had happened.
func TestFullDisk(t *testing.T) {
	for _, j := range slices.Concat(shortly(1, collectJobs), shortly(1, trainJobs), shortly(1, otherJobs)) {
		t.Run(j.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(*seed, uint64(len(j.args))))
			want, took := j.undisturbed(t)
			most := 0
			for _, text := range want {
				most = max(most, len(text))
			}
			for range rounds(3, 20) {
				dir := folder(t)
				if rng.IntN(2) == 0 {
					start(t, dir, j.args, 0, time.Duration(rng.Float64()*float64(took)))
				}
				status, errs := start(t, dir, j.ways(t, dir)[0], 1+rng.IntN(most/512+1), never)
				if status != 0 && !strings.Contains(errs, "w/ck does not exist") && (!strings.Contains(errs, "file too large") || !strings.Contains(errs, "w/")) {
					t.Errorf("the error does not name the file: %s", errs)
				}
				j.finish(t, dir, want)
			}
		})
	}
}
