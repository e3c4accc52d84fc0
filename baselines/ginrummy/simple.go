package ginrummy

import (
	"math/rand/v2"
	"strconv"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/spec"
	"rummygym/internal/baselines"
	"rummygym/internal/options"
)

// Ties selects the discard from the cards that leave the minimum deadwood.
type Ties uint8

// The kinds of ties.
const (
	AnyTied     Ties = iota // a random one
	HighestTied             // a random one of the highest rank: a king rather than a queen
)

// String returns the value of the option "ties".
func (t Ties) String() string { return options.Word("Ties", t, "any", "highest") }

// Simple is the baseline of goldman2021evaluating (section 5.5), truong2021datadriven
// (Introduction, "SP") and cardfitness2021 ("Other Agents Used in Evaluation"). It is part
// of the framework that they used. It considers only its own hand:
//
//   - It takes the upcard if and only if that is in a meld of its hand.
//   - It discards a random card of those that leave the minimum deadwood. A pair of a
//     drawn and a discarded card, in either order, occurs only once in a hand
//     (docs/rules-gin.md, "The players").
//   - It knocks as soon as the rules allow, but never without a meld.
//   - It declares a random best arrangement.
//
// According to goldman2021evaluating (section 5.4) it discards "the highest-ranked unmelded
// card". The framework's player, which the paper's tables come from, does not distinguish a
// king from a ten. [HighestTied] does, and wins 55.0 % of the matches against it.
type Simple struct {
	Ties Ties
	basics
}

// String returns the canonical spec of the player.
func (a *Simple) String() string { return List().Text("simple", a) }

// Act returns the chosen action and the probability of that choice.
func (a *Simple) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return play(a, &a.src, obs.(*gin.Observation), legal)
}

func (a *Simple) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	return a.discardTied(a.Ties, o, may)
}

// basics is the play of Simple, for players that share most of it.
type basics struct {
	src   rand.PCG
	pairs bool                           // whether met is of this hand; if not, there are no pairs yet
	met   [card.NumSuits * 16]card.Cards // by drawn or discarded card: the cards paired with it
}

// Reset starts a new episode, in which all random choices follow from seed.
func (a *basics) Reset(seed uint64) {
	a.src.Seed(seed, 0x67696e)
	a.NextDeal()
}

// NextDeal prepares the player for the next hand of a match.
func (a *basics) NextDeal() { a.pairs = false }

func (a *basics) takes(o *gin.Observation) bool { return deadwood.Completing(o.Hand).Has(o.Upcard) }

func (a *basics) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	return a.discardTied(AnyTied, o, may)
}

// discardTied returns one of the cards that leave the minimum deadwood, and its probability.
func (a *basics) discardTied(ties Ties, o *gin.Observation, may card.Cards) (card.Card, float64) {
	_, best := minDeadwoodDiscards(o.Hand, a.unmet(o, may))
	if ties == HighestTied {
		best = highestRank(best)
	}
	return a.pick(o, best)
}

// highestRank returns the cards of cs, which is not empty, that have its highest rank.
func highestRank(cs card.Cards) card.Cards {
	r := card.King
	for cs&card.OfRank(r) == 0 {
		r--
	}
	return cs & card.OfRank(r)
}

func (a *basics) knocks(_ *gin.Observation, rest card.Cards, _ int) bool {
	return deadwood.InMelds(rest) != 0
}

// unmet returns the cards of may that have not been paired with the card just drawn in this
// hand, or may itself if all have.
func (a *basics) unmet(o *gin.Observation, may card.Cards) card.Cards {
	if !a.pairs {
		return may
	}
	if open := may &^ a.met[o.Drawn&63]; open != 0 {
		return open
	}
	return may
}

// pick returns a random card of from and its probability, and records its pair with the
// card just drawn.
func (a *basics) pick(o *gin.Observation, from card.Cards) (card.Card, float64) {
	c, probability := anyOf(&a.src, from)
	a.meet(o, c)
	return c, probability
}

// meet records the pair of the card just drawn and the discard.
func (a *basics) meet(o *gin.Observation, discard card.Card) {
	if !a.pairs {
		a.pairs = true
		clear(a.met[:])
	}
	a.met[o.Drawn&63] = a.met[o.Drawn&63].With(discard)
	a.met[discard&63] = a.met[discard&63].With(o.Drawn)
}

// simpleEntries returns the simple players of Gin Rummy.
func simpleEntries() spec.List {
	return spec.List{
		spec.Player("gin", "random", "plays a random legal action", func(s Random) game.Agent { return &s }),
		spec.Player("gin", "random-unmelded", "like simple, but discards a random unmelded card (RP of truong2021datadriven)", func(s RandomUnmelded) game.Agent { return &s }),
		spec.Player("gin", "simple", "discards for minimum deadwood; knocks as soon as it may", func(s Simple) game.Agent { return &s },
			ties(func(s *Simple) *Ties { return &s.Ties })),
		spec.Player("gin", "late-knock", "like simple, but delays knocking in order to undercut (truong2021datadriven)", func(s LateKnock) game.Agent { return &s },
			spec.NumberOr("hold", "number of possible knocks that it passes up before it knocks without gin", strconv.Itoa(lateHold), 20, func(s *LateKnock) *int { return &s.Hold })),
		spec.Player("gin", "stubborn", "like simple, but knocks only with gin (goldman2021evaluating)", func(s Stubborn) game.Agent { return &s },
			ties(func(s *Stubborn) *Ties { return &s.Ties })),
		spec.Player("gin", "medium", "draws and discards by which cards can still be melded; knocks with deadwood 0, 7 or 9 (cardfitness2021)", func(s Medium) game.Agent { return &s },
			spec.Word("variant", "follow the text of cardfitness2021, or the authors' published code", func(s *Medium) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released)),
	}
}

// ties returns the option of players that discard as Simple does.
func ties[S any](field func(*S) *Ties) spec.Option {
	return spec.Word("ties", "discard among those that leave the minimum deadwood: any, or any of the highest rank", field, AnyTied, HighestTied)
}

// Stubborn plays as [Simple] but knocks only with gin (goldman2021evaluating, sections 4.5
// and 5.4). It wins 67.7 % of its matches against Simple, and 67.8 % in the paper. With
// [HighestTied], the literal reading of section 5.4, it wins 70.8 %, because the tens,
// jacks and queens that it keeps meld more often.
type Stubborn struct {
	Ties Ties
	basics
}

// String returns the canonical spec of the player.
func (a *Stubborn) String() string { return List().Text("stubborn", a) }

// Act returns the chosen action and the probability of that choice.
func (a *Stubborn) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return play(a, &a.src, obs.(*gin.Observation), legal)
}

func (a *Stubborn) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	return a.discardTied(a.Ties, o, may)
}

func (a *Stubborn) knocks(_ *gin.Observation, _ card.Cards, deadwood int) bool { return deadwood == 0 }
