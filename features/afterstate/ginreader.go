package afterstate

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/ginhand"
)

// GinMove leads from a decision of Gin Rummy to an afterstate.
type GinMove struct {
	Take    bool      // the observer first takes the upcard
	Discard card.Card // then discards this card, card.None for no discard
	Knock   bool      // then knocks
}

// GinReader follows one seat of one table and encodes the afterstates of the moves at its
// decisions. Its methods do not allocate. It is not safe for concurrent use.
type GinReader struct {
	x       *Gin
	forWins bool

	// Of the present decision.
	o        *gin.Observation
	opponent game.Player
	unseen   card.Cards
	unseens  int        // number of cards in unseen
	hidden   int        // number of unknown cards in the opponent's hand
	chance   float32    // probability of each unseen card to be one of them, if all are equally likely
	known    card.Cards // known cards of the opponent's hand
	given    card.Cards // cards that the opponent discarded
	refused  card.Cards // upcards that the opponent did not take
	held     [card.NumSuited]float32
	common   []float32 // fields that all afterstates of the decision share
}

// Aim sets the observer's objective from the next call of Observe: the probability of
// winning if forWins is true, otherwise points (the default).
func (r *GinReader) Aim(forWins bool) { r.forWins = forWins }

// Observe prepares the reader for the moves of a decision of its seat before or at a knock.
// The observation must not change until the afterstates are encoded.
func (r *GinReader) Observe(o *gin.Observation) {
	r.o, r.opponent = o, 1-o.Self
	r.unseen = o.Unknown()
	r.unseens = r.unseen.Count()
	r.known, r.given, r.refused = o.Known[r.opponent], o.Given[r.opponent], o.Refused[r.opponent]
	r.hidden = o.HandSizes[r.opponent] - r.known.Count()
	r.chance = float32(r.hidden) / float32(max(r.unseens, 1))
	r.share()
}

// Encode fills dst, whose length is the layout's Size, with the afterstate of a move of the
// present decision. It panics if the move does not belong to the decision.
//
// The moves of a decision to draw are those without a discard, which draw from the stock or
// pass, and those that take the upcard and discard a card. The moves of a decision to
// discard are those with a discard; those of a decision to knock or pass are those without.
// The afterstate of a move is the same at all decisions of a turn.
func (r *GinReader) Encode(dst []float32, m GinMove) {
	if len(dst) != r.x.Size {
		panic(fmt.Sprintf("afterstate: Encode into %d entries, want %d as in the layout", len(dst), r.x.Size))
	}
	x, o := r.x, r.o
	hand, shown := o.Hand, o.Known[o.Self]
	if m.Take {
		hand, shown = hand.With(o.Upcard), shown.With(o.Upcard)
	}
	c := o.Upcard // without a discard, it is not taken, or was just discarded
	if m.Discard != card.None {
		c = m.Discard
		hand, shown = hand.Without(c), shown.Without(c)
	}
	if hand.Count() != o.Rules.HandSize {
		panic(fmt.Sprintf("afterstate: move %+v in the phase %v leaves %d cards: want %d", m, o.Phase, hand.Count(), o.Rules.HandSize))
	}
	copy(dst, r.common)
	best := deadwood.Best(hand)
	if x.groups&GinAfterProgress != 0 {
		r.progress(dst, m, hand, &best)
	}
	if x.groups&GinAfterCard != 0 && c != card.None {
		r.card(dst, c)
		x.Flag(dst, ginAfterLeavesMeld, 0, leaves(o, m) && deadwood.Completing(hand).Has(c))
	}
	if x.groups&GinAfterTable != 0 && !m.Knock {
		x.Count(dst, ginAfterShown, 0, shown.Count())
	}
	if x.groups&GinAfterBelief != 0 {
		if c != card.None {
			x.Fraction(dst, ginAfterRisk, 0, ginhand.DiscardRisk(&r.held, c))
		}
		if m.Knock {
			x.Fraction(dst, ginAfterHeldLaidOff, 0, r.pips(r.layOffs(&best)))
		}
	}
	if x.groups&GinAfterCards != 0 {
		x.cards(dst, ginAfterHand, hand)
		x.cards(dst, ginAfterMeldedCards, best.Cards())
	}
}

// leaves reports whether a move does not take the upcard.
func leaves(o *gin.Observation, m GinMove) bool {
	return m.Discard == card.None && (o.Phase == gin.Draw || o.Phase == gin.FirstUpcard)
}

