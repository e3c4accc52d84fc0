package encoder

import (
	"fmt"

	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/field"
	"rummygym/internal/features/opponent"
)

// Gin encodes observations of Gin Rummy, field by field. It is a game.Encoder. All methods
// are safe for concurrent use.
//
// In fields with one row per seat the observer comes first. Values are whole numbers in the
// units of the game, not scaled (a network should divide them by the field's High), except
// for the probabilities and scores of the groups GinBelief and GinMatrices.
type Gin struct {
	field.Chosen[GinGroups]
	rules  gin.Rules
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
	x := &Gin{rules: rules, Chosen: field.Chosen[GinGroups]{On: groups}}
	if groups&(GinBelief|GinMatrices) != 0 {
		x.belief = opponent.SimpleHandTable()
	}
	x.Fields, x.Written = field.Noted(func(w *field.Row[field.Note]) { ginFields(w, x, &gin.Observation{Rules: &rules}) })
	x.Size = x.Fields.Size()
	return x, nil
}

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
	if x.On&^ginByteGroups != 0 {
		panic(fmt.Sprintf("encoder: EncodeBytes of the groups %v", x.On&^ginByteGroups))
	}
	w := field.NewRow(dst, 0)
	ginFields(&w, x, o)
}

// planes returns a function that writes the planes of observations, see [Cards].
func (x *Gin) planes(p *field.Places, first int, parts []field.Span) planeWriter {
	to := p.Of(first, x.Size, parts, x.Written)
	return func(dst []float32, obs game.Observation) {
		w := field.NewPlanes(dst, to)
		ginFields(&w, x, x.check(obs, x.Size))
		w.Place()
	}
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
	if n != x.Size {
		panic(fmt.Sprintf("encoder: Encode into %d entries, want %d as in the layout", n, x.Size))
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
