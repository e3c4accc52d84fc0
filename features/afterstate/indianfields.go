package afterstate

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/internal/field"
)

// The slots of the fields of Indian Rummy.
const (
	afterDistance field.Slot = iota
	afterOutChance
	afterOutChance3
	afterScore
	afterScoreCapped
	afterScoreAtCap
	afterOutKinds
	afterOuts
	afterJokerOuts
	afterNextChance
	afterNextWait
	afterBothChance
	afterJokers
	afterMissing
	afterTotal
	afterStock
	afterFromPile
	afterDiscardsDrawn
	afterRank
	afterUnseenNext
	afterUnseenSecond
	afterUnseenRank
	afterRuns
	afterSets
	afterNear
	afterSameRank
	afterNextOf
	afterSecondOf
	afterRankOf
	afterRelatedOf
	afterPoints
	afterIsJoker
	afterIsPrinted
	afterDiscardedBefore
	afterTakeLowers
	afterShown
	afterFirst
	afterOpponentTurns
	afterOpponentTakes
	afterKnownCards
	afterSinceTake
	afterStockSize
	afterReshuffled
	afterTurns
	afterUnseenCards
	afterLastPoints
	afterLastKnown
	afterLastTook
	afterOpponentDistance
	afterWanted
	afterWantedLow
	afterHand
	afterUnseen
	afterKnown
	afterGiven
	afterRefused
	afterForWins
	afterStockChance
	afterDiscardChance
	afterTurnChance
	afterNextTurn
	afterNextTurns
	afterFree
	afterSafest
	afterSecondSafest
	afterMeanDanger
	afterOtherActive
	afterOtherTurns
	afterOtherTakes
	afterOtherKnown
	afterOtherDiscarded
	afterDiscarded
	afterFreeCards
	afterOutCards
	afterWild
	afterPreviousKnown
	afterPreviousGiven
	afterRulePacks
	afterRuleJokers
	afterRuleSeats
	afterRuleFirstDrop
	afterRuleMiddleDrop
	afterRuleCap
	afterRuleRounds
	afterRuleHalfTurns
	afterRuleNoRelief
	afterRuleNoJokers
	afterRuleNoThrowingBack
	afterRuleAnyCards
	afterRuleWholePile
	afterRuleNoRecycling
	numAfterSlots
)

// Sizes and bounds of fields about the past.
const (
	afterDistances = 9  // MinDist 0 to 7, and 8 or more
	afterDiscards  = 3  // number of last discards of the opponent whose points are encoded
	afterMoves     = 4  // number of last turns of the opponent for which a take is encoded
	afterLongAgo   = 15 // turns since the opponent took a card, if it never did
)

