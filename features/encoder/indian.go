// Package encoder encodes observations as vectors of float32 for learning: [Indian] those of
// Indian Rummy, [Gin] those of Gin Rummy. Both implement game.Encoder.
//
//	x, err := encoder.NewIndian(rules, encoder.CardsAndCounts|encoder.Distance)
//	dst := make([]float32, x.Layout().Size())
//	x.Encode(dst, obs)
//
// The layout gives name, shape, range and meaning of every field. The columns of datasets
// and the observation spaces in Python are made from it. Fields are selected by groups. The
// package also has the potentials for reward shaping ([MinDistPotential], [DeadwoodPotential]).
package encoder

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/features/field"
)

// Indian encodes observations of Indian Rummy, field by field. It is a game.Encoder. All
// methods are safe for concurrent use.
//
// Opponents are in seat order after the observer, the next seat first, so that the layout
// is the same from every seat. Values are whole numbers in the units of the game, not
// scaled: a network should divide them by the field's High.
type Indian struct {
	field.Chosen[IndianGroups]
	rules  indian.Rules
	target mindist.Target
	deck   card.Bag // all cards of the deck
	cards  int      // their number
}

// availabilities are the groups that depend on which cards can still come. They are computed
// for the usual declarations only.
const availabilities = Availability | ExpectedTurns | ExpectedDistance

// IndianGroupsOf returns the groups that are supported under the rules.
func IndianGroupsOf(rules indian.Rules) IndianGroups {
	if rules.Standard() != nil {
		return AllIndianGroups &^ availabilities
	}
	return AllIndianGroups
}

// NewIndian returns an encoder of the given groups of fields under the rules. The error says
// which of the rules or groups is not supported.
func NewIndian(rules indian.Rules, groups IndianGroups) (*Indian, error) {
	switch {
	case rules.Seats < 2 || rules.Seats > game.MaxPlayers:
		return nil, fmt.Errorf("encoder: rules have %d seats: want 2 to %d", rules.Seats, game.MaxPlayers)
	case rules.Packs < 1 || rules.Packs > card.MaxCopies:
		return nil, fmt.Errorf("encoder: rules have %d packs: want 1 to %d", rules.Packs, card.MaxCopies)
	case rules.Ranks < 1 || rules.Ranks > card.NumRanks || rules.Suits < 1 || rules.Suits > card.NumSuits:
		return nil, fmt.Errorf("encoder: rules have %d ranks and %d suits: want 1 to %d and 1 to %d", rules.Ranks, rules.Suits, card.NumRanks, card.NumSuits)
	case groups&^AllIndianGroups != 0:
		return nil, fmt.Errorf("encoder: groups %#x: want bits of %#x, all groups", uint32(groups), uint32(AllIndianGroups))
	}
	x := &Indian{rules: rules, Chosen: field.Chosen[IndianGroups]{On: groups}, target: mindist.TargetOf(rules.Melds()), deck: rules.Deck(), cards: rules.DeckSize()}
	if err := rules.Standard(); err != nil && groups&availabilities != 0 {
		return nil, fmt.Errorf("encoder: the groups %v: %w, or leave them out", groups&availabilities, err)
	}
	x.Fields, x.Written = field.Noted(func(w *field.Row[field.Note]) {
		indianFields(w, x, &indian.Observation{Rules: &rules, Wild: card.NoRank})
	})
	x.Size = x.Fields.Size()
	return x, nil
}

// Encode fills dst, whose length is the layout's Size, from obs, which must be an
// *indian.Observation with the rules' number of seats and size of hands. It does not
// allocate. It panics if the length or the observation is wrong.
func (x *Indian) Encode(dst []float32, obs game.Observation) {
	o := x.check(obs, len(dst))
	clear(dst)
	w := field.NewRow(dst, 0)
	indianFields(&w, x, o)
}

// EncodeBytes is Encode into bytes. It panics too if a field has negative numbers or
// fractions, see [game.Layout.Bytes].
func (x *Indian) EncodeBytes(dst []uint8, obs game.Observation) {
	o := x.check(obs, len(dst))
	if x.On&^indianByteGroups != 0 {
		panic(fmt.Sprintf("encoder: EncodeBytes of the groups %v", x.On&^indianByteGroups))
	}
	clear(dst)
	w := field.NewRow(dst, 0)
	indianFields(&w, x, o)
}

// planes returns a function that writes the planes of observations, see [Cards].
func (x *Indian) planes(p *field.Places, first int, parts []field.Span) planeWriter {
	to := p.Of(first, x.Size, parts, x.Written)
	return func(dst []float32, obs game.Observation) {
		clear(dst)
		w := field.NewPlanes(dst, to)
		indianFields(&w, x, x.check(obs, x.Size))
		w.Place()
	}
}

// indianByteGroups are the groups whose fields are whole numbers of 0 or more.
const indianByteGroups = CardsAndCounts | Score | Distance | Availability | Relations

// check returns the observation. It panics if it is of another game or table, or if n is not
// the size of the layout.
func (x *Indian) check(obs game.Observation, n int) *indian.Observation {
	o, ok := obs.(*indian.Observation)
	if !ok {
		panic(fmt.Sprintf("encoder: Encode of a %T: want *indian.Observation", obs))
	}
	if n != x.Size {
		panic(fmt.Sprintf("encoder: Encode into %d entries, want %d as in the layout", n, x.Size))
	}
	if r := o.Rules; r.Seats != x.rules.Seats || r.HandSize != x.rules.HandSize || r.Ranks != x.rules.Ranks || r.Suits != x.rules.Suits || r.Requirement != x.rules.Requirement {
		panic(fmt.Sprintf("encoder: Encode of a table of %d with %v: the encoder is for %d with %v",
			r.Seats, mindist.TargetOf(r.Melds()), x.rules.Seats, x.target))
	}
	return o
}

// seat returns the seat i places after the observer.
func (x *Indian) seat(o *indian.Observation, i int) game.Player {
	p := int(o.Self) + i
	if p >= x.rules.Seats {
		p -= x.rules.Seats
	}
	return game.Player(p)
}
