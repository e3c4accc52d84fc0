package features

import (
	"fmt"
	"math/bits"
	"strings"
)

// groupWords names the groups of observation fields of one game, which are the
// bits of a G, and the presets that put several together.
type groupWords[G ~uint32] struct {
	kind  string   // name of the type G
	names []string // of the groups, by bit
	all   G        // "all"
	table G        // "cards-and-counts"; 0 if there is no such preset
}

// The names of the presets.
const (
	allName            = "all"
	cardsAndCountsName = "cards-and-counts"
)

// text returns the names of the groups of g joined by commas, presets first.
func (w *groupWords[G]) text(g G) string {
	if g == w.all {
		return allName
	}
	return w.list(g)
}

// list returns them with every group named, for what has to mean the same when there are
// more groups.
func (w *groupWords[G]) list(g G) string {
	var words []string
	if w.table != 0 && g&w.table == w.table {
		words = append(words, cardsAndCountsName)
		g &^= w.table
	}
	for ; g&w.all != 0; g &= g - 1 {
		words = append(words, w.names[bits.TrailingZeros32(uint32(g))])
	}
	if g != 0 {
		words = append(words, fmt.Sprintf("%s(%#x)", w.kind, uint32(g)))
	}
	return strings.Join(words, ",")
}

// parse reads names of groups and presets, parted by commas.
func (w *groupWords[G]) parse(s string) (G, error) {
	var g G
	for word := range strings.SplitSeq(s, ",") {
		one, ok := w.named(strings.TrimSpace(word))
		if !ok {
			presets := allName
			if w.table != 0 {
				presets += ", " + cardsAndCountsName
			}
			return 0, fmt.Errorf("%q is not a group of fields: want %s, or some of %s", word, presets, strings.Join(w.names, ","))
		}
		g |= one
	}
	return g, nil
}

// named returns the group or preset of that name.
func (w *groupWords[G]) named(name string) (G, bool) {
	switch name {
	case allName:
		return w.all, true
	case cardsAndCountsName:
		return w.table, w.table != 0
	}
	for i, n := range w.names {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}