// afterstateFields returns the field of every slot under the rules, with its group. All
// names, shapes, ranges and meanings are defined here only.
func afterstateFields(r indian.Rules) [numAfterSlots]field.Grouped[IndianGroups] {
	const kinds = card.NumKinds
	deck := 52*r.Packs + r.Jokers
	flag := func(name, doc string) game.Field { return field.Whole(name, nil, 0, 1, "1 if "+doc) }
	groups := "among the cards that the opponent is known to hold, has discarded, and has refused"
	others := "of each other player, in the order of play after the observer; 0 for seats that the table lacks"
	perCard := "entry suit*13 + rank (clubs, diamonds, hearts, spades; ace to king), then the printed joker"
	return [numAfterSlots]field.Grouped[IndianGroups]{
		afterDistance:      field.In(AfterProgress, field.Whole("distance", field.Shape(afterDistances), 0, 1, "1 at the MinDist of the observer's hand, the last entry for 8 or more")),
		afterOutChance:     field.In(AfterProgress, fraction("out_chance", field.Shape(afterDistances), 0.5, "at the entry of distance: share of the unseen cards that are outs")),
		afterOutChance3:    field.In(AfterProgress, fraction("out_chance_3", field.Shape(afterDistances), 1, "at the entry of distance: probability of an out in three draws by that share")),
		afterScore:         field.In(AfterProgress, field.Whole("score", nil, 0, 100, "MinScore of the observer's hand in points, not capped")),
		afterScoreCapped:   field.In(AfterProgress, field.Whole("score_capped", nil, 0, r.Cap, "score, capped")),
		afterScoreAtCap:    field.In(AfterProgress, flag("score_at_cap", "score is at least the cap")),
		afterOutKinds:      field.In(AfterProgress, field.Whole("out_kinds", nil, 0, 26, "different outs: cards that lower MinDist, with at least one unseen copy")),
		afterOuts:          field.In(AfterProgress, field.Whole("outs", nil, 0, 40*r.Packs, "unseen copies of outs")),
		afterJokerOuts:     field.In(AfterProgress, field.Whole("joker_outs", nil, 0, 2, "unseen printed jokers that are outs")),
		afterNextChance:    field.In(AfterProgress, fraction("next_out_chance", nil, 0.8, "share of the unseen cards that are outs after the draw of an out and the discard of the highest-point free card, mean over the outs; 0 if MinDist is below 2")),
		afterNextWait:      field.In(AfterProgress, fraction("next_out_wait", nil, 0.8, "next_out_chance with the harmonic mean, whose inverse is the mean number of draws")),
		afterBothChance:    field.In(AfterProgress, fraction("both_outs_chance", nil, 0.4, "next_out_chance times the share of the unseen cards that are outs now")),
		afterJokers:        field.In(AfterProgress, field.Whole("jokers", field.Shape(4), 0, 1, "1 at the number of jokers in the observer's hand, the last entry for 3 or more")),
		afterMissing:       field.In(AfterProgress, field.Whole("missing", field.Shape(4), 0, 1, "1 at the increase of MinDist if each missing card must be a different unseen card, the last entry for 3 or more")),
		afterTotal:         field.In(AfterProgress, field.Whole("total", nil, 0, 130, "points of all cards of the observer's hand")),
		afterStock:         field.In(AfterProgress, flag("stock", "the action draws from the closed deck; the drawn card is not known yet")),
		afterFromPile:      field.In(AfterProgress, flag("from_pile", "the card drawn before the discard came from the open pile")),
		afterDiscardsDrawn: field.In(AfterProgress, flag("throws_drawn", "the action discards the card just drawn")),

		afterRank:            field.In(AfterCard, field.Whole("card_rank", field.Shape(card.NumRanks+1), 0, 1, "1 at the rank of the card, the last entry for a joker; the card is the discard or, if the action draws from the closed deck, the top of the open pile")),
		afterUnseenNext:      field.In(AfterCard, field.Whole("unseen_next", field.Shape(3), 0, 1, "1 at the number of different unseen cards one rank from the card in its suit")),
		afterUnseenSecond:    field.In(AfterCard, field.Whole("unseen_second", field.Shape(3), 0, 1, "1 at the number of different unseen cards two ranks from the card in its suit")),
		afterUnseenRank:      field.In(AfterCard, field.Whole("unseen_rank", field.Shape(4), 0, 1, "1 at the number of different unseen cards of the card's rank in other suits")),
		afterRuns:            field.In(AfterCard, fraction("runs", nil, 2, "expected number of runs of three with the card whose other two cards the opponent holds, if all unseen cards are equally likely in its hand")),
		afterSets:            field.In(AfterCard, fraction("sets", nil, 2, "runs for sets of three: pairs of other cards of the card's rank")),
		afterNear:            field.In(AfterCard, fraction("near", nil, 4, "expected number of cards at most two ranks from the card in its suit that the opponent holds")),
		afterSameRank:        field.In(AfterCard, fraction("same_rank", nil, 3, "expected number of other cards of the card's rank that the opponent holds")),
		afterNextOf:          field.In(AfterCard, field.Whole("next_of", field.Shape(3), 0, 2, "different cards one rank from the card in its suit "+groups)),
		afterSecondOf:        field.In(AfterCard, field.Whole("second_of", field.Shape(3), 0, 2, "different cards two ranks from the card in its suit "+groups)),
		afterRankOf:          field.In(AfterCard, field.Whole("rank_of", field.Shape(3), 0, 3, "different other cards of the card's rank "+groups)),
		afterRelatedOf:       field.In(AfterCard, field.Whole("related_of", field.Shape(3), 0, 4, "sum of next_of, second_of and rank_of "+groups)),
		afterPoints:          field.In(AfterCard, field.Whole("points", nil, 0, meld.MaxPoints, "points of the card")),
		afterIsJoker:         field.In(AfterCard, flag("is_joker", "the card is a joker, printed or of the wild rank")),
		afterIsPrinted:       field.In(AfterCard, flag("is_printed", "the card is a printed joker")),
		afterDiscardedBefore: field.In(AfterCard, flag("thrown_before", "the opponent has discarded or refused a copy of the card")),
		afterTakeLowers:      field.In(AfterCard, flag("take_lowers", "the top of the open pile is not taken although it lowers MinDist")),

		afterShown:         field.In(AfterTable, field.Whole("shown", nil, 0, 8, "cards of the observer's hand that the opponents know")),
		afterFirst:         field.In(AfterTable, flag("first", "the observer moved first")),
		afterOpponentTurns: field.In(AfterTable, field.Whole("opponent_turns", nil, 0, 16, "turns of the opponent, the next seat that is still in the game")),
		afterOpponentTakes: field.In(AfterTable, field.Whole("opponent_takes", nil, 0, 8, "cards that the opponent took from the open pile")),
		afterKnownCards:    field.In(AfterTable, field.Whole("known_cards", nil, 0, 8, "cards that the opponent is known to hold")),
		afterSinceTake:     field.In(AfterTable, field.Whole("since_take", nil, 0, afterLongAgo, fmt.Sprintf("turns of the opponent since it last took a card from the open pile, %d if never", afterLongAgo))),
		afterStockSize:     field.In(AfterTable, field.Whole("stock_size", nil, 0, deck-r.Seats*r.HandSize-2, "cards in the closed deck")),
		afterReshuffled:    field.In(AfterTable, flag("reshuffled", "the open pile has become the closed deck at least once")),
		afterTurns:         field.In(AfterTable, field.Whole("turns", nil, 0, 16, "turns of the observer")),
		afterUnseenCards:   field.In(AfterTable, field.Whole("unseen_cards", nil, 0, deck-r.HandSize-1, "unseen cards: cards of the closed deck and unknown cards of other hands")),
		afterLastPoints:    field.In(AfterTable, field.Whole("last_points", field.Shape(afterDiscards, meld.MaxPoints+1), 0, 1, "1 at the points of the opponent's discard, one row for each of its last turns, the latest first; all 0 for turns that are unknown or did not happen")),
		afterLastKnown:     field.In(AfterTable, field.Whole("last_known", field.Shape(afterMoves), 0, 1, "1 for each of the opponent's last turns that is known, the latest first")),
		afterLastTook:      field.In(AfterTable, field.Whole("last_took", field.Shape(afterMoves), 0, 1, "1 for each of these turns in which the opponent took the top of the open pile")),

		afterOpponentDistance: field.In(AfterBelief, fraction("opponent_distance", field.Shape(opponentDistances), 1, "probability of each MinDist of the opponent's hand")),
		afterWanted:           field.In(AfterBelief, fraction("wanted", nil, 1, "probability that the card would lower the opponent's MinDist")),
		afterWantedLow:        field.In(AfterBelief, fraction("wanted_low", nil, 0.25, "wanted on a finer scale")),

		afterHand:    field.In(AfterCards, field.Whole("hand", field.Shape(kinds), 0, 3, "copies of each card in the observer's hand; "+perCard)),
		afterUnseen:  field.In(AfterCards, field.Whole("unseen", field.Shape(kinds), 0, 3, "unseen copies of each card")),
		afterKnown:   field.In(AfterCards, field.Whole("known", field.Shape(kinds), 0, 3, "copies of each card that the opponent is known to hold")),
		afterGiven:   field.In(AfterCards, field.Whole("given", field.Shape(kinds), 0, 3, "copies of each card that the opponent discarded")),
		afterRefused: field.In(AfterCards, field.Whole("refused", field.Shape(kinds), 0, 3, "copies of each card that the observer discarded and the opponent did not take")),

		afterForWins: field.In(AfterAim, flag("for_wins", "the observer maximises its probability of winning, not its points")),

		afterStockChance:   field.In(AfterOdds, fraction("stock_out_chance", nil, 0.5, "probability that the top of the closed deck is an out, by the model of the opponent's hand")),
		afterDiscardChance: field.In(AfterOdds, fraction("throw_out_chance", nil, 0.5, "probability that the opponent's next discard is an out")),
		afterTurnChance:    field.In(AfterOdds, fraction("turn_out_chance", field.Shape(afterDistances), 0.8, "at the entry of distance: probability that at least one of the two is an out")),
		afterNextTurn:      field.In(AfterOdds, fraction("next_turn_out_chance", nil, 1, "next_out_chance with each card weighted by the sum of its probabilities to be the top of the closed deck and the opponent's next discard")),
		afterNextTurns:     field.In(AfterOdds, fraction("next_turn_out_wait", nil, 1, "next_out_wait with these weights")),
		afterFree:          field.In(AfterOdds, field.Whole("free", nil, 0, 13, "different cards left in the observer's hand whose discard would have left the minimum MinDist; 0 if the action draws, as are the next three fields")),
		afterSafest:        field.In(AfterOdds, fraction("safest", nil, 0.25, "minimum over these cards of the probability that the card would lower the opponent's MinDist; 1 if there are none")),
		afterSecondSafest:  field.In(AfterOdds, fraction("second_safest", nil, 0.5, "the second smallest of these probabilities; 1 if there are fewer than two")),
		afterMeanDanger:    field.In(AfterOdds, fraction("mean_danger", nil, 0.75, "the mean of these probabilities")),

		afterOtherActive:    field.In(AfterOthers, field.Whole("others_active", field.Shape(game.MaxPlayers-1), 0, 1, "1 for each that is still in the game; entries are "+others)),
		afterOtherTurns:     field.In(AfterOthers, field.Whole("others_turns", field.Shape(game.MaxPlayers-1), 0, 16, "turns "+others)),
		afterOtherTakes:     field.In(AfterOthers, field.Whole("others_takes", field.Shape(game.MaxPlayers-1), 0, 8, "cards taken from the open pile "+others)),
		afterOtherKnown:     field.In(AfterOthers, field.Whole("others_known", field.Shape(game.MaxPlayers-1), 0, 8, "known cards in the hand "+others)),
		afterOtherDiscarded: field.In(AfterOthers, fraction("others_discarded", field.Shape(game.MaxPlayers-1), meld.MaxPoints, "mean points of the discards "+others)),

		afterDiscarded: field.In(AfterMarks, field.Whole("discarded", field.Shape(kinds), 0, 1, "1 at the card that is discarded or, if the action draws from the closed deck, at the top of the open pile")),
		afterFreeCards: field.In(AfterMarks, field.Whole("free_cards", field.Shape(kinds), 0, 1, "1 at each card left in the observer's hand whose discard would have left the minimum MinDist; 0 if the action draws")),
		afterOutCards:  field.In(AfterMarks, field.Whole("out_cards", field.Shape(kinds), 0, 1, "1 at each out that can come: unseen, or known to be in the previous player's hand")),
		afterWild:      field.In(AfterMarks, field.Whole("wild", field.Shape(kinds), 0, 1, "1 at each joker: the cards of the wild rank and the printed joker")),

		afterPreviousKnown: field.In(AfterPrevious, field.Whole("previous_known", field.Shape(kinds), 0, 3, "copies of each card that the previous player, whose discards the observer may take, is known to hold")),
		afterPreviousGiven: field.In(AfterPrevious, field.Whole("previous_given", field.Shape(kinds), 0, 3, "copies of each card that the previous player discarded")),

		afterRulePacks:          field.In(AfterRules, field.Whole("rule_packs", field.Shape(card.MaxCopies), 0, 1, "1 at the number of packs, from 1")),
		afterRuleJokers:         field.In(AfterRules, field.Whole("rule_jokers", nil, 0, 8, "printed jokers in the deck")),
		afterRuleSeats:          field.In(AfterRules, field.Whole("rule_seats", field.Shape(game.MaxPlayers-1), 0, 1, "1 at the number of seats, from 2")),
		afterRuleFirstDrop:      field.In(AfterRules, field.Whole("rule_first_drop", nil, 0, 100, "points paid for a drop at the first turn")),
		afterRuleMiddleDrop:     field.In(AfterRules, field.Whole("rule_middle_drop", nil, 0, 100, "points paid for a later drop")),
		afterRuleCap:            field.In(AfterRules, field.Whole("rule_cap", nil, 0, 100, "maximum cost of a hand in points")),
		afterRuleRounds:         field.In(AfterRules, field.Whole("rule_rounds", nil, 0, 100, "rounds after which the game ends")),
		afterRuleHalfTurns:      field.In(AfterRules, flag("rule_half_turns", "a round is counted every half turn")),
		afterRuleNoRelief:       field.In(AfterRules, flag("rule_no_relief", "a loser without a turn pays as any other")),
		afterRuleNoJokers:       field.In(AfterRules, flag("rule_no_jokers", "jokers are not taken from the open pile")),
		afterRuleNoThrowingBack: field.In(AfterRules, flag("rule_no_throwing_back", "a card taken from the open pile is not discarded in the same turn")),
		afterRuleAnyCards:       field.In(AfterRules, flag("rule_any_cards", "declarations that lose are legal")),
		afterRuleWholePile:      field.In(AfterRules, flag("rule_whole_pile", "the whole open pile becomes the new closed deck, its top too")),
		afterRuleNoRecycling:    field.In(AfterRules, flag("rule_no_recycling", "the game ends with the closed deck")),
	}
}

// fraction returns a field of fractions from 0 to high.
func fraction(name string, shape []int, high float64, doc string) game.Field {
	return game.Field{Name: name, Shape: shape, DType: game.Float32, High: high, Doc: doc}
}
