package features

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// GinExtractor writes observations of Gin Rummy as numbers, field by field. It is
// an env.Encoder. All methods are safe for concurrent use.
//
// Where a field has a row a seat, the observer comes first. Values are whole
// numbers in the units of the game, not scaled (a network should divide by the
// field's High), but for the probabilities of the groups GinBelief and
// GinMatrices.
type GinExtractor struct {
	groups GinGroups
	layout game.Layout
	size   int
	at     [numGinSlots]int // where each field starts, or off
	belief *Belief          // nil where no group needs it
}

// NewGinExtractor returns an extractor of the given groups of fields under the
// rules. It estimates the opponent's hand by [SimpleBelief].
func NewGinExtractor(rules gin.Rules, groups GinGroups) (*GinExtractor, error) {
	if groups&^AllGinGroups != 0 {
		return nil, fmt.Errorf("features: groups %#x: want bits of AllGinGroups %#x", uint32(groups), uint32(AllGinGroups))
	}
	if err := rules.Validate(); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	x := &GinExtractor{groups: groups}
	fields := ginFields(rules)
	x.layout = layOut(x.at[:], fields[:], groups)
	x.size = x.layout.Size()
	if groups&(GinBelief|GinMatrices) != 0 {
		x.belief = SimpleBelief()
	}
	return x, nil
}

// WithBelief returns an extractor of the same fields that estimates the opponent's
// hand by b.
func (x *GinExtractor) WithBelief(b *Belief) *GinExtractor {
	other := *x
	other.belief = b
	return &other
}

// Groups returns the groups that are switched on.
func (x *GinExtractor) Groups() GinGroups { return x.groups }

// Layout returns the fields that Encode writes, in order.
func (x *GinExtractor) Layout() game.Layout { return slices.Clone(x.layout) }

// Encode fills dst, of the layout's Size, from obs, which must be an observation
// of Gin Rummy. It allocates nothing and panics if the length or the observation
// is of another kind.
func (x *GinExtractor) Encode(dst []float32, obs game.Observation) {
	o, ok := obs.(*gin.Observation)
	if !ok {
		panic(fmt.Sprintf("features: Encode of a %T: want *gin.Observation", obs))
	}
	if len(dst) != x.size {
		panic(fmt.Sprintf("features: Encode into %d entries, want %d as in the layout", len(dst), x.size))
	}
	x.table(dst, o)
	if x.groups&(GinDeadwood|GinDiscardDeadwood) != 0 {
		x.deadwood(dst, o)
	}
	if x.groups&(GinBestMelds|GinMacros) != 0 {
		x.melds(dst, o)
	}
	if x.groups&GinAlmostMelds != 0 {
		roots, affixes := RootsAndAffixes(o.Hand, ginAvailable(o))
		putCards(x.plane(dst, ginRoots, 0), roots)
		putCards(x.plane(dst, ginAffixes, 0), affixes)
	}
	if x.groups&GinFitness != 0 {
		x.fitness(dst, o)
	}
	if x.groups&(GinBelief|GinMatrices) != 0 {
		x.estimate(dst, o)
	}
}

// plane returns row i of a field of planes.
func (x *GinExtractor) plane(dst []float32, s ginSlot, i int) *[numSuited]float32 {
	return (*[numSuited]float32)(dst[x.at[s]+i*numSuited:])
}

// deadwood writes the fields of the groups GinDeadwood and GinDiscardDeadwood.
func (x *GinExtractor) deadwood(dst []float32, o *gin.Observation) {
	least := 0
	switch after := [card.NumKinds]int8{}; {
	case x.groups&GinDiscardDeadwood == 0:
		least = ginDeadwood(o)
	case !ginMayDiscard(o):
		least = ginDeadwood(o)
		outOfPhase(x.plane(dst, ginDeadwoodAfter, 0))
	default:
		least = meld.DeadwoodDiscards(&after, o.Hand)
		for i, d := range after[:numSuited] {
			x.plane(dst, ginDeadwoodAfter, 0)[i] = float32(d)
		}
	}
	if x.groups&GinDeadwood != 0 {
		dst[x.at[ginDeadwoodNow]] = float32(least)
	}
}

// melds writes the fields of the groups GinBestMelds and GinMacros.
func (x *GinExtractor) melds(dst []float32, o *gin.Observation) {
	best := meld.Best(o.Hand)
	if x.groups&GinBestMelds != 0 {
		putCards(x.plane(dst, ginBest, 0), best.Cards())
	}
	if x.groups&GinMacros != 0 {
		runs, sets := countMelds(best)
		dst[x.at[ginRuns]], dst[x.at[ginSets]] = float32(runs), float32(sets)
		dst[x.at[ginHits]] = OutOfPhase
		if !ginMayDiscard(o) {
			dst[x.at[ginHits]] = float32(hitCount(o.Hand, best.Cards()))
		}
	}
}

// fitness writes the field of the group GinFitness.
func (x *GinExtractor) fitness(dst []float32, o *gin.Observation) {
	for i := range numFitness {
		outOfPhase(x.plane(dst, ginFitness, i))
	}
	if !ginMayDiscard(o) {
		return
	}
	for c := range o.Hand.Each() {
		f := FitnessOf(o, c, FitnessPaper)
		for i := range numFitness {
			x.plane(dst, ginFitness, i)[c.Index()] = float32(f >> i & 1)
		}
	}
}

// outOfPhase writes OutOfPhase everywhere.
func outOfPhase(plane *[numSuited]float32) {
	for i := range plane {
		plane[i] = OutOfPhase
	}
}

// estimate writes the fields of the groups GinBelief and GinMatrices.
func (x *GinExtractor) estimate(dst []float32, o *gin.Observation) {
	var p, squashed [numSuited]float32
	x.belief.Estimate(&p, o)
	for i, y := range p {
		squashed[i] = Squash(y)
	}
	if x.groups&GinBelief != 0 {
		*x.plane(dst, ginEstimate, 0) = p
		risk := x.plane(dst, ginRisk, 0)
		for c := range o.Hand.Each() {
			risk[c.Index()] = DiscardRisk(&squashed, c)
		}
	}
	if x.groups&GinMatrices != 0 {
		var hand [numSuited]float32
		putCards(&hand, o.Hand)
		PaperMatrix(x.plane(dst, ginHandMatrix, 0), &hand)
		PaperMatrix(x.plane(dst, ginBeliefMatrix, 0), &squashed)
	}
}

// ginMayDiscard reports whether the observer holds a card more than a hand has: it
// has drawn and has to discard.
func ginMayDiscard(o *gin.Observation) bool { return o.Hand.Count() > ginHandSize }

// ginDeadwood returns the least deadwood of the observer's hand, of the best ten
// cards where it has one to discard.
func ginDeadwood(o *gin.Observation) int {
	if ginMayDiscard(o) {
		return meld.DeadwoodAfterDiscard(o.Hand)
	}
	return meld.Deadwood(o.Hand)
}

// ginAvailable returns the cards that can still come to the observer.
func ginAvailable(o *gin.Observation) card.Cards { return o.Unknown().With(o.Upcard) }
