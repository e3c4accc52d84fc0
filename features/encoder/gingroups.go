package encoder

import "rummygym/features/internal/field"

// GinGroups is a set of groups of observation fields of Gin Rummy, one bit each. Fields of
// other groups are neither laid out nor computed.
type GinGroups uint32

// The groups of fields. [Gin.Layout] lists the fields of each.
const (
	GinOwnCards        GinGroups = 1 << iota // hand, card drawn, cards of the hand that the opponent knows
	GinPile                                  // upcard, all cards of the discard pile, those under the upcard
	GinSeatCards                             // cards that each seat took, discarded and refused
	GinUnseen                                // cards that the opponent is known to hold, cards of unknown location
	GinTable                                 // knocker, declared melds, cards laid off
	GinCounts                                // sizes of stock, pile and hands
	GinProgress                              // phase, mover, seat, starter, turn, hand, scores, knock limit
	GinDeadwood                              // deadwood
	GinDiscardDeadwood                       // deadwood after each discard
	GinBestMelds                             // cards in the first best arrangement
	GinAlmostMelds                           // cards of almost-melds, cards that complete them
	GinMacros                                // the macro-features of truong2021datadriven except deadwood, which is in GinDeadwood
	GinFitness                               // the characteristics of cardfitness2021 of each card
	GinBelief                                // estimate of the opponent's hand, discard risks
	GinMatrices                              // the matrices x and o of truong2021datadriven
	numGinGroups       = iota
)

// Presets of groups.
const (
	// AllGinGroups is every group.
	AllGinGroups GinGroups = 1<<numGinGroups - 1

	// GinCardsAndCounts is the groups of plain observations, with no computed features.
	GinCardsAndCounts = GinOwnCards | GinPile | GinSeatCards | GinUnseen | GinTable | GinCounts | GinProgress

	// DefaultGinGroups is GinCardsAndCounts, which has the opponent's known cards, and deadwood.
	DefaultGinGroups = GinCardsAndCounts | GinDeadwood
)

// ginGroupNames holds the names of the groups.
var ginGroupNames = field.Names[GinGroups]{
	Kind: "GinGroups", All: AllGinGroups, Table: GinCardsAndCounts, Default: DefaultGinGroups,
	Words: []string{
		"own-cards", "pile", "seat-cards", "unseen", "table", "counts", "progress", "deadwood",
		"discard-deadwood", "best-melds", "almost-melds", "macros", "fitness", "belief", "matrices",
	},
}

// String returns the comma-separated names of the groups, which [ParseGinGroups] parses. The
// presets that it writes are "all" and "cards-and-counts"; the empty set is "".
func (g GinGroups) String() string { return ginGroupNames.Text(g) }

// ParseGinGroups parses comma-separated names of groups and presets. The error gives the
// unknown name and the known ones.
func ParseGinGroups(s string) (GinGroups, error) { return ginGroupNames.Parse(s) }
