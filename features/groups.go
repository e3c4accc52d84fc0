package features

import (
	"fmt"
	"math/bits"
	"strings"
)

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

// groupNames has the name of each group, by bit.
var groupNames = [numGroups]string{
	"own-cards", "wild-rank", "open-pile", "opponent-cards", "counts", "progress", "score", "distance",
	"discard-scores", "discard-distances", "outs", "availability", "relations",
}

// The names of the presets.
const (
	allName            = "all"
	cardsAndCountsName = "cards-and-counts"
)

// String returns the names of the groups joined by commas, which [ParseGroups]
// reads. "all" and "cards-and-counts" stand for the presets; the empty set is "".
func (g Groups) String() string {
	if g == AllGroups {
		return allName
	}
	var words []string
	if g&CardsAndCounts == CardsAndCounts {
		words = append(words, cardsAndCountsName)
		g &^= CardsAndCounts
	}
	for ; g&AllGroups != 0; g &= g - 1 {
		words = append(words, groupNames[bits.TrailingZeros32(uint32(g))])
	}
	if g != 0 {
		words = append(words, fmt.Sprintf("Groups(%#x)", uint32(g)))
	}
	return strings.Join(words, ",")
}

// ParseGroups reads names of groups and presets, parted by commas. The error
// names the bad word and lists what there is.
func ParseGroups(s string) (Groups, error) {
	var g Groups
	for word := range strings.SplitSeq(s, ",") {
		one, ok := groupNamed(strings.TrimSpace(word))
		if !ok {
			return 0, fmt.Errorf("%q is not a group of fields: want %s, %s, or some of %s", word, allName, cardsAndCountsName, strings.Join(groupNames[:], ","))
		}
		g |= one
	}
	return g, nil
}

// groupNamed returns the group or preset of that name.
func groupNamed(name string) (Groups, bool) {
	switch name {
	case allName:
		return AllGroups, true
	case cardsAndCountsName:
		return CardsAndCounts, true
	}
	for i, n := range groupNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}
