package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// covering returns the tests that reach the mutant, those first that are likely to kill it soon.
func (s *suite) covering(m mutant) (tests []*test) {
	for _, t := range s.tests {
		if t.reaches(m) {
			tests = append(tests, t)
		}
	}
	rate := func(t *test) float64 { return float64(t.kills+1) / float64(t.runs+2) / (t.seconds + .02) }
	slices.SortStableFunc(tests, func(a, b *test) int { return cmp.Compare(rate(b), rate(a)) })
	return tests
}

// The ways in which a mutant may end.
const (
	invalid    = "invalid"     // does not compile
	notCovered = "not covered" // no test of the package runs its code
	killed     = "killed"      // a test fails
	timedOut   = "timed out"   // a test does not end
	lived      = "lived"       // all tests pass
)

// failed matches the line of a test that failed.
var failed = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// try runs the tests that cover the mutant until one fails, and returns how the mutant ends and the
// test that killed it.
func (s *suite) try(ctx context.Context, m mutant) (status, by string, err error) {
	tests := s.covering(m)
	if len(tests) == 0 {
		return notCovered, "", nil
	}
	number := s.numbers[m.key()]
	if number > 0 {
		usable := slices.DeleteFunc(slices.Clone(tests), func(t *test) bool { return t.exact })
		status, by, err := s.kill(ctx, s.binary(), number, usable)
		if err != nil || status != lived || len(usable) == len(tests) {
			return status, by, err
		}
		tests = slices.DeleteFunc(tests, func(t *test) bool { return !t.exact })
	}
	path := filepath.Join(s.pkg.Dir, m.File)
	source, err := os.ReadFile(path)
	if err != nil {
		return "", "", err
	}
	mutated, overlay, binary := filepath.Join(s.scratch, "mutated.go"), filepath.Join(s.scratch, "overlay.json"), filepath.Join(s.scratch, "mutant.test")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {path: mutated}})
	if err != nil {
		return "", "", err
	}
	if err := errors.Join(os.WriteFile(mutated, m.apply(source), 0o666), os.WriteFile(overlay, replace, 0o666)); err != nil {
		return "", "", err
	}
	defer os.Remove(binary)
	if err := s.build(ctx, binary, "-overlay", overlay); err != nil {
		if ctx.Err() == nil && place.MatchString(err.Error()) { // in the file, or in a test where a constant is now too large
			return invalid, "", nil
		}
		return "", "", err
	}
	return s.kill(ctx, binary, 0, tests)
}

// kill runs the tests in the binary with the mutant of that number until one fails.
func (s *suite) kill(ctx context.Context, binary string, number int, tests []*test) (status, by string, err error) {
	for len(tests) > 0 {
		// Several short tests in one process.
		n, seconds := 1, tests[0].seconds
		for n < len(tests) && seconds+tests[n].seconds < .3 {
			seconds += tests[n].seconds
			n++
		}
		var names []string
		for _, t := range tests[:n] {
			t.runs++
			names = append(names, t.name)
		}
		limit := 2 + float64(10*seconds)
		out, used, err := s.run(ctx, binary, number, limit, "-test.run=^("+strings.Join(names, "|")+")$")
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			return "", "", err
		} else if err != nil {
			if match := failed.FindStringSubmatch(out); match != nil {
				by = match[1]
			}
			for _, t := range tests[:n] {
				if t.name == by || n == 1 {
					t.kills++
				}
			}
			if !exit.Exited() && used > limit-1 || strings.Contains(out, "panic: test timed out") {
				return timedOut, by, nil
			}
			return killed, by, nil
		}
		tests = tests[n:]
	}
	return lived, "", nil
}
