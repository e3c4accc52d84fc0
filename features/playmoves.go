package features

import (
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// change is a change of a story: the hands before the turns from to to−1 hold in
// instead of out, which was drawn at turn from−1, where in is now; and at turn to−1,
// if there is one, where in was drawn, it is out.
type change struct {
	out, in  card.Card
	from, to int

	first, last int // turns that the change is about
	hands       [maxPlayTurns]card.Bag
	drawn       [maxPlayTurns]card.Card
	dists       [maxPlayTurns]distances
	logs        [maxPlayTurns]logs
	sum         logs
	glanced     float64 // what the change adds to the glances of the turns
}

// glance finds what the change makes of the distances, and reports whether the
// glances of the turns rise by at least least. If not, it may have stopped early.
func (c *change) glance(s *story, m *PlayModel, table *playedTurns, least float64) bool {
	c.first, c.last = max(c.from-1, 0), min(c.to, s.turns)-1
	c.glanced = 0
	for t := c.first; t <= c.last; t++ {
		c.glanced -= m.glance(&s.dists[t], &table.turns[t])
	}
	for t := c.first; t <= c.last; t++ {
		c.hands[t], c.drawn[t] = s.hands[t], s.drawn[t]
		if t >= c.from && t < c.to {
			c.hands[t].Remove(c.out)
			c.hands[t].Add(c.in)
		}
		if t == c.from-1 {
			c.drawn[t] = c.in
		} else if t == c.to-1 {
			c.drawn[t] = c.out
		}
		var before int8
		switch {
		case t > c.first:
			before = c.dists[t-1].after
		case c.from > 0:
			before = s.dists[t].before
		default:
			before = int8(MinDist(c.hands[t], table.wild))
		}
		c.dists[t] = distancesOf(c.hands[t], before, c.drawn[t], table.wild, &table.turns[t])
		if c.glanced += m.glance(&c.dists[t], &table.turns[t]); c.glanced < least {
			return false
		}
	}
	return true
}

// weigh computes what the change makes of the probability, after glance, and reports
// whether its logarithm is at least bound. If not, it may have stopped early.
func (c *change) weigh(s *story, m *PlayModel, table *playedTurns, bound float64) bool {
	c.sum = s.sum
	for t := c.first; t <= c.last; t++ {
		c.sum.sub(&s.logs[t])
	}
	for t := c.last; t >= c.first; t-- {
		c.logs[t] = m.turn(c.hands[t], c.drawn[t], table.wild, &c.dists[t], &table.turns[t])
		c.sum.add(&c.logs[t])
		if m.most(&c.sum) < bound {
			return false
		}
	}
	return m.total(&c.sum) >= bound
}

// make makes the change in hands, draws and logarithms.
func (c *change) make(s *story) {
	for t := c.from; t < c.to; t++ {
		s.hands[t].Remove(c.out)
		s.hands[t].Add(c.in)
	}
	if c.from > 0 {
		s.drawn[c.from-1] = c.in
	}
	if c.to <= s.turns {
		s.drawn[c.to-1] = c.out
	}
	for t := c.first; t <= c.last; t++ {
		s.logs[t], s.dists[t] = c.logs[t], c.dists[t]
	}
	s.sum = c.sum
}

// move proposes a random change of the story, and makes it with the probability that
// keeps the distribution of stories given the turns, in two stages of which the first
// is cheap (Christen and Fox, "Markov chain Monte Carlo using an approximation", 2005).
func (s *story) move(c *change, m *PlayModel, table *playedTurns, src rand.Source) {
	if s.turns > 0 && card.Below(src, 4) == 0 {
		s.moveArrivals(c, m, table, src)
		return
	}
	if s.hidden == 0 || s.stock() == 0 {
		return
	}
	i, j := int(card.Below(src, uint64(s.hidden))), s.hidden+int(card.Below(src, uint64(s.stock())))
	c.out, c.in = s.unseen[i], s.unseen[j]
	if c.out == c.in {
		return
	}
	c.from, c.to = int(s.came[i]), s.turns+1
	if c.accept(s, m, table, src) {
		c.make(s)
		s.swap(i, j)
	}
}

// accept decides on a change.
func (c *change) accept(s *story, m *PlayModel, table *playedTurns, src rand.Source) bool {
	if !c.glance(s, m, table, math.Log(game.PositiveUnit(src.Uint64()))) {
		return false
	}
	return c.weigh(s, m, table, m.total(&s.sum)+c.glanced+math.Log(game.PositiveUnit(src.Uint64())))
}

// moveArrivals proposes that two cards came each when the other did.
func (s *story) moveArrivals(c *change, m *PlayModel, table *playedTurns, src rand.Source) {
	n := s.hidden + s.sheds
	if n < 2 {
		return
	}
	i := int(card.Below(src, uint64(n)))
	j := int(card.Below(src, uint64(n-1)))
	if j >= i {
		j++
	}
	if s.came[i] > s.came[j] {
		i, j = j, i
	}
	if s.came[i] == s.came[j] || i >= s.hidden && s.gone[i-s.hidden]+1 < s.came[j] {
		return
	}
	c.out, c.in, c.from, c.to = s.face(i), s.face(j), int(s.came[i]), int(s.came[j])
	if c.out == c.in || c.accept(s, m, table, src) {
		if c.out != c.in {
			c.make(s)
		}
		s.came[i], s.came[j] = s.came[j], s.came[i]
	}
}

// face returns the card of number i of those that came unseen.
func (s *story) face(i int) card.Card {
	if i < s.hidden {
		return s.unseen[i]
	}
	return s.shed[i-s.hidden]
}
