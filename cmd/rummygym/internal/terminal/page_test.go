package terminal

import (
	"os"
	"strings"
	"testing"

	"rummygym/internal/golden"
	"rummygym/internal/page"
)

//go:generate go test -count=1 -run ^TestPlayPage$ -update .

// TestPlayPage checks the screens in docs/play.md, which are those of the other tests; -update
// rewrites them.
func TestPlayPage(t *testing.T) {
	const path = "../../../../docs/play.md"
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fresh := string(old)
	for name, file := range map[string]string{"table": "midgame-80x24.txt", "small": "midgame-40x20.txt", "hint": "hint-80x24.txt", "plain": "openspiel.txt"} {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if fresh, err = page.Replace(fresh, name, "```text\n"+strings.TrimRight(string(text), "\n")+"\n```\n"); err != nil {
			t.Fatal(err)
		}
	}
	if golden.Update() {
		if err := os.WriteFile(path, []byte(fresh), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if fresh != string(old) {
		t.Errorf("%s is stale: run make generate", path)
	}
}
