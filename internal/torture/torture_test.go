//go:build linux

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rummygym/internal/must"
)

// laboratory returns a lab whose program is a shell script. It makes one file, in/file, with
// some lines.
func laboratory(t *testing.T, script string) *lab {
	t.Helper()
	dir := t.TempDir()
	l := &lab{program: filepath.Join(dir, "program"), work: dir, base: filepath.Join(dir, "base"), seed: 1, patience: time.Minute, memory: 2 << 30}
	must.Do(t, os.MkdirAll(filepath.Join(l.base, "in"), 0o777))
	text := strings.Repeat("some line of the file\n", 50)
	must.Do(t, os.WriteFile(filepath.Join(l.base, "in", "file"), []byte(text), 0o666))
	must.Do(t, os.WriteFile(l.program, []byte("#!/bin/sh\n"+script), 0o777))
	return l
}

func TestFlawsAreSeen(t *testing.T) {
	for _, c := range []struct {
		name, script, want string
	}{
		{"result", `echo fine`, ""},
		{"error", `echo "rummygym: w/out: no space" >&2; exit 1`, ""},
		{"error after messages", `echo "12 of 13" >&2; echo "rummygym: in/file: bad" >&2; exit 1`, ""},
		{"no message", `exit 1`, "exit status 1 without an error message"},
		{"another message", `echo "12 of 13" >&2; exit 3`, "exit status 3 without an error message"},
		{"panic", `echo "panic: index out of range" >&2; exit 2`, "stack trace: panic: index out of range"},
		{"trace and status 0", `echo "goroutine 7 [running]:" >&2`, "stack trace: goroutine 7 [running]:"},
		{"Python's trace", `echo "Traceback (most recent call last):" >&2; exit 1`, "stack trace: Traceback (most recent call last):"},
		{"signal", `kill -SEGV $$`, "ended by segmentation fault"},
		{"no end", `exec sleep 1000`, "no end after 100ms"},
		{"memory", `x=$(head -c 100000000 /dev/zero | tr '\0' x); echo ${#x}`, "GB of memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := laboratory(t, c.script)
			switch c.name {
			case "no end":
				l.patience = 100 * time.Millisecond
			case "memory":
				l.memory = 50 << 20
			}
			trial := must.Get(l.newTrial(nil))(t)
			got := trial.run(nil).flaw()
			if got != c.want && (c.name != "memory" || !strings.HasSuffix(got, c.want)) {
				t.Errorf("flaw %q, want %q", got, c.want)
			}
		})
	}
}

// A program that checks a sum of its input, one that believes it, and others, read damaged files.
func TestDamageIsJudged(t *testing.T) {
	const sum = `test "$(cksum < in/file)" = "%s"`
	for _, c := range []struct {
		name, script string
		edited       bool
		want         ending
		why          string
	}{
		{"does not read the file", `echo result`, false, whole, ""},
		{"believes the file", `cat in/file`, false, never, "wrong result with status 0: standard output differs"},
		{"writes what it reads", `cp in/file w/out`, false, never, "wrong result with status 0: out differs"},
		{"an edited file", `cat in/file`, true, other, ""},
		{"checks the sum", sum + ` || { echo "rummygym: in/file: bad sum" >&2; exit 1; }; cat in/file`, false, refused, ""},
		{"does not name the file", sum + ` || { echo "rummygym: bad sum" >&2; exit 1; }; cat in/file`, false, never, "the error does not name the file: bad sum"},
		{"leaves a dataset", `: > w/manifest.json; ` + sum + ` || { echo "rummygym: in/file: bad sum" >&2; exit 1; }`, false, never, "after an error there is a complete dataset: w/manifest.json"},
		{"breaks", sum + ` || { echo "panic: oh" >&2; exit 2; }`, false, never, "stack trace: panic: oh"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := laboratory(t, "true")
			good := (&trial{lab: l, dir: l.base}).start(`cksum < in/file; true`, nil)
			<-good.done
			l = laboratory(t, strings.ReplaceAll(c.script, "%s", strings.TrimSpace(good.stdout.String())))
			v := &target{name: "file", files: []string{"file"}, readers: []string{"read"}, edited: c.edited}
			v.prepare(l)
			for n := range 20 {
				trial := must.Get(l.newTrial(source(1, v.name, n)))(t)
				if got, why := v.attack(trial); got != c.want || why != c.why {
					t.Fatalf("case %d: %s %q, want %s %q\n%s", n, headings[got], why, headings[c.want], c.why, &trial.script)
				}
			}
		})
	}
}

// Programs that are killed write 8 lines, slowly: one carries on, others do not.
func TestKillsAreJudged(t *testing.T) {
	const slow = `while test $(wc -l < w/out) -lt 8; do sleep .01; echo line >> w/out; done`
	for _, c := range []struct {
		name, script string
		wrong        string
	}{
		{"carries on", `: >> w/out; ` + slow, ""},
		{"takes a part for the whole", `test -e w/out && exit 0; : > w/out; ` + slow, "wrong result with status 0: out differs"},
		{"adds to it", `: >> w/out; echo again >> w/out; ` + slow, "wrong result with status 0: out differs"},
		{"leaves a file", `: > w/temporary$$; : >> w/out; ` + slow + `; rm w/temporary$$`, "is left over"},
		{"cannot go on", `test -e w/out && { echo "rummygym: w/out exists" >&2; exit 1; }; : > w/out; ` + slow, "cannot be carried on: w/out exists"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := laboratory(t, c.script)
			j := &job{name: "slow"}
			must.Do(t, l.ready(j))
			bad := 0
			for n := range 8 {
				trial := must.Get(l.newTrial(source(1, j.name, n)))(t)
				got, why := trial.kill(j)
				if got == never {
					if bad++; c.wrong == "" || !strings.Contains(why, c.wrong) {
						t.Errorf("case %d: %s %q, want %q\n%s", n, headings[got], why, c.wrong, &trial.script)
					}
				}
			}
			if c.wrong != "" && bad == 0 {
				t.Error("no kill has shown the fault")
			}
		})
	}
}

// A job with two results is no base for a comparison.
func TestJobWithTwoResults(t *testing.T) {
	l := laboratory(t, `date +%N > w/out`)
	must.Fail(t, l.ready(&job{name: "random"}), "two runs have different results: out differs")
}

func TestMutations(t *testing.T) {
	for n := range 3000 {
		rng := source(1, "mutations", n)
		data := make([]byte, 1+rng.IntN(200))
		for i := range data {
			data[i] = "0123456789,\n{}ab"[rng.IntN(16)]
		}
		peer := []byte("another file\n1,2,3\n")
		before := bytes.Clone(data)
		one, what := mutate(source(2, "mutations", n), data, peer)
		two, _ := mutate(source(2, "mutations", n), data, peer)
		if bytes.Equal(one, data) || !bytes.Equal(one, two) || !bytes.Equal(data, before) {
			t.Fatalf("%q: damaged as %q and %q (%s)", before, one, two, what)
		}
	}
	for _, m := range mutations { // each changes something
		seen := false
		for n := range 200 {
			data := []byte("line 1\nline 2\nthe last line, 3\n")
			seen = seen || !bytes.Equal(m.apply(source(1, m.name, n), bytes.Clone(data), []byte("another file")), data)
		}
		if !seen {
			t.Errorf("%s changes nothing", m.name)
		}
	}
}
