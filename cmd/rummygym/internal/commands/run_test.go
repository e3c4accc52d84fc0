package commands

import (
	"os"
	"path/filepath"
	"testing"

	"rummygym/internal/must"
)

// folder returns the contents of the files of a run, by name.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{"config.json", "checkpoint", "metrics.csv", "best.safetensors", "last.safetensors"} {
		data := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
		all[name] = string(data)
	}
	return all
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
