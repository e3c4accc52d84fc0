package features

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// GinMove is what leads from a decision of Gin Rummy to an afterstate.
type GinMove struct {
	Take  bool      // the upcard is taken first
	Throw card.Card // and this card thrown, or card.None
	Knock bool      // and then the observer knocks
}

// GinAfterstateReader follows one seat of one table and writes the afterstates of the
// moves at its decisions. It allocates nothing after it was made, and is not safe for
// concurrent use.
type GinAfterstateReader struct {
	x       *GinAfterstates
	forWins bool

	// Of the present decision.
	o        *gin.Observation
	opponent game.Player
	unseen   card.Cards
	unseens  int        // cards in it
	hidden   int        // cards of the opponent's hand that are not known
	chance   float32    // that an unseen card is in it, if all are alike
	known    card.Cards // of the opponent's hand
	given    card.Cards // that he threw
	refused  card.Cards // that he left
	held     [numSuited]float32
	common   []float32 // what all afterstates of the decision share
}

// Aim says what the observer plays for from the next Observe on: to win as often as it
// can, or for points, as at first.
func (r *GinAfterstateReader) Aim(forWins bool) { r.forWins = forWins }

// Observe readies the reader for the moves of one of its seat's decisions before or at a
// knock. The observation must stay as it is until the afterstates are written.
func (r *GinAfterstateReader) Observe(o *gin.Observation) {
	r.o, r.opponent = o, 1-o.Self
	r.unseen = o.Unknown()
	r.unseens = r.unseen.Count()
	r.known, r.given, r.refused = o.Known[r.opponent], o.Given[r.opponent], o.Refused[r.opponent]
	r.hidden = o.HandSizes[r.opponent] - r.known.Count()
	r.chance = float32(r.hidden) / float32(max(r.unseens, 1))
	r.share()
}

// Encode fills dst, of the layout's Size, with the afterstate of a move of the present
// decision. It panics if that is none.
//
// A decision to draw has the moves that throw nothing, which draw from the stock or pass,
// and those that take the upcard and throw a card. A decision to discard has those that
// throw one; one to knock or pass those that throw nothing. The afterstate of a move is
// the same at all decisions of a turn.
func (r *GinAfterstateReader) Encode(dst []float32, m GinMove) {
	if len(dst) != r.x.size {
		panic(fmt.Sprintf("features: Encode into %d entries, want %d as in the layout", len(dst), r.x.size))
	}
	x, o := r.x, r.o
	hand, shown := o.Hand, o.Known[o.Self]
	if m.Take {
		hand, shown = hand.With(o.Upcard), shown.With(o.Upcard)
	}
	c := o.Upcard // where nothing is thrown now it is left, or was thrown just before
	if m.Throw != card.None {
		c = m.Throw
		hand, shown = hand.Without(c), shown.Without(c)
	}
	if hand.Count() != ginHandSize {
		panic(fmt.Sprintf("features: the afterstate of %+v in the phase %v leaves %d cards", m, o.Phase, hand.Count()))
	}
	copy(dst, r.common)
	best := meld.Best(hand)
	if x.groups&GinAfterProgress != 0 {
		r.progress(dst, m, hand, &best)
	}
	if x.groups&GinAfterCard != 0 && c != card.None {
		r.card(dst, c)
		x.flag(dst, ginAfterLeavesMeld, 0, leaves(o, m) && meld.Completing(hand).Has(c))
	}
	if x.groups&GinAfterTable != 0 && !m.Knock {
		x.count(dst, ginAfterShown, 0, shown.Count())
	}
	if x.groups&GinAfterBelief != 0 {
		if c != card.None {
			x.fraction(dst, ginAfterRisk, 0, DiscardRisk(&r.held, c))
		}
		if m.Knock {
			x.fraction(dst, ginAfterHeldLaidOff, 0, r.pips(r.layOffs(&best)))
		}
	}
	if x.groups&GinAfterCards != 0 {
		x.cards(dst, ginAfterHand, hand)
		x.cards(dst, ginAfterMeldedCards, best.Cards())
	}
}

