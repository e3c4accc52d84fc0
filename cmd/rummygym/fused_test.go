package main

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"rummygym/internal/must"

	"golang.org/x/sys/cpu"
)

var long = flag.Bool("long", false, "run the tests that compile the program for other processors")

// fused matches an instruction that multiplies and adds with one rounding, and its line.
var fused = regexp.MustCompile(`\(([^()]+\.go:\d+)\)\s+(FN?M(ADD|SUB)|VFN?M(ADD|SUB))\w*`)

// TestNothingIsFused compiles the program for arm64, where the compiler fuses products and
// sums unless a conversion rounds the product, and looks for such instructions in the lines
// of the module.
func TestNothingIsFused(t *testing.T) {
	if !*long {
		t.Skip("compiles everything for arm64: -long")
	}
	build := exec.Command("go", "build", "-trimpath", "-gcflags=rummygym/...=-S", "rummygym/...")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, listing[max(0, len(listing)-1000):])
	}
	sums, found := 0, map[string]bool{}
	for line := range bytes.Lines(listing) {
		if bytes.Contains(line, []byte("FADDD")) {
			sums++
		}
		m := fused.FindSubmatch(line)
		if m == nil {
			continue
		}
		place, ours := strings.CutPrefix(string(m[1]), "rummygym/")
		if ours {
			found[place] = true
		}
	}
	if sums < 100 {
		t.Errorf("%d sums in the listing, want hundreds", sums)
	}
	for place := range found {
		t.Errorf("%s: a product and a sum are rounded once: round the product by a conversion, as in float64(x*y) + z", place)
	}
}

// TestSameBytesOnNewerProcessors runs commands of the program compiled for the first and for
// later processors of amd64, and compares everything that they write.
func TestSameBytesOnNewerProcessors(t *testing.T) {
	if !*long {
		t.Skip("compiles everything for another processor: -long")
	}
	if runtime.GOARCH != "amd64" || !cpu.X86.HasAVX2 || !cpu.X86.HasFMA || !cpu.X86.HasBMI2 {
		t.Skip("this processor does not run programs of GOAMD64=v3")
	}
	bits := exec.Command("go", "test", "-trimpath", "-run", "SameBits", "rummygym/arena/stats")
	bits.Env = append(os.Environ(), "GOAMD64=v3")
	if out, err := bits.CombinedOutput(); err != nil || bytes.Contains(out, []byte("no tests to run")) {
		t.Errorf("%v: %s", err, out)
	}
	written := map[string]map[string][]byte{}
	for _, level := range []string{"v1", "v3"} {
		program := filepath.Join(t.TempDir(), "rummygym")
		build := exec.Command("go", "build", "-trimpath", "-o", program, ".")
		build.Env = append(os.Environ(), "GOAMD64="+level)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		dir := t.TempDir()
		for _, line := range []string{
			"collect --agents min-dist-outs,random --games 200 --seed 3 --out indian",
			"collect --agents search:rollouts=40,learned:standard --games 6 --seed 3 --out searched",
			"collect --game gin --agents sigra,fitness --games 20 --seed 3 --out gin",
			"collect --game gin --agents independent-heuristics,medium --games 20 --seed 4 --fields default --out heuristics",
			"tournament --agents min-dist,min-dist-score,defeat-seeking --games 100 --seed 3 --games-out indian.arrow",
			"tournament --game gin --agents sigra,fitness,simple --games 40 --seed 3 --games-out gin.arrow",
			"train mc --games 100 --updates 20 --steps 3 --eval-games 50 --seed 3 --out mc",
		} {
			run := exec.Command(program, strings.Fields(line)...)
			run.Dir = dir
			out, err := run.Output()
			if err != nil {
				t.Fatalf("%s: %s: %v", level, line, err)
			}
			must.Do(t, os.WriteFile(filepath.Join(dir, strings.ReplaceAll(line, " ", "_")), out, 0o666))
		}
		files := map[string][]byte{}
		must.Do(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				files[strings.TrimPrefix(path, dir)], err = os.ReadFile(path)
			}
			return err
		}))
		written[level] = files
	}
	if len(written["v1"]) != len(written["v3"]) || len(written["v1"]) < 12 {
		t.Fatalf("%d and %d files are written, want the same number and more than a dozen", len(written["v1"]), len(written["v3"]))
	}
	for path, old := range written["v1"] {
		if !bytes.Equal(old, written["v3"][path]) {
			t.Errorf("%s differs between GOAMD64=v1 and v3", path)
		}
	}
}
