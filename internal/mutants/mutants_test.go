package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

const toySource = `package toy

const size = 2 + 3

func Least(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func Sum(n int) (sum int) {
	for i := 0; i != n; i++ {
		sum = sum + -(-i)
	}
	return sum
}

func Twice(word string) string {
	return word +
		word + ""
}

func Odd(m map[int]int, n int) int { m[0]++; return n % 2 }

func Sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n == 0:
		return 0
	}
	return -1
}

func Unused(n int) bool { return n >= size }
`

const toyTest = `package toy

import (
	"fmt"
	"testing"
)

func TestLeast(t *testing.T) {
	if Least(1, 2) != 1 || Least(2, 1) != 1 {
		t.Fatal("wrong")
	}
}

func TestSum(t *testing.T) {
	if Sum(4) != 6 || Twice("a") != "aa" {
		t.Fatal("wrong")
	}
}

func TestSign(t *testing.T) {
	if Sign(5) != 1 || size != 5 {
		t.Fatal("wrong")
	}
}

func ExampleOdd() {
	m := map[int]int{}
	fmt.Println(Odd(m, 7), m)
	// Output: 1 map[0:1]
}
`

// toy makes a module of one package the current folder, and returns options for it.
func toy(t *testing.T) options {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles a package with each of its mutants")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "go.mod", "module example.com/toy\n\ngo 1.26\n")
	write(t, "lib/toy.go", toySource)
	write(t, "lib/toy_test.go", toyTest)
	write(t, "page.md", "# Page\n<!-- begin mutants -->\n"+head+"| `another` | 2026-01-01 | 1 | 1 | 1 | 0 | 0 | 0 | 100.0 % |\n| `lib` | 2026-01-01 | 1 | 1 | 1 | 0 | 0 | 0 | 100.0 % |\n<!-- end mutants -->\n")
	write(t, "equivalent.txt", "# none\n")
	shared := must.Get(exec.Command("go", "env", "GOCACHE").Output())(t)
	return options{cache: strings.TrimSpace(string(shared)), out: filepath.Join(dir, "out"), equivalent: "equivalent.txt", table: "page.md", short: true}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)))
}

func read(t *testing.T, path string) string {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	return string(text)
}

// A toy package has mutants of all endings; a run goes on where another stood, and a survivor is left out
// once it is listed.
func TestToy(t *testing.T) {
	o := toy(t)
	packages, err := list(t.Context(), []string{"./lib"})
	must.Do(t, err)
	results, _, err := o.test(t.Context(), packages[0])
	must.Do(t, err)
	got := map[string]string{}
	for _, r := range results {
		got[r.Mutated] = r.Status + " " + r.By
	}
	want := map[string]string{
		"const size = 2 - 3":        killed + " TestSign",
		"case n >= 0:":              lived + " ",
		"case n <= 0:":              killed + " TestSign",
		"case n != 0:":              lived + " ",
		"return +1":                 notCovered + " ",
		"if a <= b {":               lived + " ",
		"if a >= b {":               killed + " TestLeast",
		"for i := 0; i == n; i++ {": killed + " TestSum",
		"for i := 0; i != n; i-- {": timedOut + " ",
		"sum = sum - -(-i)":         killed + " TestSum",
		"sum = sum + +(-i)":         killed + " TestSum",
		"sum = sum + -(+i)":         killed + " TestSum",
		"return word -":             invalid + " ",
		`word - ""`:                 invalid + " ",
		"func Odd(m map[int]int, n int) int { m[0]--; return n % 2 }": killed + " ExampleOdd",
		"func Odd(m map[int]int, n int) int { m[0]++; return n * 2 }": killed + " ExampleOdd",
		"func Unused(n int) bool { return n > size }":                 notCovered + " ",
		"func Unused(n int) bool { return n < size }":                 notCovered + " ",
	}
	for mutated, status := range want {
		must.Equal(t, got[mutated], status, "%s", mutated)
	}
	if len(got) != len(want) {
		t.Errorf("%d mutants, want %d: %v", len(got), len(want), got)
	}

	// The second run only reads the results, so it finds them in a journal that says otherwise.
	journal := "out/lib.jsonl"
	old := regexp.MustCompile(`"date":"[^"]+"`).ReplaceAllString(read(t, journal), `"date":"2026-02-02"`)
	write(t, journal, strings.Replace(old, `"killed","by":"TestLeast"`, `"lived"`, 1)+`{"file":"cut`)
	err = run(t.Context(), o, []string{"./lib"})
	must.Fail(t, err, "lib: tests kill 69.2 % of the mutants they reach, want 98 %")
	if page := read(t, "page.md"); !strings.Contains(page, "| `another` | 2026-01-01 |") || !strings.Contains(page, "| `lib` | 2026-02-02 | 16 | 13 | 8 | 1 | 0 | 4 | 69.2 % |") || strings.Count(page, "`lib`") != 1 {
		t.Errorf("the page is\n%s", page)
	}

	const listed = "lib/toy.go\nif a < b {\nif a <= b {\nEqual numbers are the same.\n\n" +
		"lib/toy.go\ncase n > 0:\ncase n >= 0:\nNot really.\n\nlib/toy.go\ncase n == 0:\ncase n != 0:\nNot really.\n"
	// With a change all that was not killed runs again.
	o.keep = true
	write(t, "lib/toy_test.go", toyTest+"\n// A comment.\n")
	write(t, "equivalent.txt", listed)
	if err := run(t.Context(), o, []string{"./lib"}); err != nil {
		t.Error(err)
	}
	write(t, "equivalent.txt", listed+"\n# More.\nlib/toy.go\nif a < b {\nif a >= b {\nNo.\n")
	must.Fail(t, run(t.Context(), o, []string{"./lib"}), `equivalent.txt:17: no mutant "if a >= b {" of lib/toy.go survives`)
	if entries, _ := os.ReadDir("out"); len(entries) != 1 {
		t.Errorf("the folder of results has %v, want the journal", entries)
	}

	// Tests that fail without a mutation are named.
	write(t, "lib/toy_test.go", strings.Replace(toyTest, "Sum(4) != 6", "Sum(4) != 5", 1))
	must.Fail(t, run(t.Context(), o, []string{"./lib"}), "TestSum fails without a mutation")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, o, []string{"./lib"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after a cancellation", err)
	}
}