// leaves reports whether a move leaves the upcard.
func leaves(o *gin.Observation, m GinMove) bool {
	return m.Throw == card.None && (o.Phase == gin.Draw || o.Phase == gin.FirstUpcard)
}

// share writes what all afterstates of a decision share.
func (r *GinAfterstateReader) share() {
	x, o, dst := r.x, r.o, r.common
	clear(dst)
	if x.groups&GinAfterTable != 0 {
		r.turns(dst)
		x.flag(dst, ginAfterFirst, 0, o.Self == o.Starter)
		x.count(dst, ginAfterTurn, 0, o.Turn)
		x.count(dst, ginAfterHisTakes, 0, o.Taken[r.opponent].Count())
		x.count(dst, ginAfterKnownCards, 0, r.known.Count())
		x.count(dst, ginAfterStockSize, 0, o.StockSize)
		x.count(dst, ginAfterUnseenCards, 0, r.unseens)
		x.count(dst, ginAfterLimit, 0, o.KnockLimit)
		x.fraction(dst, ginAfterHisPips, 0, r.evenly(card.All))
	}
	if x.groups&GinAfterBelief != 0 {
		x.belief.Estimate(&r.held, o)
		for i, p := range r.held {
			if p != 0 {
				x.fraction(dst, ginAfterHeld, i, p)
			}
		}
		x.fraction(dst, ginAfterHeldPips, 0, r.pips(card.All))
	}
	if x.groups&GinAfterMatch != 0 {
		x.fraction(dst, ginAfterScore, 0, float32(o.Scores[o.Self]))
		x.fraction(dst, ginAfterHisScore, 0, float32(o.Scores[r.opponent]))
	}
	if x.groups&GinAfterCards != 0 {
		x.cards(dst, ginAfterUnseen, r.unseen)
		x.cards(dst, ginAfterKnown, r.known)
		x.cards(dst, ginAfterGiven, r.given)
		x.cards(dst, ginAfterRefused, r.refused)
	}
	if x.groups&GinAfterAim != 0 {
		x.flag(dst, ginAfterForWins, 0, r.forWins)
	}
}

// turns writes the last turns of the opponent.
func (r *GinAfterstateReader) turns(dst []float32) {
	x, since, n := r.x, ginAfterLongAgo, 0
	for i := len(r.o.History) - 1; i >= 0; i-- {
		switch t := &r.o.History[i]; {
		case t.Source == gin.Passed:
			x.flag(dst, ginAfterPassed, int(t.Player^r.o.Self), true)
		case t.Player == r.opponent && t.Discard != card.None:
			if t.Source == gin.FromPile {
				since = min(since, n)
			}
			if n < ginAfterMoves {
				x.flag(dst, ginAfterLastPips, n*(ginMostPips+1)+meld.Pips(t.Discard), true)
				x.flag(dst, ginAfterLastKnown, n, true)
				x.flag(dst, ginAfterLastTook, n, t.Source == gin.FromPile)
			}
			n++
		}
	}
	x.count(dst, ginAfterSinceTake, 0, since)
}

// evenly returns the points that the opponent is expected to hold of a set of cards, if
// each unseen card is his with equal chance.
func (r *GinAfterstateReader) evenly(of card.Cards) float32 {
	return float32(meld.PipTotal(of&r.known)) + float32(r.chance*float32(meld.PipTotal(of&r.unseen)))
}

// pips returns the same by the belief.
func (r *GinAfterstateReader) pips(of card.Cards) float32 {
	sum := float32(0)
	for of &= r.unseen | r.known; of != 0; of &= of - 1 {
		c := of.First()
		sum += float32(r.held[c.Index()] * float32(meld.Pips(c)))
	}
	return sum
}

// layOffs returns the cards that can be laid off on melds at once.
func (r *GinAfterstateReader) layOffs(melds *meld.Arrangement) card.Cards {
	return melds.Extensions(0, r.o.Rules.LayOffLimit)
}
