package afterstate

import (
	"fmt"
	"math"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

// IndianReader follows one seat of one table and encodes the afterstates of the actions at
// its decisions. Its methods do not allocate. It is not safe for concurrent use.
type IndianReader struct {
	x     *Indian
	model OpponentModel
	turns followedTurns

	// Of the present decision.
	o        *indian.Observation
	opponent game.Player // the next seat in the game
	previous game.Player // the last seat in the game before the observer; opponent at a table of two
	unseen   card.Bag
	unseens  int        // number of cards in unseen
	may      card.Cards // cards that can still come: unseen, or known to be in the previous's hand
	hidden   int        // number of unknown cards in the opponent's hand
	refused  card.Bag
	now      holding
	taken    holding // after the top of the open pile is taken; valid if isTaken
	isTaken  bool
	believed int // turn of the model's last observation
	memo     mindist.OutsMemo
	common   []float32 // fields that all afterstates of the decision share
	forWins  bool

	// By card.Card.Index, with the group AfterOdds.
	passed  [card.NumKinds]float32 // probability that the previous holds no unknown copy, if it is not the opponent
	stock   [card.NumKinds]float32 // probability that the card is the top of the closed deck
	discard [card.NumKinds]float32 // in the afterstate, probability that the card is the previous's next discard
}

// holding is the observer's hand while it has a card to discard.
type holding struct {
	hand    card.Bag
	shown   card.Bag // cards of the hand that the opponents know
	drawn   card.Card
	pile    bool // the card was drawn from the open pile
	minDist int  // MinDist
	dist    [card.NumKinds]int8
	scores  [card.NumKinds]int16
}

// set computes the distances and scores of the hand.
func (h *holding) set(wild card.Rank) {
	h.minDist = mindist.Discards(&h.dist, h.hand, wild)
	meld.MinScoreDiscards(&h.scores, h.hand, wild)
}

// Aim sets the observer's objective from the next call of Observe: the probability of
// winning if forWins is true, otherwise points (the default).
func (r *IndianReader) Aim(forWins bool) { r.forWins = forWins }

// Reset prepares the reader for a new game.
func (r *IndianReader) Reset() {
	r.turns.forget()
	r.turns.n, r.turns.given, r.turns.taken = 0, card.Bag{}, card.Bag{}
	r.believed = -1
}

// Observe prepares the reader for the actions of a decision of its seat. Call it at each of
// the seat's decisions, in order. The observation must not change until the afterstates are
// encoded.
func (r *IndianReader) Observe(o *indian.Observation) {
	if o.Rules.Seats != r.x.rules.Seats || o.Rules.HandSize != r.x.rules.HandSize {
		panic(fmt.Sprintf("afterstate: an observation of a table of %d with hands of %d: the reader is for %d with %d",
			o.Rules.Seats, o.Rules.HandSize, r.x.rules.Seats, r.x.rules.HandSize))
	}
	r.o, r.isTaken = o, false
	r.opponent, r.previous = o.NextActive(), o.ActiveBefore(o.Self)
	r.turns.follow(o, r.opponent)
	r.unseen = o.Unseen()
	r.unseens = r.unseen.Count()
	r.may = r.unseen.Once | o.Known[r.previous].Once
	r.hidden = o.HandSizes[r.opponent] - o.Known[r.opponent].Count()
	r.refused = o.Given[o.Self].Minus(o.Taken[r.opponent])
	if o.Phase == indian.Discard {
		r.now = holding{hand: o.Hand, shown: o.Known[o.Self], drawn: o.Drawn, pile: o.FromPile}
		r.now.set(o.Wild)
	}
	if r.x.groups&AfterModelled != 0 && (o.Phase == indian.Draw || r.believed != o.Turn) {
		if r.previous != r.opponent && r.x.groups&AfterOdds != 0 {
			r.model.See(o, r.previous)
			for i := range r.passed {
				r.passed[i] = 1 - float32(r.model.HeldOf(card.FromIndex(i)))
			}
		}
		r.model.See(o, r.opponent)
		r.believed = o.Turn
	}
	if r.x.groups&AfterOdds != 0 {
		r.expectStock()
		if r.previous != r.opponent { // its next discard does not depend on that of the observer
			r.model.NextDiscard(&r.discard, o, r.previous, o.Known[o.Self], card.None)
		}
	}
	r.share()
}

// Discards returns MinDist after the discard of each card of the hand, by card.Card.Index,
// −1 for other cards, and the minimum. Call it at decisions of the phase Discard.
func (r *IndianReader) Discards() (dist *[card.NumKinds]int8, least int) {
	return &r.now.dist, r.now.minDist
}

// DiscardsAfterTake is Discards at a decision of the phase Draw, after taking the top of the
// open pile.
func (r *IndianReader) DiscardsAfterTake() (dist *[card.NumKinds]int8, least int) {
	if !r.isTaken {
		o := r.o
		r.taken = holding{hand: o.Hand.With(o.Top), shown: o.Known[o.Self].With(o.Top), drawn: o.Top, pile: true}
		r.taken.set(o.Wild)
		r.isTaken = true
	}
	return &r.taken.dist, r.taken.minDist
}

// Encode fills dst, whose length is the layout's Size, with the afterstate of an action of
// the present decision: a discard, or the draw from the closed deck. It panics for other
// actions, which have no afterstate.
func (r *IndianReader) Encode(dst []float32, a game.Action) {
	c := indian.DiscardCard(a)
	switch {
	case r.o.Phase == indian.Draw && a == indian.DrawStock:
		r.encode(dst, nil, card.None)
	case r.o.Phase == indian.Discard && c != card.None:
		r.encode(dst, &r.now, c)
	default:
		panic(fmt.Sprintf("afterstate: action %d in the phase %v has no afterstate: want a discard or the draw from the closed deck", a, r.o.Phase))
	}
}

// EncodeAfterTake is Encode for the discard of a card after taking the top of the open pile,
// at a decision of the phase Draw.
func (r *IndianReader) EncodeAfterTake(dst []float32, c card.Card) {
	r.DiscardsAfterTake()
	r.encode(dst, &r.taken, c)
}

// encode encodes the afterstate of a discard, or of the draw from the closed deck if h is
// nil.
func (r *IndianReader) encode(dst []float32, h *holding, discarded card.Card) {
	if len(dst) != r.x.Size {
		panic(fmt.Sprintf("afterstate: Encode into %d entries, want %d as in the layout", len(dst), r.x.Size))
	}
	copy(dst, r.common)
	x, o := r.x, r.o
	hand, shown, c := o.Hand, o.Known[o.Self], o.Top
	score := -1
	if h != nil {
		hand, shown, c = h.hand.Without(discarded), h.shown.Without(discarded), discarded
		score = int(h.scores[discarded.Index()])
	}
	if x.groups&AfterOdds != 0 && r.previous == r.opponent {
		r.model.NextDiscard(&r.discard, o, r.opponent, shown, discarded)
	}
	if x.groups&AfterMarks != 0 {
		r.marks(dst, h, c, discarded)
	}
	if x.groups&(AfterProgress|AfterCard|AfterOdds|AfterMarks) != 0 {
		least := r.progress(dst, h, hand, discarded, score)
		if x.groups&AfterCard != 0 {
			if h == nil && c != card.None && least > 0 {
				x.Flag(dst, afterTakeLowers, 0, mindist.Of(hand.With(c), o.Wild) < least)
			}
			r.card(dst, c)
		}
	}
	if x.groups&AfterTable != 0 {
		x.Count(dst, afterShown, 0, shown.Count())
	}
	if x.groups&AfterBelief != 0 && c != card.None {
		p := float32(r.model.WantedOf(c))
		x.Fraction(dst, afterWanted, 0, p)
		x.Fraction(dst, afterWantedLow, 0, p)
	}
	if x.groups&AfterCards != 0 {
		x.bag(dst, afterHand, hand)
	}
	if x.groups&AfterOdds != 0 && h != nil {
		r.dangers(dst, h, discarded)
	}
}

// marks writes the group AfterMarks, except the outs and the jokers. c is the card of the group AfterCard.
func (r *IndianReader) marks(dst []float32, h *holding, c, discarded card.Card) {
	x := r.x
	if c != card.None {
		x.Flag(dst, afterDiscarded, c.Index(), true)
	}
	if h == nil {
		return
	}
	hand := h.hand.Without(discarded)
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		i := cs.First().Index()
		x.Flag(dst, afterFreeCards, i, int(h.dist[i]) == h.minDist)
	}
	x.Flag(dst, afterFreeCards, card.Joker.Index(), hand.Jokers > 0 && int(h.dist[card.Joker.Index()]) == h.minDist)
}

