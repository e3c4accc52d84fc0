package encoder

import (
	"fmt"
	"slices"

	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/internal/field"
	"rummygym/features/opponent"
)

// Gin encodes observations of Gin Rummy, field by field. It is a game.Encoder. All methods
// are safe for concurrent use.
//
// In fields with one row per seat the observer comes first. Values are whole numbers in the
// units of the game, not scaled (a network should divide them by the field's High), except
// for the probabilities and scores of the groups GinBelief and GinMatrices.
type Gin struct {
	rules  gin.Rules
	groups GinGroups
	layout game.Layout
	size   int
	belief *opponent.HandTable // nil where no group needs it
}

// NewGin returns an encoder of the given groups of fields under the rules, or an error if
// the rules or the groups are not valid. It estimates the opponent's hand by
// [opponent.SimpleHandTable].
func NewGin(rules gin.Rules, groups GinGroups) (*Gin, error) {
	if groups&^AllGinGroups != 0 {
		return nil, fmt.Errorf("encoder: groups %#x: want bits of %#x, all groups", uint32(groups), uint32(AllGinGroups))
	}
	if err := rules.Validate(); err != nil {
		return nil, fmt.Errorf("encoder: %w", err)
	}
	x := &Gin{rules: rules, groups: groups}
	if groups&(GinBelief|GinMatrices) != 0 {
		x.belief = opponent.SimpleHandTable()
	}
	x.layout = field.LayoutOf(func(w *field.Row[field.Note]) { ginFields(w, x, &gin.Observation{Rules: &rules}) })
	x.size = x.layout.Size()
	return x, nil
}

// WithHandTable returns an encoder of the same fields that estimates the opponent's hand by
// b.
func (x *Gin) WithHandTable(b *opponent.HandTable) *Gin {
	other := *x
	other.belief = b
	return &other
}

// Groups returns the selected groups.
func (x *Gin) Groups() GinGroups { return x.groups }

// Layout returns the fields that Encode writes, in order.
func (x *Gin) Layout() game.Layout { return slices.Clone(x.layout) }

// Encode fills dst, whose length is the layout's Size, from obs, which must be a
// *gin.Observation. It does not allocate. It panics if the length or the observation is
// wrong.
func (x *Gin) Encode(dst []float32, obs game.Observation) {
	o := x.check(obs, len(dst))
	w := field.NewRow(dst, 0)
	ginFields(&w, x, o)
}

// EncodeBytes is Encode into bytes. It panics too if a field has negative numbers or
// fractions, see [game.Layout.Bytes].
func (x *Gin) EncodeBytes(dst []uint8, obs game.Observation) {
	o := x.check(obs, len(dst))
	if x.groups&^ginByteGroups != 0 {
		panic(fmt.Sprintf("encoder: EncodeBytes of the groups %v", x.groups&^ginByteGroups))
	}
	w := field.NewRow(dst, 0)
	ginFields(&w, x, o)
}

// ginByteGroups are the groups whose fields are whole numbers of 0 or more.
const ginByteGroups = GinCardsAndCounts | GinDeadwood | GinBestMelds | GinAlmostMelds

// check returns the observation. It panics if it is of another game, or if n is not the size
// of the layout.
func (x *Gin) check(obs game.Observation, n int) *gin.Observation {
	o, ok := obs.(*gin.Observation)
	if !ok {
		panic(fmt.Sprintf("encoder: Encode of a %T: want *gin.Observation", obs))
	}
	if n != x.size {
		panic(fmt.Sprintf("encoder: Encode into %d entries, want %d as in the layout", n, x.size))
	}
	return o
}

// ginMayDiscard reports whether the observer holds one card more than a hand has: it has
// drawn and must discard.
func ginMayDiscard(o *gin.Observation) bool { return o.Hand.Count() > o.Rules.HandSize }

// ginDeadwood returns the deadwood of the observer's hand, after the best discard if it has a
// card to discard.
func ginDeadwood(o *gin.Observation) int {
	if ginMayDiscard(o) {
		return deadwood.AfterDiscard(o.Hand)
	}
	return deadwood.Of(o.Hand)
}
