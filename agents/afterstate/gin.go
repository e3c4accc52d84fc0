package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// Gin reads Gin Rummy. A player that follows it goes gin when it can, and shows big gin.
// Else it throws a card that leaves at most 9 points of deadwood more than the best one:
// any card outside its melds, and others that cost no more. If it knocks, it does so with
// a discard of least deadwood. It takes the upcard only if that can lower its deadwood,
// and never throws it back. After a knock it melds and lays off as [features.GinMelding]
// says. What it may choose at a draw is the stock, or the upcard with each of the
// discards, and the knock, that would follow.
type Gin struct {
	*features.GinAfterstateReader
	o        *gin.Observation
	deadwood [card.NumKinds]int8 // after each discard
}

// NewGin returns a reader that writes the afterstates of x.
func NewGin(x *features.GinAfterstateReader) *Gin { return &Gin{GinAfterstateReader: x} }

// knocks is the variant of a choice that knocks: that of others is 0.
const knocks = 1

// ginSlack is how much more deadwood than the best one a discard may leave: as much as
// two cards can differ.
const ginSlack = 9

// Reset does nothing: an observation tells all.
func (r *Gin) Reset() {}

// Read appends the choices of a decision.
func (r *Gin) Read(dst []Choice, obs game.Observation, legal *game.Mask) []Choice {
	o := obs.(*gin.Observation)
	r.o = o
	if a, ok := features.GinMelding(o, legal); ok {
		return append(dst, only(a))
	}
	r.Observe(o)
	from := len(dst)
	switch o.Phase {
	case gin.FirstUpcard, gin.Draw:
		dst = r.draws(dst, legal)
	case gin.Discard:
		dst = r.discards(dst, legal)
	case gin.KnockOrPass:
		dst = r.knock(dst)
	case gin.KnockDiscard:
		dst = r.lastDiscard(dst, legal)
	case gin.Wall:
		dst = r.wall(dst, legal)
	}
	if len(dst) == from { // the rules leave something else
		dst = append(dst, only(legal.Nth(0)))
	}
	return dst
}

// only returns the choice of an action that has no other beside it.
func only(a game.Action) Choice {
	return Choice{Action: a, Then: game.NoAction, Certainty: Costs}
}

// Encode fills dst with the afterstate of an open choice.
func (r *Gin) Encode(dst []float32, c Choice) {
	m := features.GinMove{Throw: card.None, Knock: c.Variant == knocks}
	m.Take = c.Action == gin.DrawUpcard || r.o.Phase == gin.Wall
	for _, a := range [...]game.Action{c.Action, c.Then} {
		if thrown := gin.ActionCard(a); thrown != card.None {
			m.Throw = thrown
		}
	}
	r.GinAfterstateReader.Encode(dst, m)
}

// draws appends the draw from the stock or the pass of the first upcard, and the upcard
// with what may follow.
func (r *Gin) draws(dst []Choice, legal *game.Mask) []Choice {
	for _, a := range [...]game.Action{gin.DrawStock, gin.Pass} {
		if legal.Has(a) {
			dst = append(dst, Choice{Action: a, Then: game.NoAction})
		}
	}
	if !legal.Has(gin.DrawUpcard) {
		return dst
	}
	o := r.o
	least, first := r.after(o.Hand.With(o.Upcard), o.Hand)
	switch {
	case least == 0:
		return append(dst, Choice{Action: gin.DrawUpcard, Then: gin.CardOf(first), Variant: knocks, Certainty: Wins})
	case least >= meld.Deadwood(o.Hand):
		return dst
	}
	for c := range o.Hand.Each() {
		if d := int(r.deadwood[c.Index()]); d <= least+ginSlack {
			dst = append(dst, Choice{Action: gin.DrawUpcard, Then: gin.CardOf(c)})
			if c == first && d <= o.KnockLimit {
				dst = append(dst, Choice{Action: gin.DrawUpcard, Then: gin.CardOf(c), Variant: knocks})
			}
		}
	}
	return dst
}

