package positions

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"rummygym/internal/options"
)

// shipped has of each frozen set the positions, NAME.jsonl.zst, and the dataset card, NAME.md.
//
//go:embed sets
var shipped embed.FS

// Shipped lists the names of the frozen sets that are part of the program, in alphabetical order.
func Shipped() (names []string) {
	entries, err := shipped.ReadDir("sets")
	if err != nil {
		panic("positions: " + err.Error()) // they are in the program
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".jsonl.zst"); ok {
			names = append(names, name)
		}
	}
	return names
}

// ShippedSet returns a frozen set as JSON Lines, which [Read] reads, and its dataset card. The error lists the names.
func ShippedSet(name string) (lines []byte, card string, err error) {
	if names := Shipped(); !slices.Contains(names, name) {
		return nil, "", options.Usage(fmt.Errorf("%q is not a frozen set%s: want %s", name, options.Suggest(name, names), strings.Join(names, " or ")))
	}
	packed, err := shipped.ReadFile("sets/" + name + ".jsonl.zst")
	if err != nil {
		return nil, "", err
	}
	unpacked, err := zstd.NewReader(nil)
	if err != nil {
		return nil, "", err
	}
	defer unpacked.Close()
	if lines, err = unpacked.DecodeAll(packed, nil); err != nil {
		return nil, "", err
	}
	text, err := shipped.ReadFile("sets/" + name + ".md")
	return lines, string(text), err
}
