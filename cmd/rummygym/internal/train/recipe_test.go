package train

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/recipe"
)

// The options of a recipe are the flags of its command, the keys of its JSON, and what its
// page lists: a new one is one line, in the recipe.
func TestOptionsAreFlagsAndKeys(t *testing.T) {
	for _, name := range recipe.Names() {
		r, err := recipe.New(name)
		if err != nil {
			t.Fatal(err)
		}
		names := slices.Sorted(slices.Values(r.Options().Names()))
		command := strings.TrimPrefix(name, "train ")
		var flags []string
		for _, c := range NewTrainCommand().Commands() {
			if c.Name() == command {
				c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
			}
		}
		if slices.Sort(flags); !slices.Equal(flags, names) {
			t.Errorf("%s: flags %q, options %q", name, flags, names)
		}
		text, err := json.Marshal(r.Options())
		if err != nil {
			t.Fatal(err)
		}
		var keys map[string]any
		if err := json.Unmarshal(text, &keys); err != nil || !slices.Equal(slices.Sorted(maps.Keys(keys)), names) {
			t.Errorf("%s: JSON %s, error %v", name, text, err)
		}
		help := program.Succeed(t, "help", "train", command)
		for _, o := range r.Options() {
			if r.Rules() != nil && slices.ContainsFunc(r.Rules().Options(), func(rule *options.Option) bool { return rule.Name == o.Name }) {
				continue // "help rules" lists them
			}
			if !strings.Contains(help, "--"+o.Name+" ") {
				t.Errorf("%s: the page has no row --%s", name, o.Name)
			}
		}
	}
}

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
		if place := slices.Contains([]string{"out", "resume", "config", "actors", "act"}, o.Name); !place && o.String() != "" && !has(c.Flags, o.Name) {
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
