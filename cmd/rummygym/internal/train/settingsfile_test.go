package train

import (
	"os"
	"path/filepath"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// settings writes a file of settings and returns its path.
func settings(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestDecimalNumbers checks that numbers are in decimal notation, in a file and on the command line.
func TestDecimalNumbers(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"seed", "0x10", "want a whole number from 0"},
		{"seed", "1_000", "want a whole number from 0"},
		{"steps", "010", "want a whole number from 1"},
		{"layers", "5,0x4", "want whole numbers, comma-separated"},
		{"layers", "[5, 010]", "want "},
		{"learning-rate", "0x1p-2", "want a number"},
		{"learning-rate", "1_0.5", "want a number"},
	} {
		file := settings(t, c.name+": "+c.value)
		clitest.WantAll(t, program.Fail(t, "train", "ppo", "--out", filepath.Join(t.TempDir(), "run"), "--config", file), file, "line 1: "+c.name, c.want)
		clitest.WantAll(t, program.Fail(t, "train", "ppo", "--out", filepath.Join(t.TempDir(), "run"), "--"+c.name+"="+c.value), "--"+c.name+" "+c.value+": "+c.want)
	}
}
