package encoder

import (
	"fmt"
	"math"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/internal/field"
	"rummygym/features/mindist"
)

// indianSlot numbers the fields of an encoded observation of Indian Rummy, in order.
type indianSlot uint8

const (
	slotHand indianSlot = iota
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

	slotExpectedTurns
	slotExpectedDist

	numSlots
)

// The bounds of fields that do not depend on the rules.
const (
	maxReshuffles = math.MaxUint8 // larger counts are encoded as this
	maxRelated    = 5             // cards related to a card: two neighbours in its suit, three other suits of its rank
)

// OutOfPhase is the value of the entries of a field that does not apply: a field about
// discards while the observer has no card to discard, or a field about draws while it has.
const OutOfPhase = -1

// indianFields returns the field of every slot under the rules, with its group. All names,
// shapes, ranges and meanings are defined here only.
func indianFields(r indian.Rules) [numSlots]field.Grouped[IndianGroups] {
	const kinds = card.NumKinds
	players, others := r.Seats, r.Seats-1
	deck := r.DeckSize()
	copies := max(r.Packs, r.Jokers)
	turns := r.Seats * (r.MaxRounds + 2)
	worst := meld.MaxPoints * r.HandSize
	perCard := "entry suit*13 + rank (clubs, diamonds, hearts, spades; ace to king), then the printed joker"
	perOther := "one row per opponent, the next seat first"
	perSeat := "the observer first, then the next seats in order"
	return [numSlots]field.Grouped[IndianGroups]{
		slotHand:     field.In(OwnCards, field.Whole("hand", field.Shape(kinds), 0, copies, "copies of each card in the observer's hand; "+perCard)),
		slotDrawn:    field.In(OwnCards, field.Whole("drawn", field.Shape(kinds), 0, 1, "1 at the card just drawn, by the observer or by another player from the open pile; all 0 after the discard")),
		slotFromPile: field.In(OwnCards, field.Whole("from_pile", nil, 0, 1, "1 if the card just drawn was the top of the open pile")),
		slotShown:    field.In(OwnCards, field.Whole("shown", field.Shape(kinds), 0, copies, "copies of cards in the observer's hand that the opponents know: taken from the open pile and not discarded since")),

		slotWildRank: field.In(WildRank, field.Whole("wild_rank", field.Shape(card.NumRanks), 0, 1, "1 at the wild rank, ace to king")),
		slotWildcard: field.In(WildRank, field.Whole("wildcard", field.Shape(kinds), 0, 1, "1 at the card turned up to determine the wild rank, which is out of play")),

		slotTop:  field.In(OpenPile, field.Whole("pile_top", field.Shape(kinds), 0, 1, "1 at the top of the open pile; all 0 if it is empty")),
		slotPile: field.In(OpenPile, field.Whole("pile", field.Shape(kinds), 0, copies, "copies of each card in the open pile, including the top")),
		slotSeen: field.In(OpenPile, field.Whole("seen", field.Shape(kinds), 0, copies, "copies of each card whose location is known: the observer's hand, the open pile, the wildcard, and cards that opponents are known to hold")),

		slotTaken: field.In(OpponentCards, field.Whole("taken", field.Shape(others, kinds), 0, card.MaxCopies, fmt.Sprintf("number of times that each card was taken from the open pile, at most %d; %s", card.MaxCopies, perOther))),
		slotGiven: field.In(OpponentCards, field.Whole("given", field.Shape(others, kinds), 0, card.MaxCopies, fmt.Sprintf("number of times that each card was discarded, at most %d; %s", card.MaxCopies, perOther))),
		slotKnown: field.In(OpponentCards, field.Whole("known", field.Shape(others, kinds), 0, copies, "copies of each card known to be held: taken from the open pile and not discarded since; "+perOther)),

		slotStockSize:  field.In(Counts, field.Whole("stock_size", nil, 0, deck, "cards in the closed deck")),
		slotPileSize:   field.In(Counts, field.Whole("pile_size", nil, 0, deck, "cards in the open pile")),
		slotHandSizes:  field.In(Counts, field.Whole("hand_sizes", field.Shape(players), 0, r.HandSize+1, "number of cards of each seat, "+perSeat)),
		slotActive:     field.In(Counts, field.Whole("active", field.Shape(players), 0, 1, "1 for each seat that has not dropped, "+perSeat)),
		slotReshuffles: field.In(Counts, field.Whole("reshuffles", nil, 0, maxReshuffles, "number of times that the open pile became the closed deck, at most 255")),

		slotPhase: field.In(Progress, field.Whole("phase", field.Shape(3), 0, 1, "1 at the phase: draw, discard, game over")),
		slotMover: field.In(Progress, field.Whole("mover", field.Shape(players), 0, 1, "1 at the player to move, "+perSeat+"; all 0 after the end of the game")),
		slotSeat:  field.In(Progress, field.Whole("seat", field.Shape(players), 0, 1, "1 at the observer's seat; seat 0 moves first")),
		slotTurn:  field.In(Progress, field.Whole("turn", nil, 0, turns, "turns begun by all players together")),
		slotRound: field.In(Progress, field.Whole("round", nil, 0, turns, "rounds begun")),
		slotTurns: field.In(Progress, field.Whole("turns", field.Shape(players), 0, turns, "turns begun by each seat, "+perSeat)),

		slotMinScore:         field.In(Score, field.Whole("min_score", nil, 0, min(r.Cap, worst), "MinScore of the observer's hand in points, capped; after the best discard while a discard is due")),
		slotMinScoreUncapped: field.In(Score, field.Whole("min_score_uncapped", nil, 0, worst, "min_score before the cap")),

		slotMinDist: field.In(Distance, field.Whole("min_dist", nil, 0, r.HandSize, "MinDist of the observer's hand in cards; after the best discard while a discard is due")),

		slotScoreAfterDiscard: field.In(DiscardScores, field.Whole("min_score_after_discard", field.Shape(kinds), OutOfPhase, worst, "MinScore in points, not capped, after discarding each card; -1 if the card is not held or no discard is due")),

		slotDistAfterDiscard: field.In(DiscardDistances, field.Whole("min_dist_after_discard", field.Shape(kinds), OutOfPhase, r.HandSize, "MinDist in cards after discarding each card; -1 if the card is not held or no discard is due")),

		slotDistAfterDraw: field.In(Outs, field.Whole("min_dist_after_draw", field.Shape(kinds), OutOfPhase, r.HandSize, "MinDist in cards after drawing each card and the best discard; -1 while a discard is due")),
		slotOuts:          field.In(Outs, field.Whole("outs", field.Shape(kinds), OutOfPhase, copies, "unseen copies of each card whose draw lowers MinDist, 0 for other cards; -1 while a discard is due")),
		slotOutsTotal:     field.In(Outs, field.Whole("outs_total", nil, OutOfPhase, deck, "sum of outs; -1 while a discard is due")),

		slotDistAvailable: field.In(Availability, field.Whole("min_dist_available", nil, 0, mindist.Unreachable, fmt.Sprintf("MinDist where each missing card must be a different card that can still be drawn; %d if no declaration can be reached", mindist.Unreachable))),

		slotRelatedTaken: field.In(Relations, field.Whole("related_taken", field.Shape(others, kinds), 0, maxRelated, "for each card held, the number of different cards taken that are related to it (adjacent rank in its suit, or its rank in another suit); 0 if the card is not held; "+perOther)),
		slotRelatedGiven: field.In(Relations, field.Whole("related_given", field.Shape(others, kinds), 0, maxRelated, "for each card held, the number of different cards discarded that are related to it (adjacent rank in its suit, or its rank in another suit); 0 if the card is not held; "+perOther)),

		slotExpectedTurns: field.In(ExpectedTurns, floatField("expected_turns", nil, mindist.Unreachable, "estimated number of own turns until a declaration, each drawing a random unseen card; after the best discard while a discard is due")),

		slotExpectedDist: field.In(ExpectedDistance, floatField("expected_min_dist", nil, float64(r.HandSize), "expected value of min_dist_available, at most the size of a hand, if each unseen card can be drawn with the probability that it is in the closed deck: the number of cards in the closed deck divided by the number of unseen cards")),
	}
}

