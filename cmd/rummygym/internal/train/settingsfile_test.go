package train

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// settings writes a file of settings and returns its path.
func settings(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSettingsFile checks that a file of flags, the same flags on the command line and the
// configuration of the run all start the same run.
func TestSettingsFile(t *testing.T) {
	flags := filepath.Join(t.TempDir(), "flags")
	if _, _, err := noise(t, t.Context(), func() {}, "--out", flags, "--seed", "7", "--layers", "5,4", "--learning-rate", "1e-4"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list":     "# a comment\nseed: 7\nlayers: [5, 4]\nlearning-rate: 1e-4\n",
		"block":    "seed: 7\nlayers:\n  - 5\n  - 4\nlearning-rate: 0.0001\n",
		"text":     "seed: '7'\nlayers: 5,4\nlearning-rate: 1e-4\nsteps: 1000000\n", // --steps of the command line comes first
		"json":     `{"seed": 7, "layers": [5, 4], "learning-rate": 1e-4}`,
		"own file": readFile(t, filepath.Join(flags, "config.json")),
	} {
		out := filepath.Join(t.TempDir(), "run")
		if _, _, err := noise(t, t.Context(), func() {}, "--out", out, "--config", settings(t, text), "--steps", "20"); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, file := range []string{"config.json", "checkpoint", "metrics.csv"} {
			if readFile(t, filepath.Join(out, file)) != readFile(t, filepath.Join(flags, file)) {
				t.Errorf("%s: %s differs", name, file)
			}
		}
	}
	out := filepath.Join(t.TempDir(), "run")
	if _, _, err := noise(t, t.Context(), func() {}, "--config", settings(t, "out: "+out)); err != nil || readFile(t, filepath.Join(out, "config.json")) == "" {
		t.Errorf("the folder in the file: %v", err)
	}
}

func TestSettingsFileRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"seed: 2\nseeds: 3\n", `line 2: "seeds" is not a setting of "rummygym noise"`},
		{"seed: 2\nseed: 3\n", `line 2: "seed" is there twice`},
		{"seed: two", "line 1: seed two: want a whole number"},
		{"seed:\n", "line 1: seed: it has no value"},
		{"seed: [1, 2]", "line 1: seed: 2 values, want 1"},
		{"seed: {a: 1}", "line 1: seed: want a text"},
		{"layers: [5, [4]]", "line 1: layers: item 2"},
		{"layers: [5, x]", "line 1: layers: "},
		{"resume: run", `line 1: "resume" is not a setting`},
		{"config: run", `line 1: "config" is not a setting`},
		{"- seed", "line 1: want an object of flags"},
		{"seed: &a 3\nlayers: *a", "line 2: layers: want a text"},
		{"a: b: c", "want YAML or JSON: mapping values"},
		{"command: rummygym train ppo\nflags: {}", `line 1: it is the configuration of "rummygym train ppo", not of "rummygym noise"`},
		{"flags: {seed: [2]}\nlayers: 5", `line 2: "layers" beside "flags"`},
		{"flags: 3", `line 1: "flags": want an object`},
		{"flags: {seed: [2]}\nflags: {seed: [3]}", `line 2: "flags" is there twice`},
		{`{"seed": 2, "layers": [5], "seed": 3}`, `line 1: "seed" is there twice`},
		{"seed: 2\n---\nseed: 3\n", "line 2: a second document begins"},
		{"seed: 2\n...\n# end\n---\n", "line 4: a second document begins"},
		{`{"seed": 2}{"seed": 3}`, "want YAML or JSON: "},
		{"seed: 2\n# \xff\n", `"# \xff\n" is not UTF-8 text`},
		{"seed: 2\n# \x00\n", "want YAML or JSON: control characters"},
		{"\xff\xfes\x00e\x00e\x00d\x00:\x00 \x002\x00", "it is UTF-16"},
	} {
		path := settings(t, c.text)
		_, _, err := noise(t, t.Context(), func() {}, "--out", filepath.Join(t.TempDir(), "run"), "--config", path)
		if err == nil || !strings.Contains(err.Error(), "--config: "+path+": "+c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--resume", "run", "--config", "x.yaml"); err == nil || !strings.Contains(err.Error(), "remove --config or --resume") {
		t.Errorf("with --resume: error %v", err)
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--out", "run", "--config", t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a folder, not a regular file") {
		t.Errorf("a folder: error %v", err)
	}
}

// TestDecimalNumbers checks that numbers are in decimal notation, in a file and on the command line.
func TestDecimalNumbers(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"seed", "0x10", "want a whole number from 0"},
		{"seed", "1_000", "want a whole number from 0"},
		{"steps", "010", "want a whole number from 1"},
		{"layers", "5,0x4", "want whole numbers, comma-separated"},
		{"layers", "[5, 010]", "want "},
		{"learning-rate", "0x1p-2", "want a number"},
		{"learning-rate", "1_0.5", "want a number"},
	} {
		file := settings(t, c.name+": "+c.value)
		clitest.WantAll(t, program.Fail(t, "train", "ppo", "--out", filepath.Join(t.TempDir(), "run"), "--config", file), file, "line 1: "+c.name, c.want)
		clitest.WantAll(t, program.Fail(t, "train", "ppo", "--out", filepath.Join(t.TempDir(), "run"), "--"+c.name+"="+c.value), "--"+c.name+" "+c.value+": "+c.want)
	}
}

// FuzzSettings reads files of settings: the flags are set, or an error names the file.
func FuzzSettings(f *testing.F) {
	for _, text := range []string{"seed: 7\nlayers: [5, 4]", `{"flags": {"seed": ["2"]}}`, "a: &a [*a]", "? [a]\n: b", "seed: !!binary aGk=", "--- \n---\n", "<<: {seed: 1}"} {
		f.Add([]byte(text))
	}
	path := filepath.Join(f.TempDir(), "run.yaml")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		flags := runFlags{folderFlags: folderFlags{settings: path}}
		cmd := &cobra.Command{Use: "noise"}
		flags.register(cmd, flagDefaults{unit: "updates", steps: 1, row: 1, batch: 1, learningRate: 1})
		flags.settings = path
		if err := flags.readSettings(cmd); err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("%q: error %v does not name the file", text, err)
		}
	})
}
