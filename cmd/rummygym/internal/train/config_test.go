package train

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/safefile"
	"rummygym/train"
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
		flags := runFlags{folderFlags: folderFlags{resume: dir}}
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

// TestLengths checks that the flags for the length of a training have one meaning: all trainers that have one
// describe it in the same words.
func TestLengths(t *testing.T) {
	words := map[string]string{"steps": "total number of steps, those before --resume included", "epochs": "total number of epochs, passes over all rows", "games": ""}
	for _, cmd := range NewTrainCommand().Commands() {
		if cmd.Name() == "cfr" {
			words["games"] = "total number of hands, those before --resume included"
		}
		seen := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if want, ok := words[f.Name]; ok && want != "" {
				seen++
				if !strings.HasPrefix(f.Usage, want) {
					t.Errorf("%s: --%s is %q, want %q", cmd.CommandPath(), f.Name, f.Usage, want)
				}
			}
		})
		if words["games"] = ""; seen != 1 {
			t.Errorf("%s has %d flags for its length, want 1", cmd.CommandPath(), seen)
		}
	}
}

// TestFormerFlag resumes a run of an older program, in which --passes was --epochs.
func TestFormerFlag(t *testing.T) {
	for _, flag := range []string{"--passes", "--epochs"} { // both are read
		dir, _ := trainPPO(t, flag, "2", "--steps", "2")
		path := filepath.Join(dir, train.ConfigFile)
		var c runConfig
		if err := safefile.ReadJSON(path, &c); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.Flags["passes"], []string{"2"}) {
			t.Fatalf("%s 2 is kept as %v", flag, c.Flags)
		}
		now := c.identity()
		c.Flags["epochs"] = c.Flags["passes"]
		delete(c.Flags, "passes")
		if c.identity() != now || !strings.Contains(now, `"epochs":["2"]`) {
			t.Errorf("the identity changes from %s to %s", c.identity(), now)
		}
		if err := safefile.WriteJSON(path, c); err != nil {
			t.Fatal(err)
		}
		clitest.WantAll(t, program.Fail(t, "train", "ppo", "--resume", dir, "--passes", "3"), "has 2, which cannot be changed")
		program.Succeed(t, "train", "ppo", "--resume", dir, "--steps", "4", "--passes", "2")
		_, whole := trainPPO(t, "--passes", "2", "--steps", "4")
		if resumed := folder(t, dir); resumed[train.LastFile] != whole[train.LastFile] {
			t.Error("the run resumed has another network than a run in one go")
		}
		again := filepath.Join(t.TempDir(), "again")
		program.Succeed(t, "train", "ppo", "--out", again, "--config", path, "--steps", "4")
		if folder(t, again)[train.LastFile] != whole[train.LastFile] {
			t.Error("the configuration of an older program starts another run")
		}
	}
}
