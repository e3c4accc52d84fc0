package ginrummy

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/internal/features/ginhand"
)

// sigraDraw compares the upcard with the stock by formulas 3 to 5 of
// goldman2021evaluating.
//
// The plain version draws each unknown card, discards each of the eleven cards, and values
// each hand of ten: 330 values. This one values the ten cards without each of them once,
// for all unknown cards that complete no meld; it skips discards that cannot be best by
// deadwood alone; and it skips the opponent term where a bound of it decides.
type sigraDraw struct {
	judge   *sigraJudge
	hand    card.Cards // the ten cards
	unknown card.Cards
	last    int     // position of the drawn card in the order of arrival
	term    bool    // whether values include the opponent term
	each    float64 // weight of a point of the meld distance
	choice  float64 // the same where the discard is chosen after a draw from the stock
	maxTerm float64 // upper bound of the opponent term

	deadwood int
	value    float64 // of the ten cards
	points   int     // of the ten cards
	kept     [10]sigraKept
}

// sigraKept is the ten cards without one of them.
type sigraKept struct {
	hand     card.Cards
	melded   card.Cards
	at       int // position of that card in the order of arrival
	deadwood int
	points   int
	value    float64 // of the nine cards, to try the best first
}

// takes reports whether the upcard is better than the stock.
func (j *sigraJudge) takes(o *gin.Observation, came *sigraOrder) bool {
	j.look(o)
	if j.view.Unknown == 0 || came.count != len(j.draw.kept) {
		return false
	}
	d := &j.draw
	d.prepare(j, o.Hand, came)
	if j.models() {
		d.bound(o.Upcard)
		if j.formulas == ginhand.PaperFormulas {
			// First without the opponent term, which rarely matters.
			if take, sure := d.compare(o.Upcard, d.maxTerm); sure {
				return take
			}
		}
		d.model()
	}
	take, _ := d.compare(o.Upcard, 0)
	return take
}

// bound sets maxTerm for all hands after the upcard or a card from the stock.
func (d *sigraDraw) bound(up card.Card) {
	fewer := d.unknown
	if d.judge.formulas == ginhand.ReleasedFormulas {
		fewer &= fewer - 1 // one less, as in the choice of the discard: the term grows
	}
	d.maxTerm = d.judge.maxTerm((d.hand | d.unknown).With(up), fewer)
}

// model includes the opponent term in the values.
func (d *sigraDraw) model() {
	d.term = true
	d.value -= d.judge.term(d.hand, &d.judge.view)
}

// prepare values the ten cards, and these without each of them, without the opponent term.
func (d *sigraDraw) prepare(j *sigraJudge, hand card.Cards, came *sigraOrder) {
	n := j.view.Unknown.Count()
	d.judge, d.hand, d.unknown, d.last = j, hand, j.view.Unknown, came.count
	d.term, d.maxTerm = false, 0
	d.each = j.distance / float64(n)
	d.choice = d.each
	if j.formulas == ginhand.ReleasedFormulas && n > 1 {
		d.choice = j.distance / float64(n-1)
	}
	d.deadwood = deadwood.Of(hand)
	d.points = j.points(hand, d.deadwood, d.unknown)
	d.value = float64(d.deadwood) - float64(d.each*float64(d.points))

	var after [card.NumKinds]int8
	deadwood.Discards(&after, hand)
	for i, c := range came.cards[:came.count] {
		k := &d.kept[i]
		k.hand, k.at, k.deadwood = hand.Without(c), i, int(after[c.Index()])
		k.melded = melded(k.hand, k.deadwood)
		k.points = 0
		if j.distance != 0 {
			k.points = ginhand.CompletingPoints(k.hand, k.melded, d.unknown, j.formulas)
		}
		k.value = float64(k.deadwood) - float64(d.each*float64(k.points))
	}
	// By insertion: slices.SortFunc does the same for ten values, but it is 19 kB of the play page before packing.
	for i := range d.kept {
		for ; i > 0 && d.kept[i].value < d.kept[i-1].value; i-- {
			d.kept[i], d.kept[i-1] = d.kept[i-1], d.kept[i]
		}
	}
}

