package features

// GinGroups is a set of groups of observation fields of Gin Rummy, one bit each.
// What is not in the set is neither laid out nor computed.
type GinGroups uint32

// The groups of fields. [GinExtractor.Layout] lists the fields of each.
const (
	GinOwnCards        GinGroups = 1 << iota // hand, card drawn, own cards that the opponent knows
	GinPile                                  // upcard, all cards of the discard pile, those buried in it
	GinSeatCards                             // cards each seat took, threw and refused
	GinUnseen                                // cards the opponent surely holds, cards not seen
	GinTable                                 // who knocked, melds declared, cards laid off
	GinCounts                                // sizes of stock, pile and hands
	GinProgress                              // phase, mover, seat, starter, turn, hand, scores, knock limit
	GinDeadwood                              // least deadwood
	GinDiscardDeadwood                       // least deadwood after each discard
	GinBestMelds                             // cards in the first best arrangement
	GinAlmostMelds                           // cards in almost-melds, cards that complete them
	GinMacros                                // the macro-features of paper 003 but deadwood, which is in GinDeadwood
	GinFitness                               // the fitness tests of paper 004 for each discard
	GinBelief                                // estimate of the opponent's hand, discard risks
	GinMatrices                              // the matrices x and o of paper 003
	numGinGroups       = iota
)

// Presets of groups.
const (
	// AllGinGroups is every group.
	AllGinGroups GinGroups = 1<<numGinGroups - 1

	// GinCardsAndCounts is what is on the table, with nothing computed from it.
	GinCardsAndCounts = GinOwnCards | GinPile | GinSeatCards | GinUnseen | GinTable | GinCounts | GinProgress
)

// ginGroupNames names them.
var ginGroupNames = groupWords[GinGroups]{
	kind: "GinGroups", all: AllGinGroups, table: GinCardsAndCounts,
	names: []string{
		"own-cards", "pile", "seat-cards", "unseen", "table", "counts", "progress", "deadwood",
		"discard-deadwood", "best-melds", "almost-melds", "macros", "fitness", "belief", "matrices",
	},
}

// String returns the names of the groups joined by commas, which [ParseGinGroups]
// reads. "all" and "cards-and-counts" stand for the presets; the empty set is "".
func (g GinGroups) String() string { return ginGroupNames.text(g) }

// ParseGinGroups reads names of groups and presets, parted by commas. The error
// names the bad word and lists what there is.
func ParseGinGroups(s string) (GinGroups, error) { return ginGroupNames.parse(s) }
