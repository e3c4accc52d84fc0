package baselines

import (
	"cmp"
	"slices"

	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// sigraDraw compares the upcard with the stock, formulas 3 to 5 of paper 001.
//
// Naively each unknown card is drawn, each of the eleven cards thrown, and each
// hand of ten valued: 330 values. Instead what the ten cards come to without one
// of them is found once, and serves all unknown cards that complete no meld;
// discards that cannot be best by the deadwood alone are left out; and it ends
// once the cards to come cannot change the answer.
type sigraDraw struct {
	judge   *sigraJudge
	hand    card.Cards // the ten cards
	unknown card.Cards
	last    int     // place of the drawn card among those that came
	term    bool    // the opponent term counts
	each    float64 // weight of a point of the meld distance
	choice  float64 // the same where the discard is chosen after a draw from the stock
	most    float64 // bound of the opponent term

	deadwood int
	value    float64 // of the ten cards
	points   int     // of the ten cards
	kept     [10]sigraKept
}

// sigraKept is what the ten cards come to without one of them.
type sigraKept struct {
	hand     card.Cards
	melded   card.Cards
	at       int // place of the card among those that came
	deadwood int
	points   int
	least    float64 // the value of the nine cards, to try the best first
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
		if j.formulas == features.PaperFormulas {
			// First without the opponent term, which seldom matters.
			if take, sure := d.compare(o.Upcard, d.most); sure {
				return take
			}
		}
		d.model()
	}
	take, _ := d.compare(o.Upcard, 0)
	return take
}

// bound sets most for the hands that the upcard or a card drawn can lead to.
func (d *sigraDraw) bound(up card.Card) {
	fewer := d.unknown
	if d.judge.formulas == features.ReleasedFormulas {
		fewer &= fewer - 1 // as where the discard is chosen: the term grows
	}
	d.most = d.judge.mostTerm((d.hand | d.unknown).With(up), fewer)
}

// model makes the opponent term count.
func (d *sigraDraw) model() {
	d.term = true
	d.value -= d.judge.term(d.hand, &d.judge.view)
}

// prepare values what the ten cards come to, without the opponent term.
func (d *sigraDraw) prepare(j *sigraJudge, hand card.Cards, came *sigraOrder) {
	n := j.view.Unknown.Count()
	d.judge, d.hand, d.unknown, d.last = j, hand, j.view.Unknown, came.count
	d.term, d.most = false, 0
	d.each = j.distance / float64(n)
	d.choice = d.each
	if j.formulas == features.ReleasedFormulas && n > 1 {
		d.choice = j.distance / float64(n-1)
	}
	d.deadwood = meld.Deadwood(hand)
	d.points = j.points(hand, d.deadwood, d.unknown)
	d.value = float64(d.deadwood) - d.each*float64(d.points)

	var after [card.NumKinds]int8
	meld.DeadwoodDiscards(&after, hand)
	for i, c := range came.cards[:came.count] {
		k := &d.kept[i]
		k.hand, k.at, k.deadwood = hand.Without(c), i, int(after[c.Index()])
		k.melded = melded(k.hand, k.deadwood)
		k.points = 0
		if j.distance != 0 {
			k.points = features.CompletingPoints(k.hand, k.melded, d.unknown, j.formulas)
		}
		k.least = float64(k.deadwood) - d.each*float64(k.points)
	}
	slices.SortFunc(d.kept[:], func(a, b sigraKept) int { return cmp.Compare(a.least, b.least) })
}

// compare reports whether the upcard is better, and whether that is sure if the
// values are up to slack too high.
func (d *sigraDraw) compare(up card.Card, slack float64) (take, sure bool) {
	n := float64(d.unknown.Count())
	with := d.best(up, false)
	// The card drawn may be thrown, so that the stock is never worse than the
	// hand is now.
	if d.judge.formulas == features.PaperFormulas && with-slack >= d.value {
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

// best returns the value of the best hand after a draw. The card drawn may be
// thrown too, if back says so.
func (d *sigraDraw) best(drawn card.Card, back bool) float64 {
	j := d.judge
	eleven := d.hand.With(drawn)
	unknown := d.unknown
	v := &j.view
	choose := d.each
	var without features.OpponentView
	if j.formulas == features.ReleasedFormulas && unknown.Has(drawn) {
		choose = d.choice
		unknown = unknown.Without(drawn)
		without = j.view
		without.Unknown = unknown
		v = &without
	}
	completing := meld.Completing(d.hand).Has(drawn)
	at, least, value := -1, float64(sigraUnlimited), float64(sigraUnlimited)
	var keeps card.Cards // the best hand with the card drawn
	if back {
		at, least, value = d.last, d.value, d.value
		if j.formulas == features.ReleasedFormulas {
			points := d.points
			if completing {
				points = j.points(d.hand, d.deadwood, unknown)
			}
			least = float64(d.deadwood) - choose*float64(points)
			if d.term {
				least -= j.term(d.hand, v)
			}
		}
	}
	var after [card.NumKinds]int8
	if completing {
		meld.DeadwoodDiscards(&after, eleven)
	}
	pips := meld.Pips(drawn)
	bound := 0.0
	if j.distance != 0 {
		bound = choose * float64(features.CompletingPoints(eleven, 0, unknown, j.formulas))
	}
	if d.term {
		bound += d.most
	}
	for i := range d.kept {
		k := &d.kept[i]
		deadwood := k.deadwood + pips
		if completing {
			deadwood = int(after[(d.hand &^ k.hand).First().Index()])
		}
		if float64(deadwood)-bound > least+sigraTie {
			continue
		}
		hand := k.hand.With(drawn)
		points := 0
		if j.distance != 0 {
			if completing {
				points = j.points(hand, deadwood, unknown)
			} else {
				points = features.CompletingPoints(hand, k.melded, unknown, j.formulas)
			}
		}
		choice := float64(deadwood) - choose*float64(points)
		if d.term {
			if choice-d.most > least+sigraTie {
				continue
			}
			choice -= j.term(hand, v)
		}
		if choice > least+sigraTie || choice > least-sigraTie && k.at < at {
			continue
		}
		at, least, keeps = k.at, choice, hand
		value = float64(deadwood) - d.each*float64(points)
	}
	if d.term && keeps != 0 {
		value -= j.term(keeps, &j.view)
	}
	return value
}