// after fills in the deadwood of a hand after each discard, and returns the least of
// those of the cards of may, and the first that leaves it.
func (r *Gin) after(hand, may card.Cards) (least int, first card.Card) {
	meld.DeadwoodDiscards(&r.deadwood, hand)
	least, first = 127, card.None
	for c := range may.Each() {
		if d := int(r.deadwood[c.Index()]); d < least {
			least, first = d, c
		}
	}
	return least, first
}

// throwable returns the cards of the hand that are legal discards.
func (r *Gin) throwable(legal *game.Mask) card.Cards {
	var may card.Cards
	for c := range r.o.Hand.Each() {
		if legal.Has(gin.CardOf(c)) {
			may = may.With(c)
		}
	}
	return may
}

// discards appends the discards, and knocks with the best of them.
func (r *Gin) discards(dst []Choice, legal *game.Mask) []Choice {
	o := r.o
	knockFirst := o.Rules.KnockOrder == gin.KnockThenDiscard
	may := r.throwable(legal)
	if kept := may.Without(o.Drawn); o.FromPile && kept != 0 {
		may = kept
	}
	least, first := r.after(o.Hand, may)
	if legal.Has(gin.Knock) && (!knockFirst || o.Rules.BigGinBonus > 0 && meld.Deadwood(o.Hand) == 0) { // big gin
		return append(dst, Choice{Action: gin.Knock, Then: game.NoAction, Certainty: Wins})
	}
	canKnock := least <= o.KnockLimit && (!knockFirst || legal.Has(gin.Knock))
	knock := Choice{Action: gin.CardOf(first), Then: gin.Knock, Variant: knocks}
	if knockFirst {
		knock.Action, knock.Then = gin.Knock, gin.CardOf(first)
	}
	if canKnock && least == 0 {
		knock.Certainty = Wins
		return append(dst, knock)
	}
	if canKnock && knockFirst {
		dst = append(dst, knock)
	}
	for c := range may.Each() {
		d := int(r.deadwood[c.Index()])
		if d > least+ginSlack {
			continue
		}
		on := Choice{Action: gin.CardOf(c), Then: game.NoAction}
		if !knockFirst && d <= o.KnockLimit {
			on.Then = gin.Pass
		}
		dst = append(dst, on)
		if canKnock && !knockFirst && c == first {
			dst = append(dst, knock)
		}
	}
	return dst
}

// knock appends the knock after the discard and the pass.
func (r *Gin) knock(dst []Choice) []Choice {
	if meld.Deadwood(r.o.Hand) == 0 {
		return append(dst, Choice{Action: gin.Knock, Then: game.NoAction, Variant: knocks, Certainty: Wins})
	}
	return append(dst, Choice{Action: gin.Knock, Then: game.NoAction, Variant: knocks}, Choice{Action: gin.Pass, Then: game.NoAction})
}

// lastDiscard appends the discard of least deadwood after a knock, or big gin.
func (r *Gin) lastDiscard(dst []Choice, legal *game.Mask) []Choice {
	if legal.Has(gin.Pass) {
		return append(dst, Choice{Action: gin.Pass, Then: game.NoAction, Certainty: Wins})
	}
	least, first := r.after(r.o.Hand, r.throwable(legal))
	c := Choice{Action: gin.CardOf(first), Then: game.NoAction, Variant: knocks}
	if least == 0 {
		c.Certainty = Wins
	}
	return append(dst, c)
}

// wall appends the knock with the upcard and the end of the hand without a score.
func (r *Gin) wall(dst []Choice, legal *game.Mask) []Choice {
	o := r.o
	if legal.Has(gin.Knock) {
		may := o.Hand
		if o.Rules.ThrowingBack == gin.ThrowBackAllowed {
			may = may.With(o.Upcard)
		}
		least, first := r.after(o.Hand.With(o.Upcard), may)
		c := Choice{Action: gin.Knock, Then: gin.CardOf(first), Variant: knocks}
		if least == 0 {
			c.Certainty = Wins
		}
		dst = append(dst, c)
	}
	return append(dst, only(gin.Pass))
}
