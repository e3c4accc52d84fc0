package afterstate

import "rummygym/features/internal/field"

// DiscardGroups is a set of groups of fields of [Discards], one bit each.
type DiscardGroups uint32

// The groups of fields. [Discards.Layout] lists the fields of each. The three networks of
// truong2021datadriven take
//
//	Dual Inception, MLP  hand,belief,macros
//	MLP-i                belief,macros,interactions
const (
	DiscardHand         DiscardGroups = 1 << iota // the matrix x: the hand
	DiscardBelief                                 // the matrix o: the estimate of the opponent's hand
	DiscardMacros                                 // the vector m: runs, sets, deadwood, hit count
	DiscardInteractions                           // the vector i: pairs of neighbouring cards of the hand
	numDiscardGroups    = iota
)

// AllDiscardGroups is every group.
const AllDiscardGroups DiscardGroups = 1<<numDiscardGroups - 1

var discardGroupNames = field.Names[DiscardGroups]{
	Kind: "DiscardGroups", All: AllDiscardGroups,
	Words: []string{"hand", "belief", "macros", "interactions"},
}

// String returns the comma-separated names of the groups, which [ParseDiscardGroups] parses.
func (g DiscardGroups) String() string { return discardGroupNames.Text(g) }

// ParseDiscardGroups parses comma-separated names of groups.
func ParseDiscardGroups(s string) (DiscardGroups, error) { return discardGroupNames.Parse(s) }
