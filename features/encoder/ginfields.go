package encoder

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/internal/field"
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

// The bounds of fields that do not depend on the rules.
const (
	ginSeats    = 2
	ginPhases   = int(gin.Over) + 1
	ginHitsMost = card.NumSuited - gin.MaxHand
	numFitness  = 4 // characteristics of cardfitness2021
	ginRiskMost = 6 // pairs that make a meld of three with a card
)

// ginFields returns the field of every slot under the rules, with its group. All names,
// shapes, ranges and meanings are defined here only.
func ginFields(r gin.Rules) [numGinSlots]field.Grouped[GinGroups] {
	const suits, ranks = card.NumSuits, card.NumRanks
	plane, perSeat := field.Shape(suits, ranks), field.Shape(ginSeats, suits, ranks)
	most := r.Target - 1 + max(r.GinBonus, r.BigGinBonus, r.UndercutBonus) + deadwood.Max // a match continues below the target
	const both = "the observer first"
	return [numGinSlots]field.Grouped[GinGroups]{
		ginHand:     field.In(GinOwnCards, field.Whole("hand", plane, 0, 1, "1 at each card of the observer's hand that is not yet melded or laid off; rows clubs, diamonds, hearts, spades, columns ace to king, as in all card planes except hand_matrix and belief_matrix")),
		ginDrawn:    field.In(GinOwnCards, field.Whole("drawn", plane, 0, 1, "1 at the card just drawn, by the observer or by the opponent from the discard pile; all 0 after the discard")),
		ginFromPile: field.In(GinOwnCards, field.Whole("from_pile", nil, 0, 1, "1 if the card just drawn was the upcard")),
		ginShown:    field.In(GinOwnCards, field.Whole("shown", plane, 0, 1, "1 at each card of the observer's hand that the opponent knows: taken from the discard pile and not discarded since, or shown")),

		ginUpcard:    field.In(GinPile, field.Whole("upcard", plane, 0, 1, "1 at the top of the discard pile; all 0 if it is empty")),
		ginPileCards: field.In(GinPile, field.Whole("pile", plane, 0, 1, "1 at each card of the discard pile, including the upcard")),
		ginBuried:    field.In(GinPile, field.Whole("buried", plane, 0, 1, "1 at each card of the discard pile under the upcard, which nobody can take any more")),

		ginTaken:   field.In(GinSeatCards, field.Whole("taken", perSeat, 0, 1, "1 at each card taken from the discard pile in this hand; "+both)),
		ginGiven:   field.In(GinSeatCards, field.Whole("given", perSeat, 0, 1, "1 at each card discarded in this hand; "+both)),
		ginRefused: field.In(GinSeatCards, field.Whole("refused", perSeat, 0, 1, "1 at each upcard not taken in this hand, by a pass or by a draw from the stock; "+both)),

		ginKnown:   field.In(GinUnseen, field.Whole("known", plane, 0, 1, "1 at each card that the opponent is known to hold: taken and not discarded since, or shown")),
		ginUnknown: field.In(GinUnseen, field.Whole("unknown", plane, 0, 1, "1 at each card of unknown location: in the stock or in the opponent's hand")),

		ginKnocker:  field.In(GinTable, field.Whole("knocker", field.Shape(ginSeats), 0, 1, "1 at the player that knocked, "+both+"; all 0 before a knock")),
		ginDeclared: field.In(GinTable, field.Whole("declared", perSeat, 0, 1, "1 at each card of the declared melds, including cards laid off on them; "+both)),
		ginLaidOff:  field.In(GinTable, field.Whole("laid_off", plane, 0, 1, "1 at each card laid off on the knocker's melds")),

		ginStockSize: field.In(GinCounts, field.Whole("stock_size", nil, 0, card.NumSuited, "cards in the stock")),
		ginPileSize:  field.In(GinCounts, field.Whole("pile_size", nil, 0, card.NumSuited, "cards in the discard pile")),
		ginHandSizes: field.In(GinCounts, field.Whole("hand_sizes", field.Shape(ginSeats), 0, gin.MaxHand+1, "number of cards of each seat, "+both)),

		ginPhase:      field.In(GinProgress, field.Whole("phase", field.Shape(ginPhases), 0, 1, "1 at the phase: first upcard, draw, discard, knock or pass, discard to knock, melds of the knocker, melds of the knocker's opponent, lay-offs, wall, over")),
		ginMover:      field.In(GinProgress, field.Whole("mover", field.Shape(ginSeats), 0, 1, "1 at the player to move, "+both+"; all 0 after the end of the episode")),
		ginSeat:       field.In(GinProgress, field.Whole("seat", field.Shape(ginSeats), 0, 1, "1 at the observer's seat")),
		ginStarter:    field.In(GinProgress, field.Whole("starter", field.Shape(ginSeats), 0, 1, "1 at the player that began this hand, "+both)),
		ginTurn:       field.In(GinProgress, field.Whole("turn", nil, 0, r.MaxTurns, "turns of drawing begun in this hand")),
		ginHandNumber: field.In(GinProgress, field.Whole("hand_number", nil, 0, r.MaxHands, "hands begun, including void ones")),
		ginScores:     field.In(GinProgress, field.Whole("scores", field.Shape(ginSeats), 0, most, "points in the match before this hand, and after the end of the hand including it; "+both)),
		ginKnockLimit: field.In(GinProgress, field.Whole("knock_limit", nil, 0, deadwood.Max, "maximum deadwood for a knock in this hand")),

		ginDeadwoodNow: field.In(GinDeadwood, field.Whole("deadwood", nil, 0, deadwood.Max, "deadwood of the observer's hand in points; after the best discard while it holds eleven cards")),

		ginDeadwoodAfter: field.In(GinDiscardDeadwood, field.Whole("deadwood_after_discard", plane, OutOfPhase, deadwood.Max, "deadwood in points after discarding each card; -1 if the card is not held or no discard is due")),

		ginBest: field.In(GinBestMelds, field.Whole("best_melds", plane, 0, 1, "1 at each card of the melds of the first best arrangement of the observer's hand")),

		ginRoots:   field.In(GinAlmostMelds, field.Whole("roots", plane, 0, 1, "1 at each card of the observer's hand in an almost-meld: two cards that form a meld of three with an affix")),
		ginAffixes: field.In(GinAlmostMelds, field.Whole("affixes", plane, 0, 1, "1 at each affix: a card that completes an almost-meld and can still be drawn (the upcard or an unknown card)")),

		ginRuns: field.In(GinMacros, field.Whole("runs", nil, 0, deadwood.MaxMelds, "runs in the first best arrangement of the observer's hand")),
		ginSets: field.In(GinMacros, field.Whole("sets", nil, 0, deadwood.MaxMelds, "sets in the first best arrangement of the observer's hand")),
		ginHits: field.In(GinMacros, field.Whole("hit_count", nil, OutOfPhase, ginHitsMost, "cards not held that would complete or extend a meld; -1 while a discard is due")),

		ginFitness: field.In(GinFitness, field.Whole("fitness", field.Shape(numFitness, suits, ranks), OutOfPhase, 1, "1 at each card of the observer's hand with the characteristic of cardfitness2021, one plane per characteristic: deadwood falls, never melds, useless to the opponent, the opponent discarded a mate; -1 if the card is not held or no discard is due")),

		ginEstimate: field.In(GinBelief, floatField("belief", plane, 1, "estimated probability that the opponent holds each card, exactly 0 or 1 where it is known")),
		ginRisk:     field.In(GinBelief, floatField("discard_risk", plane, ginRiskMost, "discard risk score of each card of the observer's hand (truong2021datadriven): the sum over pairs of cards that meld with it of the product of their entries in belief_matrix; 0 if the card is not held")),

		ginHandMatrix:   field.In(GinMatrices, field.Whole("hand_matrix", plane, 0, 1, "the matrix x of truong2021datadriven: the observer's hand, rows clubs, hearts, spades, diamonds")),
		ginBeliefMatrix: field.In(GinMatrices, floatField("belief_matrix", plane, 1, "the matrix o of truong2021datadriven: p/√(1+p²) for each probability p of belief, but 1 where p is 1, rows clubs, hearts, spades, diamonds")),
	}
}

