package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/features/internal/field"
)

// The slots of the fields of Gin Rummy.
const (
	ginAfterKnocks field.Slot = iota
	ginAfterKnockDeadwood
	ginAfterLaidOff
	ginAfterDeadwoodRange
	ginAfterDeadwood
	ginAfterAbove
	ginAfterMelds
	ginAfterMelded
	ginAfterPaired
	ginAfterLoose
	ginAfterHighest
	ginAfterOuts
	ginAfterMeldPoints
	ginAfterNext
	ginAfterFall
	ginAfterKnockChance
	ginAfterKnockChance3
	ginAfterGinChance
	ginAfterNextKnock
	ginAfterNextGin
	ginAfterStock
	ginAfterPass
	ginAfterFromPile
	ginAfterRank
	ginAfterUnseenNext
	ginAfterUnseenSecond
	ginAfterUnseenRank
	ginAfterRuns
	ginAfterSets
	ginAfterNear
	ginAfterSameRank
	ginAfterNextOf
	ginAfterSecondOf
	ginAfterRankOf
	ginAfterRelatedOf
	ginAfterPips
	ginAfterMeldsKnown
	ginAfterLeavesMeld
	ginAfterShown
	ginAfterFirst
	ginAfterTurn
	ginAfterOpponentTakes
	ginAfterKnownCards
	ginAfterSinceTake
	ginAfterStockSize
	ginAfterUnseenCards
	ginAfterLimit
	ginAfterPassed
	ginAfterOpponentPips
	ginAfterLastPips
	ginAfterLastKnown
	ginAfterLastTook
	ginAfterHeld
	ginAfterRisk
	ginAfterHeldPips
	ginAfterHeldLaidOff
	ginAfterScore
	ginAfterOpponentScore
	ginAfterHand
	ginAfterMeldedCards
	ginAfterUnseen
	ginAfterKnown
	ginAfterGiven
	ginAfterRefused
	ginAfterForWins
	ginAfterRuleHandSize
	ginAfterRuleGinBonus
	ginAfterRuleBigGinBonus
	ginAfterRuleUndercutBonus
	ginAfterRuleTie
	ginAfterRuleOklahoma
	ginAfterRuleKnockFirst
	ginAfterRuleThrowingBack
	ginAfterRuleRepeatEnds
	ginAfterRuleStockEnd
	ginAfterRuleUpcards
	ginAfterRuleTurns
	ginAfterRuleChosenMelds
	ginAfterRuleLayingOff
	ginAfterRuleLayOffsFirst
	ginAfterRuleLayOffLimit
	numGinAfterSlots
)

// Sizes and bounds of fields.
const (
	ginAfterMoves   = 4  // number of last turns of the opponent that are encoded
	ginAfterLongAgo = 15 // turns since the opponent took a card, if it never did
	ginAfterKnocked = 10 // deadwood of the last entry of knock_deadwood, which is for all from there
	ginMostPips     = 10 // maximum points of a card
)

// ginDeadwoodFrom holds the lower bounds of the entries of the field deadwood_range.
var ginDeadwoodFrom = [...]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 20, 30, 45}

