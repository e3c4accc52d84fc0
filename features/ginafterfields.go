package features

import (
	"rummygym/env/card"
	"rummygym/env/gin"
)

// The slots of the fields of Gin Rummy.
const (
	ginAfterKnocks afterSlot = iota
	ginAfterKnockDeadwood
	ginAfterLaidOff
	ginAfterDeadwoodRange
	ginAfterDeadwood
	ginAfterAbove
	ginAfterMelds
	ginAfterMelded
	ginAfterPaired
	ginAfterLoose
	ginAfterDearest
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
	ginAfterHisTakes
	ginAfterKnownCards
	ginAfterSinceTake
	ginAfterStockSize
	ginAfterUnseenCards
	ginAfterLimit
	ginAfterPassed
	ginAfterHisPips
	ginAfterLastPips
	ginAfterLastKnown
	ginAfterLastTook
	ginAfterHeld
	ginAfterRisk
	ginAfterHeldPips
	ginAfterHeldLaidOff
	ginAfterScore
	ginAfterHisScore
	ginAfterHand
	ginAfterMeldedCards
	ginAfterUnseen
	ginAfterKnown
	ginAfterGiven
	ginAfterRefused
	ginAfterForWins
	numGinAfterSlots
)

// How much of the past an afterstate of Gin Rummy has, and where its counts end.
const (
	ginAfterMoves   = 4  // his last turns that are kept
	ginAfterLongAgo = 15 // turns since he took a card, if he never did
	ginAfterKnocked = 10 // deadwood from which knocks are alike
	ginMostPips     = 10 // of one card
)

// ginDeadwoodFrom are the deadwoods from which on the entries of the field
// deadwood_range are.
var ginDeadwoodFrom = [...]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 20, 30, 45}

