package afterstate

import (
	"fmt"
	"math"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/internal/features/field"
)

// IndianReader follows one seat of one table and encodes the afterstates of the actions at
// its decisions. Its methods do not allocate. It is not safe for concurrent use.
type IndianReader struct {
	x     *Indian
	model OpponentModel
	turns followedTurns

	// Of the present decision.
	o         *indian.Observation
	opponent  game.Player // the next seat in the game
	previous  game.Player // the last seat in the game before the observer; opponent at a table of two
	unseen    card.Bag
	unseens   int        // number of cards in unseen
	may       card.Cards // cards that can still come: unseen, or known to be in the previous's hand
	chance    float32    // probability of an unseen card to be in the opponent's hand, if all are equally likely
	refused   card.Bag
	now       holding
	taken     holding // after the top of the open pile is taken; valid if isTaken
	isTaken   bool
	believed  int // turn of the model's last observation
	memo      mindist.OutsMemo
	common    []float32 // entries with those that all afterstates of the decision share
	forWins   bool
	aim       bool       // forWins at the decision
	wild      card.Cards // cards of the wild rank
	others    others
	distances [opponentDistances]float32 // probability of each MinDist of the opponent's hand, by the model

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

// set computes the distances of a hand, and its scores for the group AfterProgress.
func (r *IndianReader) set(h *holding) {
	h.minDist = mindist.Discards(&h.dist, h.hand, r.o.Wild)
	if r.x.On&AfterProgress != 0 {
		meld.MinScoreDiscards(&h.scores, h.hand, r.o.Wild)
	}
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

// Follow notes the opponent's last turns at a decision of the seat whose afterstates are not encoded.
func (r *IndianReader) Follow(o *indian.Observation) { r.turns.follow(o, o.NextActive()) }

// Observe prepares the reader for the actions of a decision of its seat. Call it at each of
// the seat's decisions, in order. The observation must not change until the afterstates are
// encoded.
func (r *IndianReader) Observe(o *indian.Observation) {
	if o.Rules.Seats != r.x.rules.Seats || o.Rules.HandSize != r.x.rules.HandSize {
		panic(fmt.Sprintf("afterstate: an observation of a table of %d with hands of %d: the reader is for %d with %d",
			o.Rules.Seats, o.Rules.HandSize, r.x.rules.Seats, r.x.rules.HandSize))
	}
	r.o, r.isTaken, r.aim = o, false, r.forWins
	r.wild = card.OfRank(o.Wild) & card.All
	r.opponent, r.previous = o.NextActive(), o.ActiveBefore(o.Self)
	r.turns.follow(o, r.opponent)
	r.unseen = o.Unseen()
	r.unseens = r.unseen.Count()
	r.may = r.unseen.Once | o.Known[r.previous].Once
	hidden := o.HandSizes[r.opponent] - o.Known[r.opponent].Count()
	r.chance = float32(hidden) / float32(max(r.unseens, 1))
	r.refused = o.Given[o.Self].Minus(o.Taken[r.opponent])
	if o.Phase == indian.Discard {
		r.now = holding{hand: o.Hand, shown: o.Known[o.Self], drawn: o.Drawn, pile: o.FromPile}
		r.set(&r.now)
	}
	if r.x.On&AfterModelled != 0 && (o.Phase == indian.Draw || r.believed != o.Turn) {
		if r.previous != r.opponent && r.x.On&AfterOdds != 0 {
			r.model.See(o, r.previous)
			for i := range r.passed {
				r.passed[i] = 1 - float32(r.model.HeldOf(card.FromIndex(i)))
			}
		}
		r.model.See(o, r.opponent)
		r.believed = o.Turn
	}
	if r.x.On&AfterOdds != 0 {
		r.expectStock()
		if r.previous != r.opponent { // its next discard does not depend on that of the observer
			r.model.NextDiscard(&r.discard, o, r.previous, o.Known[o.Self], card.None)
		}
	}
	if r.x.On&AfterBelief != 0 {
		var distances [opponentDistances]float64
		r.model.Distance(&distances)
		for i, p := range distances {
			r.distances[i] = float32(p)
		}
	}
	if r.x.On&AfterOthers != 0 {
		r.others = othersOf(o)
	}
	w := field.NewRow(r.common, 0)
	indianFields(&w, r, &indianAfter{about: noCard})
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
		r.set(&r.taken)
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
	groups, o := r.x.On, r.o
	a := indianAfter{holding: h, hand: o.Hand, shown: o.Known[o.Self], card: o.Top, about: noCard, score: -1}
	if h != nil {
		a.hand, a.shown, a.card = h.hand.Without(discarded), h.shown.Without(discarded), discarded
		a.score = int(h.scores[discarded.Index()])
	}
	if groups&AfterOdds != 0 && r.previous == r.opponent {
		r.model.NextDiscard(&r.discard, o, r.opponent, a.shown, discarded)
	}
	switch {
	case groups&(AfterProgress|AfterOdds|AfterMarks) != 0:
		r.progress(&a)
	case groups&AfterCard != 0 && h == nil:
		a.least = mindist.Of(a.hand, o.Wild)
	}
	if a.card != card.None {
		if groups&AfterCard != 0 {
			r.look(&a)
		}
		if groups&AfterBelief != 0 {
			a.wanted = float32(r.model.WantedOf(a.card))
		}
	}
	if groups&(AfterOdds|AfterMarks) != 0 && h != nil {
		r.dangers(&a)
	}
	w := field.Rest(dst, r.common)
	indianFields(&w, r, &a)
}

// indianAfter is an afterstate with its numbers, those of the selected groups only.
type indianAfter struct {
	holding     *holding  // nil if the action draws from the closed deck
	hand, shown card.Bag  // after the action; the cards of the hand that the opponents know
	card        card.Card // the discard, or the top of the open pile; card.None if there is none
	about       about
	points      int     // of the card
	takeLowers  bool    // whether the top of the open pile, which is not taken, lowers MinDist
	wanted      float32 // probability that the card lowers the opponent's MinDist

	least                  int        // MinDist of the hand, if a field needs it
	score                  int        // MinScore of the hand, not capped
	outs                   card.Cards // that can come
	jokerOut               bool       // whether the printed joker is one of them
	now                    outs
	next                   outlook
	chance, chance3        float32 // share of the unseen cards that are outs; probability of one in three draws
	jokers, missing, total int     // jokers in the hand; increase of MinDist by availability; points

	free                 int        // number of different cards of the hand that were free to be discarded
	freeCards            card.Cards // those that are suited
	freeJoker            bool       // whether the printed joker is one
	safest, second, mean float32    // probabilities that they lower the opponent's MinDist
}

// others is what an afterstate says of each other player, in the order of play after the observer.
type others struct {
	active              [game.MaxPlayers - 1]bool
	turns, takes, known [game.MaxPlayers - 1]int
	points              [game.MaxPlayers - 1]float32 // mean points of the discards
}

func othersOf(o *indian.Observation) (all others) {
	for i := range o.Rules.Seats - 1 {
		p := (int(o.Self) + 1 + i) % o.Rules.Seats
		all.active[i] = o.Active>>p&1 != 0
		all.turns[i], all.takes[i], all.known[i] = o.TurnsOf[p], o.Taken[p].Count(), o.Known[p].Count()
		if n := o.Given[p].Count(); n > 0 {
			all.points[i] = float32(meld.Total(o.Given[p], o.Wild)) / float32(n)
		}
	}
	return all
}

// around holds the surroundings of each suited card in Indian Rummy.
var around = surroundingsOf(true)

// look sets the numbers of the group AfterCard, for an afterstate with a card.
func (r *IndianReader) look(a *indianAfter) {
	o, c := r.o, a.card
	a.takeLowers = a.holding == nil && a.least > 0 && mindist.Of(a.hand.With(c), o.Wild) < a.least
	a.points, a.about.rank = meld.Points(c, o.Wild), card.NumRanks
	if c == card.Joker {
		return
	}
	if c.Rank() != o.Wild {
		a.about.rank = int(c.Rank())
	}
	a.about.surround(&around[c.Index()], r.unseen.Once, r.chance, [3]card.Cards{o.Known[r.opponent].Once, o.Given[r.opponent].Once, r.refused.Once})
}

// progress sets the numbers of the groups AfterProgress, AfterOdds and AfterMarks, except those of dangers.
func (r *IndianReader) progress(a *indianAfter) {
	groups, o := r.x.On, r.o
	least, which, joker := mindist.OutsAmong(a.hand, o.Wild, r.may)
	a.least, a.outs, a.jokerOut = least, which&r.may, joker && r.unseen.Jokers > 0
	if groups&(AfterProgress|AfterOdds) == 0 {
		return
	}
	a.now = r.describe(which, joker)
	if least >= 2 && a.now.copies > 0 {
		a.next = r.next(a.hand, least, which, joker)
	}
	if groups&AfterProgress == 0 {
		return
	}
	if a.score < 0 {
		a.score = meld.MinScore(a.hand, o.Wild)
	}
	a.chance = float32(a.now.copies) / float32(max(r.unseens, 1))
	none := 1 - a.chance
	a.chance3 = 1 - float32(none*none*none)
	a.jokers, a.missing = mindist.JokersIn(a.hand, o.Wild), mindist.Available(a.hand, o.Wild, r.unseen)-least
	a.total = meld.Total(a.hand, o.Wild)
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

// dangers sets the numbers about the next discards, after a discard.
func (r *IndianReader) dangers(a *indianAfter) {
	h, least, second, sum := a.holding, 1.0, 1.0, 0.0
	add := func(c card.Card) bool {
		if int(h.dist[c.Index()]) != h.minDist {
			return false
		}
		a.free++
		if r.x.On&AfterOdds == 0 {
			return true
		}
		p := r.model.WantedOf(c)
		sum += p
		if p < least {
			least, second = p, least
		} else if p < second {
			second = p
		}
		return true
	}
	for cs := a.hand.Once; cs != 0; cs &= cs - 1 {
		if add(cs.First()) {
			a.freeCards |= cs & -cs
		}
	}
	a.freeJoker = a.hand.Jokers > 0 && add(card.Joker)
	a.safest, a.second, a.mean = float32(least), float32(second), float32(sum/float64(max(a.free, 1)))
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
