package features

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
)

// AfterstateReader follows one seat of one table and writes the afterstates of the
// actions at its decisions. It allocates nothing after it was made, and is not safe for
// concurrent use.
type AfterstateReader struct {
	x     *Afterstates
	model OpponentModel
	turns followedTurns

	// Of the present decision.
	o        *indian.Observation
	opponent game.Player
	unseen   card.Bag
	unseens  int // cards in it
	hidden   int // cards of the opponent's hand that are not known
	refused  card.Bag
	now      holding
	taken    holding // if the top of the open pile is taken, once it was asked for
	isTaken  bool
	believed int       // turn at which the model looked
	common   []float32 // what all afterstates of the decision share
	forWins  bool
}

// holding is the own hand when there is a card to discard.
type holding struct {
	hand   card.Bag
	shown  card.Bag // of it, what the others know
	drawn  card.Card
	pile   bool // drawn from the open pile
	least  int  // MinDist
	dist   [card.NumKinds]int8
	scores [card.NumKinds]int16
}

// set fills in what follows from the cards.
func (h *holding) set(wild card.Rank) {
	h.least = MinDistDiscards(&h.dist, h.hand, wild)
	meld.MinScoreDiscards(&h.scores, h.hand, wild)
}

// Aim says what the observer plays for from the next Observe on: to win as often as it
// can, or for points, as at first.
func (r *AfterstateReader) Aim(forWins bool) { r.forWins = forWins }

// Reset readies the reader for a new game.
func (r *AfterstateReader) Reset() {
	r.turns.forget()
	r.turns.n, r.turns.given, r.turns.taken = 0, card.Bag{}, card.Bag{}
	r.believed = -1
}

// Observe readies the reader for the actions of one of its seat's decisions. It is to be
// called at each of them, in order; the observation must stay as it is until the
// afterstates are written.
func (r *AfterstateReader) Observe(o *indian.Observation) {
	if o.Rules.Seats != r.x.rules.Seats || o.Rules.HandSize != r.x.rules.HandSize {
		panic(fmt.Sprintf("features: afterstates of a table of %d with hands of %d: the reader is for %d with %d",
			o.Rules.Seats, o.Rules.HandSize, r.x.rules.Seats, r.x.rules.HandSize))
	}
	r.o, r.isTaken = o, false
	r.opponent = NextActive(o)
	r.turns.follow(o, r.opponent)
	r.unseen = Unseen(o)
	r.unseens = r.unseen.Count()
	r.hidden = o.HandSizes[r.opponent] - o.Known[r.opponent].Count()
	r.refused = o.Given[o.Self].Minus(o.Taken[r.opponent])
	if o.Phase == indian.Discard {
		r.now = holding{hand: o.Hand, shown: o.Known[o.Self], drawn: o.Drawn, pile: o.FromPile}
		r.now.set(o.Wild)
	}
	if r.x.groups&AfterBelief != 0 && (o.Phase == indian.Draw || r.believed != o.Turn) {
		r.model.See(o)
		r.believed = o.Turn
	}
	r.share()
}

// Discards returns, by card.Card.Index, MinDist after the discard of each card of the
// hand, −1 for others, and the least of them. It is for decisions of the phase Discard.
func (r *AfterstateReader) Discards() (dist *[card.NumKinds]int8, least int) {
	return &r.now.dist, r.now.least
}

// DiscardsAfterTake does the same for a decision of the phase Draw, as if the top of the
// open pile were taken.
func (r *AfterstateReader) DiscardsAfterTake() (dist *[card.NumKinds]int8, least int) {
	if !r.isTaken {
		o := r.o
		r.taken = holding{hand: o.Hand.With(o.Top), shown: o.Known[o.Self].With(o.Top), drawn: o.Top, pile: true}
		r.taken.set(o.Wild)
		r.isTaken = true
	}
	return &r.taken.dist, r.taken.least
}

// Encode fills dst, of the layout's Size, with the afterstate of an action of the
// present decision: a discard, or the draw from the closed deck. Others have none, and
// it panics.
func (r *AfterstateReader) Encode(dst []float32, a game.Action) {
	c := indian.DiscardCard(a)
	switch {
	case r.o.Phase == indian.Draw && a == indian.DrawStock:
		r.encode(dst, nil, card.None)
	case r.o.Phase == indian.Discard && c != card.None:
		r.encode(dst, &r.now, c)
	default:
		panic(fmt.Sprintf("features: the afterstate of action %d in the phase %v: want a discard or the draw from the closed deck", a, r.o.Phase))
	}
}

