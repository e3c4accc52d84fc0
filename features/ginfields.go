package features

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// ginSlot numbers the fields of an encoded observation of Gin Rummy, in order.
type ginSlot uint8

const (
	ginHand ginSlot = iota
	ginDrawn
	ginFromPile
	ginShown
	ginUpcard
	ginPileCards
	ginBuried
	ginTaken
	ginGiven
	ginRefused
	ginKnown
	ginUnknown
	ginKnocker
	ginDeclared
	ginLaidOff
	ginStockSize
	ginPileSize
	ginHandSizes
	ginPhase
	ginMover
	ginSeat
	ginStarter
	ginTurn
	ginHandNumber
	ginScores
	ginKnockLimit
	ginDeadwoodNow
	ginDeadwoodAfter
	ginBest
	ginRoots
	ginAffixes
	ginRuns
	ginSets
	ginHits
	ginFitness
	ginEstimate
	ginRisk
	ginHandMatrix
	ginBeliefMatrix
	numGinSlots
)

// The bounds of fields that the rules do not give.
const (
	ginSeats     = 2
	ginHandSize  = 10  // cards of a hand between turns
	ginPips      = 100 // more than any hand counts
	ginPhases    = int(gin.Over) + 1
	ginHitsMost  = numSuited - ginHandSize
	ginMeldsMost = meld.MaxMelds
	numFitness   = 4 // characteristics of a discard
	ginRiskMost  = 6 // pairs that make a meld of three with a card
)

