package encoder

import (
	"math"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/internal/features/field"
)

// The bounds of fields that do not depend on the rules.
const (
	maxReshuffles = math.MaxUint8 // larger counts are encoded as this
	maxRelated    = 5             // cards related to a card: two neighbours in its suit, three other suits of its rank
	indianPhases  = int(indian.Over) + 1
)

// OutOfPhase is the value of the entries of a field that does not apply: a field about
// discards while the observer has no card to discard, or a field about draws while it has.
const OutOfPhase = -1

// indianFields writes the fields of the groups of x. All names, shapes, ranges, meanings and values are defined here and in
// indianComputed only.
func indianFields[T field.Entry](w *field.Row[T], x *Indian, o *indian.Observation) {
	const (
		perCard  = "entry suit*13 + rank (clubs, diamonds, hearts, spades; ace to king), then the printed joker"
		perOther = "one row per opponent, the next seat first"
		perSeat  = "the observer first, then the next seats in order"
	)
	r, players := &x.rules, x.rules.Seats
	copies, deck, turns := max(r.Packs, r.Jokers), x.cards, r.Seats*(r.MaxRounds+2)
	at, dst := 0, w.Entries() // zeros
	if x.On&OwnCards != 0 {
		at = w.Bags("hand", "copies of each card in the observer's hand; "+perCard, 0, copies, w.BagAt(at, o.Hand))
		at = w.Bags("drawn", "1 at the card just drawn, by the observer or by another player from the open pile; all 0 after the discard", 0, 1, w.KindAt(at, o.Drawn))
		at = w.Bits("from_pile", "1 if the card just drawn was the top of the open pile", 0, field.Bit(dst, at, o.FromPile))
		at = w.Bags("shown", "copies of cards in the observer's hand that the opponents know: taken from the open pile and not discarded since", 0, copies, w.BagAt(at, o.Known[o.Self]))
	}
	if x.On&WildRank != 0 {
		at = w.Ranks("wild_rank", "1 at the wild rank, ace to king", w.RankAt(at, o.Wild))
		at = w.Bags("wildcard", "1 at the card turned up to determine the wild rank, which is out of play", 0, 1, w.KindAt(at, o.Wildcard))
	}
	if x.On&OpenPile != 0 {
		at = w.Bags("pile_top", "1 at the top of the open pile; all 0 if it is empty", 0, 1, w.KindAt(at, o.Top))
		at = w.Bags("pile", "copies of each card in the open pile, including the top", 0, copies, w.BagAt(at, o.Pile))
		at = w.Bags("seen", "copies of each card whose location is known: the observer's hand, the open pile, the wildcard, and cards that opponents are known to hold", 0, copies, w.BagAt(at, o.Seen()))
	}
	if x.On&OpponentCards != 0 {
		for i := 1; i < players; i++ {
			at = w.BagAt(at, field.Capped(o.Taken[x.seat(o, i)]))
		}
		w.Bags("taken", "number of times that each card was taken from the open pile, at most 3; "+perOther, players-1, card.MaxCopies, at)
		for i := 1; i < players; i++ {
			at = w.BagAt(at, field.Capped(o.Given[x.seat(o, i)]))
		}
		w.Bags("given", "number of times that each card was discarded, at most 3; "+perOther, players-1, card.MaxCopies, at)
		for i := 1; i < players; i++ {
			at = w.BagAt(at, o.Known[x.seat(o, i)])
		}
		w.Bags("known", "copies of each card known to be held: taken from the open pile and not discarded since; "+perOther, players-1, copies, at)
	}
	if x.On&Counts != 0 {
		at = w.Numbers("stock_size", "cards in the closed deck", 0, deck, field.Put(dst, at, o.StockSize))
		at = w.Numbers("pile_size", "cards in the open pile", 0, deck, field.Put(dst, at, o.PileSize))
		for i := range players {
			at = field.Put(dst, at, o.HandSizes[x.seat(o, i)])
		}
		w.Numbers("hand_sizes", "number of cards of each seat, "+perSeat, players, r.HandSize+1, at)
		for i := range players {
			at = field.Bit(dst, at, o.Active>>x.seat(o, i)&1 != 0)
		}
		w.Bits("active", "1 for each seat that has not dropped, "+perSeat, players, at)
		at = w.Numbers("reshuffles", "number of times that the open pile became the closed deck, at most 255", 0, maxReshuffles, field.Put(dst, at, min(o.Reshuffles, maxReshuffles)))
	}
	if x.On&Progress != 0 {
		at = w.Bits("phase", "1 at the phase: draw, discard, game over", indianPhases, field.Hot(dst, at, indianPhases, int(o.Phase)))
		for i := range players {
			at = field.Bit(dst, at, x.seat(o, i) == o.Mover)
		}
		w.Bits("mover", "1 at the player to move, "+perSeat+"; all 0 after the end of the game", players, at)
		at = w.Bits("seat", "1 at the observer's seat; seat 0 moves first", players, field.Hot(dst, at, players, int(o.Self)))
		at = w.Numbers("turn", "turns begun by all players together", 0, turns, field.Put(dst, at, o.Turn))
		at = w.Numbers("round", "rounds begun", 0, turns, field.Put(dst, at, o.Round))
		for i := range players {
			at = field.Put(dst, at, o.TurnsOf[x.seat(o, i)])
		}
		w.Numbers("turns", "turns begun by each seat, "+perSeat, players, turns, at)
	}
	w.Move(at)
	if x.On&^CardsAndCounts != 0 {
		if x.On&(DiscardScores|DiscardDistances|Outs) == 0 {
			indianComputed(w, x, o, nil)
			return
		}
		var of cardNumbers
		indianComputed(w, x, o, &of)
	}
}

