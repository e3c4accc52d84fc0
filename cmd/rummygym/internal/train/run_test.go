package train

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rummygym/agents/network"
	"rummygym/internal/must"
)

// folder returns the contents of the files of a run except plots, by name.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{"config.json", "checkpoint", "metrics.csv", "best.safetensors", "last.safetensors"} {
		data := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
		all[name] = string(data)
	}
	return all
}

// networkOf returns the network of a file.
func networkOf(t *testing.T, path string) *network.Network {
	t.Helper()
	n, _ := must.Get2(network.ReadFile(path))(t)
	return n
}

// mustAgree reports every file that differs between two runs, except config.json.
func mustAgree(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if name != "config.json" && got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

// mustResume runs a train command and stops it after each of the times. It checks that the
// run says how to resume, and that the resumed run gives the files want, those of a run that
// was not stopped.
func mustResume(t *testing.T, learner string, args []string, want map[string]string, after ...time.Duration) {
	t.Helper()
	for _, d := range after {
		dir := filepath.Join(t.TempDir(), "stopped")
		ctx, cancel := context.WithCancel(t.Context())
		if d == 0 {
			cancel()
		}
		time.AfterFunc(d, cancel)
		var out, errs bytes.Buffer
		status := program.Execute(ctx, append([]string{"train", learner, "--out", dir}, args...), strings.NewReader(""), &out, &errs)
		cancel()
		switch {
		case status == 0: // it finished before the stop
		case status != 130 || !strings.Contains(errs.String(), "rummygym train "+learner+" --resume "+dir):
			t.Fatalf("stopped after %v: exit status %d, %q", d, status, errs.String())
		default:
			program.Succeed(t, "train", learner, "--resume", dir)
		}
		mustAgree(t, "stopped and resumed", folder(t, dir), want)
	}
}