// EncodeAfterTake does it for the discard of a card after the top of the open pile is
// taken.
func (r *AfterstateReader) EncodeAfterTake(dst []float32, c card.Card) {
	r.DiscardsAfterTake()
	r.encode(dst, &r.taken, c)
}

// encode writes the afterstate of a discard, or of the draw from the closed deck if h is
// nil.
func (r *AfterstateReader) encode(dst []float32, h *holding, thrown card.Card) {
	if len(dst) != r.x.size {
		panic(fmt.Sprintf("features: Encode into %d entries, want %d as in the layout", len(dst), r.x.size))
	}
	copy(dst, r.common)
	x, o := r.x, r.o
	hand, shown, c := o.Hand, o.Known[o.Self], o.Top
	score := -1
	if h != nil {
		hand, shown, c = h.hand.Without(thrown), h.shown.Without(thrown), thrown
		score = int(h.scores[thrown.Index()])
	}
	if x.groups&(AfterProgress|AfterCard) != 0 {
		least := r.progress(dst, h, hand, thrown, score)
		if x.groups&AfterCard != 0 {
			if h == nil && c != card.None && least > 0 {
				x.flag(dst, afterTakeLowers, 0, MinDist(hand.With(c), o.Wild) < least)
			}
			r.card(dst, c)
		}
	}
	if x.groups&AfterTable != 0 {
		x.count(dst, afterShown, 0, shown.Count())
	}
	if x.groups&AfterBelief != 0 && c != card.None {
		p := float32(r.model.WantedOf(c))
		x.fraction(dst, afterWanted, 0, p)
		x.fraction(dst, afterWantedLow, 0, p)
	}
	if x.groups&AfterCards != 0 {
		x.bag(dst, afterHand, hand)
	}
}

// share writes what all afterstates of a decision share.
func (r *AfterstateReader) share() {
	x, o, dst := r.x, r.o, r.common
	clear(dst)
	if x.groups&AfterTable != 0 {
		r.turns.encode(dst, x, o)
		x.flag(dst, afterFirst, 0, o.Self == 0)
		x.count(dst, afterHisTurns, 0, o.TurnsOf[r.opponent])
		x.count(dst, afterHisTakes, 0, o.Taken[r.opponent].Count())
		x.count(dst, afterKnownCards, 0, o.Known[r.opponent].Count())
		x.count(dst, afterStockSize, 0, o.StockSize)
		x.flag(dst, afterReshuffled, 0, o.Reshuffles > 0)
		x.count(dst, afterTurns, 0, o.TurnsOf[o.Self])
		x.count(dst, afterUnseenCards, 0, r.unseens)
	}
	if x.groups&AfterBelief != 0 {
		var distances [opponentDistances]float64
		r.model.Distance(&distances)
		for i, p := range distances {
			x.fraction(dst, afterHisDistance, i, float32(p))
		}
	}
	if x.groups&AfterAim != 0 {
		x.flag(dst, afterForWins, 0, r.forWins)
	}
	if x.groups&AfterCards != 0 {
		x.bag(dst, afterUnseen, r.unseen)
		x.bag(dst, afterKnown, o.Known[r.opponent])
		x.bag(dst, afterGiven, o.Given[r.opponent])
		x.bag(dst, afterRefused, r.refused)
	}
}

