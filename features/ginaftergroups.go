package features

// GinAfterstateGroups is a set of groups of fields of afterstates of Gin Rummy, one bit
// each.
type GinAfterstateGroups uint32

// The groups of fields. [GinAfterstates.Layout] lists the fields of each.
const (
	GinAfterProgress  GinAfterstateGroups = 1 << iota // deadwood, melds, and how soon the hand gets better; the knock
	GinAfterCard                                      // the card that leaves: what may help the opponent of it
	GinAfterTable                                     // turns, counts, what the opponent threw and took
	GinAfterBelief                                    // what a [Belief] says of the opponent's hand
	GinAfterMatch                                     // the score of the match
	GinAfterCards                                     // cards in the own hand, unseen, known, given and refused
	GinAfterAim                                       // what the observer plays for, see GinAfterstateReader.Aim
	numGinAfterGroups = iota
)

// AllGinAfterGroups is every group.
const AllGinAfterGroups GinAfterstateGroups = 1<<numGinAfterGroups - 1

var ginAfterGroupNames = groupWords[GinAfterstateGroups]{
	kind: "GinAfterstateGroups", all: AllGinAfterGroups,
	names: []string{"progress", "card", "table", "belief", "match", "cards", "aim"},
}

// String returns the names of the groups joined by commas, which
// [ParseGinAfterstateGroups] reads.
func (g GinAfterstateGroups) String() string { return ginAfterGroupNames.text(g) }

// ParseGinAfterstateGroups reads names of groups, parted by commas.
func ParseGinAfterstateGroups(s string) (GinAfterstateGroups, error) {
	return ginAfterGroupNames.parse(s)
}