// indianComputed is indianFields for the groups that are not in CardsAndCounts, with the numbers of cards if some are selected.
func indianComputed[T field.Entry](w *field.Row[T], x *Indian, o *indian.Observation, of *cardNumbers) {
	const perOther = "one row per opponent, the next seat first"
	r, players := &x.rules, x.rules.Seats
	copies, worst := max(r.Packs, r.Jokers), meld.MaxPoints*r.HandSize
	n, discards := indianNumbers{}, mayDiscard(o)
	if !w.Noting() {
		x.compute(&n, of, o)
	}
	if x.On&Score != 0 {
		w.Field("min_score", "MinScore of the observer's hand in points, capped; after the best discard while a discard is due").Count(min(r.Cap, worst), n.score)
		w.Field("min_score_uncapped", "min_score before the cap").Count(worst, n.score)
	}
	if x.On&Distance != 0 {
		w.Field("min_dist", "MinDist of the observer's hand in cards; after the best discard while a discard is due").Count(r.HandSize, n.distance)
	}
	if x.On&DiscardScores != 0 {
		field.Whole(w.Field("min_score_after_discard", "MinScore in points, not capped, after discarding each card; -1 if the card is not held or no discard is due"), OutOfPhase, worst, card.NumKinds, when(discards, of.scores[:]))
	}
	if x.On&DiscardDistances != 0 {
		field.Whole(w.Field("min_dist_after_discard", "MinDist in cards after discarding each card; -1 if the card is not held or no discard is due"), OutOfPhase, r.HandSize, card.NumKinds, when(discards, of.discards[:]))
	}
	if x.On&Outs != 0 {
		field.Whole(w.Field("min_dist_after_draw", "MinDist in cards after drawing each card and the best discard; -1 while a discard is due"), OutOfPhase, r.HandSize, card.NumKinds, when(!discards, of.draws[:]))
		field.Whole(w.Field("outs", "unseen copies of each card whose draw lowers MinDist, 0 for other cards; -1 while a discard is due"), OutOfPhase, copies, card.NumKinds, when(!discards, of.outs[:]))
		w.Field("outs_total", "sum of outs; -1 while a discard is due").Number(OutOfPhase, x.cards, n.outs)
	}
	if x.On&Availability != 0 {
		w.Field("min_dist_available", "MinDist where each missing card must be a different card that can still be drawn; 99 if no declaration can be reached").Count(mindist.Unreachable, n.available)
	}
	if x.On&Relations != 0 {
		at := w.At()
		for i := 1; i < players; i++ {
			at = relate(w, at, o.Hand, o.Taken[x.seat(o, i)])
		}
		w.Bags("related_taken", "for each card held, the number of different cards taken that are related to it (adjacent rank in its suit, or its rank in another suit); 0 if the card is not held; "+perOther, players-1, maxRelated, at)
		for i := 1; i < players; i++ {
			at = relate(w, at, o.Hand, o.Given[x.seat(o, i)])
		}
		w.Move(at)
		w.Bags("related_given", "for each card held, the number of different cards discarded that are related to it (adjacent rank in its suit, or its rank in another suit); 0 if the card is not held; "+perOther, players-1, maxRelated, at)
	}
	if x.On&ExpectedTurns != 0 {
		w.Field("expected_turns", "estimated number of own turns until a declaration, each drawing a random unseen card; after the best discard while a discard is due").Float(mindist.Unreachable, n.turns)
	}
	if x.On&ExpectedDistance != 0 {
		w.Field("expected_min_dist", "expected value of min_dist_available, at most the size of a hand, if each unseen card can be drawn with the probability that it is in the closed deck: the number of cards in the closed deck divided by the number of unseen cards").Float(float64(r.HandSize), n.expected)
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