// floatField returns a field of numbers in [0, high].
func floatField(name string, shape []int, high float64, doc string) game.Field {
	return game.Field{Name: name, Shape: shape, DType: game.Float32, High: high, Doc: doc}
}

// GinGroups is a set of groups of observation fields of Gin Rummy, one bit each. Fields of
// other groups are neither laid out nor computed.
type GinGroups uint32

// The groups of fields. [Gin.Layout] lists the fields of each.
const (
	GinOwnCards        GinGroups = 1 << iota // hand, card drawn, cards of the hand that the opponent knows
	GinPile                                  // upcard, all cards of the discard pile, those under the upcard
	GinSeatCards                             // cards that each seat took, discarded and refused
	GinUnseen                                // cards that the opponent is known to hold, cards of unknown location
	GinTable                                 // knocker, declared melds, cards laid off
	GinCounts                                // sizes of stock, pile and hands
	GinProgress                              // phase, mover, seat, starter, turn, hand, scores, knock limit
	GinDeadwood                              // deadwood
	GinDiscardDeadwood                       // deadwood after each discard
	GinBestMelds                             // cards in the first best arrangement
	GinAlmostMelds                           // cards of almost-melds, cards that complete them
	GinMacros                                // the macro-features of truong2021datadriven except deadwood, which is in GinDeadwood
	GinFitness                               // the characteristics of cardfitness2021 of each card
	GinBelief                                // estimate of the opponent's hand, discard risks
	GinMatrices                              // the matrices x and o of truong2021datadriven
	numGinGroups       = iota
)

// Presets of groups.
const (
	// AllGinGroups is every group.
	AllGinGroups GinGroups = 1<<numGinGroups - 1

	// GinCardsAndCounts is the groups of plain observations, with no computed features.
	GinCardsAndCounts = GinOwnCards | GinPile | GinSeatCards | GinUnseen | GinTable | GinCounts | GinProgress

	// DefaultGinGroups is GinCardsAndCounts, which has the opponent's known cards, and deadwood.
	DefaultGinGroups = GinCardsAndCounts | GinDeadwood
)

