// Package afterstate encodes a player's information right after its action, before
// chance or another player moves (afterstates: Sutton and Barto, "Reinforcement learning: an
// introduction", 2018, section 6.8), as inputs of networks that estimate its value: [Indian]
// for Indian Rummy, [Gin] for Gin Rummy, and [Discards] for the hand after a discard of Gin
// Rummy as truong2021datadriven encodes it.
//
//	x, err := afterstate.NewIndian(rules, groups)
//	reader := x.NewReader(model) // follows one seat
//	reader.Observe(obs)          // at each decision of the seat
//	reader.Encode(dst, action)   // encodes the afterstate of an action
//
// Each entry of Indian and Gin fits in one byte: it is a whole number, or a multiple of a 255th
// of the field's High.
package afterstate

import (
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/features/field"
)

// IndianGroups is a set of groups of fields of afterstates of Indian Rummy, one
// bit each.
type IndianGroups uint32

// The groups of fields. [Indian.Layout] lists the fields of each.
const (
	AfterProgress  IndianGroups = 1 << iota // distance of the hand from a declaration, and how soon it falls
	AfterCard                               // the discard or refused card, and how it may help the opponent
	AfterTable                              // turns, counts, the opponent's discards and takes
	AfterBelief                             // estimates of an [OpponentModel]
	AfterCards                              // cards in the hand, unseen, known, discarded and refused
	AfterAim                                // the observer's objective, see IndianReader.Aim
	AfterOdds                               // by an [OpponentModel]: probability of outs, safety of the next discards
	AfterOthers                             // each other player: turns, takes, points of its discards
	AfterRules                              // the rules, for networks that play under several
	AfterMarks                              // marks at cards: the discard, the cards free to go next, the outs, the jokers
	AfterPrevious                           // cards of the player before the observer, at tables of more than two
	numAfterGroups = iota
)

// AfterModelled holds the groups that need an [OpponentModel].
const AfterModelled = AfterBelief | AfterOdds

// AllIndianGroups is every group.
const AllIndianGroups IndianGroups = 1<<numAfterGroups - 1

var afterGroupNames = field.Names[IndianGroups]{
	Kind: "AfterstateGroups", All: AllIndianGroups,
	Words: []string{"progress", "card", "table", "belief", "cards", "aim", "odds", "others", "rules", "marks", "previous"},
}

// String returns the comma-separated names of the groups, which [ParseIndianGroups] parses.
func (g IndianGroups) String() string { return afterGroupNames.List(g) }

// ParseIndianGroups parses comma-separated names of groups.
func ParseIndianGroups(s string) (IndianGroups, error) { return afterGroupNames.Parse(s) }

// OpponentModel estimates the hands of other players from the observer's observations. It
// need not be safe for concurrent use.
type OpponentModel interface {
	// See sets the observation, and the opponent, for which HeldOf, WantedOf and Distance
	// give estimates.
	See(o *indian.Observation, opponent game.Player)

	HeldOf(c card.Card) float64               // probability that the opponent holds an unknown copy of the card
	WantedOf(c card.Card) float64             // probability that the card would lower the opponent's MinDist
	Distance(dst *[opponentDistances]float64) // probability of each MinDist of the opponent's hand

	// NextDiscard sets dst, by card.Card.Index, to the probability that the card is an
	// opponent's next discard. discarded is the card that the observer at its decision o
	// discards and offers to the opponent, card.None if there is none; shown is the cards
	// of the observer's hand that the opponent then knows. The probability is 0 for cards
	// that are neither unseen nor known to be in the opponent's hand. The call does not
	// change the results of the other methods.
	NextDiscard(dst *[card.NumKinds]float32, o *indian.Observation, opponent game.Player, shown card.Bag, discarded card.Card)
}

// opponentDistances is the number of distances of OpponentModel.Distance, 0 to 9.
const opponentDistances = 10

// Indian encodes afterstates of Indian Rummy: a player's information right after its
// discard, or after its choice to draw from the closed deck and before it sees the drawn
// card. With a network that estimates the value of afterstates, the best action is the one
// with the best afterstate.
//
// Indian holds the layout; a reader follows one seat of one table, see [Indian.NewReader].
// Declarations must be the usual ones of 13 cards ([indian.Rules.Standard]); any number of packs and seats is supported: "the opponent" is
// the next seat that is still in the game, which may take the observer's discards, and in the
// fields of the opponent's next discard (group [AfterOdds]) the last such seat before the
// observer, whose discards the observer may take. All methods are safe for concurrent use.
//
// Values are in the units of the game, in [0, High] of the field; larger values are encoded
// as High. Fractions are rounded to a 255th of High.
type Indian struct {
	field.Chosen[IndianGroups]
	rules  indian.Rules
	shared [5]int // numbers of entries that the afterstates of a decision share
}

// NewIndian returns an Indian with the given groups of fields under the rules. The error
// says which of the rules or groups is not supported.
func NewIndian(rules indian.Rules, groups IndianGroups) (*Indian, error) {
	switch {
	case rules.Seats < 2 || rules.Seats > game.MaxPlayers:
		return nil, fmt.Errorf("afterstate: rules have %d seats: want 2 to %d", rules.Seats, game.MaxPlayers)
	case rules.Packs < 1 || rules.Packs > card.MaxCopies:
		return nil, fmt.Errorf("afterstate: rules have %d packs: want 1 to %d", rules.Packs, card.MaxCopies)
	case rules.Standard() != nil:
		return nil, fmt.Errorf("afterstate: %w", rules.Standard())
	case groups&^AllIndianGroups != 0:
		return nil, fmt.Errorf("afterstate: groups %#x: want bits of %#x, all groups", uint32(groups), uint32(AllIndianGroups))
	case groups == 0:
		return nil, errors.New("afterstate: no groups of fields: want at least one")
	}
	x := &Indian{rules: rules, Chosen: field.Chosen[IndianGroups]{On: groups}}
	r := &IndianReader{x: x, o: &indian.Observation{Rules: &rules}}
	x.Fields = field.LayoutOf(func(w *field.Row[float32]) { indianFields(w, r, new(indianAfter)) })
	x.Size = x.Fields.Size()
	return x, nil
}

// NewReader returns a reader that uses m. m may be nil if the groups [AfterBelief] and
// [AfterOdds] are not selected; otherwise NewReader panics.
func (x *Indian) NewReader(m OpponentModel) *IndianReader {
	if m == nil && x.On&AfterModelled != 0 {
		panic(fmt.Sprintf("afterstate: a reader of the groups %v needs a model of the opponent", x.On&AfterModelled))
	}
	return &IndianReader{x: x, model: m, common: make([]float32, x.Size)}
}