// share writes the fields that all afterstates of a decision share.
func (r *IndianReader) share() {
	x, o, dst := r.x, r.o, r.common
	clear(dst)
	if x.groups&AfterTable != 0 {
		r.turns.encode(dst, x, o)
		x.Flag(dst, afterFirst, 0, o.Self == 0)
		x.Count(dst, afterOpponentTurns, 0, o.TurnsOf[r.opponent])
		x.Count(dst, afterOpponentTakes, 0, o.Taken[r.opponent].Count())
		x.Count(dst, afterKnownCards, 0, o.Known[r.opponent].Count())
		x.Count(dst, afterStockSize, 0, o.StockSize)
		x.Flag(dst, afterReshuffled, 0, o.Reshuffles > 0)
		x.Count(dst, afterTurns, 0, o.TurnsOf[o.Self])
		x.Count(dst, afterUnseenCards, 0, r.unseens)
	}
	if x.groups&AfterBelief != 0 {
		var distances [opponentDistances]float64
		r.model.Distance(&distances)
		for i, p := range distances {
			x.Fraction(dst, afterOpponentDistance, i, float32(p))
		}
	}
	if x.groups&AfterAim != 0 {
		x.Flag(dst, afterForWins, 0, r.forWins)
	}
	if x.groups&AfterOthers != 0 {
		r.others()
	}
	if x.groups&AfterRules != 0 {
		r.rules()
	}
	if x.groups&AfterCards != 0 {
		x.bag(dst, afterUnseen, r.unseen)
		x.bag(dst, afterKnown, o.Known[r.opponent])
		x.bag(dst, afterGiven, o.Given[r.opponent])
		x.bag(dst, afterRefused, r.refused)
	}
	if x.groups&AfterMarks != 0 {
		for i := range card.NumSuited {
			x.Flag(dst, afterWild, i, card.FromIndex(i).Rank() == o.Wild)
		}
		x.Flag(dst, afterWild, card.Joker.Index(), true)
	}
	if x.groups&AfterPrevious != 0 {
		x.bag(dst, afterPreviousKnown, o.Known[r.previous])
		x.bag(dst, afterPreviousGiven, o.Given[r.previous])
	}
}

