package afterstate

import "rummygym/features/internal/field"

// GinGroups is a set of groups of fields of afterstates of Gin Rummy, one bit
// each.
type GinGroups uint32

// The groups of fields. [Gin.Layout] lists the fields of each.
const (
	GinAfterProgress  GinGroups = 1 << iota // deadwood, melds, and how soon the hand improves; the knock
	GinAfterCard                            // the discard or refused card, and how it may help the opponent
	GinAfterTable                           // turns, counts, the opponent's discards and takes
	GinAfterBelief                          // estimates of an [opponent.HandTable]
	GinAfterMatch                           // the score of the match
	GinAfterCards                           // cards in the hand, unseen, known, discarded and refused
	GinAfterAim                             // the observer's objective, see GinReader.Aim
	numGinAfterGroups = iota
)

// AllGinGroups is every group.
const AllGinGroups GinGroups = 1<<numGinAfterGroups - 1

var ginAfterGroupNames = field.Names[GinGroups]{
	Kind: "GinAfterstateGroups", All: AllGinGroups,
	Words: []string{"progress", "card", "table", "belief", "match", "cards", "aim"},
}

// String returns the comma-separated names of the groups, which [ParseGinGroups] parses.
func (g GinGroups) String() string { return ginAfterGroupNames.Text(g) }

// ParseGinGroups parses comma-separated names of groups.
func ParseGinGroups(s string) (GinGroups, error) {
	return ginAfterGroupNames.Parse(s)
}
