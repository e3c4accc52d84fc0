package game

import (
	"fmt"
	"strings"
)

// Presets are named rules of a game, in the order in which they are told of.
type Presets[R any] []struct {
	Name  string
	Rules func() R
}

// Named returns the rules of that name, or an error with the names of all.
func (ps Presets[R]) Named(game, name string) (R, error) {
	for _, p := range ps {
		if p.Name == name {
			return p.Rules(), nil
		}
	}
	return *new(R), fmt.Errorf("%s: there is no preset %q: want %s", game, name, strings.Join(ps.Names(), ", "))
}

// Names returns the names. The caller owns the slice.
func (ps Presets[R]) Names() []string {
	names := make([]string, len(ps))
	for i, p := range ps {
		names[i] = p.Name
	}
	return names
}
