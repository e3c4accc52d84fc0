package opponent

import (
	"fmt"
	"strings"
	"sync"
)

// handTableMagic is the first line of the file of a hand table.
const handTableMagic = "rummygym belief 1\n"

// parseHandTable parses the file of a table: the line "rummygym belief 1"; a line of JSON that describes the games from which the
// ratios were counted; then for each bucket the logarithm of its ratio, to base 2, in steps of 1/256, as a little-endian
// int16, 43,940 bytes in all. The order of the buckets is row-major by: upcard left
// or taken; rank of the upcard; rank of the discard; suit of the card considered (where
// upcard and discard are of different suits: neither's, the upcard's, the discard's; where
// they are of one suit: another, the same); rank of the card considered. Ranks are ace to
// king.
func parseHandTable(file string) (*HandTable, error) {
	rest, ok := strings.CutPrefix(file, handTableMagic)
	_, ratios, found := strings.Cut(rest, "\n")
	if !ok || !found || len(ratios) != 2*numBuckets {
		return nil, fmt.Errorf("want the line %q, a line of JSON and %d ratios of 2 bytes", strings.TrimSpace(handTableMagic), numBuckets)
	}
	b := &HandTable{ratios: new([numBuckets]int16), keep: 1 << keepBits}
	for i := range b.ratios {
		b.ratios[i] = int16(ratios[2*i]) | int16(ratios[2*i+1])<<8
	}
	return b, nil
}

var simpleHandTable = sync.OnceValue(func() *HandTable {
	b, err := parseHandTable(string(simpleHandTableFile()))
	if err != nil {
		panic("opponent: handtable-simple.bin: " + err.Error())
	}
	return b
})

// SimpleHandTable returns the built-in table, counted from 10,000 matches of the baseline
// simple against itself under the preset eaai (seed 1), as in truong2021datadriven, under GinRummy-v0. A ratio is the
// number of cards of its bucket that were held, and one more, divided by the number expected if all unseen cards were equally
// likely, and one more; buckets of fewer than 50 cards have the ratio 1.
func SimpleHandTable() *HandTable { return simpleHandTable() }
