package encoder

import "rummygym/features/internal/field"

// IndianGroups is a set of groups of observation fields of Indian Rummy, one bit each. Fields
// of other groups are neither laid out nor computed.
type IndianGroups uint32

// The groups of fields. [Indian.Layout] lists the fields of each.
const (
	OwnCards         IndianGroups = 1 << iota // hand, card drawn, cards of the hand that the opponents know
	WildRank                                  // wild rank and the card that determined it
	OpenPile                                  // top, all cards of the pile, all cards seen
	OpponentCards                             // cards that each opponent took, discarded, and is known to hold
	Counts                                    // sizes of stock, pile and hands, active players, reshuffles
	Progress                                  // phase, mover, seat, turn, round
	Score                                     // MinScore, capped and not
	Distance                                  // MinDist
	DiscardScores                             // MinScore after each discard
	DiscardDistances                          // MinDist after each discard
	Outs                                      // MinDist after each draw, and unseen cards that lower it
	Availability                              // MinDist with the cards that can still come
	Relations                                 // cards that opponents took and discarded, related to each card of the hand
	ExpectedTurns                             // estimated turns until a declaration
	ExpectedDistance                          // MinDist where unseen cards may be in other hands
	numGroups        = iota
)

// Presets of groups.
const (
	// AllIndianGroups is every group.
	AllIndianGroups IndianGroups = 1<<numGroups - 1

	// CardsAndCounts is the groups of plain observations, with no computed features.
	CardsAndCounts = OwnCards | WildRank | OpenPile | OpponentCards | Counts | Progress

	// DefaultIndianGroups is CardsAndCounts and the computed features that cost little: MinScore,
	// MinDist, and the cards that opponents took and discarded, related to the hand.
	DefaultIndianGroups = CardsAndCounts | Score | Distance | Relations
)

// indianGroupNames holds the names of the groups.
var indianGroupNames = field.Names[IndianGroups]{
	Kind: "Groups", All: AllIndianGroups, Table: CardsAndCounts, Default: DefaultIndianGroups,
	Words: []string{
		"own-cards", "wild-rank", "open-pile", "opponent-cards", "counts", "progress", "score", "distance",
		"discard-scores", "discard-distances", "outs", "availability", "relations", "expected-turns", "expected-distance",
	},
}

// String returns the comma-separated names of the groups, which [ParseIndianGroups] parses.
// The presets that it writes are "all" and "cards-and-counts"; the empty set is "".
func (g IndianGroups) String() string { return indianGroupNames.Text(g) }

// ParseIndianGroups parses comma-separated names of groups and presets. The error gives the
// unknown name and the known ones.
func ParseIndianGroups(s string) (IndianGroups, error) { return indianGroupNames.Parse(s) }
