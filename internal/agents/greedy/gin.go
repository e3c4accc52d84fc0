package greedy

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/afterstate"
)

// Gin is the [Reader] of Gin Rummy. It leaves out bad actions:
//
//   - It goes gin whenever it can, and shows big gin.
//   - It discards a card that leaves at most 9 points more deadwood than the best discard.
//   - It knocks only with a discard that leaves the minimum deadwood.
//   - It takes the upcard only if that can lower its deadwood, and never discards it again
//     in the same turn.
//   - After a knock it melds and lays off as [gin.ShowdownPolicy] does.
//
// The choices of a draw are the stock, and the upcard with each discard or knock that may
// follow.
type Gin struct {
	*afterstate.GinReader
	o        *gin.Observation
	deadwood [card.NumKinds]int8 // after each discard, in points
}

// NewGin returns a reader that encodes afterstates with x.
func NewGin(x *afterstate.GinReader) *Gin { return &Gin{GinReader: x} }

// knocks is the variant of choices that knock. The variant of the others is 0.
const knocks = 1

// ginSlack is the maximum excess of a discard's deadwood over the minimum, in points. It is
// the largest difference between the values of two cards.
const ginSlack = 9

// Reset does nothing: an observation holds all that the reader needs.
func (r *Gin) Reset() {}

// Follow does nothing either.
func (r *Gin) Follow(game.Observation) {}

// Read appends the choices of a decision.
func (r *Gin) Read(dst []Choice, obs game.Observation, legal *game.Mask) []Choice {
	o := obs.(*gin.Observation)
	r.o = o
	if a, ok := gin.ShowdownPolicy(o, legal); ok {
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
	if len(dst) == from { // the rules allow something else only
		dst = append(dst, only(legal.Nth(0)))
	}
	return dst
}

// only returns the choice of an action without an alternative.
func only(a game.Action) Choice {
	return Choice{Action: a, Then: game.NoAction, Certainty: Costs}
}

// Encode fills dst with the afterstate of an open choice of the last Read.
func (r *Gin) Encode(dst []float32, c Choice) {
	m := afterstate.GinMove{Discard: card.None, Knock: c.Variant == knocks}
	m.Take = c.Action == gin.DrawUpcard || r.o.Phase == gin.Wall
	for _, a := range [...]game.Action{c.Action, c.Then} {
		if discard := gin.ActionCard(a); discard != card.None {
			m.Discard = discard
		}
	}
	r.GinReader.Encode(dst, m)
}

// draws appends the draw from the stock or the pass on the first upcard, and the upcard
// with the discards and the knock that may follow.
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
	minimum, first := r.after(o.Hand.With(o.Upcard), o.Hand)
	switch {
	case minimum == 0:
		return append(dst, Choice{Action: gin.DrawUpcard, Then: gin.CardOf(first), Variant: knocks, Certainty: Wins})
	case minimum >= deadwood.Of(o.Hand):
		return dst
	}
	for c := range o.Hand.Each() {
		if d := int(r.deadwood[c.Index()]); d <= minimum+ginSlack {
			dst = append(dst, Choice{Action: gin.DrawUpcard, Then: gin.CardOf(c)})
			if c == first && d <= o.KnockLimit {
				dst = append(dst, Choice{Action: gin.DrawUpcard, Then: gin.CardOf(c), Variant: knocks})
			}
		}
	}
	return dst
}

// after sets r.deadwood to the deadwood of a hand after each discard. It returns the
// minimum over the cards of may, and the first card that leaves it.
func (r *Gin) after(hand, may card.Cards) (minimum int, first card.Card) {
	deadwood.Discards(&r.deadwood, hand)
	minimum, first = 127, card.None
	for c := range may.Each() {
		if d := int(r.deadwood[c.Index()]); d < minimum {
			minimum, first = d, c
		}
	}
	return minimum, first
}

// legalDiscards returns the cards of the hand that are legal discards.
func (r *Gin) legalDiscards(legal *game.Mask) card.Cards {
	var may card.Cards
	for c := range r.o.Hand.Each() {
		if legal.Has(gin.CardOf(c)) {
			may = may.With(c)
		}
	}
	return may
}

// discards appends the discards, and the knock with the best of them.
func (r *Gin) discards(dst []Choice, legal *game.Mask) []Choice {
	o := r.o
	knockFirst := o.Rules.KnockOrder == gin.KnockThenDiscard
	may := r.legalDiscards(legal)
	if kept := may.Without(o.Drawn); o.FromPile && kept != 0 {
		may = kept
	}
	minimum, first := r.after(o.Hand, may)
	if legal.Has(gin.Knock) && (!knockFirst || o.Rules.BigGinBonus > 0 && deadwood.Of(o.Hand) == 0) { // big gin
		return append(dst, Choice{Action: gin.Knock, Then: game.NoAction, Certainty: Wins})
	}
	canKnock := minimum <= o.KnockLimit && (!knockFirst || legal.Has(gin.Knock))
	knock := Choice{Action: gin.CardOf(first), Then: gin.Knock, Variant: knocks}
	if knockFirst {
		knock.Action, knock.Then = gin.Knock, gin.CardOf(first)
	}
	if canKnock && minimum == 0 {
		knock.Certainty = Wins
		return append(dst, knock)
	}
	if canKnock && knockFirst {
		dst = append(dst, knock)
	}
	for c := range may.Each() {
		d := int(r.deadwood[c.Index()])
		if d > minimum+ginSlack {
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
	if deadwood.Of(r.o.Hand) == 0 {
		return append(dst, Choice{Action: gin.Knock, Then: game.NoAction, Variant: knocks, Certainty: Wins})
	}
	return append(dst, Choice{Action: gin.Knock, Then: game.NoAction, Variant: knocks}, Choice{Action: gin.Pass, Then: game.NoAction})
}

// lastDiscard appends the discard of minimum deadwood after a knock, or big gin.
func (r *Gin) lastDiscard(dst []Choice, legal *game.Mask) []Choice {
	if legal.Has(gin.Pass) {
		return append(dst, Choice{Action: gin.Pass, Then: game.NoAction, Certainty: Wins})
	}
	minimum, first := r.after(r.o.Hand, r.legalDiscards(legal))
	c := Choice{Action: gin.CardOf(first), Then: game.NoAction, Variant: knocks}
	if minimum == 0 {
		c.Certainty = Wins
	}
	return append(dst, c)
}

// wall appends the knock with the upcard, and the pass that ends the hand without a score.
func (r *Gin) wall(dst []Choice, legal *game.Mask) []Choice {
	o := r.o
	if legal.Has(gin.Knock) {
		may := o.Hand
		if o.Rules.ThrowingBack == gin.ThrowBackAllowed {
			may = may.With(o.Upcard)
		}
		minimum, first := r.after(o.Hand.With(o.Upcard), may)
		c := Choice{Action: gin.Knock, Then: gin.CardOf(first), Variant: knocks}
		if minimum == 0 {
			c.Certainty = Wins
		}
		dst = append(dst, c)
	}
	return append(dst, only(gin.Pass))
}