// ginAfterFields returns the field of every slot under the rules, with its group. It is
// the one source of names, shapes, ranges and meanings.
func ginAfterFields(r gin.Rules) [numGinAfterSlots]groupedField[GinAfterstateGroups] {
	plane := shape(card.NumSuits, card.NumRanks)
	groups := "among the cards that he is known to hold, that he threw, and that he left"
	const open = "; 0 for a knock"
	return [numGinAfterSlots]groupedField[GinAfterstateGroups]{
		ginAfterKnocks:        {GinAfterProgress, field("knocks", nil, 0, 1, "1 if the observer knocks")},
		ginAfterKnockDeadwood: {GinAfterProgress, field("knock_deadwood", shape(ginAfterKnocked+1), 0, 1, "1 at the deadwood with which it knocks, the last entry for all from 10; all 0 if it does not")},
		ginAfterLaidOff:       {GinAfterProgress, fraction("laid_off", nil, 20, "points that the opponent is expected to lay off on a knock, one card at each place; each unseen card is his with equal chance")},
		ginAfterDeadwoodRange: {GinAfterProgress, field("deadwood_range", shape(len(ginDeadwoodFrom)), 0, 1, "1 at the deadwood of the hand: 0 to 10, then 11, 15, 20, 30 and 45 and what follows"+open)},
		ginAfterDeadwood:      {GinAfterProgress, field("deadwood", nil, 0, ginPips, "deadwood of the hand")},
		ginAfterAbove:         {GinAfterProgress, field("above", nil, 0, ginPips, "points by which it is above what one may knock with")},
		ginAfterMelds:         {GinAfterProgress, field("melds", shape(ginMeldsMost+1), 0, 1, "1 at the number of melds of the first best arrangement")},
		ginAfterMelded:        {GinAfterProgress, field("melded", nil, 0, ginHandSize, "cards in it")},
		ginAfterPaired:        {GinAfterProgress, field("paired", nil, 0, ginPips, "points of cards outside it of which two need one unseen card to meld"+open)},
		ginAfterLoose:         {GinAfterProgress, field("loose", nil, 0, ginPips, "points of the other cards outside it"+open)},
		ginAfterDearest:       {GinAfterProgress, field("dearest", nil, 0, ginMostPips, "points of the dearest card outside it"+open)},
		ginAfterOuts:          {GinAfterProgress, field("outs", nil, 0, numSuited, "unseen cards that would lie in a meld of the hand"+open)},
		ginAfterMeldPoints:    {GinAfterProgress, fraction("meld_points", nil, 15, "points that the next unseen card is expected to meld, by formula 10 of paper 001"+open)},
		ginAfterNext:          {GinAfterProgress, fraction("next_deadwood", nil, 60, "deadwood after a draw from the unseen cards and the best discard, mean"+open)},
		ginAfterFall:          {GinAfterProgress, fraction("fall", nil, 15, "how much less that is than now"+open)},
		ginAfterKnockChance:   {GinAfterProgress, fraction("knock_chance", nil, 1, "chance that one may knock then"+open)},
		ginAfterKnockChance3:  {GinAfterProgress, fraction("knock_chance_3", nil, 1, "the same in three draws by that chance"+open)},
		ginAfterGinChance:     {GinAfterProgress, fraction("gin_chance", nil, 0.3, "chance of no deadwood then"+open)},
		ginAfterNextKnock:     {GinAfterProgress, fraction("next_knock_chance", nil, 1, "once an out is drawn and the dearest card outside melds is thrown: knock_chance then, mean over the outs"+open)},
		ginAfterNextGin:       {GinAfterProgress, fraction("next_gin_chance", nil, 0.3, "the same for gin_chance"+open)},
		ginAfterStock:         {GinAfterProgress, field("stock", nil, 0, 1, "1 if the action draws from the stock, and the drawn card is not known yet")},
		ginAfterPass:          {GinAfterProgress, field("pass", shape(2), 0, 1, "1 if the action passes the first upcard: as the first to do so, as the second")},
		ginAfterFromPile:      {GinAfterProgress, field("from_pile", nil, 0, 1, "1 if the card drawn before the discard was the upcard")},

		ginAfterRank:         {GinAfterCard, field("card_rank", shape(card.NumRanks), 0, 1, "the card: that which is thrown, or the upcard that is left; 1 at its rank")},
		ginAfterUnseenNext:   {GinAfterCard, field("unseen_next", shape(3), 0, 1, "1 at the number of unseen cards that are next to it in its suit")},
		ginAfterUnseenSecond: {GinAfterCard, field("unseen_second", shape(3), 0, 1, "the same for cards two ranks away")},
		ginAfterUnseenRank:   {GinAfterCard, field("unseen_rank", shape(4), 0, 1, "the same for other cards of its rank")},
		ginAfterRuns:         {GinAfterCard, fraction("runs", nil, 2, "expected number of runs of three with it of which the opponent holds the other two cards; each unseen card is his with equal chance")},
		ginAfterSets:         {GinAfterCard, fraction("sets", nil, 2, "the same for pairs of other cards of its rank")},
		ginAfterNear:         {GinAfterCard, fraction("near", nil, 4, "expected number of cards at most two ranks away in its suit that he holds")},
		ginAfterSameRank:     {GinAfterCard, fraction("same_rank", nil, 3, "the same for other cards of its rank")},
		ginAfterNextOf:       {GinAfterCard, field("next_of", shape(3), 0, 2, "cards next to it in its suit "+groups)},
		ginAfterSecondOf:     {GinAfterCard, field("second_of", shape(3), 0, 2, "cards two ranks away in its suit "+groups)},
		ginAfterRankOf:       {GinAfterCard, field("rank_of", shape(3), 0, 3, "other cards of its rank "+groups)},
		ginAfterRelatedOf:    {GinAfterCard, field("related_of", shape(3), 0, 7, "the three together "+groups)},
		ginAfterPips:         {GinAfterCard, field("pips", nil, 0, ginMostPips, "its points")},
		ginAfterMeldsKnown:   {GinAfterCard, field("melds_known", nil, 0, 1, "1 if it melds with cards that he is known to hold")},
		ginAfterLeavesMeld:   {GinAfterCard, field("leaves_meld", nil, 0, 1, "1 if it is left, and would lie in a meld of the hand")},

		ginAfterShown:       {GinAfterTable, field("shown", nil, 0, 8, "own cards that the opponent knows"+open)},
		ginAfterFirst:       {GinAfterTable, field("first", nil, 0, 1, "1 if the observer began the hand")},
		ginAfterTurn:        {GinAfterTable, field("turn", nil, 0, 40, "turns of drawing begun in this hand")},
		ginAfterHisTakes:    {GinAfterTable, field("his_takes", nil, 0, 8, "upcards that he took")},
		ginAfterKnownCards:  {GinAfterTable, field("known_cards", nil, 0, 8, "cards that he is known to hold")},
		ginAfterSinceTake:   {GinAfterTable, field("since_take", nil, 0, ginAfterLongAgo, "his turns since he last took one, 15 if never")},
		ginAfterStockSize:   {GinAfterTable, field("stock_size", nil, 0, numSuited-2*ginHandSize-1, "cards in the stock")},
		ginAfterUnseenCards: {GinAfterTable, field("unseen_cards", nil, 0, numSuited-ginHandSize-1, "unseen cards: of the stock, or in his hand and not known")},
		ginAfterLimit:       {GinAfterTable, field("knock_limit", nil, 0, ginPips, "most deadwood to knock with in this hand")},
		ginAfterPassed:      {GinAfterTable, field("passed", shape(2), 0, 1, "1 if the first upcard was passed before: by the observer, by him")},
		ginAfterHisPips:     {GinAfterTable, fraction("his_pips", nil, ginPips, "points of his hand, melds included; each unseen card is his with equal chance")},
		ginAfterLastPips:    {GinAfterTable, field("last_pips", shape(ginAfterMoves, ginMostPips+1), 0, 1, "1 at the points of the card that he threw, a row for each of his last turns, the last one first; all 0 for turns that were not")},
		ginAfterLastKnown:   {GinAfterTable, field("last_known", shape(ginAfterMoves), 0, 1, "1 for each of his last turns that was, the last one first")},
		ginAfterLastTook:    {GinAfterTable, field("last_took", shape(ginAfterMoves), 0, 1, "1 where he took the upcard in it")},

		ginAfterHeld:        {GinAfterBelief, fraction("held", plane, 1, "probability that he holds each card; rows clubs, diamonds, hearts, spades, columns ace to king, as in all planes of cards")},
		ginAfterRisk:        {GinAfterBelief, fraction("risk", nil, 3, "expected number of pairs in his hand that meld with the card that leaves, by those")},
		ginAfterHeldPips:    {GinAfterBelief, fraction("held_pips", nil, ginPips, "points of his hand, melds included, by those")},
		ginAfterHeldLaidOff: {GinAfterBelief, fraction("held_laid_off", nil, 20, "points that he is expected to lay off on a knock, one card at each place, by those")},

		ginAfterScore:    {GinAfterMatch, fraction("score", nil, float64(r.Target), "own points of the match before this hand")},
		ginAfterHisScore: {GinAfterMatch, fraction("his_score", nil, float64(r.Target), "his points")},

		ginAfterHand:        {GinAfterCards, field("hand", plane, 0, 1, "1 at each card in the own hand")},
		ginAfterMeldedCards: {GinAfterCards, field("melded_cards", plane, 0, 1, "1 at each card of its first best arrangement")},
		ginAfterUnseen:      {GinAfterCards, field("unseen", plane, 0, 1, "1 at each unseen card")},
		ginAfterKnown:       {GinAfterCards, field("known", plane, 0, 1, "1 at each card that the opponent is known to hold")},
		ginAfterGiven:       {GinAfterCards, field("given", plane, 0, 1, "1 at each card that he threw")},
		ginAfterRefused:     {GinAfterCards, field("refused", plane, 0, 1, "1 at each upcard that he left")},

		ginAfterForWins: {GinAfterAim, field("for_wins", nil, 0, 1, "1 if the observer plays to win as often as it can, not for points")},
	}
}