// compare reports whether the upcard is better, and whether that is certain if the values
// are up to slack too high.
func (d *sigraDraw) compare(up card.Card, slack float64) (take, sure bool) {
	n := float64(d.unknown.Count())
	with := d.best(up, false)
	// The drawn card may be discarded, so that the stock is never worse than the current
	// hand.
	if d.judge.formulas == ginhand.PaperFormulas && with-slack >= d.value {
		return false, true
	}
	total := 0.0
	for u := d.unknown; u != 0; u &= u - 1 {
		total += d.best(u.First(), true)
	}
	mean := total / n
	if with-slack >= mean-sigraTie {
		return false, true
	}
	return true, with < mean-slack-sigraTie
}

// best returns the value of the best hand after a draw. With back, the drawn card may be
// discarded too.
func (d *sigraDraw) best(drawn card.Card, back bool) float64 {
	j := d.judge
	eleven := d.hand.With(drawn)
	unknown := d.unknown
	v := &j.view
	choose := d.each
	var without ginhand.OpponentView
	if j.formulas == ginhand.ReleasedFormulas && unknown.Has(drawn) {
		choose = d.choice
		unknown = unknown.Without(drawn)
		without = j.view
		without.Unknown = unknown
		v = &without
	}
	completing := deadwood.Completing(d.hand).Has(drawn)
	at, minimum, value := -1, float64(sigraUnlimited), float64(sigraUnlimited)
	var keeps card.Cards // the best hand that contains the drawn card
	if back {
		at, minimum, value = d.last, d.value, d.value
		if j.formulas == ginhand.ReleasedFormulas {
			points := d.points
			if completing {
				points = j.points(d.hand, d.deadwood, unknown)
			}
			minimum = float64(d.deadwood) - float64(choose*float64(points))
			if d.term {
				minimum -= j.term(d.hand, v)
			}
		}
	}
	var after [card.NumKinds]int8
	if completing {
		deadwood.Discards(&after, eleven)
	}
	pips := deadwood.Pips(drawn)
	bound := 0.0
	if j.distance != 0 {
		bound = choose * float64(ginhand.CompletingPoints(eleven, 0, unknown, j.formulas))
	}
	if d.term {
		bound += d.maxTerm
	}
	for i := range d.kept {
		k := &d.kept[i]
		deadwood := k.deadwood + pips
		if completing {
			deadwood = int(after[(d.hand &^ k.hand).First().Index()])
		}
		if float64(deadwood)-bound > minimum+sigraTie {
			continue
		}
		hand := k.hand.With(drawn)
		points := 0
		if j.distance != 0 {
			if completing {
				points = j.points(hand, deadwood, unknown)
			} else {
				points = ginhand.CompletingPoints(hand, k.melded, unknown, j.formulas)
			}
		}
		choice := float64(deadwood) - float64(choose*float64(points))
		if d.term {
			if choice-d.maxTerm > minimum+sigraTie {
				continue
			}
			choice -= j.term(hand, v)
		}
		if choice > minimum+sigraTie || choice > minimum-sigraTie && k.at < at {
			continue
		}
		at, minimum, keeps = k.at, choice, hand
		value = float64(deadwood) - float64(d.each*float64(points))
	}
	if d.term && keeps != 0 {
		value -= j.term(keeps, &j.view)
	}
	return value
}

// sigraOrder is a hand in the order of arrival. The cards dealt, which an observation shows
// as a set, are in the order of the cards.
type sigraOrder struct {
	cards [11]card.Card
	count int
}

// follow updates the order: it removes cards that have left the hand and appends new ones,
// the card just drawn last.
func (w *sigraOrder) follow(o *gin.Observation) {
	fresh, n := o.Hand, 0
	for _, c := range w.cards[:w.count] {
		if fresh.Has(c) {
			w.cards[n] = c
			n++
			fresh = fresh.Without(c)
		}
	}
	w.count = n
	last := fresh & (1 << o.Drawn)
	for fresh &^= last; fresh != 0; fresh &= fresh - 1 {
		w.add(fresh.First())
	}
	if last != 0 {
		w.add(o.Drawn)
	}
}

func (w *sigraOrder) add(c card.Card) {
	w.cards[w.count] = c
	w.count++
}
