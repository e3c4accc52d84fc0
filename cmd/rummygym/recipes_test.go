package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"rummygym/internal/must"
	"rummygym/internal/recipe"
)

// The options of a recipe are the flags and arguments of its command, and the keys of its JSON: a new one
// is one line, in the recipe. TestFlagsAreDescribed checks that help lists the flags.
func TestOptionsAreFlagsAndKeys(t *testing.T) {
	for _, name := range recipe.Names() {
		r := must.Get(recipe.New(name))(t)
		names := slices.Sorted(slices.Values(r.Options().Names()))
		command, rest, err := newRootCommand().Find(strings.Fields(name))
		if err != nil || len(rest) != 0 {
			t.Fatalf("%s is no command: %v", name, err)
		}
		var given []string
		command.Flags().VisitAll(func(f *pflag.Flag) {
			if r.Options().Find(f.Name) != nil || f.Name != "format" && f.Name != "wide" { // how the command prints the result
				given = append(given, f.Name)
			}
		})
		for _, o := range r.Options() {
			if o.Argument {
				given = append(given, o.Name)
				if !strings.Contains(command.Use, strings.ToUpper(o.Name)) {
					t.Errorf("%s: %q does not name the argument %s", name, command.Use, o.Name)
				}
			}
		}
		if slices.Sort(given); !slices.Equal(given, names) {
			t.Errorf("%s: flags and arguments %q, options %q", name, given, names)
		}
		text := must.Get(json.Marshal(r.Options()))(t)
		var keys map[string]any
		if err := json.Unmarshal(text, &keys); err != nil || !slices.Equal(slices.Sorted(maps.Keys(keys)), names) {
			t.Errorf("%s: JSON %s, error %v", name, text, err)
		}
	}
}
