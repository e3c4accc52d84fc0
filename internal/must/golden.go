package must

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files; review the diff")

// Updating reports whether the flag -update is set.
func Updating() bool { return *update }

// Match compares got with the file at path, or writes the file if -update is set.
func Match[T string | []byte](t testing.TB, path string, got T) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -run %s -update makes it)", err, t.Name())
	}
	if string(got) != string(want) {
		t.Errorf("%s differs (go test -run %s -update rewrites it; review the diff):\n%s", path, t.Name(), cmp.Diff(string(want), string(got)))
	}
}
