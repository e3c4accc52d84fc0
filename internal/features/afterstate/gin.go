package afterstate

import (
	"errors"
	"fmt"

	"rummygym/env/gin"
	"rummygym/internal/features/field"
	"rummygym/internal/features/opponent"
)

// Gin encodes afterstates of Gin Rummy, as [Indian] does for Indian Rummy: a player's
// information right after its discard, with or without a knock; after its choice to draw
// from the stock and before it sees the drawn card; and after its pass of the first upcard.
//
// Gin holds the layout; a reader follows one seat of one table, see [Gin.NewReader]. All
// methods are safe for concurrent use.
//
// Values are in the units of the game, in [0, High] of the field; larger values are encoded
// as High. Fractions are rounded to a 255th of High.
type Gin struct {
	field.Chosen[GinGroups]
	rules  gin.Rules
	shared [4]int              // numbers of entries that the afterstates of a decision share
	belief *opponent.HandTable // nil where no group needs it
}

// fadingOfAfterstates is the argument of [opponent.HandTable.Fading] for afterstates. It
// gives the best estimates late in a hand.
const fadingOfAfterstates = 0.5

// NewGin returns a Gin with the given groups of fields under the rules, or an error if the
// rules or the groups are not valid. It estimates the opponent's hand by
// [opponent.SimpleHandTable], fading by half at each turn.
func NewGin(rules gin.Rules, groups GinGroups) (*Gin, error) {
	switch err := rules.Validate(); {
	case err != nil:
		return nil, fmt.Errorf("afterstate: %w", err)
	case groups&^AllGinGroups != 0:
		return nil, fmt.Errorf("afterstate: groups %#x: want bits of %#x, all groups", uint32(groups), uint32(AllGinGroups))
	case groups == 0:
		return nil, errors.New("afterstate: no groups of fields: want at least one")
	}
	x := &Gin{rules: rules, Chosen: field.Chosen[GinGroups]{On: groups}}
	r := &GinReader{x: x, o: &gin.Observation{Rules: &rules}}
	x.Fields = field.LayoutOf(func(w *field.Row[float32]) { ginFields(w, r, new(ginAfter)) })
	x.Size = x.Fields.Size()
	if groups&GinAfterBelief != 0 {
		x.belief = opponent.SimpleHandTable().Fading(fadingOfAfterstates)
	}
	return x, nil
}

// NewReader returns a reader.
func (x *Gin) NewReader() *GinReader {
	return &GinReader{x: x, common: make([]float32, x.Size)}
}

// GinGroups is a set of groups of fields of afterstates of Gin Rummy, one bit
// each.
type GinGroups uint32

// The groups of fields. [Gin.Layout] lists the fields of each.
const (
	GinAfterProgress  GinGroups = 1 << iota // deadwood, melds, and how soon the hand improves; the knock
	GinAfterCard                            // the discard or refused card, and how it may help the opponent
	GinAfterTable                           // turns, counts, the opponent's discards and takes
	GinAfterBelief                          // estimates of an [opponent.HandTable]
	GinAfterCards                           // cards in the hand, unseen, known, discarded and refused
	GinAfterAim                             // the observer's objective, see GinReader.Aim
	GinAfterRules                           // the rules, for networks that play under several
	numGinAfterGroups = iota
)

// AllGinGroups is every group.
const AllGinGroups GinGroups = 1<<numGinAfterGroups - 1

var ginAfterGroupNames = field.Names[GinGroups]{
	Kind: "GinAfterstateGroups", All: AllGinGroups,
	Words: []string{"progress", "card", "table", "belief", "cards", "aim", "rules"},
}

// String returns the comma-separated names of the groups, which [ParseGinGroups] parses.
func (g GinGroups) String() string { return ginAfterGroupNames.Text(g) }

// ParseGinGroups parses comma-separated names of groups.
func ParseGinGroups(s string) (GinGroups, error) {
	return ginAfterGroupNames.Parse(s)
}