// ginGroupNames holds the names of the groups.
var ginGroupNames = field.Names[GinGroups]{
	Kind: "GinGroups", All: AllGinGroups, Table: GinCardsAndCounts, Default: DefaultGinGroups,
	Words: []string{
		"own-cards", "pile", "seat-cards", "unseen", "table", "counts", "progress", "deadwood",
		"discard-deadwood", "best-melds", "almost-melds", "macros", "fitness", "belief", "matrices",
	},
}

// String returns the comma-separated names of the groups, which [ParseGinGroups] parses. The
// presets that it writes are "all" and "cards-and-counts"; the empty set is "".
func (g GinGroups) String() string { return ginGroupNames.Text(g) }

// ParseGinGroups parses comma-separated names of groups and presets. The error gives the
// unknown name and the known ones.
func ParseGinGroups(s string) (GinGroups, error) { return ginGroupNames.Parse(s) }

// bits returns the entries that are 0 or 1 of the groups of GinCardsAndCounts.
func (x *Gin) bits(o *gin.Observation) (row field.BitRow) {
	if x.groups&GinOwnCards != 0 {
		row.PutCards(x.at[ginHand], o.Hand)
		putBit(&row, x.at[ginDrawn], o.Drawn)
		if o.FromPile {
			row.Put(x.at[ginFromPile])
		}
		row.PutCards(x.at[ginShown], o.Known[o.Self])
	}
	if x.groups&GinPile != 0 {
		putBit(&row, x.at[ginUpcard], o.Upcard)
		row.PutCards(x.at[ginPileCards], o.Pile)
		row.PutCards(x.at[ginBuried], o.Pile.Without(o.Upcard))
	}
	if x.groups&GinSeatCards != 0 {
		for i := range ginSeats {
			p := ginSeatAt(o, i)
			row.PutCards(x.at[ginTaken]+i*card.NumSuited, o.Taken[p])
			row.PutCards(x.at[ginGiven]+i*card.NumSuited, o.Given[p])
			row.PutCards(x.at[ginRefused]+i*card.NumSuited, o.Refused[p])
		}
	}
	if x.groups&GinUnseen != 0 {
		row.PutCards(x.at[ginKnown], o.Known[1-o.Self])
		row.PutCards(x.at[ginUnknown], o.Unknown())
	}
	if x.groups&GinTable != 0 {
		putSeat(&row, x.at[ginKnocker], o, o.Knocker)
		for i := range ginSeats {
			row.PutCards(x.at[ginDeclared]+i*card.NumSuited, o.Declared(ginSeatAt(o, i)))
		}
		row.PutCards(x.at[ginLaidOff], o.LaidOff)
	}
	if x.groups&GinProgress != 0 {
		row.Put(x.at[ginPhase] + int(o.Phase))
		putSeat(&row, x.at[ginMover], o, o.Mover)
		row.Put(x.at[ginSeat] + int(o.Self))
		putSeat(&row, x.at[ginStarter], o, o.Starter)
	}
	return row
}

// ginCounts writes the other entries of the groups of GinCardsAndCounts.
func ginCounts[T field.Entry](x *Gin, dst []T, o *gin.Observation) {
	if x.groups&GinCounts != 0 {
		dst[x.at[ginStockSize]] = T(o.StockSize)
		dst[x.at[ginPileSize]] = T(o.Pile.Count())
		putSeats(dst[x.at[ginHandSizes]:], o, &o.HandSizes)
	}
	if x.groups&GinProgress != 0 {
		dst[x.at[ginTurn]] = field.Number[T](o.Turn)
		dst[x.at[ginHandNumber]] = field.Number[T](o.HandNumber)
		putSeats(dst[x.at[ginScores]:], o, &o.Scores)
		dst[x.at[ginKnockLimit]] = T(o.KnockLimit)
	}
}

// putSeats writes one number per seat, the observer first.
func putSeats[T field.Entry](dst []T, o *gin.Observation, of *[ginSeats]int) {
	dst[0], dst[1] = field.Number[T](of[o.Self]), field.Number[T](of[1-o.Self])
}

// putBit sets the entry of card c in a plane to 1. It does nothing if c is card.None.
func putBit(r *field.BitRow, at int, c card.Card) {
	if c < card.Joker {
		r.Put(at + c.Index())
	}
}

// putSeat sets the entry of player p to 1, the observer first. It does nothing if p is
// game.NoPlayer.
func putSeat(r *field.BitRow, at int, o *gin.Observation, p game.Player) {
	switch p {
	case o.Self:
		r.Put(at)
	case 1 - o.Self:
		r.Put(at + 1)
	}
}

// ginSeatAt returns the observer for 0 and the opponent for 1.
func ginSeatAt(o *gin.Observation, i int) game.Player { return o.Self ^ game.Player(i) }
