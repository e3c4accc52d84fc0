package encoder

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/field"
	"rummygym/internal/features/ginhand"
)

// The bounds of fields that do not depend on the rules.
const (
	ginSeats    = 2
	ginPhases   = int(gin.Over) + 1
	ginHitsMost = card.NumSuited - gin.MaxHand
	numFitness  = 4 // characteristics of cardfitness2021
	ginRiskMost = 6 // pairs that make a meld of three with a card
)

// ginFields writes the fields of the groups of x. All names, shapes, ranges, meanings and values are defined here and in
// ginComputed only.
func ginFields[T field.Entry](w *field.Row[T], x *Gin, o *gin.Observation) {
	const both = "the observer first"
	self, other := o.Self, 1-o.Self
	var bits field.BitRow
	at, dst := 0, w.Entries()
	if x.On&GinOwnCards != 0 {
		at = w.Planes("hand", "1 at each card of the observer's hand that is not yet melded or laid off; rows clubs, diamonds, hearts, spades, columns ace to king, as in all card planes except hand_matrix and belief_matrix", 0, bits.Cards(at, o.Hand))
		at = w.Planes("drawn", "1 at the card just drawn, by the observer or by the opponent from the discard pile; all 0 after the discard", 0, bits.Card(at, o.Drawn))
		at = w.Bits("from_pile", "1 if the card just drawn was the upcard", 0, bits.Bit(at, o.FromPile))
		at = w.Planes("shown", "1 at each card of the observer's hand that the opponent knows: taken from the discard pile and not discarded since, or shown", 0, bits.Cards(at, o.Known[self]))
	}
	if x.On&GinPile != 0 {
		at = w.Planes("upcard", "1 at the top of the discard pile; all 0 if it is empty", 0, bits.Card(at, o.Upcard))
		at = w.Planes("pile", "1 at each card of the discard pile, including the upcard", 0, bits.Cards(at, o.Pile))
		at = w.Planes("buried", "1 at each card of the discard pile under the upcard, which nobody can take any more", 0, bits.Cards(at, o.Pile.Without(o.Upcard)))
	}
	if x.On&GinSeatCards != 0 {
		at = w.Planes("taken", "1 at each card taken from the discard pile in this hand; "+both, ginSeats, bits.Cards(bits.Cards(at, o.Taken[self]), o.Taken[other]))
		at = w.Planes("given", "1 at each card discarded in this hand; "+both, ginSeats, bits.Cards(bits.Cards(at, o.Given[self]), o.Given[other]))
		at = w.Planes("refused", "1 at each upcard not taken in this hand, by a pass or by a draw from the stock; "+both, ginSeats, bits.Cards(bits.Cards(at, o.Refused[self]), o.Refused[other]))
	}
	if x.On&GinUnseen != 0 {
		at = w.Planes("known", "1 at each card that the opponent is known to hold: taken and not discarded since, or shown", 0, bits.Cards(at, o.Known[other]))
		at = w.Planes("unknown", "1 at each card of unknown location: in the stock or in the opponent's hand", 0, bits.Cards(at, o.Unknown()))
	}
	if x.On&GinTable != 0 {
		at = w.Bits("knocker", "1 at the player that knocked, "+both+"; all 0 before a knock", ginSeats, bits.Hot(at, ginPlace(o, o.Knocker)))
		at = w.Planes("declared", "1 at each card of the declared melds, including cards laid off on them; "+both, ginSeats, bits.Cards(bits.Cards(at, o.Declared(self)), o.Declared(other)))
		w.Planes("laid_off", "1 at each card laid off on the knocker's melds", 0, bits.Cards(at, o.LaidOff))
	}
	at = w.Spread(&bits, x.Written.Bits)
	if x.On&GinCounts != 0 {
		at = w.Numbers("stock_size", "cards in the stock", 0, card.NumSuited, field.Put(dst, at, o.StockSize))
		at = w.Numbers("pile_size", "cards in the discard pile", 0, card.NumSuited, field.Put(dst, at, o.Pile.Count()))
		at = w.Numbers("hand_sizes", "number of cards of each seat, "+both, ginSeats, gin.MaxHand+1, field.Put(dst, field.Put(dst, at, o.HandSizes[self]), o.HandSizes[other]))
	}
	if x.On&GinProgress != 0 {
		at = w.Bits("phase", "1 at the phase: first upcard, draw, discard, knock or pass, discard to knock, melds of the knocker, melds of the knocker's opponent, lay-offs, wall, over", ginPhases, field.Hot(dst, at, ginPhases, int(o.Phase)))
		at = w.Bits("mover", "1 at the player to move, "+both+"; all 0 after the end of the episode", ginSeats, field.Hot(dst, at, ginSeats, ginPlace(o, o.Mover)))
		at = w.Bits("seat", "1 at the observer's seat", ginSeats, field.Hot(dst, at, ginSeats, int(self)))
		at = w.Bits("starter", "1 at the player that began this hand, "+both, ginSeats, field.Hot(dst, at, ginSeats, ginPlace(o, o.Starter)))
		at = w.Numbers("turn", "turns of drawing begun in this hand", 0, x.rules.MaxTurns, field.Put(dst, at, o.Turn))
		at = w.Numbers("knock_limit", "maximum deadwood for a knock in this hand", 0, deadwood.Max, field.Put(dst, at, o.KnockLimit))
	}
	if x.On&(GinDeadwood|GinDiscardDeadwood) != 0 {
		discards, least := ginMayDiscard(o), 0
		var after [card.NumKinds]int8
		if discards && x.On&GinDiscardDeadwood != 0 {
			least = deadwood.Discards(&after, o.Hand)
		} else {
			least = ginDeadwood(o)
		}
		if x.On&GinDeadwood != 0 {
			at = w.Numbers("deadwood", "deadwood of the observer's hand in points; after the best discard while it holds eleven cards", 0, deadwood.Max, field.Put(dst, at, least))
		}
		if x.On&GinDiscardDeadwood != 0 {
			w.Move(at)
			w.Field("deadwood_after_discard", "deadwood in points after discarding each card; -1 if the card is not held or no discard is due").Suited(OutOfPhase, deadwood.Max, when(discards, after[:card.NumSuited]))
			at = w.At()
		}
	}
	w.Move(at)
	if x.On&^(GinCardsAndCounts|GinDeadwood|GinDiscardDeadwood) != 0 {
		ginComputed(w, x, o)
	}
}

