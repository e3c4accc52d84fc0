// Command mutants tests the tests: it replaces one operator of a package after another, such as < by
// <=, and runs the package's own tests that reach it. A mutant that no test notices has survived: a
// test is missing there, or the mutant is equivalent, that is, behaves the same in all cases.
//
// Usage:
//
//	go run ./internal/mutants ./env/gin ./features/...
//
// Operators are replaced as gremlins does by default: comparisons by their negation and by the neighbouring
// bound, arithmetic, ++ and --, and signs. Mutants that do not compile are not counted.
//
// Results are kept in the folder -out, one file per package. A run that was interrupted goes on where
// it stood, and a package whose Go files and testdata are the same is not run again. The exit status
// is 1 if tests kill less than 98 % of the mutants that they reach in a package; survivors listed in the
// file -equivalent, with an argument, are left out of that share.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// wanted is the least percentage of the covered mutants that tests must kill.
const wanted = 98

// options are the flags.
type options struct {
	out, equivalent, table string
	short, keep            bool

	cache string // a build cache that is not pruned, in the place of one in out
}

func main() {
	var o options
	flag.StringVar(&o.out, "out", "out/mutants", "folder of results and of the build cache")
	flag.StringVar(&o.equivalent, "equivalent", "internal/mutants/equivalent.txt", "file that lists equivalent mutants")
	flag.StringVar(&o.table, "table", "", "Markdown file whose table is rewritten")
	flag.BoolVar(&o.short, "short", true, "run tests with -short")
	flag.BoolVar(&o.keep, "keep", false, "after a change, run only mutants that were not killed before, and new ones")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, patterns []string) error {
	packages, err := list(ctx, patterns)
	if err != nil {
		return err
	}
	equivalents, err := readEquivalents(o.equivalent)
	if err != nil {
		return err
	}
	if o.out, err = filepath.Abs(o.out); err != nil {
		return err
	}
	var counts []count
	var faults []error
	for _, l := range packages {
		results, date, err := o.test(ctx, l)
		if err != nil {
			return fmt.Errorf("%s: %w", l.ImportPath, err)
		}
		if len(results) == 0 {
			continue
		}
		c := count{pkg: l.name(), date: date}
		for _, r := range results {
			e := argued(equivalents, c.pkg, r.mutant)
			if r.Status != invalid {
				c.mutants++
			}
			switch {
			case r.Status == killed:
				c.killed++
			case r.Status == timedOut:
				c.timedOut++
			case r.Status == lived && e != nil:
				c.equivalents++
				e.used = true
			case r.Status == lived:
				c.lived++
				fmt.Printf("lived: %s/%v\n", c.pkg, r)
			}
		}
		counts = append(counts, c)
		if c.share() < wanted {
			faults = append(faults, fmt.Errorf("%s: tests kill %.1f %% of the mutants they reach, want %d %%", c.pkg, c.share(), wanted))
		}
		for _, e := range equivalents {
			if filepath.ToSlash(filepath.Dir(e.file)) == c.pkg && !e.used {
				faults = append(faults, fmt.Errorf("%s:%d: no mutant %q of %s survives: remove the paragraph or mend it", o.equivalent, e.line, e.mutated, e.file))
			}
		}
	}
	fmt.Print(table(counts))
	if o.table != "" {
		faults = append(faults, merge(o.table, counts))
	}
	return errors.Join(faults...)
}

// test returns how the mutants of a package end, and the date when the first of them was tried.
func (o options) test(ctx context.Context, l listed) (results []result, date string, err error) {
	s := &suite{pkg: l, short: o.short, cache: cmp.Or(o.cache, filepath.Join(o.out, "cache"))}
	base := filepath.Join(o.out, strings.ReplaceAll(l.name(), "/", "-"))
	s.scratch = filepath.Join(filepath.Dir(base), "_"+filepath.Base(base)) // which go build ./... skips
	var mutants []mutant
	for _, file := range l.GoFiles {
		path := filepath.Join(l.Dir, file)
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, "", err
		}
		of, err := mutantsOf(path, source)
		if err != nil {
			return nil, "", err
		}
		mutants = append(mutants, of...)
	}
	sum, err := digest(l.Dir, o.short)
	if err != nil {
		return nil, "", err
	}
	if err := os.MkdirAll(s.scratch, 0o777); err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(s.scratch)
	j, err := openJournal(base+".jsonl", sum, o.keep)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, j.file.Close()) }()
	begun, survivors, tried := time.Now(), 0, 0
	var objects cache
	for i, m := range mutants {
		r, ok := j.done[m.key()]
		if !ok {
			if tried == 0 {
				fmt.Fprintf(os.Stderr, "%s: %d mutants, %d of them done; measuring the tests\n", l.name(), len(mutants), len(j.done))
				if err := s.prepare(ctx, mutants); err != nil {
					return nil, "", err
				}
				if o.cache == "" {
					if objects, err = cached(s.cache); err != nil {
						return nil, "", err
					}
				}
			}
			if r.Status, r.By, err = s.try(ctx, m); err != nil {
				return nil, "", err
			}
			if r.mutant = m; r.Status == lived {
				survivors++
				fmt.Fprintf(os.Stderr, "%s: lived: %v\n", l.name(), m)
			}
			if err := j.add(r); err != nil {
				return nil, "", err
			}
			if tried++; tried%100 == 0 {
				fmt.Fprintf(os.Stderr, "%s: %d of %d, %d lived, %v\n", l.name(), i+1, len(mutants), survivors, time.Since(begun).Round(time.Second))
				if err := objects.prune(); err != nil {
					return nil, "", err
				}
			}
		}
		r.mutant = m
		results = append(results, r)
	}
	return results, j.date, objects.prune()
}
