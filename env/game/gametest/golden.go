package gametest

import (
	"flag"
	"os"
	"testing"
)

// Golden compares text with the file at path. If the tests define a flag "update" and
// it is set, Golden writes the file instead.
func Golden(t testing.TB, path, text string) {
	t.Helper()
	if updating() {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs: run with -update and review the diff; got\n%s", path, text)
	}
}

// updating reports whether the flag "update" is set.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}
