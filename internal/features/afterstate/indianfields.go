package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/internal/features/field"
)

// Sizes and bounds of fields about the past.
const (
	afterDistances = 9  // MinDist 0 to 7, and 8 or more
	afterDiscards  = 3  // number of last discards of the opponent whose points are encoded
	afterMoves     = 4  // number of last turns of the opponent for which a take is encoded
	afterLongAgo   = 15 // turns since the opponent took a card, if it never did
)

// indianFields writes the fields of the groups of r: those of an afterstate. All names, shapes, ranges, meanings and values are
// defined here and in aboutFields only.
func indianFields(w *field.Row[float32], r *IndianReader, a *indianAfter) {
	const (
		others  = "of each other player, in the order of play after the observer; 0 for seats that the table lacks"
		perCard = "entry suit*13 + rank (clubs, diamonds, hearts, spades; ace to king), then the printed joker"
		copies  = card.MaxCopies
	)
	groups, rules, o := r.x.On, &r.x.rules, r.o
	deck := 52*rules.Packs + rules.Jokers
	if groups&AfterProgress != 0 {
		bin := min(a.least, afterDistances-1)
		w.Field("distance", "1 at the MinDist of the observer's hand, the last entry for 8 or more").Hot(afterDistances, bin)
		w.Field("out_chance", "at the entry of distance: share of the unseen cards that are outs").FractionAt(afterDistances, bin, 0.5, a.chance)
		w.Field("out_chance_3", "at the entry of distance: probability of an out in three draws by that share").FractionAt(afterDistances, bin, 1, a.chance3)
		w.Field("score", "MinScore of the observer's hand in points, not capped").Count(100, a.score)
		w.Field("score_capped", "score, capped").Count(rules.Cap, a.score)
		w.Field("score_at_cap", "1 if score is at least the cap").Flag(a.score >= o.Rules.Cap)
		w.Field("out_kinds", "different outs: cards that lower MinDist, with at least one unseen copy").Count(26, a.now.kinds)
		w.Field("outs", "unseen copies of outs").Count(40*rules.Packs, a.now.copies)
		w.Field("joker_outs", "unseen printed jokers that are outs").Count(2, a.now.printed)
		w.Field("next_out_chance", "share of the unseen cards that are outs after the draw of an out and the discard of the highest-point free card, mean over the outs; 0 if MinDist is below 2").Fraction(0.8, a.next.share)
		w.Field("next_out_wait", "next_out_chance with the harmonic mean, whose inverse is the mean number of draws").Fraction(0.8, a.next.wait)
		w.Field("both_outs_chance", "next_out_chance times the share of the unseen cards that are outs now").Fraction(0.4, float32(a.next.share*a.chance))
		w.Field("jokers", "1 at the number of jokers in the observer's hand, the last entry for 3 or more").Hot(4, min(a.jokers, 3))
		w.Field("missing", "1 at the increase of MinDist if each missing card must be a different unseen card, the last entry for 3 or more").Hot(4, min(a.missing, 3))
		w.Field("total", "points of all cards of the observer's hand").Count(130, a.total)
		w.Field("stock", "1 if the action draws from the closed deck; the drawn card is not known yet").Flag(a.holding == nil)
		w.Field("from_pile", "1 if the card drawn before the discard came from the open pile").Flag(a.holding != nil && a.holding.pile)
		w.Field("throws_drawn", "1 if the action discards the card just drawn").Flag(a.holding != nil && a.holding.drawn == a.card)
	}
	if groups&AfterCard != 0 {
		w.Field("card_rank", "1 at the rank of the card, the last entry for a joker; the card is the discard or, if the action draws from the closed deck, the top of the open pile").Hot(card.NumRanks+1, a.about.rank)
		aboutFields(w, &a.about, 4)
		w.Field("points", "points of the card").Count(meld.MaxPoints, a.points)
		w.Field("is_joker", "1 if the card is a joker, printed or of the wild rank").Flag(a.about.rank == card.NumRanks)
		w.Field("is_printed", "1 if the card is a printed joker").Flag(a.card == card.Joker)
		w.Field("thrown_before", "1 if the opponent has discarded or refused a copy of the card").Flag(a.card != card.None && (o.Given[r.opponent].Has(a.card) || r.refused.Has(a.card)))
		w.Field("take_lowers", "1 if the top of the open pile is not taken although it lowers MinDist").Flag(a.takeLowers)
	}
	if groups&AfterTable != 0 {
		w.Field("shown", "cards of the observer's hand that the opponents know").Count(8, a.shown.Count())
		if w.Shared(&r.x.shared[0]) {
			w.Field("first", "1 if the observer moved first").Flag(o.Self == 0)
			w.Field("opponent_turns", "turns of the opponent, the next seat that is still in the game").Count(16, o.TurnsOf[r.opponent])
			w.Field("opponent_takes", "cards that the opponent took from the open pile").Count(8, o.Taken[r.opponent].Count())
			w.Field("known_cards", "cards that the opponent is known to hold").Count(8, o.Known[r.opponent].Count())
			w.Field("since_take", "turns of the opponent since it last took a card from the open pile, 15 if never").Count(afterLongAgo, r.turns.sinceTake)
			w.Field("stock_size", "cards in the closed deck").Count(deck-rules.Seats*rules.HandSize-2, o.StockSize)
			w.Field("reshuffled", "1 if the open pile has become the closed deck at least once").Flag(o.Reshuffles > 0)
			w.Field("turns", "turns of the observer").Count(16, o.TurnsOf[o.Self])
			w.Field("unseen_cards", "unseen cards: cards of the closed deck and unknown cards of other hands").Count(deck-rules.HandSize-1, r.unseens)
			w.Field("last_points", "1 at the points of the opponent's discard, one row for each of its last turns, the latest first; all 0 for turns that are unknown or did not happen").Rows(afterDiscards)
			for i := range afterDiscards {
				w.Hot(meld.MaxPoints+1, r.turns.points(i, o.Wild))
			}
			w.Field("last_known", "1 for each of the opponent's last turns that is known, the latest first").Rows(afterMoves)
			for i := range afterMoves {
				w.Flag(i < r.turns.known)
			}
			w.Field("last_took", "1 for each of these turns in which the opponent took the top of the open pile").Rows(afterMoves)
			for i := range afterMoves {
				w.Flag(i < r.turns.known && r.turns.took[i])
			}
			w.End()
		}
	}
	if groups&AfterBelief != 0 {
		if w.Shared(&r.x.shared[1]) {
			w.Field("opponent_distance", "probability of each MinDist of the opponent's hand").Fractions(1, r.distances[:])
			w.End()
		}
		w.Field("wanted", "probability that the card would lower the opponent's MinDist").Fraction(1, a.wanted)
		w.Field("wanted_low", "wanted on a finer scale").Fraction(0.25, a.wanted)
	}
	if groups&AfterCards != 0 {
		w.Field("hand", "copies of each card in the observer's hand; "+perCard).Bag(copies, field.Capped(a.hand))
		if w.Shared(&r.x.shared[2]) {
			w.Field("unseen", "unseen copies of each card").Bag(copies, field.Capped(r.unseen))
			w.Field("known", "copies of each card that the opponent is known to hold").Bag(copies, field.Capped(o.Known[r.opponent]))
			w.Field("given", "copies of each card that the opponent discarded").Bag(copies, field.Capped(o.Given[r.opponent]))
			w.Field("refused", "copies of each card that the observer discarded and the opponent did not take").Bag(copies, field.Capped(r.refused))
			w.End()
		}
	}
	if groups&AfterAim != 0 {
		w.Field("for_wins", "1 if the observer maximises its probability of winning, not its points").Flag(r.aim)
	}
	if groups&AfterOdds != 0 {
		w.Field("stock_out_chance", "probability that the top of the closed deck is an out, by the model of the opponent's hand").Fraction(0.5, a.now.stock)
		w.Field("throw_out_chance", "probability that the opponent's next discard is an out").Fraction(0.5, a.now.discard)
		turn := a.now.stock + a.now.discard - float32(a.now.stock*a.now.discard)
		w.Field("turn_out_chance", "at the entry of distance: probability that at least one of the two is an out").FractionAt(afterDistances, min(a.least, afterDistances-1), 0.8, turn)
		w.Field("next_turn_out_chance", "next_out_chance with each card weighted by the sum of its probabilities to be the top of the closed deck and the opponent's next discard").Fraction(1, a.next.turn)
		w.Field("next_turn_out_wait", "next_out_wait with these weights").Fraction(1, a.next.turnWait)
		w.Field("free", "different cards left in the observer's hand whose discard would have left the minimum MinDist; 0 if the action draws, as are the next three fields").Count(13, a.free)
		w.Field("safest", "minimum over these cards of the probability that the card would lower the opponent's MinDist; 1 if there are none").Fraction(0.25, a.safest)
		w.Field("second_safest", "the second smallest of these probabilities; 1 if there are fewer than two").Fraction(0.5, a.second)
		w.Field("mean_danger", "the mean of these probabilities").Fraction(0.75, a.mean)
	}
	if w.Shared(&r.x.shared[3]) {
		if groups&AfterOthers != 0 {
			w.Field("others_active", "1 for each that is still in the game; entries are "+others).Rows(game.MaxPlayers - 1)
			for _, active := range r.others.active {
				w.Flag(active)
			}
			w.Field("others_turns", "turns "+others).Counts(16, r.others.turns[:])
			w.Field("others_takes", "cards taken from the open pile "+others).Counts(8, r.others.takes[:])
			w.Field("others_known", "known cards in the hand "+others).Counts(8, r.others.known[:])
			w.Field("others_discarded", "mean points of the discards "+others).Fractions(meld.MaxPoints, r.others.points[:])
		}
		w.End()
	}
	if groups&AfterMarks != 0 {
		w.Field("discarded", "1 at the card that is discarded or, if the action draws from the closed deck, at the top of the open pile").Kind(a.card)
		w.Field("free_cards", "1 at each card left in the observer's hand whose discard would have left the minimum MinDist; 0 if the action draws").Kinds(a.freeCards, a.freeJoker)
		w.Field("out_cards", "1 at each out that can come: unseen, or known to be in the previous player's hand").Kinds(a.outs, a.jokerOut)
		w.Field("wild", "1 at each joker: the cards of the wild rank and the printed joker").Kinds(r.wild, true)
	}
	if w.Shared(&r.x.shared[4]) {
		if groups&AfterPrevious != 0 {
			w.Field("previous_known", "copies of each card that the previous player, whose discards the observer may take, is known to hold").Bag(copies, field.Capped(o.Known[r.previous]))
			w.Field("previous_given", "copies of each card that the previous player discarded").Bag(copies, field.Capped(o.Given[r.previous]))
		}
		if groups&AfterRules != 0 {
			to := o.Rules
			w.Field("rule_packs", "1 at the number of packs, from 1").Hot(card.MaxCopies, to.Packs-1)
			w.Field("rule_jokers", "printed jokers in the deck").Count(8, to.Jokers)
			w.Field("rule_seats", "1 at the number of seats, from 2").Hot(game.MaxPlayers-1, to.Seats-2)
			w.Field("rule_first_drop", "points paid for a drop at the first turn").Count(100, to.FirstDrop)
			w.Field("rule_middle_drop", "points paid for a later drop").Count(100, to.MiddleDrop)
			w.Field("rule_cap", "maximum cost of a hand in points").Count(100, to.Cap)
			w.Field("rule_rounds", "rounds after which the game ends").Count(100, to.MaxRounds)
			w.Field("rule_half_turns", "1 if a round is counted every half turn").Flag(to.Counting == indian.HalfTurns)
			w.Field("rule_no_relief", "1 if a loser without a turn pays as any other").Flag(to.Relief == indian.NoRelief)
			w.Field("rule_no_jokers", "1 if jokers are not taken from the open pile").Flag(to.Taking == indian.TakeNoJokers)
			w.Field("rule_no_throwing_back", "1 if a card taken from the open pile is not discarded in the same turn").Flag(to.ThrowingBack == indian.ThrowBackForbidden)
			w.Field("rule_any_cards", "1 if declarations that lose are legal").Flag(to.Declaring == indian.AnyCards)
			w.Field("rule_whole_pile", "1 if the whole open pile becomes the new closed deck, its top too").Flag(to.Recycling == indian.WholePile)
			w.Field("rule_no_recycling", "1 if the game ends with the closed deck").Flag(to.Recycling == indian.NoRecycling)
		}
		w.End()
	}
}
