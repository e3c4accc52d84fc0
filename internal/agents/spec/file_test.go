package spec_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/agents/spec"
	"rummygym/internal/must"
)

// reader is a player with a word and two options that take a file.
type reader struct {
	Last  bool
	Table spec.FileOf[string]
	Hands spec.FileOf[string]
	first
}

// readers returns a list of one player, whose files must begin with "good", and counts in
// reads how often a file is parsed.
func readers(reads *int) spec.List {
	parse := func(data []byte) (string, error) {
		*reads++
		if !strings.HasPrefix(string(data), "good") {
			return "", fmt.Errorf("line 1 is %.10q: want good", data)
		}
		return string(data), nil
	}
	return spec.List{spec.Player("toy", "reader", "reads files", func(r reader) game.Agent { return r },
		spec.OrFile(spec.Switch("table", "takes a table", func(r *reader) *bool { return &r.Last }), parse, func(r *reader) *spec.FileOf[string] { return &r.Table }),
		spec.File("hands", "takes hands", "standard", parse, func(r *reader) *spec.FileOf[string] { return &r.Hands }),
	)}
}

// inFolder writes the files into a folder below a new working folder.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	must.Do(t, os.Mkdir("in", 0o755))
	for name, text := range files {
		must.Do(t, os.WriteFile(filepath.Join("in", name), []byte(text), 0o644))
	}
}

func TestFileOptions(t *testing.T) {
	reads := 0
	list := readers(&reads)
	inFolder(t, map[string]string{"a.txt": "good a", "b:c.txt": "good b", "d@e": "good d"})
	here := must.Get(os.Getwd())(t)
	// The digests are those of sha256sum.
	for _, c := range []struct {
		spec, name, absolute string
		table, hands         string
	}{
		{"reader", "reader", "reader", "", ""},
		{"reader:table=on", "reader:table=on", "reader:table=on", "", ""},
		{"reader:table=off:hands=standard", "reader", "reader", "", ""},
		{"reader:table=in/a.txt", "reader:table=a.txt@A", "reader:table=HERE/in/a.txt@A", "good a", ""},
		{"reader:hands=HERE/in/a.txt:table=on", "reader:table=on:hands=a.txt@A", "reader:table=on:hands=HERE/in/a.txt@A", "", "good a"},
		{"reader:table={in/b:c.txt}", "reader:table={b:c.txt@B}", "reader:table={HERE/in/b:c.txt@B}", "good b", ""},
		{"reader:table=in/../in/a.txt@A:hands=in/d@e", "reader:table=a.txt@A:hands=d@e@D", "reader:table=HERE/in/a.txt@A:hands=HERE/in/d@e@D", "good a", "good d"},
	} {
		full := strings.NewReplacer("HERE", here, "@A", "@3a4a36f4f0b8", "@B", "@3576ea66efca", "@D", "@dd4cdb7c8f2f").Replace
		reads = 0
		parsed := must.Get(list.Parse(full(c.spec)))(t)
		create, err := parsed.New()
		name := parsed.Canonical()
		if err != nil || name != full(c.name) {
			t.Errorf("%s has the name %s, %v, want %s", c.spec, name, err, full(c.name))
			continue
		}
		once := reads
		for range 3 {
			if a := create().(reader); a.Table.Value != c.table || a.Hands.Value != c.hands {
				t.Errorf("%s holds %q and %q, want %q and %q", c.spec, a.Table.Value, a.Hands.Value, c.table, c.hands)
			}
		}
		if reads != once {
			t.Errorf("%s reads its files again for each agent", c.spec)
		}
		absolute := parsed.Absolute()
		must.Equal(t, absolute, full(c.absolute), "%s is absolutely", c.spec)
		if again, err := list.Canonical(absolute); err != nil || again != name {
			t.Errorf("the name of %s is %s, %v, want %s", absolute, again, err, name)
		}
	}
}

func TestFileErrors(t *testing.T) {
	reads := 0
	list := readers(&reads)
	inFolder(t, map[string]string{"a.txt": "good a", "bad.txt": "bad"})
	for spec, want := range map[string]string{
		"reader:table=of":                  `agent "reader:table=of": option 1: table="of": there is no such file: want off, on or a file`,
		"reader:hands=none.txt":            "there is no such file: want standard or a file",
		"reader:hands=in":                  "is a folder, not a regular file",
		"reader:table=in/bad.txt":          `table="in/bad.txt": line 1 is "bad": want good`,
		"reader:table=in/a.txt@0123456789": "it is another file",
		"reader:table=":                    "has no value, want table=off or on or a file",
		"reader:table=in/a.txt:table=off":  "was given before",
	} {
		if _, _, err := list.New(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", spec, err, want)
		}
	}
}