// ginAfterFields returns the field of every slot under the rules, with its group. All names,
// shapes, ranges and meanings are defined here only.
func ginAfterFields(r gin.Rules) [numGinAfterSlots]field.Grouped[GinGroups] {
	plane := field.Shape(card.NumSuits, card.NumRanks)
	unseen := r.Pack().Count() - r.HandSize - 1 // at the deal
	groups := "among the cards that the opponent is known to hold, has discarded, and has refused"
	const open = "; 0 for a knock"
	return [numGinAfterSlots]field.Grouped[GinGroups]{
		ginAfterKnocks:        field.In(GinAfterProgress, field.Whole("knocks", nil, 0, 1, "1 if the observer knocks")),
		ginAfterKnockDeadwood: field.In(GinAfterProgress, field.Whole("knock_deadwood", field.Shape(ginAfterKnocked+1), 0, 1, "1 at the deadwood of the knock, the last entry for 10 or more; all 0 without a knock")),
		ginAfterLaidOff:       field.In(GinAfterProgress, fraction("laid_off", nil, 20, "expected points that the opponent lays off on a knock, one card at each place, if all unseen cards are equally likely in its hand")),
		ginAfterDeadwoodRange: field.In(GinAfterProgress, field.Whole("deadwood_range", field.Shape(len(ginDeadwoodFrom)), 0, 1, "1 at the deadwood of the observer's hand: entries for 0 to 10, 11 to 14, 15 to 19, 20 to 29, 30 to 44, and 45 or more"+open)),
		ginAfterDeadwood:      field.In(GinAfterProgress, field.Whole("deadwood", nil, 0, deadwood.Max, "deadwood of the observer's hand")),
		ginAfterAbove:         field.In(GinAfterProgress, field.Whole("above", nil, 0, deadwood.Max, "deadwood above the knock limit")),
		ginAfterMelds:         field.In(GinAfterProgress, field.Whole("melds", field.Shape(deadwood.MaxMelds+1), 0, 1, "1 at the number of melds in the first best arrangement")),
		ginAfterMelded:        field.In(GinAfterProgress, field.Whole("melded", nil, 0, gin.MaxHand, "cards in these melds")),
		ginAfterPaired:        field.In(GinAfterProgress, field.Whole("paired", nil, 0, deadwood.Max, "points of the cards outside them that form a meld of three with another card of the hand and an unseen card"+open)),
		ginAfterLoose:         field.In(GinAfterProgress, field.Whole("loose", nil, 0, deadwood.Max, "points of the other cards outside them"+open)),
		ginAfterHighest:       field.In(GinAfterProgress, field.Whole("dearest", nil, 0, ginMostPips, "points of the highest-point card outside them"+open)),
		ginAfterOuts:          field.In(GinAfterProgress, field.Whole("outs", nil, 0, card.NumSuited, "unseen cards that would be in a meld of the hand"+open)),
		ginAfterMeldPoints:    field.In(GinAfterProgress, fraction("meld_points", nil, 15, "expected points that a draw from the unseen cards puts into melds (goldman2021evaluating, formula 10)"+open)),
		ginAfterNext:          field.In(GinAfterProgress, fraction("next_deadwood", nil, 60, "mean deadwood after a draw from the unseen cards and the best discard"+open)),
		ginAfterFall:          field.In(GinAfterProgress, fraction("fall", nil, 15, "deadwood minus next_deadwood"+open)),
		ginAfterKnockChance:   field.In(GinAfterProgress, fraction("knock_chance", nil, 1, "probability that a knock is legal after that draw and discard"+open)),
		ginAfterKnockChance3:  field.In(GinAfterProgress, fraction("knock_chance_3", nil, 1, "probability of at least one such draw in three, by knock_chance"+open)),
		ginAfterGinChance:     field.In(GinAfterProgress, fraction("gin_chance", nil, 0.3, "probability of deadwood 0 after that draw and discard"+open)),
		ginAfterNextKnock:     field.In(GinAfterProgress, fraction("next_knock_chance", nil, 1, "knock_chance after the draw of an out and the discard of the highest-point card outside melds, mean over the outs"+open)),
		ginAfterNextGin:       field.In(GinAfterProgress, fraction("next_gin_chance", nil, 0.3, "gin_chance after the draw of an out and that discard, mean over the outs"+open)),
		ginAfterStock:         field.In(GinAfterProgress, field.Whole("stock", nil, 0, 1, "1 if the action draws from the stock; the drawn card is not known yet")),
		ginAfterPass:          field.In(GinAfterProgress, field.Whole("pass", field.Shape(2), 0, 1, "1 if the action passes the first upcard: as the first player, as the second")),
		ginAfterFromPile:      field.In(GinAfterProgress, field.Whole("from_pile", nil, 0, 1, "1 if the card drawn before the discard was the upcard")),

		ginAfterRank:         field.In(GinAfterCard, field.Whole("card_rank", field.Shape(card.NumRanks), 0, 1, "1 at the rank of the card; the card is the discard, or the upcard that is not taken")),
		ginAfterUnseenNext:   field.In(GinAfterCard, field.Whole("unseen_next", field.Shape(3), 0, 1, "1 at the number of unseen cards one rank from the card in its suit")),
		ginAfterUnseenSecond: field.In(GinAfterCard, field.Whole("unseen_second", field.Shape(3), 0, 1, "1 at the number of unseen cards two ranks from the card in its suit")),
		ginAfterUnseenRank:   field.In(GinAfterCard, field.Whole("unseen_rank", field.Shape(4), 0, 1, "1 at the number of unseen cards of the card's rank in other suits")),
		ginAfterRuns:         field.In(GinAfterCard, fraction("runs", nil, 2, "expected number of runs of three with the card whose other two cards the opponent holds, if all unseen cards are equally likely in its hand")),
		ginAfterSets:         field.In(GinAfterCard, fraction("sets", nil, 2, "runs for sets of three: pairs of other cards of the card's rank")),
		ginAfterNear:         field.In(GinAfterCard, fraction("near", nil, 4, "expected number of cards at most two ranks from the card in its suit that the opponent holds")),
		ginAfterSameRank:     field.In(GinAfterCard, fraction("same_rank", nil, 3, "expected number of other cards of the card's rank that the opponent holds")),
		ginAfterNextOf:       field.In(GinAfterCard, field.Whole("next_of", field.Shape(3), 0, 2, "cards one rank from the card in its suit "+groups)),
		ginAfterSecondOf:     field.In(GinAfterCard, field.Whole("second_of", field.Shape(3), 0, 2, "cards two ranks from the card in its suit "+groups)),
		ginAfterRankOf:       field.In(GinAfterCard, field.Whole("rank_of", field.Shape(3), 0, 3, "other cards of the card's rank "+groups)),
		ginAfterRelatedOf:    field.In(GinAfterCard, field.Whole("related_of", field.Shape(3), 0, 7, "sum of next_of, second_of and rank_of "+groups)),
		ginAfterPips:         field.In(GinAfterCard, field.Whole("pips", nil, 0, ginMostPips, "points of the card")),
		ginAfterMeldsKnown:   field.In(GinAfterCard, field.Whole("melds_known", nil, 0, 1, "1 if the card melds with cards that the opponent is known to hold")),
		ginAfterLeavesMeld:   field.In(GinAfterCard, field.Whole("leaves_meld", nil, 0, 1, "1 if the card is an upcard that is not taken and would be in a meld of the hand")),

		ginAfterShown:         field.In(GinAfterTable, field.Whole("shown", nil, 0, 8, "cards of the observer's hand that the opponent knows"+open)),
		ginAfterFirst:         field.In(GinAfterTable, field.Whole("first", nil, 0, 1, "1 if the observer began the hand")),
		ginAfterTurn:          field.In(GinAfterTable, field.Whole("turn", nil, 0, 40, "turns of drawing begun in this hand")),
		ginAfterOpponentTakes: field.In(GinAfterTable, field.Whole("opponent_takes", nil, 0, 8, "upcards that the opponent took")),
		ginAfterKnownCards:    field.In(GinAfterTable, field.Whole("known_cards", nil, 0, 8, "cards that the opponent is known to hold")),
		ginAfterSinceTake:     field.In(GinAfterTable, field.Whole("since_take", nil, 0, ginAfterLongAgo, "turns of the opponent since it last took an upcard, 15 if never")),
		ginAfterStockSize:     field.In(GinAfterTable, field.Whole("stock_size", nil, 0, unseen-r.HandSize, "cards in the stock")),
		ginAfterUnseenCards:   field.In(GinAfterTable, field.Whole("unseen_cards", nil, 0, unseen, "unseen cards: cards of the stock and unknown cards of the opponent's hand")),
		ginAfterLimit:         field.In(GinAfterTable, field.Whole("knock_limit", nil, 0, deadwood.Max, "maximum deadwood for a knock in this hand")),
		ginAfterPassed:        field.In(GinAfterTable, field.Whole("passed", field.Shape(2), 0, 1, "1 if the first upcard was passed before: by the observer, by the opponent")),
		ginAfterOpponentPips:  field.In(GinAfterTable, fraction("opponent_pips", nil, deadwood.Max, "expected points of the opponent's hand, including melds, if all unseen cards are equally likely in it")),
		ginAfterLastPips:      field.In(GinAfterTable, field.Whole("last_pips", field.Shape(ginAfterMoves, ginMostPips+1), 0, 1, "1 at the points of the opponent's discard, one row for each of its last turns, the latest first; all 0 for turns that did not happen")),
		ginAfterLastKnown:     field.In(GinAfterTable, field.Whole("last_known", field.Shape(ginAfterMoves), 0, 1, "1 for each of the opponent's last turns that happened, the latest first")),
		ginAfterLastTook:      field.In(GinAfterTable, field.Whole("last_took", field.Shape(ginAfterMoves), 0, 1, "1 for each of these turns in which the opponent took the upcard")),

		ginAfterHeld:        field.In(GinAfterBelief, fraction("held", plane, 1, "estimated probability that the opponent holds each card; rows clubs, diamonds, hearts, spades, columns ace to king, as in all card planes")),
		ginAfterRisk:        field.In(GinAfterBelief, fraction("risk", nil, 3, "expected number of pairs in the opponent's hand that meld with the card, by held")),
		ginAfterHeldPips:    field.In(GinAfterBelief, fraction("held_pips", nil, deadwood.Max, "expected points of the opponent's hand, including melds, by held")),
		ginAfterHeldLaidOff: field.In(GinAfterBelief, fraction("held_laid_off", nil, 20, "expected points that the opponent lays off on a knock, one card at each place, by held")),

		ginAfterScore:         field.In(GinAfterMatch, fraction("score", nil, float64(r.Target), "the observer's points in the match before this hand")),
		ginAfterOpponentScore: field.In(GinAfterMatch, fraction("opponent_score", nil, float64(r.Target), "the opponent's points in the match before this hand")),

		ginAfterHand:        field.In(GinAfterCards, field.Whole("hand", plane, 0, 1, "1 at each card of the observer's hand")),
		ginAfterMeldedCards: field.In(GinAfterCards, field.Whole("melded_cards", plane, 0, 1, "1 at each card of the melds of its first best arrangement")),
		ginAfterUnseen:      field.In(GinAfterCards, field.Whole("unseen", plane, 0, 1, "1 at each unseen card")),
		ginAfterKnown:       field.In(GinAfterCards, field.Whole("known", plane, 0, 1, "1 at each card that the opponent is known to hold")),
		ginAfterGiven:       field.In(GinAfterCards, field.Whole("given", plane, 0, 1, "1 at each card that the opponent discarded")),
		ginAfterRefused:     field.In(GinAfterCards, field.Whole("refused", plane, 0, 1, "1 at each upcard that the opponent did not take")),

		ginAfterForWins: field.In(GinAfterAim, field.Whole("for_wins", nil, 0, 1, "1 if the observer maximises its probability of winning, not its points")),

		ginAfterRuleHandSize:      field.In(GinAfterRules, field.Whole("rule_hand_size", nil, 0, gin.MaxHand, "cards of a hand between turns")),
		ginAfterRuleGinBonus:      field.In(GinAfterRules, field.Whole("rule_gin_bonus", nil, 0, 50, "points for a knock without deadwood")),
		ginAfterRuleBigGinBonus:   field.In(GinAfterRules, field.Whole("rule_big_gin_bonus", nil, 0, 50, "points for big gin, 0 if there is none")),
		ginAfterRuleUndercutBonus: field.In(GinAfterRules, field.Whole("rule_undercut_bonus", nil, 0, 50, "points for an undercut")),
		ginAfterRuleTie:           field.In(GinAfterRules, field.Whole("rule_tie_scores_nothing", nil, 0, 1, "1 if equal deadwood after a knock scores nothing")),
		ginAfterRuleOklahoma:      field.In(GinAfterRules, field.Whole("rule_oklahoma", nil, 0, 1, "1 if the first upcard sets the knock limit")),
		ginAfterRuleKnockFirst:    field.In(GinAfterRules, field.Whole("rule_knock_first", nil, 0, 1, "1 if a player knocks, and then chooses the discard")),
		ginAfterRuleThrowingBack:  field.In(GinAfterRules, field.Whole("rule_throwing_back", nil, 0, 1, "1 if a card taken from the discard pile may be discarded in the same turn")),
		ginAfterRuleRepeatEnds:    field.In(GinAfterRules, field.Whole("rule_repeat_ends", nil, 0, 1, "1 if a hand ends when both players take and discard the same card")),
		ginAfterRuleStockEnd:      field.In(GinAfterRules, field.Whole("rule_stock_end", field.Shape(int(gin.VoidWhenEmpty)+1), 0, 1, "1 at what happens when the stock runs out: void at two cards, a last knock at two cards, void when it is empty")),
		ginAfterRuleUpcards:       field.In(GinAfterRules, field.Whole("rule_max_upcards", nil, 0, 100, "upcards after which a hand is void, 0 for no limit")),
		ginAfterRuleTurns:         field.In(GinAfterRules, field.Whole("rule_max_turns", nil, 0, 100, "turns after which a hand is void")),
		ginAfterRuleChosenMelds:   field.In(GinAfterRules, field.Whole("rule_chosen_melds", nil, 0, 1, "1 if players choose their melds")),
		ginAfterRuleLayingOff:     field.In(GinAfterRules, field.Whole("rule_laying_off", field.Shape(int(gin.ChosenLayOffs)+1), 0, 1, "1 at how cards are laid off: onto fixed melds, the best way, as the opponent of the knocker chooses")),
		ginAfterRuleLayOffsFirst:  field.In(GinAfterRules, field.Whole("rule_lay_offs_first", nil, 0, 1, "1 if the opponent of the knocker lays off before it melds")),
		ginAfterRuleLayOffLimit:   field.In(GinAfterRules, field.Whole("rule_lay_off_limit", nil, 0, 10, "maximum number of cards laid off at each end of a run, 0 for no limit")),
	}
}

