package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/cover"
)

// fence keeps a mutant that does not end from taking the machine: address space in KB.
const fence = "ulimit -v 8000000"

// A suite is the tests of one package.
type suite struct {
	pkg     listed
	short   bool
	scratch string // folder for binaries and temporary files, of this suite alone
	cache   string // build cache, of all suites
	tests   []*test
	numbers map[string]int // of the mutants in the schemata, by key
}

// A test is a test, an example, or a fuzz target with its seeds.
type test struct {
	name    string
	seconds float64 // of a processor
	covers  []cover.ProfileBlock
	files   []string // of covers
	exact   bool     // fails with the schemata, and runs only in binaries of one mutant

	runs, kills int
}

// listed is a package as "go list -json" prints it.
type listed struct {
	Dir, ImportPath string
	Name            string
	Module          struct{ Path string }
	GoFiles         []string
}

// name returns the path of the package inside its module.
func (l listed) name() string { return strings.TrimPrefix(l.ImportPath, l.Module.Path+"/") }

// list returns the packages that the patterns name.
func list(ctx context.Context, patterns []string) (all []listed, err error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-json=Dir,ImportPath,Name,Module,GoFiles"}, patterns...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", strings.Join(patterns, " "), err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
}

// build compiles the tests of the package to the file binary. The error has what the compiler prints.
func (s *suite) build(ctx context.Context, binary string, args ...string) error {
	args = append([]string{"test", "-c", "-trimpath", "-vet=off", "-ldflags=-w", "-o", binary}, args...)
	cmd := exec.CommandContext(ctx, "go", append(args, ".")...)
	cmd.Dir = s.pkg.Dir
	cmd.Env = append(os.Environ(), "GOCACHE="+s.cache)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), errors.Join(err, ctx.Err()), out)
	}
	return ctx.Err()
}

// run runs the binary of tests for at most limit seconds of a processor.
// MUTANT is number.
func (s *suite) run(ctx context.Context, binary string, number int, limit float64, args ...string) (out string, used float64, err error) {
	tmp := filepath.Join(s.scratch, "tmp")
	if err := os.MkdirAll(tmp, 0o777); err != nil {
		return "", 0, err
	}
	defer os.RemoveAll(tmp)
	seconds := int(limit) + 1
	args = append([]string{fmt.Sprintf("-test.timeout=%ds", 30+10*seconds), fmt.Sprintf("-test.short=%t", s.short), "-test.failfast"}, args...)
	// The shell's limits end loops that do not end; a program that waits for ever ends by -test.timeout.
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", fmt.Sprintf(`%s; ulimit -t %d; exec "$0" "$@"`, fence, seconds), binary}, args...)...)
	cmd.Dir = s.pkg.Dir
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp, fmt.Sprint("MUTANT=", number))
	cmd.WaitDelay = 10 * time.Second // a child of a test may have inherited the pipe
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	err = cmd.Run()
	if ctx.Err() != nil {
		return "", 0, ctx.Err()
	}
	if state := cmd.ProcessState; state != nil {
		used = (state.UserTime() + state.SystemTime()).Seconds()
	}
	return b.String(), used, err
}

// prepare builds the binary with the mutants and finds out what each test does.
func (s *suite) prepare(ctx context.Context, mutants []mutant) error {
	if err := s.measure(ctx); err != nil || len(s.tests) == 0 {
		return err
	}
	if err := s.schemata(ctx, mutants); err != nil {
		return err
	}
	return s.check(ctx)
}

// measure finds the tests, and for each the time it takes and the code it covers.
func (s *suite) measure(ctx context.Context) error {
	binary := filepath.Join(s.scratch, "cover.test")
	defer os.Remove(binary)
	if err := s.build(ctx, binary, "-cover", "-covermode=set"); err != nil {
		return err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil // there are no test files
	}
	names, _, err := s.run(ctx, binary, 0, 60, "-test.list=^(Test|Example|Fuzz)")
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", s.pkg.ImportPath, err, names)
	}
	if err := s.build(ctx, filepath.Join(s.scratch, "plain.test")); err != nil { // for the build cache
		return err
	}
	profile := filepath.Join(s.scratch, "cover.out")
	for name := range strings.Lines(names) {
		t := &test{name: strings.TrimSpace(name)}
		out, used, err := s.run(ctx, binary, 0, 600, "-test.run=^"+t.name+"$", "-test.coverprofile="+profile)
		if err != nil {
			return fmt.Errorf("%s: %s fails without a mutation: %w\n%s", s.pkg.ImportPath, t.name, err, out)
		}
		files, err := cover.ParseProfiles(profile)
		if err != nil {
			return err
		}
		t.seconds = used
		for _, file := range files {
			for _, block := range file.Blocks {
				if block.Count > 0 {
					t.covers = append(t.covers, block)
					t.files = append(t.files, filepath.Base(file.FileName))
				}
			}
		}
		s.tests = append(s.tests, t)
	}
	return nil
}

// check marks the tests that fail with the schemata although no mutant is chosen.
func (s *suite) check(ctx context.Context) error {
	for _, t := range s.tests {
		_, _, err := s.run(ctx, s.binary(), 0, 60+float64(10*t.seconds), "-test.run=^"+t.name+"$")
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			return err
		}
		if t.exact = err != nil; t.exact {
			fmt.Fprintf(os.Stderr, "%s: %s fails with the mutants in one binary: it runs in binaries of one mutant\n", s.pkg.name(), t.name)
		}
	}
	return nil
}

// reaches reports whether the test runs the code of the mutant.
func (t *test) reaches(m mutant) bool {
	at := m.runs
	if !at.IsValid() {
		return true // a constant or the like
	}
	for i, b := range t.covers {
		if t.files[i] == m.File &&
			cmp.Or(cmp.Compare(b.StartLine, at.Line), cmp.Compare(b.StartCol, at.Column)) <= 0 &&
			cmp.Or(cmp.Compare(at.Line, b.EndLine), cmp.Compare(at.Column, b.EndCol)) < 0 {
			return true
		}
	}
	return false
}

// A cache is a build cache of the go command, with the files that it had once.
type cache struct {
	dir  string
	kept map[string]bool
}

// cached returns the build cache in dir.
func cached(dir string) (c cache, err error) {
	c = cache{dir, map[string]bool{}}
	return c, c.walk(func(path string) error { c.kept[path] = true; return nil })
}

// prune removes the files that have come since: each mutant leaves some megabytes that no build needs
// again.
func (c cache) prune() error {
	return c.walk(func(path string) error {
		if c.kept[path] {
			return nil
		}
		return os.Remove(path)
	})
}

// walk calls visit for each file.
func (c cache) walk(visit func(path string) error) error {
	if c.dir == "" {
		return nil
	}
	return filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return visit(path)
	})
}
