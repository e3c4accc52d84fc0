package train

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/internal/safefile"
)

// TestDamagedConfig checks that a damaged configuration is an error that names the file, and so
// is that of another run.
func TestDamagedConfig(t *testing.T) {
	dir, other := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "other")
	for seed, dir := range map[string]string{"3": dir, "4": other} {
		if _, _, err := noise(t, t.Context(), func() {}, "--out", dir, "--seed", seed); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "config.json")
	whole := []byte(readFile(t, path))
	refused := func(data []byte, words ...string) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := noise(t, t.Context(), func() {}, "--resume", dir)
		for _, w := range words {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Fatalf("config.json %q: error %v, want %q", data, err, w)
			}
		}
		if now := readFile(t, path); now != string(data) {
			t.Fatal("a refused run changes its configuration")
		}
	}
	for bit := 0; bit < 8*len(whole); bit += 41 {
		bad := bytes.Clone(whole)
		bad[bit/8] ^= 1 << (bit % 8)
		refused(bad, path, "damaged")
	}
	refused(whole[:len(whole)-1], path, "damaged")
	refused(nil, path, "damaged")
	refused([]byte(readFile(t, filepath.Join(other, "config.json"))), filepath.Join(dir, "checkpoint"), "other settings")
	if err := os.WriteFile(path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--resume", dir, "--steps", "8"); err == nil || readFile(t, path) != string(whole) {
		t.Errorf("fewer steps than made: error %v; the configuration may have changed", err)
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--resume", dir); err != nil {
		t.Error(err)
	}
	if err := os.Rename(path, filepath.Join(dir, ".config.json.123.new")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--resume", dir); err == nil || !strings.Contains(err.Error(), "start it with --out "+dir) {
		t.Errorf("without config.json: error %v", err)
	}
}

// FuzzConfig reads configurations whose digest fits: the flags are set to their values, or there
// is an error.
func FuzzConfig(f *testing.F) {
	for _, text := range []string{
		`{"command":"rummygym noise","flags":{"seed":["4"],"layers":["6","5"]}}`,
		`{"command":"rummygym noise","flags":{"seed":[]}}`, `{"command":"rummygym noise","flags":{"x":null}}`, `{"flags":3}`, `null`,
	} {
		f.Add([]byte(text))
	}
	dir := f.TempDir()
	path := filepath.Join(dir, "config.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		data := append([]byte(safefile.Placeholder+"\n"), text...)
		if i := bytes.IndexByte(text, '{'); i >= 0 { // inside the object, where it belongs
			data = append(append(bytes.Clone(text[:i+1]), `"digest":"`+safefile.Placeholder+`",`...), text[i+1:]...)
		}
		if err := safefile.Seal(data); err != nil {
			return
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		flags := runFlags{resume: dir}
		cmd := &cobra.Command{Use: "rummygym noise"}
		flags.register(cmd, flagDefaults{unit: "updates", steps: 1, row: 1, batch: 1, learningRate: 1})
		if err := flags.restore(cmd); err != nil {
			if !strings.Contains(err.Error(), "--") {
				t.Errorf("error %v names no flag", err)
			}
			return
		}
		config := flags.config(cmd, "IndianRummy-v1")
		var again runConfig
		if err := safefile.WriteJSON(path, config); err != nil {
			t.Fatal(err)
		}
		if err := safefile.ReadJSON(path, &again); err != nil || again.identity() != config.identity() {
			t.Errorf("%q is read as %q, error %v", config.identity(), again.identity(), err)
		}
	})
}
