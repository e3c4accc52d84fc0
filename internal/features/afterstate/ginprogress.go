package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/internal/features/ginhand"
)

// ginAfter is an afterstate with its numbers, those of the selected groups only.
type ginAfter struct {
	GinMove
	hand, shown card.Cards // after the move; the cards of the hand that the opponent knows
	card        card.Card  // the discard, or the upcard that is not taken or was just discarded; card.None if there is none
	leaves      bool       // whether the upcard is not taken
	best        deadwood.Arrangement
	about       about

	deadwood               int
	place                  int     // of the deadwood in ginDeadwoodFrom; -1 for a knock
	knocked                int     // the deadwood of a knock, at most ginAfterKnocked; -1 without
	pass                   int     // number of passes of the first upcard before; -1 if the move is none
	laidOff, heldLaidOff   float32 // expected points that the opponent lays off on a knock, evenly and by the hand table
	paired, loose, highest int     // points of cards outside melds
	outs                   int
	meldPoints, next, fall float32
	knock, knock3, gin     float32
	nextKnock, nextGin     float32
	risk                   float32
}

// progress sets the numbers of the group GinAfterProgress.
func (r *GinReader) progress(a *ginAfter) {
	melded := a.best.Cards()
	loose := a.hand &^ melded
	a.deadwood = deadwood.PipTotal(loose)
	if r.o.Phase == gin.FirstUpcard && a.leaves {
		a.pass = len(r.o.History)
	}
	if a.Knock {
		a.knocked = min(a.deadwood, ginAfterKnocked)
		a.laidOff = r.evenly(r.layOffs(&a.best))
		return
	}
	a.place = len(ginDeadwoodFrom) - 1
	for ginDeadwoodFrom[a.place] > a.deadwood {
		a.place--
	}
	roots, outs := ginhand.RootsAndAffixes(a.hand, r.unseen)
	a.paired = deadwood.PipTotal(loose & roots)
	a.loose = a.deadwood - a.paired
	for cs := loose; cs != 0; cs &= cs - 1 {
		a.highest = max(a.highest, deadwood.Pips(cs.First()))
	}
	a.outs = outs.Count()
	all := float32(max(r.unseens, 1))
	a.meldPoints = float32(ginhand.CompletingPoints(a.hand, melded, r.unseen, ginhand.PaperFormulas)) / all

	next := r.draws(a.hand, r.unseen)
	a.next = float32(next.deadwood) / all
	a.fall = float32(a.deadwood) - a.next
	a.knock = float32(next.knocks) / all
	none := 1 - a.knock
	a.knock3 = 1 - float32(none*none*none)
	a.gin = float32(next.gins) / all
	if outs == 0 {
		return
	}
	var second ginDraws
	for cs := outs; cs != 0; cs &= cs - 1 {
		c := cs.First()
		d := r.draws(withoutHighest(a.hand.With(c)), r.unseen.Without(c))
		second.knocks += d.knocks
		second.gins += d.gins
	}
	all = float32(a.outs * max(r.unseens-1, 1))
	a.nextKnock, a.nextGin = float32(second.knocks)/all, float32(second.gins)/all
}

// drewUpcard reports whether the observer drew the upcard in this turn.
func drewUpcard(o *gin.Observation) bool {
	if o.Phase == gin.FirstUpcard || o.Phase == gin.Draw || o.Phase == gin.Wall || len(o.History) == 0 {
		return false
	}
	t := &o.History[len(o.History)-1]
	return t.Player == o.Self && t.Source == gin.FromPile
}

// ginDraws sums the results of all possible draws, each followed by the best discard.
type ginDraws struct {
	deadwood int // sum of the deadwood
	knocks   int // draws after which a knock is legal
	gins     int // draws after which the deadwood is 0
}

// add adds n draws that leave the given deadwood.
func (d *ginDraws) add(left, n, limit int) {
	d.deadwood += n * left
	if left <= limit {
		d.knocks += n
	}
	if left == 0 {
		d.gins += n
	}
}

// draws returns the results of drawing each card of from to a hand of ten.
func (r *GinReader) draws(hand, from card.Cards) (d ginDraws) {
	// Naively each card is drawn. But a card that completes no meld is either the discard, or stays outside melds after another
	// one, so that all such cards of a rank leave the same (BenchmarkGinAfterstates).
	limit, melding := r.o.KnockLimit, from&deadwood.Completing(hand)
	for cs := melding; cs != 0; cs &= cs - 1 {
		d.add(deadwood.AfterDiscard(hand|cs&-cs), 1, limit)
	}
	now, after := deadwood.Of(hand), deadwood.AfterDiscard(hand)
	for lanes := from &^ melding; lanes != 0; {
		c := lanes.First()
		same := lanes & card.OfRank(c.Rank())
		d.add(min(now, after+deadwood.Pips(c)), same.Count(), limit)
		lanes &^= same
	}
	return d
}

// withoutHighest returns a hand of eleven cards without the highest-point card outside its
// first best arrangement, the first of equal ones, or without its first card if no card is
// outside.
func withoutHighest(hand card.Cards) card.Cards {
	best := deadwood.Best(hand)
	highest, most := hand.First(), 0
	for cs := hand &^ best.Cards(); cs != 0; cs &= cs - 1 {
		if c := cs.First(); deadwood.Pips(c) > most {
			highest, most = c, deadwood.Pips(c)
		}
	}
	return hand.Without(highest)
}