// progress writes how far the hand is, and returns its MinDist.
func (r *AfterstateReader) progress(dst []float32, h *holding, hand card.Bag, thrown card.Card, score int) (least int) {
	x, o := r.x, r.o
	if x.groups&AfterProgress == 0 {
		return MinDist(hand, o.Wild)
	}
	if score < 0 {
		score = meld.MinScore(hand, o.Wild)
	}
	var draws [card.NumKinds]int8
	least = MinDistDraws(&draws, hand, o.Wild)
	outs, different, printed := r.outs(&draws, least)
	chance := float32(outs) / float32(max(r.unseens, 1))
	bin := min(least, afterDistances-1)
	x.flag(dst, afterDistance, bin, true)
	x.fraction(dst, afterOutChance, bin, chance)
	none := 1 - chance
	x.fraction(dst, afterOutChance3, bin, 1-float32(none*none*none))
	x.count(dst, afterScore, 0, score)
	x.count(dst, afterScoreCapped, 0, score)
	x.flag(dst, afterScoreAtCap, 0, score >= o.Rules.Cap)
	x.count(dst, afterOutKinds, 0, different)
	x.count(dst, afterOuts, 0, outs)
	x.count(dst, afterJokerOuts, 0, printed)
	if least >= 2 && outs > 0 {
		next, wait := r.next(&draws, hand, least)
		x.fraction(dst, afterNextChance, 0, next)
		x.fraction(dst, afterNextWait, 0, wait)
		x.fraction(dst, afterBothChance, 0, float32(next*chance))
	}
	x.flag(dst, afterJokers, min(jokersIn(hand, o.Wild), 3), true)
	x.flag(dst, afterMissing, min(MinDistAvailable(hand, o.Wild, r.unseen)-least, 3), true)
	x.count(dst, afterTotal, 0, meld.Total(hand, o.Wild))
	x.flag(dst, afterStock, 0, h == nil)
	x.flag(dst, afterFromPile, 0, h != nil && h.pile)
	x.flag(dst, afterThrowsDrawn, 0, h != nil && h.drawn == thrown)
	return least
}

// outs returns how many unseen cards, of how many kinds, lead to less than a distance, by
// the distances that draws leave, and how many of them are printed jokers.
func (r *AfterstateReader) outs(draws *[card.NumKinds]int8, least int) (outs, kinds, printed int) {
	for cs := r.unseen.Once; cs != 0; cs &= cs - 1 {
		if c := cs.First(); int(draws[c.Index()]) < least {
			outs += r.unseen.Of(c)
			kinds++
		}
	}
	if r.unseen.Jokers > 0 && int(draws[card.Joker.Index()]) < least {
		printed = int(r.unseen.Jokers)
		outs += printed
		kinds++
	}
	return outs, kinds, printed
}

// next returns what share of the unseen cards will be outs once an out of a hand is drawn,
// whose draws leave those distances: the mean over the outs, each copy counted, and the
// harmonic mean. The distance is at least 2 and there is an out. Of the cards that may go
// the dearest is thrown.
func (r *AfterstateReader) next(draws *[card.NumKinds]int8, hand card.Bag, least int) (mean, harmonic float32) {
	copies, sum, waits := 0, 0, float32(0)
	add := func(c card.Card) {
		n, outs := r.unseen.Of(c), r.outsWith(hand.With(c), c)
		copies += n
		sum += n * outs
		waits += float32(n) / max(float32(outs), 0.5)
	}
	for cs := r.unseen.Once; cs != 0; cs &= cs - 1 {
		if c := cs.First(); int(draws[c.Index()]) < least {
			add(c)
		}
	}
	if r.unseen.Jokers > 0 && int(draws[card.Joker.Index()]) < least {
		add(card.Joker)
	}
	rest := float32(max(r.unseens-1, 1))
	return float32(sum) / (float32(copies) * rest), float32(copies) / (waits * rest)
}

// outsWith returns the outs of a hand, with c just drawn, once its dearest free card is
// thrown.
func (r *AfterstateReader) outsWith(hand card.Bag, c card.Card) int {
	var dist [card.NumKinds]int8
	least := MinDistDiscards(&dist, hand, r.o.Wild)
	var free card.Cards
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		if int(dist[cs.First().Index()]) == least {
			free |= cs & -cs
		}
	}
	thrown := card.Joker
	if free != 0 {
		thrown = dearest(free, r.o.Wild)
	}
	MinDistDraws(&dist, hand.Without(thrown), r.o.Wild)
	outs, _, _ := r.outs(&dist, least)
	if int(dist[c.Index()]) < least {
		outs-- // the copy that was drawn
	}
	return outs
}

// dearest returns the card of most points in a set, the first of equal ones.
func dearest(cs card.Cards, wild card.Rank) card.Card {
	best, most := card.None, -1
	for ; cs != 0; cs &= cs - 1 {
		if p := meld.Points(cs.First(), wild); p > most {
			best, most = cs.First(), p
		}
	}
	return best
}
