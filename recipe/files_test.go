package recipe

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym"

	"rummygym/internal/safefile"
)

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
		flags := training{command: "rummygym noise", host: new(Host)}
		flags.list = flags.bind(defaults{unit: "updates", steps: 1, row: 1, batch: 1, learningRate: 1})
		flags.resume = dir
		if err := flags.restore(); err != nil {
			if !strings.Contains(err.Error(), "--") {
				t.Errorf("error %v names no flag", err)
			}
			return
		}
		config := flags.config("IndianRummy-v1")
		var again Config
		if err := safefile.WriteJSON(path, config); err != nil {
			t.Fatal(err)
		}
		if err := safefile.ReadJSON(path, &again); err != nil || again.Identity() != config.Identity() {
			t.Errorf("%q is read as %q, error %v", config.Identity(), again.Identity(), err)
		}
	})
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
		flags := training{command: "noise", host: new(Host)}
		flags.list = flags.bind(defaults{unit: "updates", steps: 1, row: 1, batch: 1, learningRate: 1})
		flags.settings = path
		if err := flags.readSettings(); err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("%q: error %v does not name the file", text, err)
		}
	})
}

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

// TestTrainPPODefaults checks that every game has defaults for training.
func TestTrainPPODefaults(t *testing.T) {
	for _, game := range rummygym.Games() {
		g := game.Learning
		f := NewPPO()
		f.setDefaults(g, false)
		if f.evalAgainst[0] != g.Rival || f.rewardScale != 1/g.PerPoints {
			t.Errorf("%s: %v", game.Name, f.rewardScale)
		}
	}
}
