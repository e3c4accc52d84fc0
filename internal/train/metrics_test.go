package train_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rummygym/internal/must"
	"rummygym/internal/safefile"
	"rummygym/internal/train"
)

func mustWrite(t testing.TB, path string, data []byte) {
	t.Helper()
	must.Do(t, os.WriteFile(path, data, 0o644))
}

// resume resumes the run in a folder.
func resume(t testing.TB, dir string) error {
	r := toyRun(t, dir)
	r.Resume = true
	_, err := r.Run(t.Context())
	return err
}

// TestFilesFollowFromTheCheckpoint checks that metrics and the best network are written again
// from the checkpoint if they are missing, older, or (the network) damaged; and that metrics
// that were changed are an error.
func TestFilesFollowFromTheCheckpoint(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	r := toyRun(t, dir)
	must.Get(r.Run(t.Context()))(t)
	want := files(t, dir)
	csv, best, events := filepath.Join(dir, "metrics.csv"), filepath.Join(dir, train.BestFile), filepath.Join(dir, train.EventsFile)
	shown := want[train.EventsFile]
	lines := strings.SplitAfter(want["metrics.csv"], "\n")
	for what, damage := range map[string]func(){
		"no metrics":        func() { _ = os.Remove(csv) },
		"older metrics":     func() { mustWrite(t, csv, []byte(strings.Join(lines[:4], ""))) },
		"no network":        func() { _ = os.Remove(best) },
		"bad network":       func() { mustWrite(t, best, []byte(strings.Replace(want[train.BestFile], "toy", "tox", 1))) },
		"no events":         func() { _ = os.Remove(events) },
		"older events":      func() { mustWrite(t, events, []byte(shown[:len(shown)/2])) },
		"no byte of events": func() { mustWrite(t, events, nil) },
		"bad events":        func() { mustWrite(t, events, []byte(strings.Replace(shown, "loss", "lost", 1))) },
		"longer events":     func() { mustWrite(t, events, []byte(shown+shown)) },
		"temporaries":       func() { mustWrite(t, filepath.Join(dir, ".metrics.csv.123.new"), []byte("step,")) },
	} {
		damage()
		if err := resume(t, dir); err != nil {
			t.Errorf("%s: error %v", what, err)
		}
		for name, text := range files(t, dir) {
			if text != want[name] {
				t.Errorf("%s: %s differs after the run was resumed", what, name)
			}
		}
	}
	refused := func(what string, text []byte, line int) {
		t.Helper()
		mustWrite(t, csv, text)
		if err := resume(t, dir); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s: line %d is not that of the checkpoint", csv, line)) {
			t.Errorf("%s: error %v, want one that names line %d", what, err, line)
		}
	}
	whole := []byte(want["metrics.csv"])
	for bit := 0; bit < 8*len(whole); bit += 13 {
		bad := slices.Clone(whole)
		bad[bit/8] ^= 1 << (bit % 8)
		refused(fmt.Sprint("bit ", bit), bad, 1+bytes.Count(whole[:bit/8], []byte("\n")))
	}
	refused("a row more", append(slices.Clone(whole), "96,1,1,,\n"...), 12)
	refused("half a row", whole[:len(whole)-3], 11)
	refused("nothing", nil, 1)
	must.Fail(t, resume(t, dir), csv, "delete it")
}

// TestSeconds checks that a run says how long it took until each row of metrics, also after it was resumed, and that its events
// have those times.
func TestSeconds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ctx, stop := context.WithCancel(t.Context())
	first := toyRun(t, dir)
	first.Progress = func(p train.Progress) {
		if p.Step == 45 {
			stop()
		}
	}
	begin := time.Now()
	if _, err := first.Run(ctx); err == nil {
		t.Fatal("the run was not stopped")
	}
	half := files(t, dir)[train.SecondsFile]
	must.Do(t, resume(t, dir))
	all := files(t, dir)
	whole := all[train.SecondsFile]
	if !strings.HasPrefix(whole, half) || strings.Count(half, "\n") != 5 {
		t.Errorf("the rows of the first part %q are not those of the run %q", half, whole)
	}
	lines := must.Get(csv.NewReader(strings.NewReader(whole)).ReadAll())(t)
	if len(lines) != 11 || strings.Join(lines[0], ",") != "step,seconds,time" {
		t.Fatalf("the file is %q", whole)
	}
	seconds, at := 0.0, float64(begin.UnixMilli())/1000
	for i, line := range lines[1:] {
		took, then := must.Get(strconv.ParseFloat(line[1], 64))(t), must.Get(strconv.ParseFloat(line[2], 64))(t)
		if step := min(10*(i+1), 95); line[0] != strconv.Itoa(step) || took < seconds || then < at || took > time.Since(begin).Seconds() {
			t.Errorf("row %d is %v after %v seconds at %v", i, line, seconds, at)
		}
		if event := binary.LittleEndian.AppendUint64(nil, math.Float64bits(then)); !strings.Contains(all[train.EventsFile], string(event)) {
			t.Errorf("the events have no time %v", then)
		}
		seconds, at = took, then
	}
}

// TestTwoRunsInOneFolder checks that a second run is refused while the first one runs, and that
// both begin and resume do not mind what a killed one has left.
func TestTwoRunsInOneFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	must.Do(t, os.Mkdir(dir, 0o755))
	mustWrite(t, filepath.Join(dir, ".config.json.123.new"), []byte("{"))
	must.Fail(t, resume(t, dir), dir+" has no run to resume: start it")
	first, tried := toyRun(t, dir), false
	first.Learner.(*toyLearner).hook = func(int64) {
		if tried {
			return
		}
		tried = true
		for _, again := range []bool{false, true} {
			second := toyRun(t, dir)
			second.Resume = again
			must.Refuse(second.Run(t.Context()))(t, dir+": another process is writing to it")
		}
	}
	if _, err := first.Run(t.Context()); err != nil || !tried {
		t.Fatal(err)
	}
	if left := files(t, dir)[".config.json.123.new"]; left != "" {
		t.Error("what a killed run has left is not removed")
	}
	release, err := safefile.Lock(dir)
	if err != nil {
		t.Errorf("the ended run holds the lock: %v", err)
	}
	release()
}
