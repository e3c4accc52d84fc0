package features

import (
	"errors"
	"math"

	"rummygym/env/card"
)

// maxStyles is the largest number of styles of a model.
const maxStyles = 4

// PlayModel says how likely a player of unknown style makes the turns that it made,
// given its hands. It does not change and is safe for concurrent use.
type PlayModel struct {
	styles []PlayStyle
	shares [maxStyles]float64 // that sum to 1
	odds   [maxStyles][numThrowKeys]float64
	takes  [maxStyles][2][2]float64 // logarithms of the probability, by whether MinDist falls and whether it is taken
	slips  [maxStyles]float64
	never  [maxStyles]float64 // logarithm of the probability not to declare a hand that can be

	glances [2][2]float64 // as takes, of a player of unknown style
	unfree  float64       // logarithm of about the probability that a card is thrown that is not free
}

// NewPlayModel returns the model of players each of which has one of the styles, by
// their shares. It takes 1 to 4.
func NewPlayModel(styles ...PlayStyle) (*PlayModel, error) {
	if len(styles) < 1 || len(styles) > maxStyles {
		return nil, errors.New("features: a model of play takes 1 to 4 styles")
	}
	m := &PlayModel{styles: append([]PlayStyle(nil), styles...)}
	sum := 0.0
	for k := range styles {
		s := &styles[k]
		if err := s.Validate(); err != nil {
			return nil, err
		}
		sum += s.Share
		m.odds[k] = s.Throw.odds()
		for falls, p := range [2]float64{s.TakeElse, s.TakeIfFalls} {
			m.takes[k][falls] = [2]float64{math.Log(1 - p), math.Log(p)}
		}
		m.slips[k], m.never[k] = s.Slip, math.Log(s.Slip)
	}
	for k := range styles {
		m.shares[k] = styles[k].Share / sum
	}
	for k := range styles {
		for falls := range m.glances {
			for took := range m.glances[falls] {
				m.glances[falls][took] += m.shares[k] * math.Exp(m.takes[k][falls][took])
			}
		}
		m.unfree += m.shares[k] * m.slips[k]
	}
	for falls := range m.glances {
		for took := range m.glances[falls] {
			m.glances[falls][took] = math.Log(m.glances[falls][took])
		}
	}
	m.unfree = math.Log(m.unfree)
	return m, nil
}

// Styles returns the styles. The slice is the caller's.
func (m *PlayModel) Styles() []PlayStyle { return append([]PlayStyle(nil), m.styles...) }

// logs are logarithms of probabilities by style.
type logs [maxStyles]float64

func (l *logs) add(m *logs) {
	for k := range l {
		l[k] += m[k]
	}
}

func (l *logs) sub(m *logs) {
	for k := range l {
		l[k] -= m[k]
	}
}

// distances are the MinDists of a player's hands at a turn.
type distances struct {
	before  int8 // before the draw
	offered int8 // with the card offered, that of the best 13; before if there was none
	whole   int8 // with the card drawn, that of the best 13
	after   int8 // after the throw
}

// distancesOf returns those of a hand before the draw at turn t, of which before is
// known.
func distancesOf(hand card.Bag, before int8, drawn card.Card, wild card.Rank, t *OpponentTurn) distances {
	d := distances{before: before, offered: before}
	if t.Offered != card.None && before > 0 {
		d.offered = int8(MinDist(hand.With(t.Offered), wild))
	}
	full := hand.With(drawn)
	if t.Took {
		d.whole = d.offered
	} else {
		d.whole = int8(MinDist(full, wild))
	}
	d.after = int8(MinDist(full.Without(t.Thrown), wild))
	return d
}

// choice returns the entries of takes that a turn is about.
func (d *distances) choice(t *OpponentTurn) (falls, took int) {
	if d.offered < d.before {
		falls = 1
	}
	if t.Took {
		took = 1
	}
	return falls, took
}

// glance is what can be said of the logarithm of the probability of a turn without
// looking at the cards that were not thrown. It is not above 0.
func (m *PlayModel) glance(d *distances, t *OpponentTurn) (log float64) {
	if t.Offered != card.None {
		falls, took := d.choice(t)
		log = m.glances[falls][took]
	}
	if d.after > d.whole {
		log += m.unfree
	}
	if d.whole == 0 {
		log += m.never[0]
	}
	return log
}

// turn returns the logarithm of the probability that a player with the given hand,
// before its draw, makes turn t, if it draws the given card; the chance to draw that
// card is not in it.
func (m *PlayModel) turn(hand card.Bag, drawn card.Card, wild card.Rank, d *distances, t *OpponentTurn) (l logs) {
	if t.Offered != card.None {
		falls, took := d.choice(t)
		for k := range m.styles {
			l[k] = m.takes[k][falls][took]
		}
	}
	w := throwingOf(hand.With(drawn), wild, int(d.before), t)
	if w.chosen < 0 {
		panic("features: a card was thrown that is not in the hand")
	}
	for k := range m.styles {
		p := w.share(&m.odds[k])
		l[k] += math.Log((1-m.slips[k])*p + m.slips[k]/float64(w.count))
		if w.least == 0 {
			l[k] += m.never[k]
		}
	}
	return l
}

// total returns the logarithm of the probability of turns, whose logarithms by style
// are summed up in l, for a player of unknown style.
func (m *PlayModel) total(l *logs) float64 {
	high := math.Inf(-1)
	for k := range m.styles {
		high = max(high, l[k])
	}
	sum := 0.0
	for k := range m.styles {
		sum += m.shares[k] * math.Exp(l[k]-high)
	}
	return high + math.Log(sum)
}

// most returns a bound of total.
func (m *PlayModel) most(l *logs) float64 {
	high := math.Inf(-1)
	for k := range m.styles {
		high = max(high, l[k])
	}
	return high
}
