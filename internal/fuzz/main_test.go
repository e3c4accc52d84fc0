package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestTargetsAreRead(t *testing.T) {
	const out = "ok  \trummygym/agents\t0.1s\nFuzzParse\nFuzzDecode\nok  \trummygym/env/card\t(cached)\n?   \trummygym/train\t[no test files]\nFuzzDecode\nok  \trummygym/env/gin\t0.2s\n"
	for pattern, want := range map[string]string{
		"":            "rummygym/env/card.FuzzParse rummygym/env/card.FuzzDecode rummygym/env/gin.FuzzDecode",
		"Decode":      "rummygym/env/card.FuzzDecode rummygym/env/gin.FuzzDecode",
		`card\.FuzzP`: "rummygym/env/card.FuzzParse",
		"nothing":     "",
	} {
		var got []string
		for _, x := range parse(strings.NewReader(out), regexp.MustCompile(pattern)) {
			got = append(got, x.pkg+"."+x.name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}

// A module with a good and a bad target.
func TestTargetsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles packages with instrumentation")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module toy\n\ngo 1.26\n",
		"toy_test.go": `package toy

import "testing"

func FuzzGood(f *testing.F) {
	f.Fuzz(func(t *testing.T, n int) {})
}

func FuzzBad(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) { t.Error("bad") })
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	all, err := targets(t.Context(), regexp.MustCompile(""))
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	for _, x := range all {
		if err := x.run(t.Context(), "200x", &log); err != nil {
			t.Fatal(err)
		}
	}
	if len(all) != 2 || all[0].failed || all[0].executions == 0 || !all[1].failed {
		t.Errorf("targets %+v, %+v, want one that ran and one that failed\n%s", all[0], all[1], &log)
	}
	if text := table(all, time.Second); !strings.Contains(text, "FuzzBad | 0 | ") {
		t.Errorf("table:\n%s", text)
	}
}
