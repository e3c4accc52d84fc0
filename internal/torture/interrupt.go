//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// moment returns a random time of a job's run, often one near its begin.
func (t *trial) moment(j *job) time.Duration {
	share := 1.1 * t.rng.Float64()
	if t.rng.IntN(4) == 0 {
		share *= .1
	}
	return time.Duration(share * float64(j.took)).Round(time.Millisecond / 10)
}

// kill kills a job with signal 9, up to three times, and carries on.
func (t *trial) kill(j *job) (ending, string) {
	for range 1 + t.rng.IntN(3) {
		if why := t.interrupt(j); why != "" {
			return never, why
		}
	}
	return t.carryOn(j)
}

// interrupt runs a job, or carries it on if it was interrupted before, and kills it at a random
// moment. It returns what is wrong, or "".
func (t *trial) interrupt(j *job) string {
	at := t.moment(j)
	for _, args := range t.ways(j) {
		p := t.start("", args)
		p.killAfter(at)
		t.did("killed: %v, after %v", p.killed, at)
		if why := p.flaw(); why != "" {
			return why
		}
		if p.status == 0 {
			if why := j.wrong(t.dir, p); why != "" {
				return "wrong result with status 0: " + why
			}
		}
		if p.killed || p.status == 0 {
			break
		}
	}
	return ""
}

// ways returns the command lines that a user would try in the folder as it is.
func (t *trial) ways(j *job) [][]string {
	if entries, err := os.ReadDir(filepath.Join(t.dir, "w")); err == nil && len(entries) == 0 {
		return [][]string{strings.Fields(j.args)}
	}
	return j.ways()
}

// carryOn brings an interrupted job to its end and judges the result.
func (t *trial) carryOn(j *job) (ending, string) {
	var said []string
	for _, args := range t.ways(j) {
		p := t.run(args)
		if why := p.flaw(); why != "" {
			return never, why
		}
		if p.status == 0 {
			if why := j.wrong(t.dir, p); why != "" {
				return never, "wrong result with status 0: " + why
			}
			return resumed, ""
		}
		said = append(said, trim(p.complaint()))
	}
	if !j.stdout && j.wrong(t.dir, nil) == "" {
		return whole, "" // it was at its end before the interruption
	}
	if !j.again {
		return never, "cannot be carried on: " + strings.Join(said, "; ")
	}
	if p := t.run([]string{"dataset", "validate", "w/out"}); p.flaw() != "" || p.status == 0 {
		return never, "a part of a dataset passes for whole: " + p.flaw()
	}
	t.did("rm -r w/out")
	if err := os.RemoveAll(filepath.Join(t.dir, "w", "out")); err != nil {
		return t.breaks(err)
	}
	p := t.run(strings.Fields(j.args))
	if why := p.flaw(); why != "" {
		return never, why
	}
	if p.status != 0 {
		return never, "cannot be run again: " + trim(p.complaint())
	}
	if why := j.wrong(t.dir, p); why != "" {
		return never, "wrong result with status 0: " + why
	}
	return refused, ""
}

// suffer judges a process that met an obstacle, and carries on its job after the obstacle is
// removed. An error must contain one of the words.
func (t *trial) suffer(j *job, p *process, remove func() error, words ...string) (ending, string) {
	why := p.flaw()
	if why == "" && p.status > 0 && !contains(p.stderr.String(), words) {
		why = fmt.Sprintf("the error names none of %q: %s", words, trim(p.complaint()))
	}
	if why == "" && p.status == 0 {
		if why = j.wrong(t.dir, p); why != "" {
			why = "wrong result with status 0: " + why
		}
	}
	if err := remove(); err != nil {
		return t.breaks(err)
	}
	if why != "" {
		return never, why
	}
	if p.status == 0 {
		return whole, ""
	}
	return t.carryOn(j)
}