// share writes the fields that all afterstates of a decision share.
func (r *GinReader) share() {
	x, o, dst := r.x, r.o, r.common
	clear(dst)
	if x.groups&GinAfterTable != 0 {
		r.turns(dst)
		x.Flag(dst, ginAfterFirst, 0, o.Self == o.Starter)
		x.Count(dst, ginAfterTurn, 0, o.Turn)
		x.Count(dst, ginAfterOpponentTakes, 0, o.Taken[r.opponent].Count())
		x.Count(dst, ginAfterKnownCards, 0, r.known.Count())
		x.Count(dst, ginAfterStockSize, 0, o.StockSize)
		x.Count(dst, ginAfterUnseenCards, 0, r.unseens)
		x.Count(dst, ginAfterLimit, 0, o.KnockLimit)
		x.Fraction(dst, ginAfterOpponentPips, 0, r.evenly(card.All))
	}
	if x.groups&GinAfterBelief != 0 {
		x.belief.Estimate(&r.held, o)
		for i, p := range r.held {
			if p != 0 {
				x.Fraction(dst, ginAfterHeld, i, p)
			}
		}
		x.Fraction(dst, ginAfterHeldPips, 0, r.pips(card.All))
	}
	if x.groups&GinAfterMatch != 0 {
		x.Fraction(dst, ginAfterScore, 0, float32(o.Scores[o.Self]))
		x.Fraction(dst, ginAfterOpponentScore, 0, float32(o.Scores[r.opponent]))
	}
	if x.groups&GinAfterCards != 0 {
		x.cards(dst, ginAfterUnseen, r.unseen)
		x.cards(dst, ginAfterKnown, r.known)
		x.cards(dst, ginAfterGiven, r.given)
		x.cards(dst, ginAfterRefused, r.refused)
	}
	if x.groups&GinAfterAim != 0 {
		x.Flag(dst, ginAfterForWins, 0, r.forWins)
	}
	if x.groups&GinAfterRules != 0 {
		r.rules(dst)
	}
}

// rules writes the fields about the rules.
func (r *GinReader) rules(dst []float32) {
	x, to := r.x, r.o.Rules
	x.Count(dst, ginAfterRuleHandSize, 0, to.HandSize)
	x.Count(dst, ginAfterRuleGinBonus, 0, to.GinBonus)
	x.Count(dst, ginAfterRuleBigGinBonus, 0, to.BigGinBonus)
	x.Count(dst, ginAfterRuleUndercutBonus, 0, to.UndercutBonus)
	x.Flag(dst, ginAfterRuleTie, 0, to.Tie == gin.TieScoresNothing)
	x.Flag(dst, ginAfterRuleOklahoma, 0, to.KnockCard == gin.Oklahoma)
	x.Flag(dst, ginAfterRuleKnockFirst, 0, to.KnockOrder == gin.KnockThenDiscard)
	x.Flag(dst, ginAfterRuleThrowingBack, 0, to.ThrowingBack == gin.ThrowBackAllowed)
	x.Flag(dst, ginAfterRuleRepeatEnds, 0, to.Repeat == gin.RepeatEnds)
	x.Flag(dst, ginAfterRuleStockEnd, int(to.StockEnd), true)
	x.Count(dst, ginAfterRuleUpcards, 0, to.MaxUpcards)
	x.Count(dst, ginAfterRuleTurns, 0, to.MaxTurns)
	x.Flag(dst, ginAfterRuleChosenMelds, 0, to.Melding == gin.ChosenMelds)
	x.Flag(dst, ginAfterRuleLayingOff, int(to.LayingOff), true)
	x.Flag(dst, ginAfterRuleLayOffsFirst, 0, to.Answer == gin.LayOffsFirst)
	x.Count(dst, ginAfterRuleLayOffLimit, 0, to.LayOffLimit)
}

// turns writes the fields about the last turns of the opponent and about passes.
func (r *GinReader) turns(dst []float32) {
	x, since, n := r.x, ginAfterLongAgo, 0
	for i := len(r.o.History) - 1; i >= 0; i-- {
		switch t := &r.o.History[i]; {
		case t.Source == gin.Passed:
			x.Flag(dst, ginAfterPassed, int(t.Player^r.o.Self), true)
		case t.Player == r.opponent && t.Discard != card.None:
			if t.Source == gin.FromPile {
				since = min(since, n)
			}
			if n < ginAfterMoves {
				x.Flag(dst, ginAfterLastPips, n*(ginMostPips+1)+deadwood.Pips(t.Discard), true)
				x.Flag(dst, ginAfterLastKnown, n, true)
				x.Flag(dst, ginAfterLastTook, n, t.Source == gin.FromPile)
			}
			n++
		}
	}
	x.Count(dst, ginAfterSinceTake, 0, since)
}

// evenly returns the expected points of the cards of a set that the opponent holds, if all
// unseen cards are equally likely in its hand.
func (r *GinReader) evenly(of card.Cards) float32 {
	return float32(deadwood.PipTotal(of&r.known)) + float32(r.chance*float32(deadwood.PipTotal(of&r.unseen)))
}

// pips returns the same by the estimates of the hand table.
func (r *GinReader) pips(of card.Cards) float32 {
	sum := float32(0)
	for of &= r.unseen | r.known; of != 0; of &= of - 1 {
		c := of.First()
		sum += float32(r.held[c.Index()] * float32(deadwood.Pips(c)))
	}
	return sum
}

// layOffs returns the cards that can each be laid off on the melds.
func (r *GinReader) layOffs(melds *deadwood.Arrangement) card.Cards {
	return melds.Extensions(0, r.o.Rules.LayOffLimit)
}
