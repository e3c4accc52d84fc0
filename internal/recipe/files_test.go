package recipe

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/catalog"

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

// TestConfigOfAnotherRun checks that a run with the configuration of another one is the same run, and that flags on the
// command line come first.
func TestConfigOfAnotherRun(t *testing.T) {
	first := filepath.Join(t.TempDir(), "first")
	if _, _, err := noise(t, t.Context(), func() {}, "--out", first, "--seed", "7", "--layers", "5,4", "--learning-rate", "1e-4"); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(first, "config.json")
	again, other := filepath.Join(t.TempDir(), "again"), filepath.Join(t.TempDir(), "other")
	if _, _, err := noise(t, t.Context(), func() {}, "--out", again, "--config", config); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"config.json", "checkpoint", "metrics.csv"} {
		if readFile(t, filepath.Join(again, file)) != readFile(t, filepath.Join(first, file)) {
			t.Errorf("%s differs", file)
		}
	}
	if _, _, err := noise(t, t.Context(), func() {}, "--out", other, "--config", config, "--seed", "8"); err != nil {
		t.Fatal(err)
	}
	var c Config
	if err := safefile.ReadJSON(filepath.Join(other, "config.json"), &c); err != nil || c.Flags["seed"][0] != "8" || len(c.Flags["layers"]) != 2 {
		t.Errorf("with another seed: flags %v, error %v", c.Flags, err)
	}
}

func TestConfigRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.json")
	for _, c := range []struct {
		command, flag, value, want string
	}{
		{"rummygym train ppo", "seed", "2", `: the run was started by "rummygym train ppo", not by "rummygym noise"`},
		{"rummygym noise", "seeds", "2", ` has the flag --seeds, which "rummygym noise" does not have`},
		{"rummygym noise", "seed", "two", ": --seed: want "},
		{"rummygym noise", "config", "x", " has the flag --config, which"},
		{"rummygym noise", "resume", "x", " has the flag --resume, which"},
	} {
		if err := safefile.WriteJSON(path, Config{Command: c.command, Flags: map[string][]string{c.flag: {c.value}}}); err != nil {
			t.Fatal(err)
		}
		_, _, err := noise(t, t.Context(), func() {}, "--out", filepath.Join(t.TempDir(), "run"), "--config", path)
		if err == nil || !strings.Contains(err.Error(), "--config: "+path+c.want) {
			t.Errorf("--%s %s: error %v, want %q", c.flag, c.value, err, c.want)
		}
	}
	for want, args := range map[string][]string{
		"remove --config or --resume":        {"--resume", "run", "--config", path},
		"is a folder, not a regular file":    {"--out", "run", "--config", t.TempDir()},
		path + ".none: no such file":         {"--out", "run", "--config", path + ".none"},
		"files_test.go: the file is damaged": {"--out", "run", "--config", "files_test.go"},
	} {
		if _, _, err := noise(t, t.Context(), func() {}, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", args, err, want)
		}
	}
}

// TestTrainPPODefaults checks that every game has defaults for training.
func TestTrainPPODefaults(t *testing.T) {
	for _, game := range catalog.Games() {
		f, m := NewPPO(), NewMonteCarlo()
		f.setDefaults(game)
		m.training.setDefaults(m.defaultsFor(game))
		rules := game.Defaults()
		for _, agent := range append(m.evalAgainst, f.evalAgainst[0], m.start) {
			if _, _, err := catalog.OpenAgent(rules, agent); err != nil {
				t.Errorf("%s: %v", game.Name, err)
			}
		}
		if _, _, err := rules.Encoder(f.fields); err != nil || f.rewardScale <= 0 || f.potentialScale <= 0 {
			t.Errorf("%s: fields %s, rewards times %v: %v", game.Name, f.fields, f.rewardScale, err)
		}
	}
}
