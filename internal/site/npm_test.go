package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rummygym"
	"rummygym/internal/must"
)

// The npm package, packed and installed in an empty folder, gives the answers of 10,000 calls, and plays the hands that Go plays.
func TestNPMPackage(t *testing.T) {
	hands := 50
	if *long {
		hands = 1000
	}
	program, dir := node(t), t.TempDir()
	root := must.Get(filepath.Abs("../.."))(t)
	t.Chdir(root)
	source := filepath.Join(dir, "source")
	must.Do(t, os.CopyFS(source, os.DirFS("npm")))
	must.Do(t, writePackage(source))
	user := filepath.Join(dir, "user")
	must.Do(t, os.MkdirAll(filepath.Join(user, "node_modules"), 0o755))
	npm, err := exec.LookPath("npm")
	if err == nil {
		run(t, source, npm, "pack", "--silent", "--pack-destination", dir)
		archive := must.Get(filepath.Glob(filepath.Join(dir, "*.tgz")))(t)[0]
		size := must.Get(os.Stat(archive))(t).Size()
		if t.Logf("%s: %d bytes", filepath.Base(archive), size); size > 3_000_000 {
			t.Errorf("the package has %d bytes, want at most 3,000,000", size)
		}
		must.Do(t, os.WriteFile(filepath.Join(user, "package.json"), []byte("{}"), 0o644))
		run(t, user, npm, "install", "--silent", "--offline", "--no-audit", archive)
	} else { // Debian's nodejs comes without it
		must.Do(t, os.CopyFS(filepath.Join(user, "node_modules", "rummygym"), os.DirFS(source)))
	}
	must.Do(t, os.WriteFile(filepath.Join(user, "test.mjs"), must.Get(os.ReadFile("npm/test.mjs"))(t), 0o644))

	_, page, _ := strings.Cut(string(must.Get(os.ReadFile("docs/apps.md"))(t)), "```js\n")
	page, _, _ = strings.Cut(page, "```")
	must.Do(t, os.WriteFile(filepath.Join(user, "page.mjs"), []byte(page), 0o644))
	if got := run(t, user, program, "page.mjs"); !strings.Contains(got, "over: true") {
		t.Errorf("the program of docs/apps.md printed %s", got)
	}

	want := "10000 calls\n"
	for _, c := range []struct{ name, first, second string }{{"gin", "simple", "sigra"}, {"indian", "min-dist", "min-dist-opp"}} {
		all := sha256.New()
		for seed := range uint64(hands) {
			g := must.Get(rummygym.New(c.name, "", seed))(t)
			for g.Player() >= 0 {
				move := must.Get(g.Bot([]string{c.first, c.second}[g.Player()]))(t)
				must.Do(t, g.Apply(move.Action))
			}
			all.Write(g.Save())
		}
		want += fmt.Sprintf("%s %d %x\n", c.name, hands, all.Sum(nil))
	}
	got := run(t, user, program, "test.mjs", filepath.Join(root, "internal/call/testdata/vectors.jsonl.gz"), fmt.Sprint(hands),
		"standard.safetensors="+filepath.Join(root, "internal/agents/learned/standard.safetensors"),
		"belief.safetensors="+filepath.Join(root, "internal/agents/belief/standard.safetensors"))
	if got != want {
		t.Errorf("node printed\n%s\nwant\n%s", got, want)
	}
}

// run runs a command in a folder and returns what it prints.
func run(t *testing.T, folder, name string, arguments ...string) string {
	t.Helper()
	cmd := exec.Command(name, arguments...)
	cmd.Dir = folder
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, problems.String())
	}
	return string(out)
}
