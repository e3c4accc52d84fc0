package commands

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rummygym/internal/recipe"
	"rummygym/internal/safefile"
)

// The keys of config.json are options with a value: all of the recipe but those of the place.
func TestConfigKeysAreOptions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	program.Succeed(t, "train", "mc", "--out", dir, "--steps", "1", "--games", "4", "--layers", "4", "--eval-against", "")
	var c recipe.Config
	if err := safefile.ReadJSON(filepath.Join(dir, "config.json"), &c); err != nil {
		t.Fatal(err)
	}
	r, err := recipe.New("train mc")
	if err != nil {
		t.Fatal(err)
	}
	for name := range c.Flags {
		if r.Options().Find(name) == nil {
			t.Errorf("config.json has %q, which is no option", name)
		}
	}
	for _, o := range r.Options() {
		if place := slices.Contains([]string{"out", "resume", "config"}, o.Name); !place && o.String() != "" && !has(c.Flags, o.Name) {
			t.Errorf("config.json has no %q", o.Name)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "last.safetensors")); err != nil {
		t.Error(err)
	}
}

func has(flags map[string][]string, name string) bool {
	_, ok := flags[name]
	return ok
}