// others writes the fields about each other player.
func (r *IndianReader) others() {
	x, o, dst := r.x, r.o, r.common
	for i := range o.Rules.Seats - 1 {
		p := (int(o.Self) + 1 + i) % o.Rules.Seats
		x.Flag(dst, afterOtherActive, i, o.Active>>p&1 != 0)
		x.Count(dst, afterOtherTurns, i, o.TurnsOf[p])
		x.Count(dst, afterOtherTakes, i, o.Taken[p].Count())
		x.Count(dst, afterOtherKnown, i, o.Known[p].Count())
		if n := o.Given[p].Count(); n > 0 {
			x.Fraction(dst, afterOtherDiscarded, i, float32(meld.Total(o.Given[p], o.Wild))/float32(n))
		}
	}
}

// rules writes the fields about the rules.
func (r *IndianReader) rules() {
	x, to, dst := r.x, r.o.Rules, r.common
	x.Flag(dst, afterRulePacks, to.Packs-1, true)
	x.Count(dst, afterRuleJokers, 0, to.Jokers)
	x.Flag(dst, afterRuleSeats, to.Seats-2, true)
	x.Count(dst, afterRuleFirstDrop, 0, to.FirstDrop)
	x.Count(dst, afterRuleMiddleDrop, 0, to.MiddleDrop)
	x.Count(dst, afterRuleCap, 0, to.Cap)
	x.Count(dst, afterRuleRounds, 0, to.MaxRounds)
	x.Flag(dst, afterRuleHalfTurns, 0, to.Counting == indian.HalfTurns)
	x.Flag(dst, afterRuleNoRelief, 0, to.Relief == indian.NoRelief)
	x.Flag(dst, afterRuleNoJokers, 0, to.Taking == indian.TakeNoJokers)
	x.Flag(dst, afterRuleNoThrowingBack, 0, to.ThrowingBack == indian.ThrowBackForbidden)
	x.Flag(dst, afterRuleAnyCards, 0, to.Declaring == indian.AnyCards)
	x.Flag(dst, afterRuleWholePile, 0, to.Recycling == indian.WholePile)
	x.Flag(dst, afterRuleNoRecycling, 0, to.Recycling == indian.NoRecycling)
}

