//go:build linux

package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// lab holds what trials share.
type lab struct {
	program string // absolute path of the program under attack
	python  string // absolute path of an interpreter with the package rummygym, or "" for none
	work    string // folder of the trials
	base    string // folder with the inputs, in in/
	seed    uint64

	// The most that a process may take, whatever its input is.
	patience time.Duration
	memory   int64 // resident, in bytes
}

// trial is a single case of an attack, in a folder of its own.
type trial struct {
	lab    *lab
	rng    *rand.Rand
	dir    string
	script strings.Builder // shell lines that repeat what was done
	ran    []*process
	broken error // what kept the trial itself from going on
}

// breaks ends a trial that could not attack: its ending does not count.
func (t *trial) breaks(err error) (ending, string) {
	t.broken = err
	return never, err.Error()
}

// ending is how a trial ended.
type ending int

// The endings. Every trial must have another one than never.
const (
	whole   ending = iota // the whole result
	refused               // an error that names the place, and no result
	resumed               // the same bytes after an interruption
	other                 // the result of a file that people may edit, as it is now
	never                 // a wrong result with status 0, a stack trace, a hang, too much memory
	endings
)

var headings = [endings]string{"whole result", "clear error", "resumed", "other input", "never"}

// source returns the random source of a case: the same for the same seed, attack and case.
func source(seed uint64, attack string, n int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", attack, n)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// newTrial makes a folder with the inputs, as hard links, and an empty folder w.
func (l *lab) newTrial(rng *rand.Rand) (*trial, error) {
	dir, err := os.MkdirTemp(l.work, "trial-")
	if err != nil {
		return nil, err
	}
	t := &trial{lab: l, rng: rng, dir: dir}
	if err := os.Mkdir(filepath.Join(dir, "w"), 0o777); err != nil {
		return nil, err
	}
	return t, os.Symlink(filepath.Join(l.base, "in"), filepath.Join(dir, "in"))
}

// remove removes the folder, with what is mounted there.
func (t *trial) remove() error {
	_ = syscall.Unmount(filepath.Join(t.dir, "w"), syscall.MNT_DETACH) // most trials mount nothing
	return os.RemoveAll(t.dir)
}

// note adds a command line to the script.
func (t *trial) note(limit string, args []string) {
	if limit != "" {
		fmt.Fprintf(&t.script, "(%s && ", limit)
	}
	if len(args) > 0 && args[0] == inPython {
		fmt.Fprint(&t.script, inPython, " internal/torture/reader.py")
		args = args[1:]
	} else {
		fmt.Fprint(&t.script, "rummygym")
	}
	for _, a := range args {
		fmt.Fprint(&t.script, " ", a)
	}
	if limit != "" {
		fmt.Fprint(&t.script, ")")
	}
	fmt.Fprintln(&t.script)
}

// did adds a line on what was done between two command lines.
func (t *trial) did(format string, a ...any) {
	fmt.Fprintf(&t.script, "# "+format+"\n", a...)
}

// keep copies the folder of a trial that ended badly to dir, with a file that tells how to
// repeat it.
func (t *trial) keep(dir, attack string, n int, why string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, sub := range []string{"in", "w"} {
		from := filepath.Join(t.dir, sub)
		if real, err := filepath.EvalSymlinks(from); err == nil {
			from = real
		}
		if err := copyTree(from, filepath.Join(dir, sub), false); err != nil {
			return err
		}
	}
	for i, p := range t.ran {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("stderr-%d.txt", i+1)), p.stderr.Bytes(), 0o666); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("# %s, case %d, seed %d: %s\n# the case again: go run ./internal/torture -seed %d -run '^%s$' -case %d\n%s",
		attack, n, t.lab.seed, why, t.lab.seed, attack, n, t.script.String())
	return os.WriteFile(filepath.Join(dir, "repeat.txt"), []byte(text), 0o666)
}