// ginFields returns the field of every slot under the rules, with its group. It is
// the one source of names, shapes, ranges and meanings.
func ginFields(r gin.Rules) [numGinSlots]groupedField[GinGroups] {
	const suits, ranks = card.NumSuits, card.NumRanks
	plane, perSeat := shape(suits, ranks), shape(ginSeats, suits, ranks)
	most := r.Target - 1 + max(r.GinBonus, r.BigGinBonus, r.UndercutBonus) + ginPips // a match goes on below the target
	const both = "self first"
	return [numGinSlots]groupedField[GinGroups]{
		ginHand:     {GinOwnCards, field("hand", plane, 0, 1, "1 at each own card not yet melded or laid off; rows clubs, diamonds, hearts, spades, columns ace to king, as in all planes of cards but the two matrices")},
		ginDrawn:    {GinOwnCards, field("drawn", plane, 0, 1, "1 at the card just drawn: by the observer, or by the opponent from the discard pile; all 0 once a card is discarded")},
		ginFromPile: {GinOwnCards, field("from_pile", nil, 0, 1, "1 if the card just drawn was the upcard")},
		ginShown:    {GinOwnCards, field("shown", plane, 0, 1, "1 at each own card that the opponent knows: taken from the discard pile and not thrown since, or shown")},

		ginUpcard:    {GinPile, field("upcard", plane, 0, 1, "1 at the top of the discard pile; all 0 if it is empty")},
		ginPileCards: {GinPile, field("pile", plane, 0, 1, "1 at each card of the discard pile, the upcard included")},
		ginBuried:    {GinPile, field("buried", plane, 0, 1, "1 at each card of the discard pile under the upcard, which nobody can get any more")},

		ginTaken:   {GinSeatCards, field("taken", perSeat, 0, 1, "1 at each card taken from the discard pile in this hand; "+both)},
		ginGiven:   {GinSeatCards, field("given", perSeat, 0, 1, "1 at each card thrown in this hand; "+both)},
		ginRefused: {GinSeatCards, field("refused", perSeat, 0, 1, "1 at each upcard passed or left for the stock in this hand; "+both)},

		ginKnown:   {GinUnseen, field("known", plane, 0, 1, "1 at each card the opponent surely holds: taken and not thrown since, or shown")},
		ginUnknown: {GinUnseen, field("unknown", plane, 0, 1, "1 at each card that is in the stock or, unknown to the observer, in the opponent's hand")},

		ginKnocker:  {GinTable, field("knocker", shape(ginSeats), 0, 1, "1 at who has knocked, "+both+"; all 0 before")},
		ginDeclared: {GinTable, field("declared", perSeat, 0, 1, "1 at each card in the melds declared, with the cards laid off on them; "+both)},
		ginLaidOff:  {GinTable, field("laid_off", plane, 0, 1, "1 at each card laid off on the knocker's melds")},

		ginStockSize: {GinCounts, field("stock_size", nil, 0, numSuited, "cards in the stock")},
		ginPileSize:  {GinCounts, field("pile_size", nil, 0, numSuited, "cards in the discard pile")},
		ginHandSizes: {GinCounts, field("hand_sizes", shape(ginSeats), 0, ginHandSize+1, "cards each seat holds, "+both)},

		ginPhase:      {GinProgress, field("phase", shape(ginPhases), 0, 1, "1 at the phase of the player to move: first upcard, draw, discard, knock or pass, discard to knock, melds of the knocker, melds of the opponent, lay-offs, wall, over")},
		ginMover:      {GinProgress, field("mover", shape(ginSeats), 0, 1, "1 at the player to move, "+both+"; all 0 after the end")},
		ginSeat:       {GinProgress, field("seat", shape(ginSeats), 0, 1, "1 at the own seat")},
		ginStarter:    {GinProgress, field("starter", shape(ginSeats), 0, 1, "1 at who began this hand, "+both)},
		ginTurn:       {GinProgress, field("turn", nil, 0, r.MaxTurns, "turns of drawing begun in this hand")},
		ginHandNumber: {GinProgress, field("hand_number", nil, 0, r.MaxHands, "hands begun so far, void ones included")},
		ginScores:     {GinProgress, field("scores", shape(ginSeats), 0, most, "points of the match before this hand, after its end with it; "+both)},
		ginKnockLimit: {GinProgress, field("knock_limit", nil, 0, ginPips, "most deadwood to knock with in this hand")},

		ginDeadwoodNow: {GinDeadwood, field("deadwood", nil, 0, ginPips, "least deadwood of the hand in points; with eleven cards of the best ten of them")},

		ginDeadwoodAfter: {GinDiscardDeadwood, field("deadwood_after_discard", plane, OutOfPhase, ginPips, "least deadwood in points after discarding each card; -1 if not held, or no card is to be discarded")},

		ginBest: {GinBestMelds, field("best_melds", plane, 0, 1, "1 at each own card in the first best arrangement of the hand")},

		ginRoots:   {GinAlmostMelds, field("roots", plane, 0, 1, "1 at each own card of an almost-meld: two own cards that an affix makes a meld of three")},
		ginAffixes: {GinAlmostMelds, field("affixes", plane, 0, 1, "1 at each card that completes an almost-meld and can still come: the upcard or an unknown card")},

		ginRuns: {GinMacros, field("runs", nil, 0, ginMeldsMost, "runs in the first best arrangement of the hand")},
		ginSets: {GinMacros, field("sets", nil, 0, ginMeldsMost, "sets in the first best arrangement of the hand")},
		ginHits: {GinMacros, field("hit_count", nil, OutOfPhase, ginHitsMost, "cards, of all that are not held, that would complete or extend a meld; -1 while a card is to be discarded")},

		ginFitness: {GinFitness, field("fitness", shape(numFitness, suits, ranks), OutOfPhase, 1, "1 at each own card that has a characteristic of paper 004 that speaks for throwing it: deadwood falls, never melds, useless to the opponent, he threw a mate; -1 if not held, or no card is to be discarded")},

		ginEstimate: {GinBelief, floatField("belief", plane, 1, "probability that the opponent holds each card, exactly 0 and 1 where it is known")},
		ginRisk:     {GinBelief, floatField("discard_risk", plane, ginRiskMost, "discard risk score of each own card: sum over pairs of cards that meld with it of the product of their squashed probabilities; 0 if not held")},

		ginHandMatrix:   {GinMatrices, field("hand_matrix", plane, 0, 1, "the matrix x of paper 003: the hand, with rows clubs, hearts, spades, diamonds")},
		ginBeliefMatrix: {GinMatrices, floatField("belief_matrix", plane, 1, "the matrix o of paper 003: p/√(1+p²) of the belief p, 0 and 1 as they are, with rows clubs, hearts, spades, diamonds")},
	}
}

// floatField returns a field of numbers in [0, high].
func floatField(name string, shape []int, high float64, doc string) game.Field {
	return game.Field{Name: name, Shape: shape, DType: game.Float32, High: high, Doc: doc}
}