// progress writes the groups AfterProgress and AfterOdds, except the fields of dangers, and
// returns the MinDist of the hand.
func (r *IndianReader) progress(dst []float32, h *holding, hand card.Bag, discarded card.Card, score int) (least int) {
	x, o := r.x, r.o
	if x.groups&(AfterProgress|AfterOdds|AfterMarks) == 0 {
		return mindist.Of(hand, o.Wild)
	}
	least, which, joker := mindist.OutsAmong(hand, o.Wild, r.may)
	if x.groups&AfterMarks != 0 {
		for cs := which & r.may; cs != 0; cs &= cs - 1 {
			x.Flag(dst, afterOutCards, cs.First().Index(), true)
		}
		x.Flag(dst, afterOutCards, card.Joker.Index(), joker && r.unseen.Jokers > 0)
	}
	if x.groups&(AfterProgress|AfterOdds) == 0 {
		return least
	}
	bin := min(least, afterDistances-1)
	now := r.describe(which, joker)
	var next outlook
	if least >= 2 && now.copies > 0 {
		next = r.next(hand, least, which, joker)
	}
	if x.groups&AfterOdds != 0 {
		turn := now.stock + now.discard - float32(now.stock*now.discard)
		x.Fraction(dst, afterStockChance, 0, now.stock)
		x.Fraction(dst, afterDiscardChance, 0, now.discard)
		x.Fraction(dst, afterTurnChance, bin, turn)
		x.Fraction(dst, afterNextTurn, 0, next.turn)
		x.Fraction(dst, afterNextTurns, 0, next.turnWait)
	}
	if x.groups&AfterProgress == 0 {
		return least
	}
	if score < 0 {
		score = meld.MinScore(hand, o.Wild)
	}
	chance := float32(now.copies) / float32(max(r.unseens, 1))
	x.Flag(dst, afterDistance, bin, true)
	x.Fraction(dst, afterOutChance, bin, chance)
	none := 1 - chance
	x.Fraction(dst, afterOutChance3, bin, 1-float32(none*none*none))
	x.Count(dst, afterScore, 0, score)
	x.Count(dst, afterScoreCapped, 0, score)
	x.Flag(dst, afterScoreAtCap, 0, score >= o.Rules.Cap)
	x.Count(dst, afterOutKinds, 0, now.kinds)
	x.Count(dst, afterOuts, 0, now.copies)
	x.Count(dst, afterJokerOuts, 0, now.printed)
	x.Fraction(dst, afterNextChance, 0, next.share)
	x.Fraction(dst, afterNextWait, 0, next.wait)
	x.Fraction(dst, afterBothChance, 0, float32(next.share*chance))
	x.Flag(dst, afterJokers, min(mindist.JokersIn(hand, o.Wild), 3), true)
	x.Flag(dst, afterMissing, min(mindist.Available(hand, o.Wild, r.unseen)-least, 3), true)
	x.Count(dst, afterTotal, 0, meld.Total(hand, o.Wild))
	x.Flag(dst, afterStock, 0, h == nil)
	x.Flag(dst, afterFromPile, 0, h != nil && h.pile)
	x.Flag(dst, afterDiscardsDrawn, 0, h != nil && h.drawn == discarded)
	return least
}

