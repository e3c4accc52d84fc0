package indianrummy

import (
	"rummygym/internal/baselines"
	"rummygym/internal/options"
)

// Free selects which cards of a 14-card hand are free, that is, left out by an optimal
// declaration, one at the minimum distance.
type Free uint8

// The kinds of free cards.
const (
	// FreeOfVariant is AnyDeclaration for Paper, whose text names no search, and
	// FoundDeclaration for Released, which agrees better with the authors' table
	// (TestReleasedTable).
	FreeOfVariant Free = iota

	// AnyDeclaration: a card is free if any optimal declaration leaves it out, that is,
	// if its discard leaves the minimum distance.
	AnyDeclaration

	// FoundDeclaration: a card is free if the declaration that the released search
	// finds first leaves it out. The melds of that declaration are the first by the
	// positions of their cards in the hand: a pure sequence, then another sequence, then
	// the others. It is some 20 times slower.
	FoundDeclaration
)

// String returns the value of the option "free".
func (f Free) String() string { return options.Word("Free", f, "variant", "any", "found") }

// of returns f, or the kind that FreeOfVariant stands for in the variant.
func (f Free) of(v baselines.Variant) Free {
	switch {
	case f != FreeOfVariant:
		return f
	case v == baselines.Released:
		return FoundDeclaration
	}
	return AnyDeclaration
}
