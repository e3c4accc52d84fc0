package main

import (
	"bytes"
	"math"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// The engine stays small, and the page asks for files of its folder only.
func TestSite(t *testing.T) {
	engine := must.Get(built())(t)
	t.Chdir("../..")
	files := must.Get(site(engine))(t)
	if folder := os.Getenv("RUMMYGYM_SITE"); folder != "" { // the tests of Python open it
		must.Do(t, write(folder, files))
	}
	// What unpacks and starts the engine counts as a part of it.
	whole := 0
	for _, name := range []string{"engine.bin", "worker.js", "wasm_exec.js"} {
		whole += len(files[name])
	}
	if t.Logf("the engine and what loads it: %d bytes", whole); whole > 3_000_000 {
		t.Errorf("the engine has %d bytes with what loads it, want at most 3,000,000", whole)
	}
	for name, limit := range map[string]int{"page.js": 100_000, "page.css": 30_000, "index.html": 6_000, "worker.js": 3_000} {
		if n := len(files[name]); n == 0 || n > limit {
			t.Errorf("%s has %d bytes, want at most %d", name, n, limit)
		}
	}
	asked := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllSubmatch(files["index.html"], -1)
	if len(asked) == 0 {
		t.Error("the page loads nothing")
	}
	for _, m := range asked {
		if name := string(m[1]); files[name] == nil && name != "data:," {
			t.Errorf("the page loads %s, which is not a file of the folder", name)
		}
	}
	for _, m := range regexp.MustCompile(`"([a-z_-]+\.(?:js|bin|safetensors))"`).FindAllSubmatch(files["worker.js"], -1) {
		if files[string(m[1])] == nil {
			t.Errorf("the worker loads %s, which is not a file of the folder", m[1])
		}
	}
	if !bytes.Contains(files["index.html"], []byte("default-src 'none'")) {
		t.Error("the page has no policy")
	}
	sizesOfPage(t, files)
}

// sizesOfPage checks that the table of docs/browser.md has every file, with sizes within 5 %.
func sizesOfPage(t *testing.T, files map[string][]byte) {
	listed := 0
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*`) \\| ([0-9.]+) ([kM])B \\|").FindAllSubmatch(must.Get(os.ReadFile("docs/browser.md"))(t), -1) {
		size := 0.
		for _, pattern := range strings.Split(string(row[1]), ", ") {
			for name, data := range files {
				if must.Get(path.Match(strings.Trim(pattern, "`"), name))(t) {
					size += float64(len(data))
					listed++
				}
			}
		}
		said := must.Get(strconv.ParseFloat(string(row[2]), 64))(t) * map[string]float64{"k": 1e3, "M": 1e6}[string(row[3])]
		if math.Abs(said/size-1) > .05 {
			t.Errorf("docs/browser.md: %s: %.0f bytes, and the table says %s %sB", row[1], size, row[2], row[3])
		}
	}
	if listed != len(files) {
		t.Errorf("docs/browser.md lists %d files, and the folder has %d", listed, len(files))
	}
}