// expectStock sets the probability that each card is the top of the closed deck, by the
// model.
func (r *IndianReader) expectStock() {
	sum := float32(0)
	left := func(c card.Card, copies int) {
		p := 1 - float32(r.model.HeldOf(c))
		if r.previous != r.opponent {
			p *= r.passed[c.Index()]
		}
		if copies > 1 { // p is the probability that no copy is held
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

// dangers writes the fields about the safety of the next discards, after a discard.
func (r *IndianReader) dangers(dst []float32, h *holding, discarded card.Card) {
	hand := h.hand.Without(discarded)
	free, least, second, sum := 0, 1.0, 1.0, 0.0
	add := func(c card.Card) {
		if int(h.dist[c.Index()]) != h.minDist {
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
	x.Count(dst, afterFree, 0, free)
	x.Fraction(dst, afterSafest, 0, float32(least))
	x.Fraction(dst, afterSecondSafest, 0, float32(second))
	x.Fraction(dst, afterMeanDanger, 0, float32(sum/float64(max(free, 1))))
}

// outs describes the outs of a hand among the cards that can come.
type outs struct {
	copies, kinds, printed int     // unseen copies, different cards, printed jokers among the copies
	stock, discard         float32 // probabilities that the top of the closed deck and the opponent's next discard is an out
}

// describe summarises the given outs: the cards of which, and printed jokers if joker is true.
func (r *IndianReader) describe(which card.Cards, joker bool) (o outs) {
	for cs := which; cs != 0; cs &= cs - 1 {
		c := cs.First()
		if n := r.unseen.Of(c); n > 0 {
			o.copies += n
			o.kinds++
		}
		o.stock += r.stock[c.Index()]
		o.discard += r.discard[c.Index()]
	}
	if joker {
		if r.unseen.Jokers > 0 {
			o.printed = int(r.unseen.Jokers)
			o.copies += o.printed
			o.kinds++
		}
		o.stock += r.stock[card.Joker.Index()]
		o.discard += r.discard[card.Joker.Index()]
	}
	return o
}

// outlook describes the outs of a hand after the draw of an out and the discard of the
// highest-point free card, averaged over the outs.
type outlook struct {
	share, wait    float32 // share of the unseen cards that are outs then: mean over all copies of outs now, and harmonic mean
	turn, turnWait float32 // sum of the probabilities that outs come then: means weighted by the probability of each out now
}

// next returns the outlook of a hand with the given outs. The MinDist of the hand must be at
// least 2, and some outs must be unseen.
func (r *IndianReader) next(hand card.Bag, least int, which card.Cards, joker bool) outlook {
	copies, sum, waits := 0, 0, float32(0)
	weights, turns, turnWaits := float32(0), float32(0), float32(0)
	add := func(c card.Card) {
		i, n, then := c.Index(), r.unseen.Of(c), r.outsWith(hand.With(c), c, least-1)
		copies += n
		sum += n * then.copies
		waits += float32(n) / max(float32(then.copies), 0.5)
		weight, turn := r.stock[i]+r.discard[i], then.stock+then.discard
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

// outsWith returns the outs of a hand, whose card c was just drawn, after the discard of its
// highest-point free card. least is the MinDist of the hand.
func (r *IndianReader) outsWith(hand card.Bag, c card.Card, least int) outs {
	which, joker := r.memo.AfterDiscard(hand, r.o.Wild, least, r.may)
	which &= r.may
	o := r.describe(which, joker)
	if which.Has(c) || c == card.Joker && joker { // leave out the drawn copy
		i, share := c.Index(), 1/float32(r.unseen.Of(c))
		o.copies--
		o.stock -= float32(share * r.stock[i])
		o.discard -= float32(share * r.discard[i])
	}
	return o
}
