package features

// Groups is a set of groups of observation fields of Indian Rummy, one bit each.
// What is not in the set is neither laid out nor computed.
type Groups uint32

// The groups of fields. [Extractor.Layout] lists the fields of each.
const (
	OwnCards         Groups = 1 << iota // hand, card drawn, own cards that the others know
	WildRank                            // wild rank and the card that made it
	OpenPile                            // top, all cards of the pile, all cards seen
	OpponentCards                       // cards each opponent took, gave, and surely holds
	Counts                              // sizes of stock, pile and hands, who is active, reshuffles
	Progress                            // phase, mover, seat, turn, round
	Score                               // MinScore, capped and not
	Distance                            // MinDist
	DiscardScores                       // MinScore after each discard
	DiscardDistances                    // MinDist after each discard
	Outs                                // MinDist after each draw, and unseen cards that lower it
	Availability                        // MinDist with the cards that can still come
	Relations                           // how own cards can meld with what the opponents took and gave
	numGroups        = iota
)

// Presets of groups.
const (
	// AllGroups is every group.
	AllGroups Groups = 1<<numGroups - 1

	// CardsAndCounts is what is on the table, with nothing computed from it.
	CardsAndCounts = OwnCards | WildRank | OpenPile | OpponentCards | Counts | Progress
)

// groupNames names them.
var groupNames = groupWords[Groups]{
	kind: "Groups", all: AllGroups, table: CardsAndCounts,
	names: []string{
		"own-cards", "wild-rank", "open-pile", "opponent-cards", "counts", "progress", "score", "distance",
		"discard-scores", "discard-distances", "outs", "availability", "relations",
	},
}

// String returns the names of the groups joined by commas, which [ParseGroups]
// reads. "all" and "cards-and-counts" stand for the presets; the empty set is "".
func (g Groups) String() string { return groupNames.text(g) }

// ParseGroups reads names of groups and presets, parted by commas. The error
// names the bad word and lists what there is.
func ParseGroups(s string) (Groups, error) { return groupNames.parse(s) }