// ginComputed is ginFields for the other groups.
func ginComputed[T field.Entry](w *field.Row[T], x *Gin, o *gin.Observation) {
	discards, best := ginMayDiscard(o), deadwood.Arrangement{}
	if x.On&(GinBestMelds|GinMacros) != 0 {
		best = deadwood.Best(o.Hand)
	}
	if x.On&GinBestMelds != 0 {
		w.Field("best_melds", "1 at each card of the melds of the first best arrangement of the observer's hand").Cards(best.Cards())
	}
	if x.On&GinAlmostMelds != 0 {
		roots, affixes := ginhand.RootsAndAffixes(o.Hand, o.Unknown().With(o.Upcard)) // the cards that can still come
		w.Field("roots", "1 at each card of the observer's hand in an almost-meld: two cards that form a meld of three with an affix").Cards(roots)
		w.Field("affixes", "1 at each affix: a card that completes an almost-meld and can still be drawn (the upcard or an unknown card)").Cards(affixes)
	}
	if x.On&GinMacros != 0 {
		runs, sets := ginhand.CountMelds(best)
		hits := OutOfPhase
		if !discards {
			hits = ginhand.Hits(o.Hand, best.Cards())
		}
		w.Field("runs", "runs in the first best arrangement of the observer's hand").Count(deadwood.MaxMelds, runs)
		w.Field("sets", "sets in the first best arrangement of the observer's hand").Count(deadwood.MaxMelds, sets)
		w.Field("hit_count", "cards not held that would complete or extend a meld; -1 while a discard is due").Number(OutOfPhase, ginHitsMost, hits)
	}
	if x.On&GinFitness != 0 {
		var fitness [numFitness][card.NumSuited]int8
		if discards {
			ginFitness(&fitness, o)
		}
		w.Field("fitness", "1 at each card of the observer's hand with the characteristic of cardfitness2021, one plane per characteristic: deadwood falls, never melds, useless to the opponent, the opponent discarded a mate; -1 if the card is not held or no discard is due").Rows(numFitness)
		for i := range fitness {
			w.Suited(OutOfPhase, 1, when(discards, fitness[i][:]))
		}
	}
	if x.On&(GinBelief|GinMatrices) == 0 {
		return
	}
	var p, squashed, risk, matrix [card.NumSuited]float32
	x.belief.Estimate(&p, o)
	for i, y := range p {
		squashed[i] = ginhand.Squash(y)
	}
	if x.On&GinBelief != 0 {
		for c := range o.Hand.Each() {
			risk[c.Index()] = ginhand.DiscardRisk(&squashed, c)
		}
		w.Field("belief", "estimated probability that the opponent holds each card, exactly 0 or 1 where it is known").Floats(1, &p)
		w.Field("discard_risk", "discard risk score of each card of the observer's hand (truong2021datadriven): the sum over pairs of cards that meld with it of the product of their entries in belief_matrix; 0 if the card is not held").Floats(ginRiskMost, &risk)
	}
	if x.On&GinMatrices != 0 {
		ginhand.PaperMatrix(&matrix, &squashed)
		w.Field("hand_matrix", "the matrix x of truong2021datadriven: the observer's hand, rows clubs, hearts, spades, diamonds").Per(game.PerPaperCard).Cards(ginhand.PaperCards(o.Hand))
		w.Field("belief_matrix", "the matrix o of truong2021datadriven: p/√(1+p²) for each probability p of belief, but 1 where p is 1, rows clubs, hearts, spades, diamonds").Per(game.PerPaperCard).Floats(1, &matrix)
	}
}

// ginFitness sets the characteristics of each card of the observer's hand, and OutOfPhase for other cards.
func ginFitness(dst *[numFitness][card.NumSuited]int8, o *gin.Observation) {
	for i := range dst {
		for c := range dst[i] {
			dst[i][c] = OutOfPhase
		}
	}
	for c := range o.Hand.Each() {
		f := ginhand.FitnessOf(o, c, ginhand.FitnessPaper)
		for i := range dst {
			dst[i][c.Index()] = int8(f >> i & 1)
		}
	}
}

// ginPlace returns the place of a player in fields with an entry per seat, -1 for game.NoPlayer.
func ginPlace(o *gin.Observation, p game.Player) int {
	if p == game.NoPlayer {
		return -1
	}
	return int(p ^ o.Self)
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
