// Package field holds the code that the encoders of both games share: a [Row], which writes fields and notes their layout, the
// names of the groups of fields, and the expansion of sets of cards into numbers.
package field

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/options"
)

// Chosen are the groups of fields that an encoder writes, with their layout.
type Chosen[G ~uint32] struct {
	On      G           // the groups
	Fields  game.Layout // in order
	Size    int         // of Fields
	Written Written     // entries that the encoder writes in planes itself, see [Noted]
}

// Groups returns the selected groups.
func (x *Chosen[G]) Groups() G { return x.On }

// Layout returns the fields of the groups, in the order in which they are written.
func (x *Chosen[G]) Layout() game.Layout { return slices.Clone(x.Fields) }

// Names holds the names of the groups of observation fields of one game, which are the
// bits of a G, and of the presets that combine several groups.
type Names[G ~uint32] struct {
	Kind    string   // name of the type G
	Words   []string // names of the groups, by bit
	All     G        // the preset "all"
	Table   G        // the preset "cards-and-counts"; 0 if there is none
	Default G        // the preset "default", which Text does not use; 0 if there is none
}

// The names of the presets.
const (
	allName            = "all"
	defaultName        = "default"
	cardsAndCountsName = "cards-and-counts"
)

// Text returns the names of the groups of g, comma-separated, presets first.
func (w *Names[G]) Text(g G) string {
	if g == w.All {
		return allName
	}
	return w.List(g)
}

// List is Text without the preset "all": its result means the same after groups have been
// added.
func (w *Names[G]) List(g G) string {
	var words []string
	if w.Table != 0 && g&w.Table == w.Table {
		words = append(words, cardsAndCountsName)
		g &^= w.Table
	}
	for ; g&w.All != 0; g &= g - 1 {
		words = append(words, w.Words[bits.TrailingZeros32(uint32(g))])
	}
	if g != 0 {
		words = append(words, fmt.Sprintf("%s(%#x)", w.Kind, uint32(g)))
	}
	return strings.Join(words, ",")
}

// Parse reads comma-separated names of groups and presets.
func (w *Names[G]) Parse(s string) (G, error) {
	var g G
	for word := range strings.SplitSeq(s, ",") {
		one, ok := w.named(strings.TrimSpace(word))
		if !ok {
			presets := []string{allName}
			if w.Default != 0 {
				presets = append(presets, defaultName)
			}
			if w.Table != 0 {
				presets = append(presets, cardsAndCountsName)
			}
			return 0, fmt.Errorf("%q is not a group of fields%s: want %s, or some of %s", word, options.Suggest(word, slices.Concat(presets, w.Words)), strings.Join(presets, ", "), strings.Join(w.Words, ", "))
		}
		g |= one
	}
	return g, nil
}

// named returns the group or preset of a name.
func (w *Names[G]) named(name string) (G, bool) {
	switch name {
	case allName:
		return w.All, true
	case defaultName:
		return w.Default, w.Default != 0
	case cardsAndCountsName:
		return w.Table, w.Table != 0
	}
	for i, n := range w.Words {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}
