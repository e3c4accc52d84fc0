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
	groups GinAfterstateGroups
	layout game.Layout
	size   int
	at     [numGinAfterSlots]int // where each field starts, or off
	high   [numGinAfterSlots]float32
	step   [numGinAfterSlots]float32 // a 255th of high
	belief *Belief                   // nil where no group needs it
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
	x := &GinAfterstates{groups: groups}
	fields := ginAfterFields(rules)
	x.layout = layOut(x.at[:], fields[:], groups)
	x.size = x.layout.Size()
	for i := range fields {
		x.high[i] = float32(fields[i].field.High)
		x.step[i] = x.high[i] / 255
	}
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

// count writes v into entry i of a field of whole numbers.
func (x *GinAfterstates) count(dst []float32, s ginAfterSlot, i, v int) {
	dst[x.at[s]+i] = min(float32(v), x.high[s])
}

// fraction writes v into entry i of a field of fractions. The conversion keeps compilers
// from fusing product and sum.
func (x *GinAfterstates) fraction(dst []float32, s ginAfterSlot, i int, v float32) {
	dst[x.at[s]+i] = float32(int32(float32(min(max(v/x.high[s], 0), 1)*255)+0.5)) * x.step[s]
}

// flag writes 1 into a field if yes.
func (x *GinAfterstates) flag(dst []float32, s ginAfterSlot, i int, yes bool) {
	if yes {
		dst[x.at[s]+i] = 1
	}
}

// cards writes 1 at each card of cs.
func (x *GinAfterstates) cards(dst []float32, s ginAfterSlot, cs card.Cards) {
	putCards((*[numSuited]float32)(dst[x.at[s]:]), cs)
}
