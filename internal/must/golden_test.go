package must

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder keeps the error of a test.
type recorder struct {
	testing.TB
	text string
}

func (r *recorder) Helper()                           {}
func (r *recorder) Errorf(format string, args ...any) { r.text = fmt.Sprintf(format, args...) }

// A difference is an error that shows it; -update writes the file, after which there is none.
func TestMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("old\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	r := &recorder{TB: t}
	Match(r, path, "new\n")
	if !strings.Contains(r.text, path) || !strings.Contains(r.text, "old") || !strings.Contains(r.text, "new") {
		t.Errorf("error %q, want the path and both texts", r.text)
	}
	defer func(was bool) { *update = was }(*update)
	*update = true
	Match(t, path, "new\n")
	*update = false
	Match(t, path, []byte("new\n"))
}
