package features

import (
	"fmt"
	"math"

	"rummygym/env/card"
	"rummygym/env/indian"
)

// slot numbers the fields of an encoded observation, in their order.
type slot uint8

const (
	slotHand slot = iota
	slotDrawn
	slotFromPile
	slotShown
	slotWildRank
	slotWildcard
	slotTop
	slotPile
	slotSeen
	slotTaken
	slotGiven
	slotKnown
	slotStockSize
	slotPileSize
	slotHandSizes
	slotActive
	slotReshuffles
	slotPhase
	slotMover
	slotSeat
	slotTurn
	slotRound
	slotTurns
	slotMinScore
	slotMinScoreUncapped
	slotMinDist
	slotScoreAfterDiscard
	slotDistAfterDiscard
	slotDistAfterDraw
	slotOuts
	slotOutsTotal
	slotDistAvailable
	slotRelatedTaken
	slotRelatedGiven
	numSlots
)

// The bounds of fields that the rules do not give.
const (
	maxPoints     = 10            // of one card
	maxReshuffles = math.MaxUint8 // larger counts are written as this
	maxRelated    = 5             // faces related to a card: two neighbours in its suit, three suits of its rank
)

// OutOfPhase is the value of every entry of a field that does not apply: those
// after each discard while there is no card to discard, and those about draws
// while the drawn card is still in the hand.
const OutOfPhase = -1

// indianFields returns the field of every slot under the rules, with its group.
// It is the one source of names, shapes, ranges and meanings.
func indianFields(r indian.Rules) [numSlots]groupedField[Groups] {
	const kinds = card.NumKinds
	players, others := r.Seats, r.Seats-1
	deck := 52*r.Packs + r.Jokers
	copies := max(r.Packs, r.Jokers)
	turns := r.Seats * (r.MaxRounds + 2)
	worst := maxPoints * r.HandSize
	perCard := "entry suit*13 + rank (clubs, diamonds, hearts, spades; ace to king), then the printed joker"
	perOther := "a row for each opponent, the next seat first"
	perSeat := "self first, then the next seats in order"
	return [numSlots]groupedField[Groups]{
		slotHand:     {OwnCards, field("hand", shape(kinds), 0, copies, "copies of each card in the own hand; "+perCard)},
		slotDrawn:    {OwnCards, field("drawn", shape(kinds), 0, 1, "1 at the card just drawn: by the observer, or by another player from the open pile; all 0 once a card is discarded")},
		slotFromPile: {OwnCards, field("from_pile", nil, 0, 1, "1 if the card just drawn was the top of the open pile")},
		slotShown:    {OwnCards, field("shown", shape(kinds), 0, copies, "copies of own cards that the others know: taken from the open pile and not thrown since")},

		slotWildRank: {WildRank, field("wild_rank", shape(card.NumRanks), 0, 1, "1 at the wild rank, ace to king")},
		slotWildcard: {WildRank, field("wildcard", shape(kinds), 0, 1, "1 at the card turned up to make the wild rank, which is out of the game")},

		slotTop:  {OpenPile, field("pile_top", shape(kinds), 0, 1, "1 at the top of the open pile; all 0 if it is empty")},
		slotPile: {OpenPile, field("pile", shape(kinds), 0, copies, "copies of each card in the open pile, the top included")},
		slotSeen: {OpenPile, field("seen", shape(kinds), 0, copies, "copies of each card whose place is known: own hand, open pile, wildcard, and cards opponents surely hold")},

		slotTaken: {OpponentCards, field("taken", shape(others, kinds), 0, card.MaxCopies, fmt.Sprintf("times each card was taken from the open pile, counted up to %d; %s", card.MaxCopies, perOther))},
		slotGiven: {OpponentCards, field("given", shape(others, kinds), 0, card.MaxCopies, fmt.Sprintf("times each card was thrown on the open pile, counted up to %d; %s", card.MaxCopies, perOther))},
		slotKnown: {OpponentCards, field("known", shape(others, kinds), 0, copies, "copies of each card surely held: taken and not thrown since; "+perOther)},

		slotStockSize:  {Counts, field("stock_size", nil, 0, deck, "cards in the closed deck")},
		slotPileSize:   {Counts, field("pile_size", nil, 0, deck, "cards in the open pile")},
		slotHandSizes:  {Counts, field("hand_sizes", shape(players), 0, r.HandSize+1, "cards each seat holds, "+perSeat)},
		slotActive:     {Counts, field("active", shape(players), 0, 1, "1 for each seat that has not dropped, "+perSeat)},
		slotReshuffles: {Counts, field("reshuffles", nil, 0, maxReshuffles, "times the open pile has become a new closed deck, counted up to 255")},

		slotPhase: {Progress, field("phase", shape(3), 0, 1, "1 at the phase of the player to move: draw, discard, game over")},
		slotMover: {Progress, field("mover", shape(players), 0, 1, "1 at the player to move, "+perSeat+"; all 0 after the end")},
		slotSeat:  {Progress, field("seat", shape(players), 0, 1, "1 at the own seat; seat 0 moves first")},
		slotTurn:  {Progress, field("turn", nil, 0, turns, "turns begun so far by all players together")},
		slotRound: {Progress, field("round", nil, 0, turns, "rounds begun so far")},
		slotTurns: {Progress, field("turns", shape(players), 0, turns, "turns each seat has begun, "+perSeat)},

		slotMinScore:         {Score, field("min_score", nil, 0, min(r.Cap, worst), "MinScore of the hand in points, capped; of the best cards without one while there is one to discard")},
		slotMinScoreUncapped: {Score, field("min_score_uncapped", nil, 0, worst, "the same, not capped")},

		slotMinDist: {Distance, field("min_dist", nil, 0, r.HandSize, "MinDist of the hand in cards; of the best cards without one while there is one to discard")},

		slotScoreAfterDiscard: {DiscardScores, field("min_score_after_discard", shape(kinds), OutOfPhase, worst, "MinScore in points, not capped, after discarding each card; -1 if not held, or no card is to be discarded")},

		slotDistAfterDiscard: {DiscardDistances, field("min_dist_after_discard", shape(kinds), OutOfPhase, r.HandSize, "MinDist in cards after discarding each card; -1 if not held, or no card is to be discarded")},

		slotDistAfterDraw: {Outs, field("min_dist_after_draw", shape(kinds), OutOfPhase, r.HandSize, "MinDist in cards after drawing each card and the best discard; -1 while a card is to be discarded")},
		slotOuts:          {Outs, field("outs", shape(kinds), OutOfPhase, copies, "copies not seen of each card whose draw lowers MinDist, 0 for other cards; -1 while a card is to be discarded")},
		slotOutsTotal:     {Outs, field("outs_total", nil, OutOfPhase, deck, "sum of outs; -1 while a card is to be discarded")},

		slotDistAvailable: {Availability, field("min_dist_available", nil, 0, Unreachable, fmt.Sprintf("MinDist where each missing card must be one that can still come; %d if no declaration can be reached", Unreachable))},

		slotRelatedTaken: {Relations, field("related_taken", shape(others, kinds), 0, maxRelated, "for each card held, different cards related to it (next rank in suit, same rank in another suit) that were taken; 0 if not held; "+perOther)},
		slotRelatedGiven: {Relations, field("related_given", shape(others, kinds), 0, maxRelated, "for each card held, different cards related to it (next rank in suit, same rank in another suit) that were thrown; 0 if not held; "+perOther)},
	}
}