// IndianGroups is a set of groups of observation fields of Indian Rummy, one bit each. Fields
// of other groups are neither laid out nor computed.
type IndianGroups uint32

// The groups of fields. [Indian.Layout] lists the fields of each.
const (
	OwnCards         IndianGroups = 1 << iota // hand, card drawn, cards of the hand that the opponents know
	WildRank                                  // wild rank and the card that determined it
	OpenPile                                  // top, all cards of the pile, all cards seen
	OpponentCards                             // cards that each opponent took, discarded, and is known to hold
	Counts                                    // sizes of stock, pile and hands, active players, reshuffles
	Progress                                  // phase, mover, seat, turn, round
	Score                                     // MinScore, capped and not
	Distance                                  // MinDist
	DiscardScores                             // MinScore after each discard
	DiscardDistances                          // MinDist after each discard
	Outs                                      // MinDist after each draw, and unseen cards that lower it
	Availability                              // MinDist with the cards that can still be drawn
	Relations                                 // cards that opponents took and discarded, related to each card of the hand
	ExpectedTurns                             // estimated turns until a declaration
	ExpectedDistance                          // MinDist where unseen cards may be in other hands
	numGroups        = iota
)

// Presets of groups.
const (
	// AllIndianGroups is every group.
	AllIndianGroups IndianGroups = 1<<numGroups - 1

	// CardsAndCounts is the groups of plain observations, with no computed features.
	CardsAndCounts = OwnCards | WildRank | OpenPile | OpponentCards | Counts | Progress

	// DefaultIndianGroups is CardsAndCounts and the computed features that cost little: MinScore,
	// MinDist, and the cards that opponents took and discarded, related to the hand.
	DefaultIndianGroups = CardsAndCounts | Score | Distance | Relations
)

// indianGroupNames holds the names of the groups.
var indianGroupNames = field.Names[IndianGroups]{
	Kind: "Groups", All: AllIndianGroups, Table: CardsAndCounts, Default: DefaultIndianGroups,
	Words: []string{
		"own-cards", "wild-rank", "open-pile", "opponent-cards", "counts", "progress", "score", "distance",
		"discard-scores", "discard-distances", "outs", "availability", "relations", "expected-turns", "expected-distance",
	},
}

// String returns the comma-separated names of the groups, which [ParseIndianGroups] parses.
// The presets that it writes are "all" and "cards-and-counts"; the empty set is "".
func (g IndianGroups) String() string { return indianGroupNames.Text(g) }

// ParseIndianGroups parses comma-separated names of groups and presets. The error gives the
// unknown name and the known ones.
func ParseIndianGroups(s string) (IndianGroups, error) { return indianGroupNames.Parse(s) }
