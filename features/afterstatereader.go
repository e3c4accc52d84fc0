package features

import (
	"fmt"
	"math"

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
	unseens  int        // cards in it
	may      card.Cards // cards that may still come: unseen, or known to be the opponent's
	hidden   int        // cards of the opponent's hand that are not known
	refused  card.Bag
	now      holding
	taken    holding // if the top of the open pile is taken, once it was asked for
	isTaken  bool
	believed int // turn at which the model looked
	memo     outsMemo
	common   []float32 // what all afterstates of the decision share
	forWins  bool

	// By card.Card.Index, with the group AfterOdds.
	stock [card.NumKinds]float32 // probability that it is the top of the closed deck
	throw [card.NumKinds]float32 // of the afterstate: probability that the opponent throws it next
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
	r.may = r.unseen.Once | o.Known[r.opponent].Once
	r.hidden = o.HandSizes[r.opponent] - o.Known[r.opponent].Count()
	r.refused = o.Given[o.Self].Minus(o.Taken[r.opponent])
	if o.Phase == indian.Discard {
		r.now = holding{hand: o.Hand, shown: o.Known[o.Self], drawn: o.Drawn, pile: o.FromPile}
		r.now.set(o.Wild)
	}
	if r.x.groups&AfterModelled != 0 && (o.Phase == indian.Draw || r.believed != o.Turn) {
		r.model.See(o)
		r.believed = o.Turn
	}
	if r.x.groups&AfterOdds != 0 {
		r.expectStock()
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
	if x.groups&AfterOdds != 0 {
		r.model.ThrownAfter(&r.throw, o, shown, thrown)
	}
	if x.groups&(AfterProgress|AfterCard|AfterOdds) != 0 {
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
	if x.groups&AfterOdds != 0 && h != nil {
		r.dangers(dst, h, thrown)
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
	if x.groups&(AfterProgress|AfterOdds) == 0 {
		return MinDist(hand, o.Wild)
	}
	least, which, joker := OutsAmong(hand, o.Wild, r.may)
	bin := min(least, afterDistances-1)
	now := r.outs(which, joker)
	var next outlook
	if least >= 2 && now.copies > 0 {
		next = r.next(hand, least, which, joker)
	}
	if x.groups&AfterOdds != 0 {
		turn := now.stock + now.throw - float32(now.stock*now.throw)
		x.fraction(dst, afterStockChance, 0, now.stock)
		x.fraction(dst, afterThrowChance, 0, now.throw)
		x.fraction(dst, afterTurnChance, bin, turn)
		x.fraction(dst, afterNextTurn, 0, next.turn)
		x.fraction(dst, afterNextTurns, 0, next.turnWait)
	}
	if x.groups&AfterProgress == 0 {
		return least
	}
	if score < 0 {
		score = meld.MinScore(hand, o.Wild)
	}
	chance := float32(now.copies) / float32(max(r.unseens, 1))
	x.flag(dst, afterDistance, bin, true)
	x.fraction(dst, afterOutChance, bin, chance)
	none := 1 - chance
	x.fraction(dst, afterOutChance3, bin, 1-float32(none*none*none))
	x.count(dst, afterScore, 0, score)
	x.count(dst, afterScoreCapped, 0, score)
	x.flag(dst, afterScoreAtCap, 0, score >= o.Rules.Cap)
	x.count(dst, afterOutKinds, 0, now.kinds)
	x.count(dst, afterOuts, 0, now.copies)
	x.count(dst, afterJokerOuts, 0, now.printed)
	x.fraction(dst, afterNextChance, 0, next.share)
	x.fraction(dst, afterNextWait, 0, next.wait)
	x.fraction(dst, afterBothChance, 0, float32(next.share*chance))
	x.flag(dst, afterJokers, min(jokersIn(hand, o.Wild), 3), true)
	x.flag(dst, afterMissing, min(MinDistAvailable(hand, o.Wild, r.unseen)-least, 3), true)
	x.count(dst, afterTotal, 0, meld.Total(hand, o.Wild))
	x.flag(dst, afterStock, 0, h == nil)
	x.flag(dst, afterFromPile, 0, h != nil && h.pile)
	x.flag(dst, afterThrowsDrawn, 0, h != nil && h.drawn == thrown)
	return least
}

// expectStock sets how likely each card is the top of the closed deck, as the model
// believes.
func (r *AfterstateReader) expectStock() {
	sum := float32(0)
	left := func(c card.Card, copies int) {
		p := 1 - float32(r.model.HeldOf(c))
		if copies > 1 { // that none of them is held has the probability p
			p = float32(copies) * float32(math.Pow(float64(p), 1/float64(copies)))
		}
		r.stock[c.Index()] = p
		sum += p
	}
	r.stock = [card.NumKinds]float32{}
	for cs := r.unseen.Once; cs != 0; cs &= cs - 1 {
		left(cs.First(), r.unseen.Of(cs.First()))
	}
	if r.unseen.Jokers > 0 {
		left(card.Joker, int(r.unseen.Jokers))
	}
	for i := range r.stock {
		r.stock[i] /= max(sum, 1e-6)
	}
}

// dangers writes how safe the cards are that may be thrown next, once a card was.
func (r *AfterstateReader) dangers(dst []float32, h *holding, thrown card.Card) {
	hand := h.hand.Without(thrown)
	free, least, second, sum := 0, 1.0, 1.0, 0.0
	add := func(c card.Card) {
		if int(h.dist[c.Index()]) != h.least {
			return
		}
		p := r.model.WantedOf(c)
		free++
		sum += p
		if p < least {
			least, second = p, least
		} else if p < second {
			second = p
		}
	}
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		add(cs.First())
	}
	if hand.Jokers > 0 {
		add(card.Joker)
	}
	x := r.x
	x.count(dst, afterFree, 0, free)
	x.fraction(dst, afterSafest, 0, float32(least))
	x.fraction(dst, afterSecondSafest, 0, float32(second))
	x.fraction(dst, afterMeanDanger, 0, float32(sum/float64(max(free, 1))))
}

// outs are the cards that bring a hand nearer, of those that may come.
type outs struct {
	copies, kinds, printed int     // not seen, how many different ones, printed jokers among them
	stock, throw           float32 // probabilities that one is the top of the closed deck, and that the opponent throws one next
}

// outs sums up outs: cards of r.may, and printed jokers or not.
func (r *AfterstateReader) outs(which card.Cards, joker bool) (o outs) {
	for cs := which; cs != 0; cs &= cs - 1 {
		c := cs.First()
		if n := r.unseen.Of(c); n > 0 {
			o.copies += n
			o.kinds++
		}
		o.stock += r.stock[c.Index()]
		o.throw += r.throw[c.Index()]
	}
	if joker {
		if r.unseen.Jokers > 0 {
			o.printed = int(r.unseen.Jokers)
			o.copies += o.printed
			o.kinds++
		}
		o.stock += r.stock[card.Joker.Index()]
		o.throw += r.throw[card.Joker.Index()]
	}
	return o
}

// outlook says how likely an out comes once an out is drawn and the dearest card that may
// go is thrown, over the outs.
type outlook struct {
	share, wait    float32 // share of the unseen cards that are outs then: mean over all copies, and harmonic mean
	turn, turnWait float32 // sum of the probabilities that they come: the same, over outs as likely as they come
}

// next returns the outlook of a hand with those outs. The distance is at least 2, and some
// outs are not seen.
func (r *AfterstateReader) next(hand card.Bag, least int, which card.Cards, joker bool) outlook {
	copies, sum, waits := 0, 0, float32(0)
	weights, turns, turnWaits := float32(0), float32(0), float32(0)
	add := func(c card.Card) {
		i, n, then := c.Index(), r.unseen.Of(c), r.outsWith(hand.With(c), c, least-1)
		copies += n
		sum += n * then.copies
		waits += float32(n) / max(float32(then.copies), 0.5)
		weight, turn := r.stock[i]+r.throw[i], then.stock+then.throw
		weights += weight
		turns += float32(weight * turn)
		turnWaits += weight / max(turn, 0.02)
	}
	for cs := which & r.unseen.Once; cs != 0; cs &= cs - 1 {
		add(cs.First())
	}
	if joker && r.unseen.Jokers > 0 {
		add(card.Joker)
	}
	rest := float32(max(r.unseens-1, 1))
	all := outlook{share: float32(sum) / (float32(copies) * rest), wait: float32(copies) / (waits * rest)}
	if weights > 0 {
		all.turn, all.turnWait = turns/weights, weights/turnWaits
	}
	return all
}

// outsWith returns the outs of a hand, with c just drawn and at a distance, once its
// dearest free card is thrown.
func (r *AfterstateReader) outsWith(hand card.Bag, c card.Card, least int) outs {
	which, joker := r.memo.afterThrow(hand, r.o.Wild, least, r.may)
	which &= r.may
	o := r.outs(which, joker)
	if which.Has(c) || c == card.Joker && joker { // the copy that was drawn
		i, share := c.Index(), 1/float32(r.unseen.Of(c))
		o.copies--
		o.stock -= float32(share * r.stock[i])
		o.throw -= float32(share * r.throw[i])
	}
	return o
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
