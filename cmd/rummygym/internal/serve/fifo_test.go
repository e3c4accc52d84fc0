//go:build unix

package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rummygym/internal/must"
)

// A FIFO in the place of a file is refused. It is not waited for.
func TestFIFO(t *testing.T) {
	run := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(run, "config.json"), []byte("{}"), 0o666))
	fifo := filepath.Join(run, metricsFile)
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Skip("no FIFOs here: ", err)
	}
	sources := must.Get(newSources(nil, []string{run}))(t)
	if status, body := start(t, sources).get(t, "metrics?of=0"); status != http.StatusNotFound || !strings.Contains(body, "is a FIFO") {
		t.Errorf("status %d: %s", status, body)
	}
	for _, flag := range [][2][]string{{{fifo}, nil}, {nil, {fifo}}} {
		must.Refuse(newSources(flag[0], flag[1]))(t, fifo)
	}
}
