//go:build linux

// Command torture attacks the program rummygym from outside. It starts real processes, kills
// them with signal 9, takes away disk, files and memory, runs them twice at once, damages what
// they have written, and judges how each case ends. With -python, the Python package and the C
// library read damaged files too. The endings are:
//
//	whole result  the bytes of the undisturbed run
//	clear error   exit status other than 0, a message that names the place, and no result
//	resumed       the bytes of the undisturbed run, after an interruption
//	other input   the answer to a damaged file that people may edit, as it then is
//	never         another result with status 0, a stack trace, a hang, 2 GB of memory
//
// Usage:
//
//	go build -o bin/rummygym ./cmd/rummygym
//	go run ./internal/torture -program bin/rummygym -python .venv/bin/python -minutes 10 -seed 1
//	go run ./internal/torture -list
//	go run ./internal/torture -seed 1 -run '^kill/convert$' -case 17
//
// The same seed makes the same cases, as far as the times of kills go with the load of the
// machine. A case that ends as never leaves its folder below -out, with the file repeat.txt,
// which says how to make it again. The exit status is 1 if there is such a case.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"rummygym/internal/page"
)

// attack is a row of the table.
type attack struct {
	name   string
	weight float64 // its share of the time
	run    func(t *trial) (ending, string)

	spent float64 // seconds
	begun int     // cases
	ended [endings]int
}

// attacks returns the attacks on jobs and files.
func (l *lab) attacks(jobs []*job, targets []*target) []*attack {
	var all []*attack
	on := func(t *trial, j *job, run func(*trial, *job) (ending, string)) (ending, string) {
		if err := errors.Join(l.ready(j), t.begin(j)); err != nil {
			return t.breaks(err)
		}
		return run(t, j)
	}
	for _, j := range jobs {
		all = append(all, &attack{name: "kill/" + j.name, weight: 1, run: func(t *trial) (ending, string) { return on(t, j, (*trial).kill) }})
	}
	for _, e := range []struct {
		name string
		run  func(*trial, *job) (ending, string)
	}{
		{"full-disk", (*trial).fullDisk},
		{"read-only-folder", (*trial).readOnly},
		{"few-open-files", (*trial).fewFiles},
		{"little-memory", (*trial).littleMemory},
		{"removed-files", (*trial).removed},
		{"changed-clock", (*trial).clock},
		{"two-runs-at-once", (*trial).twoRuns},
	} {
		quick := slices.DeleteFunc(slices.Clone(jobs), func(j *job) bool {
			return j.name == "reproduce" || j.from != "" // the first takes ten times as long as the others
		})
		if len(quick) > 0 {
			all = append(all, &attack{name: e.name, weight: 2, run: func(t *trial) (ending, string) {
				return on(t, quick[t.rng.IntN(len(quick))], e.run)
			}})
		}
	}
	for _, v := range targets {
		v.prepare(l)
		all = append(all, &attack{name: v.name, weight: 1.5, run: v.attack})
	}
	return all
}

// failure is a case that ended as never.
type failure struct {
	attack string
	n      int
	why    string
}

// campaign runs cases of attacks.
type campaign struct {
	lab     *lab
	attacks []*attack
	out     string // folder for cases that end as never
	cases   int    // the most for each attack
	only    int    // the only case to run, or -1

	mu       sync.Mutex
	failures []failure
}

// next returns the attack that has had the smallest share of its time, and the number of its
// next case; or nil.
func (c *campaign) next() (*attack, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var best *attack
	for _, a := range c.attacks {
		if a.begun < c.cases && (best == nil || a.spent/a.weight < best.spent/best.weight) {
			best = a
		}
	}
	if best == nil {
		return nil, 0
	}
	best.begun++
	best.spent += 1e-3 // so that the workers begin with different attacks
	if c.only >= 0 {
		return best, c.only
	}
	return best, best.begun - 1
}

