package features

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// GinAfterstates writes as numbers what a player of Gin Rummy would know right after an
// action of its own, as [Afterstates] does for Indian Rummy: after a discard, with or
// without a knock; after it left the upcard and before it sees what it draws from the
// stock; and after it passed the first upcard.
//
// A GinAfterstates is the layout; what follows one seat of one table is a reader, see
// [GinAfterstates.NewReader]. All methods are safe for concurrent use.
//
// Values are in the units of the game and from 0 to the field's High, and greater ones
// are written as High. Fractions are rounded to a 255th of High, so that a byte holds
// each entry of an afterstate.
type GinAfterstates struct {
	afterFields
	groups GinAfterstateGroups
	belief *Belief // nil where no group needs it
}

// fadingOfAfterstates is what the belief of afterstates keeps of older evidence at a
// turn, by which it is best late in a hand, see [Belief].
const fadingOfAfterstates = 0.5

// NewGinAfterstates returns the layout of the given groups of fields under the rules. It
// estimates the opponent's hand by [SimpleBelief], half of which fades at each turn.
func NewGinAfterstates(rules gin.Rules, groups GinAfterstateGroups) (*GinAfterstates, error) {
	switch err := rules.Validate(); {
	case err != nil:
		return nil, fmt.Errorf("features: %w", err)
	case groups&^AllGinAfterGroups != 0:
		return nil, fmt.Errorf("features: groups %#x: want bits of AllGinAfterGroups %#x", uint32(groups), uint32(AllGinAfterGroups))
	case groups == 0:
		return nil, errors.New("features: no groups of fields of afterstates: want at least one")
	}
	fields := ginAfterFields(rules)
	x := &GinAfterstates{afterFields: newAfterFields(fields[:], groups), groups: groups}
	if groups&GinAfterBelief != 0 {
		x.belief = SimpleBelief().Fading(fadingOfAfterstates)
	}
	return x, nil
}

// Groups returns the groups that are switched on.
func (x *GinAfterstates) Groups() GinAfterstateGroups { return x.groups }

// Layout returns the fields of an afterstate, in order.
func (x *GinAfterstates) Layout() game.Layout { return slices.Clone(x.layout) }

// NewReader returns a reader.
func (x *GinAfterstates) NewReader() *GinAfterstateReader {
	return &GinAfterstateReader{x: x, common: make([]float32, x.size)}
}

// cards writes 1 at each card of cs.
func (x *GinAfterstates) cards(dst []float32, s afterSlot, cs card.Cards) {
	putCards((*[numSuited]float32)(dst[x.at[s]:]), cs)
}
