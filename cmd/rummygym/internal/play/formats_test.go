package play

import (
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// TestArrowOutput reads the tables that commands write to standard output as Arrow files: the
// escapes of text must not get into them.
func TestArrowOutput(t *testing.T) {
	for _, args := range [][]string{
		{"tournament", "--agents", "random,min-dist", "--games", "4"},
		{"eval", "random", "--against", "min-dist", "--games", "4"},
		{"ladder", "--agents", "random,min-dist", "--games", "4", "--resamples", "10"},
	} {
		out := program.Succeed(t, append(args, "--format", "arrow")...)
		r, err := ipc.NewFileReader(strings.NewReader(out))
		if err != nil {
			t.Errorf("%s: %v", args[0], err)
			continue
		}
		if rec, err := r.Record(0); err != nil || rec.NumRows() == 0 {
			t.Errorf("%s writes %v: %v", args[0], rec, err)
		}
		r.Close()
	}
}
