package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// TestMerge checks that rows of other packages stay, and that a table with another heading is refused.
func TestMerge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	write := func(text string) {
		t.Helper()
		must.Do(t, os.WriteFile(path, []byte("before\n<!-- begin mutants -->\n"+text+"<!-- end mutants -->\nafter\n"), 0o666))
	}
	read := func() string {
		t.Helper()
		text := must.Get(os.ReadFile(path))(t)
		return string(text)
	}
	write("")
	for _, name := range []string{"rummygym/b", "rummygym/a", "rummygym/b"} {
		must.Do(t, merge(path, []count{{pkg: name}}))
	}
	if text := read(); strings.Count(text, "\n| `") != 2 || strings.Index(text, "`a`") > strings.Index(text, "`b`") {
		t.Errorf("the page is\n%s", text)
	}
	write("| package | other |\n|---|---|\n| `c` | 1 |\n")
	want := read()
	if err := merge(path, []count{{pkg: "rummygym/a"}}); err == nil || read() != want {
		t.Errorf("a table with another heading: error %v, the page is\n%s", err, read())
	}
}
