package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/internal/features/field"
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

// ginFields writes the fields of the groups of r: those of an afterstate. All names, shapes, ranges, meanings and values are
// defined here and in aboutFields only.
func ginFields(w *field.Row[float32], r *GinReader, a *ginAfter) {
	const open = "; 0 for a knock"
	groups, rules, o := r.x.On, &r.x.rules, r.o
	if groups&GinAfterProgress != 0 {
		w.Field("knocks", "1 if the observer knocks").Flag(a.Knock)
		w.Field("knock_deadwood", "1 at the deadwood of the knock, the last entry for 10 or more; all 0 without a knock").Hot(ginAfterKnocked+1, a.knocked)
		w.Field("laid_off", "expected points that the opponent lays off on a knock, one card at each place, if all unseen cards are equally likely in its hand").Fraction(20, a.laidOff)
		w.Field("deadwood_range", "1 at the deadwood of the observer's hand: entries for 0 to 10, 11 to 14, 15 to 19, 20 to 29, 30 to 44, and 45 or more"+open).Hot(len(ginDeadwoodFrom), a.place)
		w.Field("deadwood", "deadwood of the observer's hand").Count(deadwood.Max, a.deadwood)
		w.Field("above", "deadwood above the knock limit").Count(deadwood.Max, max(0, a.deadwood-o.KnockLimit))
		w.Field("melds", "1 at the number of melds in the first best arrangement").Hot(deadwood.MaxMelds+1, a.best.Len())
		w.Field("melded", "cards in these melds").Count(gin.MaxHand, a.best.Cards().Count())
		w.Field("paired", "points of the cards outside them that form a meld of three with another card of the hand and an unseen card"+open).Count(deadwood.Max, a.paired)
		w.Field("loose", "points of the other cards outside them"+open).Count(deadwood.Max, a.loose)
		w.Field("dearest", "points of the highest-point card outside them"+open).Count(ginMostPips, a.highest)
		w.Field("outs", "unseen cards that would be in a meld of the hand"+open).Count(card.NumSuited, a.outs)
		w.Field("meld_points", "expected points that a draw from the unseen cards puts into melds (goldman2021evaluating, formula 10)"+open).Fraction(15, a.meldPoints)
		w.Field("next_deadwood", "mean deadwood after a draw from the unseen cards and the best discard"+open).Fraction(60, a.next)
		w.Field("fall", "deadwood minus next_deadwood"+open).Fraction(15, a.fall)
		w.Field("knock_chance", "probability that a knock is legal after that draw and discard"+open).Fraction(1, a.knock)
		w.Field("knock_chance_3", "probability of at least one such draw in three, by knock_chance"+open).Fraction(1, a.knock3)
		w.Field("gin_chance", "probability of deadwood 0 after that draw and discard"+open).Fraction(0.3, a.gin)
		w.Field("next_knock_chance", "knock_chance after the draw of an out and the discard of the highest-point card outside melds, mean over the outs"+open).Fraction(1, a.nextKnock)
		w.Field("next_gin_chance", "gin_chance after the draw of an out and that discard, mean over the outs"+open).Fraction(0.3, a.nextGin)
		w.Field("stock", "1 if the action draws from the stock; the drawn card is not known yet").Flag(a.leaves && o.Phase == gin.Draw)
		w.Field("pass", "1 if the action passes the first upcard: as the first player, as the second").Hot(2, a.pass)
		w.Field("from_pile", "1 if the card drawn before the discard was the upcard").Flag(a.Take || r.drewUpcard)
	}
	if groups&GinAfterCard != 0 {
		w.Field("card_rank", "1 at the rank of the card; the card is the discard, or the upcard that is not taken").Hot(card.NumRanks, a.about.rank)
		aboutFields(w, &a.about, 7)
		w.Field("pips", "points of the card").Count(ginMostPips, deadwood.Pips(a.card))
		w.Field("melds_known", "1 if the card melds with cards that the opponent is known to hold").Flag(a.about.rank >= 0 && deadwood.Completing(r.known).Has(a.card))
		w.Field("leaves_meld", "1 if the card is an upcard that is not taken and would be in a meld of the hand").Flag(a.about.rank >= 0 && a.leaves && deadwood.Completing(a.hand).Has(a.card))
	}
	if groups&GinAfterTable != 0 {
		shown := a.shown.Count()
		if a.Knock {
			shown = 0
		}
		w.Field("shown", "cards of the observer's hand that the opponent knows"+open).Count(8, shown)
		if w.Shared(&r.x.shared[0]) {
			w.Field("first", "1 if the observer began the hand").Flag(o.Self == o.Starter)
			w.Field("turn", "turns of drawing begun in this hand").Count(40, o.Turn)
			w.Field("opponent_takes", "upcards that the opponent took").Count(8, o.Taken[r.opponent].Count())
			w.Field("known_cards", "cards that the opponent is known to hold").Count(8, r.known.Count())
			w.Field("since_take", "turns of the opponent since it last took an upcard, 15 if never").Count(ginAfterLongAgo, r.turns.sinceTake)
			unseen := rules.Pack().Count() - rules.HandSize - 1 // at the deal
			w.Field("stock_size", "cards in the stock").Count(unseen-rules.HandSize, o.StockSize)
			w.Field("unseen_cards", "unseen cards: cards of the stock and unknown cards of the opponent's hand").Count(unseen, r.unseens)
			w.Field("knock_limit", "maximum deadwood for a knock in this hand").Count(deadwood.Max, o.KnockLimit)
			w.Field("passed", "1 if the first upcard was passed before: by the observer, by the opponent").Rows(2).Flag(r.turns.passed[0]).Flag(r.turns.passed[1])
			w.Field("opponent_pips", "expected points of the opponent's hand, including melds, if all unseen cards are equally likely in it").Fraction(deadwood.Max, r.evenly(card.All))
			w.Field("last_pips", "1 at the points of the opponent's discard, one row for each of its last turns, the latest first; all 0 for turns that did not happen").Rows(ginAfterMoves)
			for _, pips := range r.turns.pips {
				w.Hot(ginMostPips+1, pips)
			}
			w.Field("last_known", "1 for each of the opponent's last turns that happened, the latest first").Rows(ginAfterMoves)
			for _, pips := range r.turns.pips {
				w.Flag(pips >= 0)
			}
			w.Field("last_took", "1 for each of these turns in which the opponent took the upcard").Rows(ginAfterMoves)
			for _, took := range r.turns.took {
				w.Flag(took)
			}
			w.End()
		}
	}
	if groups&GinAfterBelief != 0 {
		if w.Shared(&r.x.shared[1]) {
			w.Field("held", "estimated probability that the opponent holds each card; rows clubs, diamonds, hearts, spades, columns ace to king, as in all card planes").CardFractions(1, &r.held)
			w.End()
		}
		w.Field("risk", "expected number of pairs in the opponent's hand that meld with the card, by held").Fraction(3, a.risk)
		w.Field("held_pips", "expected points of the opponent's hand, including melds, by held").Fraction(deadwood.Max, r.heldPips)
		w.Field("held_laid_off", "expected points that the opponent lays off on a knock, one card at each place, by held").Fraction(20, a.heldLaidOff)
	}
	if groups&GinAfterCards != 0 {
		w.Field("hand", "1 at each card of the observer's hand").Cards(a.hand)
		w.Field("melded_cards", "1 at each card of the melds of its first best arrangement").Cards(a.best.Cards())
		if w.Shared(&r.x.shared[2]) {
			w.Field("unseen", "1 at each unseen card").Cards(r.unseen)
			w.Field("known", "1 at each card that the opponent is known to hold").Cards(r.known)
			w.Field("given", "1 at each card that the opponent discarded").Cards(r.given)
			w.Field("refused", "1 at each upcard that the opponent did not take").Cards(r.refused)
			w.End()
		}
	}
	if w.Shared(&r.x.shared[3]) {
		if groups&GinAfterAim != 0 {
			w.Field("for_wins", "1 if the observer maximises its probability of winning, not its points").Flag(r.forWins)
		}
		if groups&GinAfterRules != 0 {
			to := o.Rules
			w.Field("rule_hand_size", "cards of a hand between turns").Count(gin.MaxHand, to.HandSize)
			w.Field("rule_gin_bonus", "points for a knock without deadwood").Count(50, to.GinBonus)
			w.Field("rule_big_gin_bonus", "points for big gin, 0 if there is none").Count(50, to.BigGinBonus)
			w.Field("rule_undercut_bonus", "points for an undercut").Count(50, to.UndercutBonus)
			w.Field("rule_tie_scores_nothing", "1 if equal deadwood after a knock scores nothing").Flag(to.Tie == gin.TieScoresNothing)
			w.Field("rule_oklahoma", "1 if the first upcard sets the knock limit").Flag(to.KnockCard == gin.Oklahoma)
			w.Field("rule_knock_first", "1 if a player knocks, and then chooses the discard").Flag(to.KnockOrder == gin.KnockThenDiscard)
			w.Field("rule_throwing_back", "1 if a card taken from the discard pile may be discarded in the same turn").Flag(to.ThrowingBack == gin.ThrowBackAllowed)
			w.Field("rule_repeat_ends", "1 if a hand ends when both players take and discard the same card").Flag(to.Repeat == gin.RepeatEnds)
			w.Field("rule_stock_end", "1 at what happens when the stock runs out: void at two cards, a last knock at two cards, void when it is empty").Hot(int(gin.VoidWhenEmpty)+1, int(to.StockEnd))
			w.Field("rule_max_upcards", "upcards after which a hand is void, 0 for no limit").Count(100, to.MaxUpcards)
			w.Field("rule_max_turns", "turns after which a hand is void").Count(100, to.MaxTurns)
			w.Field("rule_chosen_melds", "1 if players choose their melds").Flag(to.Melding == gin.ChosenMelds)
			w.Field("rule_laying_off", "1 at how cards are laid off: onto fixed melds, the best way, as the opponent of the knocker chooses").Hot(int(gin.ChosenLayOffs)+1, int(to.LayingOff))
			w.Field("rule_lay_offs_first", "1 if the opponent of the knocker lays off before it melds").Flag(to.Answer == gin.LayOffsFirst)
			w.Field("rule_lay_off_limit", "maximum number of cards laid off at each end of a run, 0 for no limit").Count(10, to.LayOffLimit)
		}
		w.End()
	}
}
