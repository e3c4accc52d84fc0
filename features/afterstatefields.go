package features

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// The slots of the fields of Indian Rummy.
const (
	afterDistance afterSlot = iota
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
	afterThrowsDrawn
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
	afterThrownBefore
	afterTakeLowers
	afterShown
	afterFirst
	afterHisTurns
	afterHisTakes
	afterKnownCards
	afterSinceTake
	afterStockSize
	afterReshuffled
	afterTurns
	afterUnseenCards
	afterLastPoints
	afterLastKnown
	afterLastTook
	afterHisDistance
	afterWanted
	afterWantedLow
	afterHand
	afterUnseen
	afterKnown
	afterGiven
	afterRefused
	afterForWins
	afterStockChance
	afterThrowChance
	afterTurnChance
	afterNextTurn
	afterNextTurns
	afterFree
	afterSafest
	afterSecondSafest
	afterMeanDanger
	numAfterSlots
)

// How much of the past an afterstate has, and where its counts end.
const (
	afterDistances = 9  // MinDist 0 to 7, and 8 or more
	afterThrows    = 3  // his last discards of which the points are kept
	afterMoves     = 4  // his last turns of which it is kept whether he took
	afterLongAgo   = 15 // turns since he took a card, if he never did
)

// afterstateFields returns the field of every slot under the rules, with its group.
// It is the one source of names, shapes, ranges and meanings.
func afterstateFields(r indian.Rules) [numAfterSlots]groupedField[AfterstateGroups] {
	const kinds = card.NumKinds
	deck := 52*r.Packs + r.Jokers
	flag := func(name, doc string) game.Field { return field(name, nil, 0, 1, "1 if "+doc) }
	groups := "among the cards that he is known to hold, that he threw, and that he left"
	perCard := "entry suit*13 + rank (clubs, diamonds, hearts, spades; ace to king), then the printed joker"
	return [numAfterSlots]groupedField[AfterstateGroups]{
		afterDistance:    {AfterProgress, field("distance", shape(afterDistances), 0, 1, "1 at the MinDist of the own hand, the last entry for all from 8")},
		afterOutChance:   {AfterProgress, fraction("out_chance", shape(afterDistances), 0.5, "at the entry of distance: outs among the unseen cards, as a share")},
		afterOutChance3:  {AfterProgress, fraction("out_chance_3", shape(afterDistances), 1, "at the entry of distance: chance of an out in three draws by that share")},
		afterScore:       {AfterProgress, field("score", nil, 0, 100, "MinScore of the hand in points, not capped")},
		afterScoreCapped: {AfterProgress, field("score_capped", nil, 0, r.Cap, "the same, capped")},
		afterScoreAtCap:  {AfterProgress, flag("score_at_cap", "it is at the cap or above")},
		afterOutKinds:    {AfterProgress, field("out_kinds", nil, 0, 26, "different outs: cards that lower MinDist, of which some are unseen")},
		afterOuts:        {AfterProgress, field("outs", nil, 0, 40*r.Packs, "the same, with all unseen copies")},
		afterJokerOuts:   {AfterProgress, field("joker_outs", nil, 0, 2, "unseen printed jokers that are outs")},
		afterNextChance:  {AfterProgress, fraction("next_out_chance", nil, 0.8, "once an out is drawn and the dearest card that may go is thrown: share of the unseen cards that are outs then, mean over the outs; 0 if MinDist is below 2")},
		afterNextWait:    {AfterProgress, fraction("next_out_wait", nil, 0.8, "the same as the harmonic mean, so that one over it is the mean number of draws")},
		afterBothChance:  {AfterProgress, fraction("both_outs_chance", nil, 0.4, "next_out_chance times the share of the outs now")},
		afterJokers:      {AfterProgress, field("jokers", shape(4), 0, 1, "1 at the number of jokers in the hand, the last entry for all from 3")},
		afterMissing:     {AfterProgress, field("missing", shape(4), 0, 1, "1 at how much greater MinDist is if only unseen cards count, the last entry for all from 3")},
		afterTotal:       {AfterProgress, field("total", nil, 0, 130, "points of all cards of the hand")},
		afterStock:       {AfterProgress, flag("stock", "the action draws from the closed deck, and the drawn card is not known yet")},
		afterFromPile:    {AfterProgress, flag("from_pile", "the card drawn before the discard came from the open pile")},
		afterThrowsDrawn: {AfterProgress, flag("throws_drawn", "the card just drawn is thrown")},

		afterRank:         {AfterCard, field("card_rank", shape(card.NumRanks+1), 0, 1, "the card: that which is thrown or, where the action draws from the closed deck, the top of the open pile; 1 at its rank, the last entry for a joker")},
		afterUnseenNext:   {AfterCard, field("unseen_next", shape(3), 0, 1, "1 at the number of different unseen cards that are next to it in its suit")},
		afterUnseenSecond: {AfterCard, field("unseen_second", shape(3), 0, 1, "the same for cards two ranks away")},
		afterUnseenRank:   {AfterCard, field("unseen_rank", shape(4), 0, 1, "the same for other cards of its rank")},
		afterRuns:         {AfterCard, fraction("runs", nil, 2, "expected number of runs of three with it of which the opponent holds the other two cards; each unseen card is his with equal chance")},
		afterSets:         {AfterCard, fraction("sets", nil, 2, "the same for pairs of other cards of its rank")},
		afterNear:         {AfterCard, fraction("near", nil, 4, "expected number of cards at most two ranks away in its suit that he holds")},
		afterSameRank:     {AfterCard, fraction("same_rank", nil, 3, "the same for other cards of its rank")},
		afterNextOf:       {AfterCard, field("next_of", shape(3), 0, 2, "different cards next to it in its suit "+groups)},
		afterSecondOf:     {AfterCard, field("second_of", shape(3), 0, 2, "different cards two ranks away in its suit "+groups)},
		afterRankOf:       {AfterCard, field("rank_of", shape(3), 0, 3, "different other cards of its rank "+groups)},
		afterRelatedOf:    {AfterCard, field("related_of", shape(3), 0, 4, "the three together "+groups)},
		afterPoints:       {AfterCard, field("points", nil, 0, maxPoints, "its points")},
		afterIsJoker:      {AfterCard, flag("is_joker", "it is a joker, printed or of the wild rank")},
		afterIsPrinted:    {AfterCard, flag("is_printed", "it is a printed joker")},
		afterThrownBefore: {AfterCard, flag("thrown_before", "a copy was thrown by him, or left by him")},
		afterTakeLowers:   {AfterCard, flag("take_lowers", "the top of the open pile is left although it lowers MinDist")},

		afterShown:       {AfterTable, field("shown", nil, 0, 8, "own cards that the others know")},
		afterFirst:       {AfterTable, flag("first", "the observer moved first")},
		afterHisTurns:    {AfterTable, field("his_turns", nil, 0, 16, "turns of the opponent, who is the next seat in the game")},
		afterHisTakes:    {AfterTable, field("his_takes", nil, 0, 8, "cards that he took from the open pile")},
		afterKnownCards:  {AfterTable, field("known_cards", nil, 0, 8, "cards that he is known to hold")},
		afterSinceTake:   {AfterTable, field("since_take", nil, 0, afterLongAgo, fmt.Sprintf("his turns since he last took one, %d if never", afterLongAgo))},
		afterStockSize:   {AfterTable, field("stock_size", nil, 0, deck-r.Seats*r.HandSize-2, "cards in the closed deck")},
		afterReshuffled:  {AfterTable, flag("reshuffled", "the open pile has become the closed deck before")},
		afterTurns:       {AfterTable, field("turns", nil, 0, 16, "turns of the observer")},
		afterUnseenCards: {AfterTable, field("unseen_cards", nil, 0, deck-r.HandSize-1, "unseen cards: of the closed deck, or in other hands and not known")},
		afterLastPoints:  {AfterTable, field("last_points", shape(afterThrows, maxPoints+1), 0, 1, "1 at the points of the card that he threw, a row for each of his last turns, the last one first; all 0 for turns that were not or are not known")},
		afterLastKnown:   {AfterTable, field("last_known", shape(afterMoves), 0, 1, "1 for each of his last turns, the last one first, that is known")},
		afterLastTook:    {AfterTable, field("last_took", shape(afterMoves), 0, 1, "1 where he took the top of the open pile in it")},

		afterHisDistance: {AfterBelief, fraction("his_distance", shape(opponentDistances), 1, "probability of each MinDist of his hand")},
		afterWanted:      {AfterBelief, fraction("wanted", nil, 1, "probability that the card would lower it")},
		afterWantedLow:   {AfterBelief, fraction("wanted_low", nil, 0.25, "the same on a finer scale")},

		afterHand:    {AfterCards, field("hand", shape(kinds), 0, 3, "copies of each card in the own hand; "+perCard)},
		afterUnseen:  {AfterCards, field("unseen", shape(kinds), 0, 3, "unseen copies of each card")},
		afterKnown:   {AfterCards, field("known", shape(kinds), 0, 3, "copies that the opponent is known to hold")},
		afterGiven:   {AfterCards, field("given", shape(kinds), 0, 3, "copies that he threw")},
		afterRefused: {AfterCards, field("refused", shape(kinds), 0, 3, "copies that the observer threw and he did not take")},

		afterForWins: {AfterAim, flag("for_wins", "the observer plays to win as often as it can, not for points")},

		afterStockChance:  {AfterOdds, fraction("stock_out_chance", nil, 0.5, "chance that the top of the closed deck is an out, by where the unseen cards are believed to be")},
		afterThrowChance:  {AfterOdds, fraction("throw_out_chance", nil, 0.5, "chance that what the opponent throws next is one")},
		afterTurnChance:   {AfterOdds, fraction("turn_out_chance", shape(afterDistances), 0.8, "at the entry of distance: chance of either")},
		afterNextTurn:     {AfterOdds, fraction("next_turn_out_chance", nil, 1, "next_out_chance with each card counted by the sum of the two chances that it comes")},
		afterNextTurns:    {AfterOdds, fraction("next_turn_out_wait", nil, 1, "next_out_wait so")},
		afterFree:         {AfterOdds, field("free", nil, 0, 13, "different cards left in the own hand that could have been thrown at the same MinDist; 0 if the action draws, as for the next three")},
		afterSafest:       {AfterOdds, fraction("safest", nil, 0.25, "least probability that one of them would lower the opponent's MinDist; 1 without one")},
		afterSecondSafest: {AfterOdds, fraction("second_safest", nil, 0.5, "the second least of them")},
		afterMeanDanger:   {AfterOdds, fraction("mean_danger", nil, 0.75, "the mean of them")},
	}
}

// fraction returns a field of fractions from 0 to high.
func fraction(name string, shape []int, high float64, doc string) game.Field {
	return game.Field{Name: name, Shape: shape, DType: game.Float32, High: high, Doc: doc}
}