// A cache loses the files that have come since it was looked at.
func TestCacheIsPruned(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "00", "old"), "old")
	c := must.Get(cached(dir))(t)
	write(t, filepath.Join(dir, "00", "new"), "new")
	write(t, filepath.Join(dir, "01", "new"), "new")
	must.Do(t, c.prune())
	left, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if want := []string{filepath.Join(dir, "00", "old")}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left are %v, %v, want %v", left, err, want)
	}
	if err := (cache{}).prune(); err != nil {
		t.Error(err)
	}
}

func TestInstrument(t *testing.T) {
	const source = "package p\n\nfunc f(a, b int) bool {\n\ta++\n\treturn -a+b*2 <\n\t\tb && a == -b\n}\n"
	mutants := must.Get(mutantsOf("p.go", []byte(source)))(t)
	numbers := map[int]int{}
	for i, m := range slices.Backward(mutants) {
		numbers[m.offset] = i + 1
	}
	got, err := instrument("p.go", []byte(source), numbers)
	want := "package p\n\nfunc f(a, b int) bool {\n\tmutantINC(1, &a)\n\treturn mutantLSS(2, mutantADD(4, mutantNEG(5, a),mutantMUL(6, b,2)) ,\n\t\tb) && ((a == mutantNEG(8, b)) != mutantIs(7))\n}\n"
	if err != nil || string(got) != want {
		t.Errorf("%v, %s, want %s", err, got, want)
	}
	// The same line occurs twice.
	twice, err := mutantsOf("p.go", []byte("package p\n\nfunc f(a int) {\n\ta++\n\ta++\n}\n"))
	if err != nil || len(twice) != 2 || twice[0].key() == twice[1].key() || twice[0].Mutated != "a--" {
		t.Errorf("%v, %v, want two mutants with different keys", twice, err)
	}
}

func TestEquivalents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "equivalent.txt")
	write(t, path, "# A comment.\n\na/b.go\nx < y\nx <= y\nSays why.\n\n\na/b.go\n  x > y\nx >= y\nSays why.")
	all, err := readEquivalents(path)
	if err != nil || len(all) != 2 || all[1].line != 9 {
		t.Fatalf("%v, %v, want two", all, err)
	}
	m := mutant{File: "b.go", Text: "x > y", Mutated: "x >= y"}
	if e := argued(all, "a", m); e != all[1] {
		t.Errorf("%v is argued by %v", m, e)
	}
	if e := argued(all, "c", m); e != nil {
		t.Errorf("%v of another package is argued by %v", m, e)
	}
	write(t, path, "a/b.go\nx < y\n\nx <= y\n")
	must.Refuse(readEquivalents(path))(t, "equivalent.txt:1: a paragraph of 2 lines")
}

// The shipped list can be read.
func TestShippedEquivalents(t *testing.T) {
	all := must.Get(readEquivalents("equivalent.txt"))(t)
	for _, e := range all {
		source, err := os.ReadFile(filepath.Join("../..", e.file))
		if err != nil || !strings.Contains(string(source), e.text+"\n") {
			t.Errorf("equivalent.txt:%d: %s has no line %q: remove the paragraph or mend it (%v)", e.line, e.file, e.text, err)
		}
	}
}