// ginAround holds the surroundings of each suited card in Gin Rummy, where the ace is low
// only, by card.Card.Index.
var ginAround = func() (all [card.NumSuited]surroundings) {
	for i := range all {
		c := card.FromIndex(i)
		s := &all[i]
		s.rank = card.OfRank(c.Rank()).Without(c)
		// The spare bits of a lane absorb shifts above the king and below the ace.
		suit, one := card.OfSuit(c.Suit()), card.Cards(0).With(c)
		s.next = (one<<1 | one>>1) & suit
		s.second = (one<<2 | one>>2) & suit
		for from := max(int(c.Rank())-2, 0); from <= min(int(c.Rank()), card.NumRanks-3); from++ {
			three := card.Cards(7) << (from + 16*int(c.Suit()))
			s.runs[s.nruns] = three.Without(c)
			s.nruns++
		}
	}
	return all
}()

// card writes the fields of the group GinAfterCard about card c.
func (r *GinReader) card(dst []float32, c card.Card) {
	x, s := r.x, &ginAround[c.Index()]
	x.Flag(dst, ginAfterRank, int(c.Rank()), true)
	x.Flag(dst, ginAfterUnseenNext, (r.unseen & s.next).Count(), true)
	x.Flag(dst, ginAfterUnseenSecond, (r.unseen & s.second).Count(), true)
	x.Flag(dst, ginAfterUnseenRank, (r.unseen & s.rank).Count(), true)
	r.expect(dst, s)
	for i, b := range [...]card.Cards{r.known, r.given, r.refused} {
		x.Count(dst, ginAfterNextOf, i, (b & s.next).Count())
		x.Count(dst, ginAfterSecondOf, i, (b & s.second).Count())
		x.Count(dst, ginAfterRankOf, i, (b & s.rank).Count())
		x.Count(dst, ginAfterRelatedOf, i, (b & (s.next | s.second | s.rank)).Count())
	}
	x.Count(dst, ginAfterPips, 0, deadwood.Pips(c))
	x.Flag(dst, ginAfterMeldsKnown, 0, deadwood.Completing(r.known).Has(c))
}

// expect writes the expected numbers of surroundings that the opponent holds, if all unseen
// cards are equally likely in its hand.
func (r *GinReader) expect(dst []float32, s *surroundings) {
	x := r.x
	// expected returns the expected number of cards of a set that the opponent holds.
	expected := func(cs card.Cards) float32 {
		return float32((cs & r.known).Count()) + float32(r.chance*float32((cs&r.unseen).Count()))
	}
	// both returns the probability that the opponent holds both cards of a pair, as if they
	// were independent.
	both := func(pair card.Cards) float32 {
		return float32(expected(pair&-pair) * expected(pair&(pair-1)))
	}
	runs, sets := float32(0), float32(0)
	for _, pair := range s.runs[:s.nruns] {
		runs += both(pair)
	}
	for left := s.rank; left != 0; left &= left - 1 {
		sets += both(s.rank &^ (left & -left))
	}
	x.Fraction(dst, ginAfterRuns, 0, runs)
	x.Fraction(dst, ginAfterSets, 0, sets)
	x.Fraction(dst, ginAfterNear, 0, expected(s.next|s.second))
	x.Fraction(dst, ginAfterSameRank, 0, expected(s.rank))
}