// run runs cases on several workers until ctx is done or all cases have run.
func (c *campaign) run(ctx context.Context, workers int) error {
	var group sync.WaitGroup
	errs := make([]error, workers)
	for i := range workers {
		group.Go(func() {
			for ctx.Err() == nil && errs[i] == nil {
				a, n := c.next()
				if a == nil {
					return
				}
				errs[i] = c.one(a, n)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// one runs a case.
func (c *campaign) one(a *attack, n int) error {
	t, err := c.lab.newTrial(source(c.lab.seed, a.name, n))
	if err != nil {
		return err
	}
	begun := time.Now()
	end, why := a.run(t)
	if t.broken != nil {
		return fmt.Errorf("%s, case %d: %w", a.name, n, t.broken)
	}
	c.mu.Lock()
	a.spent += time.Since(begun).Seconds()
	a.ended[end]++
	if end == never {
		c.failures = append(c.failures, failure{a.name, n, why})
		fmt.Fprintf(os.Stderr, "%s, case %d: %s\n", a.name, n, why)
	}
	c.mu.Unlock()
	if end == never {
		err = t.keep(filepath.Join(c.out, fmt.Sprintf("%s-%d", strings.ReplaceAll(a.name, "/", "-"), n)), a.name, n, why)
	} else if c.only >= 0 {
		fmt.Fprintf(os.Stderr, "%s%s, case %d: %s %s\n", &t.script, a.name, n, headings[end], why)
	}
	if rerr := t.remove(); err == nil {
		err = rerr
	}
	return err
}

func main() {
	var (
		program = flag.String("program", "bin/rummygym", "program to attack")
		python  = flag.String("python", "", "Python interpreter with the package rummygym, its data sets and policies; without, only the program is attacked")
		minutes = flag.Float64("minutes", 5, "time of the attacks")
		seed    = flag.Uint64("seed", 1, "seed of the cases")
		pattern = flag.String("run", "", "regular expression of the attacks to run")
		cases   = flag.Int("cases", math.MaxInt, "maximum number of cases of each attack")
		only    = flag.Int("case", -1, "the only case to run")
		workers = flag.Int("workers", runtime.NumCPU(), "cases at the same time")
		out     = flag.String("out", filepath.Join("out", "torture"), "folder for the cases that end badly")
		write   = flag.String("table", "", "Markdown file whose table is rewritten")
		list    = flag.Bool("list", false, "print the attacks and do nothing")
	)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := torture(ctx, options{*program, *python, *minutes, *seed, *pattern, *cases, *only, *workers, *out, *write, *list}); err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	program string
	python  string
	minutes float64
	seed    uint64
	pattern string
	cases   int
	only    int
	workers int
	out     string
	write   string
	list    bool
}

// torture runs the attacks and prints the table.
func torture(ctx context.Context, o options) error {
	match, err := regexp.Compile(o.pattern)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if o.only >= 0 {
		o.cases = 1
	}
	l, clean, err := newLab(o.program, o.python, o.seed)
	if err != nil {
		return err
	}
	defer clean()
	all, quick := jobs(), targets()
	wanted := l.attacks(all, quick)
	wanted = slices.DeleteFunc(wanted, func(a *attack) bool { return !match.MatchString(a.name) })
	if o.list || len(wanted) == 0 {
		for _, a := range l.attacks(all, quick) {
			fmt.Println(a.name)
		}
		if !o.list {
			return fmt.Errorf("-run %q: no attack has such a name; above are all", o.pattern)
		}
		return nil
	}
	if slices.ContainsFunc(wanted, mounts) {
		if err := l.canMount(); err != nil {
			fmt.Fprintf(os.Stderr, "torture: full-disk and read-only-folder are left out: %v\n", err)
			wanted = slices.DeleteFunc(wanted, mounts)
		}
	}
	if err := l.prepare(); err != nil {
		return err
	}
	c := &campaign{lab: l, attacks: wanted, out: o.out, cases: o.cases, only: o.only}
	begun := time.Now()
	limited, cancel := context.WithTimeout(ctx, time.Duration(o.minutes*float64(time.Minute)))
	defer cancel()
	if err := c.run(limited, o.workers); err != nil {
		return err
	}
	text := c.table(time.Since(begun))
	fmt.Print(text)
	if o.write != "" {
		if err := page.Rewrite(o.write, "torture", text); err != nil {
			return err
		}
	}
	if n := len(c.failures); n > 0 {
		return fmt.Errorf("%d cases ended as they never may; their folders are in %s", n, o.out)
	}
	return nil
}

func mounts(a *attack) bool { return a.name == "full-disk" || a.name == "read-only-folder" }

// newLab makes the folders, in memory if the machine has such a file system.
func newLab(program, python string, seed uint64) (*lab, func(), error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, nil, err
	}
	if python != "" {
		if python, err = filepath.Abs(python); err != nil { // not resolved: a link of an environment
			return nil, nil, err
		}
	}
	work, err := os.MkdirTemp("/dev/shm", "torture-")
	if err != nil {
		if work, err = os.MkdirTemp("", "torture-"); err != nil {
			return nil, nil, err
		}
	}
	l := &lab{program: program, python: python, work: work, base: filepath.Join(work, "base"), seed: seed, patience: 2 * time.Minute, memory: 2 << 30}
	err = os.MkdirAll(l.base, 0o777)
	if err == nil {
		err = os.WriteFile(filepath.Join(l.base, "reader.py"), reader, 0o666)
	}
	return l, func() { _ = os.RemoveAll(work) }, err
}

// canMount reports why this process may not mount file systems.
func (l *lab) canMount() error {
	dir, err := os.MkdirTemp(l.work, "mount-")
	if err != nil {
		return err
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4096"); err != nil {
		return fmt.Errorf("a tmpfs cannot be mounted: %w", err)
	}
	return syscall.Unmount(dir, 0)
}
