package features

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// Extractor writes observations of Indian Rummy as numbers, field by field. It
// is an env.Encoder. All methods are safe for concurrent use.
//
// Opponents are counted from the observer, the next seat first, so that the
// layout is the same from every seat. Values are whole numbers in the units of
// the game, not scaled: a network should divide by the field's High.
type Extractor struct {
	rules  indian.Rules
	groups Groups
	layout game.Layout
	size   int
	deck   card.Bag      // all cards of the deck
	at     [numSlots]int // where each field starts, or off
}

// NewExtractor returns an extractor of the given groups of fields under the
// rules.
func NewExtractor(rules indian.Rules, groups Groups) (*Extractor, error) {
	switch {
	case rules.Seats < 2 || rules.Seats > game.MaxPlayers:
		return nil, fmt.Errorf("features: rules have %d seats: want 2 to %d", rules.Seats, game.MaxPlayers)
	case rules.Packs < 1 || rules.Packs > card.MaxCopies:
		return nil, fmt.Errorf("features: rules have %d packs: want 1 to %d", rules.Packs, card.MaxCopies)
	case groups&^AllGroups != 0:
		return nil, fmt.Errorf("features: groups %#x: want bits of AllGroups %#x", uint32(groups), uint32(AllGroups))
	case groups&Availability != 0 && rules.HandSize != Declaration.Size:
		return nil, fmt.Errorf("features: group %v is for hands of %d cards: switch it off for hands of %d", Availability, Declaration.Size, rules.HandSize)
	}
	x := &Extractor{rules: rules, groups: groups, deck: card.BagOf(card.AppendDeck(nil, rules.Packs, rules.Jokers)...)}
	fields := indianFields(rules)
	x.layout = layOut(x.at[:], fields[:], groups)
	x.size = x.layout.Size()
	return x, nil
}

// Groups returns the groups that are switched on.
func (x *Extractor) Groups() Groups { return x.groups }

// Layout returns the fields that Encode writes, in order.
func (x *Extractor) Layout() game.Layout { return slices.Clone(x.layout) }

// Encode fills dst, of the layout's Size, from obs, which must be an observation
// of Indian Rummy with as many seats and cards to a hand as the rules say. It
// allocates nothing and panics if the length or the observation is of another
// kind.
func (x *Extractor) Encode(dst []float32, obs game.Observation) {
	o, ok := obs.(*indian.Observation)
	if !ok {
		panic(fmt.Sprintf("features: Encode of a %T: want *indian.Observation", obs))
	}
	if len(dst) != x.size {
		panic(fmt.Sprintf("features: Encode into %d entries, want %d as in the layout", len(dst), x.size))
	}
	if o.Rules.Seats != x.rules.Seats || o.Rules.HandSize != x.rules.HandSize {
		panic(fmt.Sprintf("features: Encode of a table of %d with hands of %d: the extractor is for %d with %d",
			o.Rules.Seats, o.Rules.HandSize, x.rules.Seats, x.rules.HandSize))
	}
	clear(dst)
	if x.groups&OwnCards != 0 {
		x.ownCards(dst, o)
	}
	if x.groups&WildRank != 0 {
		x.wildRank(dst, o)
	}
	if x.groups&OpenPile != 0 {
		x.openPile(dst, o)
	}
	if x.groups&OpponentCards != 0 {
		x.opponentCards(dst, o)
	}
	if x.groups&Counts != 0 {
		x.counts(dst, o)
	}
	if x.groups&Progress != 0 {
		x.progress(dst, o)
	}
	if x.groups&(Score|DiscardScores) != 0 {
		x.scores(dst, o)
	}
	if x.groups&(Distance|DiscardDistances|Outs) != 0 {
		x.distances(dst, o)
	}
	if x.groups&Availability != 0 {
		dst[x.at[slotDistAvailable]] = float32(MinDistAvailable(o.Hand, o.Wild, Available(o)))
	}
	if x.groups&Relations != 0 {
		x.relations(dst, o)
	}
}

// kinds returns row i of a field of rows of card.NumKinds entries.
func (x *Extractor) kinds(dst []float32, s slot, i int) *[card.NumKinds]float32 {
	return (*[card.NumKinds]float32)(dst[x.at[s]+i*card.NumKinds:])
}

// opponent returns the seat of the i-th opponent, the next seat first.
func (x *Extractor) opponent(o *indian.Observation, i int) game.Player {
	return x.seat(o, i+1)
}

// seat returns the seat i places after the observer.
func (x *Extractor) seat(o *indian.Observation, i int) game.Player {
	p := int(o.Self) + i
	if p >= x.rules.Seats {
		p -= x.rules.Seats
	}
	return game.Player(p)
}
