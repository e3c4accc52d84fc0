package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// TestArrowOutput reads the tables that commands write to standard output as Arrow files: the
// escapes of text must not get into them, and every column has a meaning.
func TestArrowOutput(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, "collect", "--agents", "random,min-dist", "--games", "4", "--fields", "score", "--out", data)
	for _, line := range []string{
		"tournament --agents random,min-dist --games 4",
		"eval random --against min-dist --games 4",
		"ladder --agents random,min-dist --games 4 --resamples 10",
		"review --rollouts 100 " + data,
	} {
		out := program.Succeed(t, append(strings.Fields(line), "--format", "arrow")...)
		r, err := ipc.NewFileReader(strings.NewReader(out))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if rec, err := r.Record(0); err != nil || rec.NumRows() == 0 {
			t.Errorf("%s writes %v: %v", line, rec, err)
		}
		for _, f := range r.Schema().Fields() {
			if doc, _ := f.Metadata.GetValue("doc"); doc == "" {
				t.Errorf("%s: column %s has no meaning", line, f.Name)
			}
		}
		r.Close()
	}
}
