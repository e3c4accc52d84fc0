package features

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// AfterstateGroups is a set of groups of fields of afterstates of Indian Rummy, one
// bit each.
type AfterstateGroups uint32

// The groups of fields. [Afterstates.Layout] lists the fields of each.
const (
	AfterProgress  AfterstateGroups = 1 << iota // how far the own hand is from a declaration, and how soon it gets nearer
	AfterCard                                   // the card that leaves: what may help the opponent of it
	AfterTable                                  // turns, counts, what the opponent threw and took
	AfterBelief                                 // what an [OpponentModel] believes
	AfterCards                                  // cards in the own hand, unseen, known, given and refused
	AfterAim                                    // what the observer plays for, see AfterstateReader.Aim
	AfterOdds                                   // by an [OpponentModel]: how likely the outs come, and how safe the next discards are
	numAfterGroups = iota
)

// AfterModelled is the groups that need an [OpponentModel].
const AfterModelled = AfterBelief | AfterOdds

// AllAfterGroups is every group.
const AllAfterGroups AfterstateGroups = 1<<numAfterGroups - 1

var afterGroupNames = groupWords[AfterstateGroups]{
	kind: "AfterstateGroups", all: AllAfterGroups,
	names: []string{"progress", "card", "table", "belief", "cards", "aim", "odds"},
}

// String returns the names of the groups joined by commas, which
// [ParseAfterstateGroups] reads.
func (g AfterstateGroups) String() string { return afterGroupNames.list(g) }

// ParseAfterstateGroups reads names of groups, parted by commas.
func ParseAfterstateGroups(s string) (AfterstateGroups, error) { return afterGroupNames.parse(s) }

// OpponentModel tells what the opponent holds at a table of two, as far as can be told
// from what the observer sees. It need not be safe for concurrent use.
type OpponentModel interface {
	// See has the model look at an observation. The other methods answer for it.
	See(o *indian.Observation)

	HeldOf(c card.Card) float64               // probability that he holds a copy of the card that is not known to be his
	WantedOf(c card.Card) float64             // probability that the card would lower his MinDist
	Distance(dst *[opponentDistances]float64) // probability of each MinDist of his hand

	// ThrownAfter sets dst, by card.Card.Index, to the probability of each card that it is
	// what he throws in his next turn, after the observer at a decision threw a card, or
	// card.None before it draws, and he knows of the cards shown in its hand: 0 for cards
	// that are neither unseen nor known to be his. It does not change what the other
	// methods tell.
	ThrownAfter(dst *[card.NumKinds]float32, o *indian.Observation, shown card.Bag, thrown card.Card)
}

// opponentDistances is the number of distances that an OpponentModel tells apart, 0 to 9.
const opponentDistances = 10

// Afterstates writes as numbers what a player of Indian Rummy would know right after
// an action of its own: after a discard, or after it left the top of the open pile
// and before it sees what it draws from the closed deck. A network can tell what such
// a position is worth, and the best action leads to the best one.
//
// An Afterstates is the layout; what follows one seat of one table is a reader, see
// [Afterstates.NewReader]. It is for hands of 13 cards, any number of packs and seats:
// "the opponent" is the next seat that is still in the game. All methods are safe for
// concurrent use.
//
// Values are in the units of the game and from 0 to the field's High, and greater ones
// are written as High. Fractions are rounded to a 255th of High, so that a byte holds
// each entry of an afterstate.
type Afterstates struct {
	afterFields
	rules  indian.Rules
	groups AfterstateGroups
}

// NewAfterstates returns the layout of the given groups of fields under the rules.
func NewAfterstates(rules indian.Rules, groups AfterstateGroups) (*Afterstates, error) {
	switch {
	case rules.Seats < 2 || rules.Seats > game.MaxPlayers:
		return nil, fmt.Errorf("features: rules have %d seats: want 2 to %d", rules.Seats, game.MaxPlayers)
	case rules.Packs < 1 || rules.Packs > card.MaxCopies:
		return nil, fmt.Errorf("features: rules have %d packs: want 1 to %d", rules.Packs, card.MaxCopies)
	case rules.HandSize != Declaration.Size:
		return nil, fmt.Errorf("features: afterstates are for hands of %d cards, and these rules have hands of %d", Declaration.Size, rules.HandSize)
	case groups&^AllAfterGroups != 0:
		return nil, fmt.Errorf("features: groups %#x: want bits of AllAfterGroups %#x", uint32(groups), uint32(AllAfterGroups))
	case groups&AfterModelled != 0 && rules.Seats != 2:
		return nil, fmt.Errorf("features: the groups %v are for 2 seats, and these rules have %d", AfterModelled, rules.Seats)
	case groups == 0:
		return nil, errors.New("features: no groups of fields of afterstates: want at least one")
	}
	fields := afterstateFields(rules)
	return &Afterstates{newAfterFields(fields[:], groups), rules, groups}, nil
}

// Groups returns the groups that are switched on.
func (x *Afterstates) Groups() AfterstateGroups { return x.groups }

// Layout returns the fields of an afterstate, in order.
func (x *Afterstates) Layout() game.Layout { return slices.Clone(x.layout) }

// NewReader returns a reader. The model may be nil if the groups [AfterBelief] and
// [AfterOdds] are off.
func (x *Afterstates) NewReader(m OpponentModel) *AfterstateReader {
	if m == nil && x.groups&AfterModelled != 0 {
		panic(fmt.Sprintf("features: a reader of the groups %v without a model of the opponent", x.groups&AfterModelled))
	}
	return &AfterstateReader{x: x, model: m, common: make([]float32, x.size)}
}

// bag writes the copies of each card of b.
func (x *Afterstates) bag(dst []float32, s afterSlot, b card.Bag) {
	plane := (*[card.NumKinds]float32)(dst[x.at[s]:])
	clear(plane[:])
	for cs := b.Once; cs != 0; cs &= cs - 1 {
		plane[cs.First().Index()] = 1
	}
	for cs := b.Twice; cs != 0; cs &= cs - 1 {
		plane[cs.First().Index()] = 2
	}
	for cs := b.Thrice; cs != 0; cs &= cs - 1 {
		plane[cs.First().Index()] = 3
	}
	plane[card.Joker.Index()] = min(float32(b.Jokers), x.high[s])
}
