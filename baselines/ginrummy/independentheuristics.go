package ginrummy

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/spec"
	"rummygym/internal/baselines"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/options"
)

// IndependentHeuristics is V2 of cardfitness2021. It draws and knocks as [Fitness] does,
// but applies the four characteristics of [ginhand.Fitness] as independent tests to the
// discards that leave the minimum deadwood. It "removed a candidate card as soon as it
// returned true on any one of the ranking considerations", although each is a reason to
// discard it, and discards one of the remaining candidates at random. The text does not say
// what happens if none would remain; see [Filter].
//
// The released variant applies other criteria, in this order, until one candidate is left:
//
//   - keep cards that the opponent can meld neither with its known cards nor with cards
//     that it may hold;
//   - keep cards that can still be melded, which is inverted;
//   - of these keep cards that a single card brings into a meld;
//   - if the opponent has discarded only tens and court cards, keep all other cards.
//
// Where a criterion would remove all candidates, the last one in the order clubs, hearts,
// spades, diamonds remains.
type IndependentHeuristics struct {
	Variant baselines.Variant
	Filter  Filter // not used by the released variant

	// Tables holds the tables for drawing and knocking; a nil Value is ShippedFitnessTables.
	Tables spec.FileOf[*FitnessTables]

	fitnessTurns
}

// String returns the canonical spec of the player. Tables in memory do not
// change it.
func (a *IndependentHeuristics) String() string { return List().Text("independent-heuristics", a) }

// Act returns the chosen action and the probability of that choice.
func (a *IndependentHeuristics) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	a.chance = 1
	action, p := play(a, nil, obs.(*gin.Observation), legal)
	return action, a.chance * p
}

func (a *IndependentHeuristics) takes(o *gin.Observation) bool {
	return a.yes(a.Tables.Value, FitnessDrawSet(o))
}

func (a *IndependentHeuristics) knocks(o *gin.Observation, rest card.Cards, deadwood int) bool {
	return a.knocksBy(a.Tables.Value, o, rest, deadwood)
}

func (a *IndependentHeuristics) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	_, left := minDeadwoodDiscards(o.Hand, may)
	if a.Variant == baselines.Released {
		left = releasedHeuristics(o, left)
	} else {
		left = a.Filter.of(o, left)
	}
	return anyOf(&a.src, left)
}

// Filter says how the four tests of [IndependentHeuristics] choose among the candidates.
type Filter uint8

// The filters. No test removes the last candidates: one that would is not applied.
const (
	Remove    Filter = iota // one test after another removes the candidates of which it is true
	RemoveAny               // a candidate is removed if any test is true of it
	Keep                    // one test after another keeps only the candidates of which it is true
)

// String returns the value of the option "filter".
func (f Filter) String() string { return options.Word("Filter", f, "remove", "remove-any", "keep") }

// of returns the candidates, out of left, that remain after all tests.
func (f Filter) of(o *gin.Observation, left card.Cards) card.Cards {
	if left.Count() == 1 {
		return left
	}
	var passing [4]card.Cards // by characteristic
	for c := range left.Each() {
		has := ginhand.FitnessOf(o, c, ginhand.FitnessPaper)
		for i := range passing {
			if has>>i&1 != 0 {
				passing[i] = passing[i].With(c)
			}
		}
	}
	tests := passing[:]
	if f == RemoveAny {
		passing[0] |= passing[1] | passing[2] | passing[3]
		tests = tests[:1]
	}
	for _, with := range tests {
		rest := left &^ with
		if f == Keep {
			rest = left & with
		}
		if rest != 0 {
			left = rest
		}
	}
	return left
}

// releasedHeuristics returns the candidates that remain in the released variant.
func releasedHeuristics(o *gin.Observation, left card.Cards) card.Cards {
	opponent := 1 - o.Self
	unknown := o.Unknown()
	left = takeAway(left, deadwood.Completing(o.Known[opponent]|unknown))
	left = takeAway(left, o.Hand&^deadwood.InMelds(o.Hand|unknown))
	left = takeAway(left, ginhand.NeverMeldsInOneDraw(o.Hand, unknown))
	if given := o.Given[opponent]; given != 0 && given&^highRanks == 0 {
		left = takeAway(left, highRanks)
	}
	return left
}

// takeAway removes the cards of out from left, in the order clubs, hearts, spades, diamonds,
// until one card of left remains.
func takeAway(left, out card.Cards) card.Cards {
	for _, s := range [...]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds} {
		for c := range (left & out & card.OfSuit(s)).Each() {
			if left&(left-1) == 0 {
				return left
			}
			left = left.Without(c)
		}
	}
	return left
}

// highRanks holds the cards of the last criterion: tens and court cards.
const highRanks = card.Aces<<card.Ten | card.Aces<<card.Jack | card.Aces<<card.Queen | card.Aces<<card.King
