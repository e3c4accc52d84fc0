package encoder

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/ginhand"
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
	groups GinGroups
	layout game.Layout
	size   int
	at     [numGinSlots]int    // entry at which each field starts, or field.Off
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
	x := &Gin{groups: groups}
	fields := ginFields(rules)
	x.layout = field.LayOut(x.at[:], fields[:], groups)
	x.size = x.layout.Size()
	if groups&(GinBelief|GinMatrices) != 0 {
		x.belief = opponent.SimpleHandTable()
	}
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
	bits := x.bits(o)
	bits.Expand(dst)
	ginCounts(x, dst, o)
	if x.groups&(GinDeadwood|GinDiscardDeadwood) != 0 {
		x.deadwood(dst, o)
	}
	if x.groups&(GinBestMelds|GinMacros) != 0 {
		x.melds(dst, o)
	}
	if x.groups&GinAlmostMelds != 0 {
		ginAlmost(x, dst, o)
	}
	if x.groups&GinFitness != 0 {
		x.fitness(dst, o)
	}
	if x.groups&(GinBelief|GinMatrices) != 0 {
		x.estimate(dst, o)
	}
}

// EncodeBytes is Encode into bytes. It panics too if a field has negative numbers or
// fractions, see [game.Layout.Bytes].
func (x *Gin) EncodeBytes(dst []uint8, obs game.Observation) {
	o := x.check(obs, len(dst))
	if x.groups&^ginByteGroups != 0 {
		panic(fmt.Sprintf("encoder: EncodeBytes of the groups %v", x.groups&^ginByteGroups))
	}
	bits := x.bits(o)
	bits.ExpandBytes(dst)
	ginCounts(x, dst, o)
	if x.groups&GinDeadwood != 0 {
		dst[x.at[ginDeadwoodNow]] = uint8(ginDeadwood(o))
	}
	if x.groups&GinBestMelds != 0 {
		field.PutCards(ginPlane(x, dst, ginBest), deadwood.Best(o.Hand).Cards())
	}
	if x.groups&GinAlmostMelds != 0 {
		ginAlmost(x, dst, o)
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
	if n != x.size {
		panic(fmt.Sprintf("encoder: Encode into %d entries, want %d as in the layout", n, x.size))
	}
	return o
}

// plane returns row i of a field of planes.
func (x *Gin) plane(dst []float32, s ginSlot, i int) *[card.NumSuited]float32 {
	return (*[card.NumSuited]float32)(dst[x.at[s]+i*card.NumSuited:])
}

// ginPlane returns a field of one plane.
func ginPlane[T field.Entry](x *Gin, dst []T, s ginSlot) *[card.NumSuited]T {
	return (*[card.NumSuited]T)(dst[x.at[s]:])
}

// ginAlmost writes the fields of the group GinAlmostMelds.
func ginAlmost[T field.Entry](x *Gin, dst []T, o *gin.Observation) {
	roots, affixes := ginhand.RootsAndAffixes(o.Hand, ginAvailable(o))
	field.PutCards(ginPlane(x, dst, ginRoots), roots)
	field.PutCards(ginPlane(x, dst, ginAffixes), affixes)
}

// deadwood writes the fields of the groups GinDeadwood and GinDiscardDeadwood.
func (x *Gin) deadwood(dst []float32, o *gin.Observation) {
	least := 0
	switch after := [card.NumKinds]int8{}; {
	case x.groups&GinDiscardDeadwood == 0:
		least = ginDeadwood(o)
	case !ginMayDiscard(o):
		least = ginDeadwood(o)
		outOfPhase(x.plane(dst, ginDeadwoodAfter, 0))
	default:
		least = deadwood.Discards(&after, o.Hand)
		for i, d := range after[:card.NumSuited] {
			x.plane(dst, ginDeadwoodAfter, 0)[i] = float32(d)
		}
	}
	if x.groups&GinDeadwood != 0 {
		dst[x.at[ginDeadwoodNow]] = float32(least)
	}
}

// melds writes the fields of the groups GinBestMelds and GinMacros.
func (x *Gin) melds(dst []float32, o *gin.Observation) {
	best := deadwood.Best(o.Hand)
	if x.groups&GinBestMelds != 0 {
		field.PutCards(x.plane(dst, ginBest, 0), best.Cards())
	}
	if x.groups&GinMacros != 0 {
		runs, sets := ginhand.CountMelds(best)
		dst[x.at[ginRuns]], dst[x.at[ginSets]] = float32(runs), float32(sets)
		dst[x.at[ginHits]] = OutOfPhase
		if !ginMayDiscard(o) {
			dst[x.at[ginHits]] = float32(ginhand.Hits(o.Hand, best.Cards()))
		}
	}
}

// fitness writes the field of the group GinFitness.
func (x *Gin) fitness(dst []float32, o *gin.Observation) {
	for i := range numFitness {
		outOfPhase(x.plane(dst, ginFitness, i))
	}
	if !ginMayDiscard(o) {
		return
	}
	for c := range o.Hand.Each() {
		f := ginhand.FitnessOf(o, c, ginhand.FitnessPaper)
		for i := range numFitness {
			x.plane(dst, ginFitness, i)[c.Index()] = float32(f >> i & 1)
		}
	}
}

// outOfPhase sets all entries of a plane to OutOfPhase.
func outOfPhase(plane *[card.NumSuited]float32) {
	for i := range plane {
		plane[i] = OutOfPhase
	}
}

// estimate writes the fields of the groups GinBelief and GinMatrices.
func (x *Gin) estimate(dst []float32, o *gin.Observation) {
	var p, squashed [card.NumSuited]float32
	x.belief.Estimate(&p, o)
	for i, y := range p {
		squashed[i] = ginhand.Squash(y)
	}
	if x.groups&GinBelief != 0 {
		*x.plane(dst, ginEstimate, 0) = p
		risk := x.plane(dst, ginRisk, 0)
		for c := range o.Hand.Each() {
			risk[c.Index()] = ginhand.DiscardRisk(&squashed, c)
		}
	}
	if x.groups&GinMatrices != 0 {
		var hand [card.NumSuited]float32
		field.PutCards(&hand, o.Hand)
		ginhand.PaperMatrix(x.plane(dst, ginHandMatrix, 0), &hand)
		ginhand.PaperMatrix(x.plane(dst, ginBeliefMatrix, 0), &squashed)
	}
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

// ginAvailable returns the cards that can still come to the observer.
func ginAvailable(o *gin.Observation) card.Cards { return o.Unknown().With(o.Upcard) }
