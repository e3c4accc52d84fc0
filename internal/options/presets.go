package options

import (
	"fmt"
	"strings"
)

// Presets lists named rules of a game in the order of the documentation.
type Presets[R any] []struct {
	Name  string
	Doc   string // a sentence for players
	Rules func() R
}

// Named returns the rules with the given name. For an unknown name the error lists all
// names; game is the name of the game in the error.
func (ps Presets[R]) Named(game, name string) (R, error) {
	for _, p := range ps {
		if p.Name == name {
			return p.Rules(), nil
		}
	}
	return *new(R), fmt.Errorf("%s: there is no preset %q%s: want %s", game, name, Suggest(name, ps.Names()), strings.Join(ps.Names(), ", "))
}

// Names returns the names. The caller owns the slice.
func (ps Presets[R]) Names() []string {
	names := make([]string, len(ps))
	for i, p := range ps {
		names[i] = p.Name
	}
	return names
}

// Docs returns a sentence for players about each of the names. The caller owns the slice.
func (ps Presets[R]) Docs() []string {
	docs := make([]string, len(ps))
	for i, p := range ps {
		docs[i] = p.Doc
	}
	return docs
}
