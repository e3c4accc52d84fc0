package afterstate

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/field"
	"rummygym/internal/features/ginhand"
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
	o          *gin.Observation
	opponent   game.Player
	unseen     card.Cards
	unseens    int        // number of cards in unseen
	chance     float32    // probability of each unseen card to be in the opponent's hand, if all are equally likely
	known      card.Cards // known cards of the opponent's hand
	given      card.Cards // cards that the opponent discarded
	refused    card.Cards // upcards that the opponent did not take
	held       [card.NumSuited]float32
	heldPips   float32 // expected points of the opponent's hand by held
	drewUpcard bool    // whether the observer drew the upcard in this turn
	turns      ginTurns
	common     []float32 // entries with those that all afterstates of the decision share
}

// ginTurns are the last turns of the opponent, the latest first, and the passes of the first upcard.
type ginTurns struct {
	sinceTake int                // turns of the opponent since it last took an upcard
	passed    [2]bool            // by the observer, by the opponent
	pips      [ginAfterMoves]int // points of the discards; -1 for turns that did not happen
	took      [ginAfterMoves]bool
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
	hidden := o.HandSizes[r.opponent] - r.known.Count()
	r.chance = float32(hidden) / float32(max(r.unseens, 1))
	r.drewUpcard = drewUpcard(o)
	if r.x.On&GinAfterTable != 0 {
		r.lookBack()
	}
	if r.x.On&GinAfterBelief != 0 {
		r.x.belief.Estimate(&r.held, o)
		r.heldPips = r.pips(card.All)
	}
	w := field.NewRow(r.common, 0)
	ginFields(&w, r, &ginAfter{about: noCard})
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
	groups, o := r.x.On, r.o
	a := ginAfter{GinMove: m, hand: o.Hand, shown: o.Known[o.Self], card: o.Upcard, about: noCard, place: -1, knocked: -1, pass: -1}
	a.leaves = m.Discard == card.None && (o.Phase == gin.Draw || o.Phase == gin.FirstUpcard)
	if m.Take {
		a.hand, a.shown = a.hand.With(o.Upcard), a.shown.With(o.Upcard)
	}
	if m.Discard != card.None {
		a.card = m.Discard
		a.hand, a.shown = a.hand.Without(a.card), a.shown.Without(a.card)
	}
	if a.hand.Count() != o.Rules.HandSize {
		panic(fmt.Sprintf("afterstate: move %+v in the phase %v leaves %d cards: want %d", m, o.Phase, a.hand.Count(), o.Rules.HandSize))
	}
	a.best = deadwood.Best(a.hand)
	if groups&GinAfterProgress != 0 {
		r.progress(&a)
	}
	if a.card != card.None {
		if groups&GinAfterCard != 0 {
			a.about.rank = int(a.card.Rank())
			s := &ginAround[a.card.Index()]
			a.about.surround(s, r.unseen, r.chance, [3]card.Cards{r.known, r.given, r.refused})
			a.about.sameRank = float32((s.rank & r.known).Count()) + float32(r.chance*float32((s.rank&r.unseen).Count())) // rounded once
		}
		if groups&GinAfterBelief != 0 {
			a.risk = ginhand.DiscardRisk(&r.held, a.card)
		}
	}
	if groups&GinAfterBelief != 0 && m.Knock {
		a.heldLaidOff = r.pips(r.layOffs(&a.best))
	}
	w := field.Rest(dst, r.common)
	ginFields(&w, r, &a)
}

// ginAround holds the surroundings of each suited card in Gin Rummy, where the ace is low only.
var ginAround = surroundingsOf(false)

// lookBack sets the turns.
func (r *GinReader) lookBack() {
	t, n := ginTurns{sinceTake: ginAfterLongAgo, pips: [ginAfterMoves]int{-1, -1, -1, -1}}, 0
	for i := len(r.o.History) - 1; i >= 0; i-- {
		switch of := &r.o.History[i]; {
		case of.Source == gin.Passed:
			t.passed[of.Player^r.o.Self] = true
		case of.Player == r.opponent && of.Discard != card.None:
			if of.Source == gin.FromPile {
				t.sinceTake = min(t.sinceTake, n)
			}
			if n < ginAfterMoves {
				t.pips[n], t.took[n] = deadwood.Pips(of.Discard), of.Source == gin.FromPile
			}
			n++
		}
	}
	r.turns = t
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