func contains(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// fullDisk runs a job on a disk that is too small, then makes it larger.
func (t *trial) fullDisk(j *job) (ending, string) {
	w := filepath.Join(t.dir, "w")
	room := 4096 + int64(t.rng.Float64()*1.1*float64(j.bytes))
	t.did("mount -t tmpfs -o size=%d tmpfs w", room)
	if err := syscall.Mount("tmpfs", w, "tmpfs", 0, fmt.Sprintf("size=%d", room)); err != nil {
		return t.breaks(err)
	}
	p := t.run(strings.Fields(j.args))
	return t.suffer(j, p, func() error {
		t.did("mount -o remount,size=1g w")
		return syscall.Mount("tmpfs", w, "tmpfs", syscall.MS_REMOUNT, "size=1g")
	}, "no space left on device")
}

// readOnly runs a job, or carries on an interrupted one, where nothing can be written.
func (t *trial) readOnly(j *job) (ending, string) {
	if t.rng.IntN(2) == 0 {
		if why := t.interrupt(j); why != "" {
			return never, why
		}
	}
	w := filepath.Join(t.dir, "w")
	t.did("mount --bind w w && mount -o remount,bind,ro w")
	if err := syscall.Mount(w, w, "", syscall.MS_BIND, ""); err != nil {
		return t.breaks(err)
	}
	if err := syscall.Mount(w, w, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return t.breaks(err)
	}
	p := t.run(t.ways(j)[0])
	return t.suffer(j, p, func() error {
		t.did("umount w")
		return syscall.Unmount(w, 0)
	}, "read-only file system", "is not empty", "does not exist", "no such file", "no run", "complete", "already exists")
}

// fewFiles runs a job that may open few files, but those that the Go runtime needs.
func (t *trial) fewFiles(j *job) (ending, string) {
	p := t.start(fmt.Sprintf("ulimit -n %d", 10+t.rng.IntN(10)), strings.Fields(j.args))
	<-p.done
	return t.suffer(j, p, func() error { return nil }, "too many open files")
}

// littleMemory runs a job in little address space. The Go runtime ends a program that gets no
// memory, which is an interruption as any other.
func (t *trial) littleMemory(j *job) (ending, string) {
	p := t.start(fmt.Sprintf("ulimit -v %d", 400_000+t.rng.IntN(2_000_000)), strings.Fields(j.args))
	<-p.done
	if p.status != 0 && contains(p.stderr.String(), []string{"out of memory", "cannot allocate memory", "failed to create new OS thread", "pthread_create failed", "failed to reserve"}) {
		return t.carryOn(j)
	}
	return t.suffer(j, p, func() error { return nil }, "memory")
}

// removed removes the files of a running job. It need not write again those that it had finished.
func (t *trial) removed(j *job) (ending, string) {
	at := t.moment(j)
	p := t.start("", strings.Fields(j.args))
	if !p.wait(at) {
		p.send(syscall.SIGSTOP)
		had, _, err := j.results(t.dir, nil)
		what, e := t.rob()
		p.send(syscall.SIGCONT)
		<-p.done
		t.did("rm -r %s, after %v", what, at)
		if err := errors.Join(err, e); err != nil {
			return t.breaks(err)
		}
		switch why := p.flaw(); {
		case why != "":
			return never, why
		case p.status == 0 && j.wrongBut(t.dir, p, had) != "":
			return never, "wrong result with status 0: " + j.wrongBut(t.dir, p, had)
		case p.status > 0 && !contains(p.complaint(), []string{"w/", "no such file", "cannot", "not exist"}):
			return never, "the error does not name the place: " + trim(p.complaint())
		}
	}
	<-p.done
	return t.carryOn(j)
}

// rob removes everything in w.
func (t *trial) rob() (what string, err error) {
	entries, err := os.ReadDir(filepath.Join(t.dir, "w"))
	for _, e := range entries {
		what += " w/" + e.Name()
		if err == nil {
			err = os.RemoveAll(filepath.Join(t.dir, "w", e.Name()))
		}
	}
	return strings.TrimSpace(what), err
}

// clock carries on a killed job whose files seem to be from the future or from long ago, as
// after a change of the clock.
func (t *trial) clock(j *job) (ending, string) {
	if why := t.interrupt(j); why != "" {
		return never, why
	}
	when := time.Now().Add(time.Duration(t.rng.Int64N(int64(20000*time.Hour))) - 10000*time.Hour)
	t.did("find w -exec touch -d @%d {} +", when.Unix())
	err := filepath.WalkDir(filepath.Join(t.dir, "w"), func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, when, when)
	})
	if err != nil {
		return t.breaks(err)
	}
	return t.carryOn(j)
}

// twoRuns runs a job twice at the same time in the same folder.
func (t *trial) twoRuns(j *job) (ending, string) {
	first := t.start("", strings.Fields(j.args))
	at := t.moment(j)
	if t.rng.IntN(3) == 0 {
		at = 0
	}
	first.wait(at)
	t.did("at the same time, %v later", at)
	ways := t.ways(j)
	second := t.start("", ways[t.rng.IntN(len(ways))])
	<-first.done
	<-second.done
	good := 0
	for _, p := range []*process{first, second} {
		if why := p.flaw(); why != "" {
			return never, why
		}
		if p.status == 0 {
			good++
			if why := j.wrong(t.dir, p); why != "" {
				return never, "wrong result with status 0: " + why
			}
		}
	}
	switch good {
	case 2:
		return whole, ""
	case 1:
		return refused, ""
	}
	return t.carryOn(j)
}
