package features

import (
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/indian"
)

// maxPlayTurns is the most turns that a story holds.
const maxPlayTurns = 32

// maxOwn is the most cards that a story deals with.
const maxOwn = maxTotal + maxPlayTurns

// story is one account of what the opponent held, that fits what is seen: which of
// the cards not seen he has, and when each card came that he has or has thrown. It
// holds no pointers.
type story struct {
	unseen [indian.MaxDeck]card.Card // cards not seen: first those he has, then those of the closed deck
	count  int                       // cards not seen
	hidden int                       // of them with him
	turns  int

	// The cards that came to him unseen: number i below hidden is unseen[i], and
	// number hidden + i is shed[i], thrown since.
	came  [maxOwn]uint8 // with the hand at the start (0), or from the closed deck at turn came − 1
	shed  [maxPlayTurns]card.Card
	gone  [maxPlayTurns]uint8 // the turn at which each of shed was thrown
	sheds int

	hands [maxPlayTurns + 1]card.Bag // before each turn, and now
	drawn [maxPlayTurns]card.Card    // at each turn
	dists [maxPlayTurns]distances    // at each turn
	logs  [maxPlayTurns]logs         // of each turn, given these
	sum   logs                       // of all turns
}

// begin makes a story without turns, of a hand that is uniform among those possible.
func (s *story) begin(u *hidden, src rand.Source) {
	s.unseen, s.count, s.hidden = u.cards, u.count, u.hidden
	s.turns, s.sheds, s.sum = 0, 0, logs{}
	s.hands[0] = u.known
	for i := range s.hidden {
		s.swap(i, i+int(card.Below(src, uint64(s.count-i))))
		s.hands[0].Add(s.unseen[i])
		s.came[i] = 0
	}
}

// swap exchanges two of the cards not seen.
func (s *story) swap(i, j int) { s.unseen[i], s.unseen[j] = s.unseen[j], s.unseen[i] }

// stock returns the number of cards of the closed deck.
func (s *story) stock() int { return s.count - s.hidden }

// pick returns the number of a copy of x among unseen[from:to], each copy being
// equally likely, or -1, and the number of copies.
func (s *story) pick(x card.Card, from, to int, src rand.Source) (at, copies int) {
	at = -1
	for i := from; i < to; i++ {
		if s.unseen[i] != x {
			continue
		}
		if copies++; copies == 1 || card.Below(src, uint64(copies)) == 0 {
			at = i
		}
	}
	return at, copies
}

// see takes a card of the closed deck out of those not seen, because the observer has
// drawn it, and returns the logarithm of the probability of that.
func (s *story) see(x card.Card, m *PlayModel, table *playedTurns, src rand.Source) float64 {
	at, copies := s.pick(x, s.hidden, s.count, src)
	p := math.Log(float64(copies) / float64(s.stock()))
	if at < 0 { // he has it, by this story: let him have another one
		i, _ := s.pick(x, 0, s.hidden, src)
		at = s.hidden + int(card.Below(src, uint64(s.stock())))
		s.exchange(m, table, i, at)
		p = unfit
	}
	s.count--
	s.unseen[at] = s.unseen[s.count]
	return p
}

// unfit is the logarithm that is put in the place of that of 0.
const unfit = -100

// exchange puts card j of the closed deck in the place of hidden card i, whatever
// that says of its probability.
func (s *story) exchange(m *PlayModel, table *playedTurns, i, j int) {
	c := change{out: s.unseen[i], in: s.unseen[j], from: int(s.came[i]), to: s.turns + 1}
	c.glance(s, m, table, math.Inf(-1))
	c.weigh(s, m, table, math.Inf(-1))
	c.make(s)
	s.swap(i, j)
}

// advance adds the turn t, the next one, and returns the logarithm of its
// probability after those before.
func (s *story) advance(m *PlayModel, table *playedTurns, src rand.Source) float64 {
	t := &table.turns[s.turns]
	log := 0.0
	hidden := !s.known(table).Has(t.Thrown) && (!t.Took || t.Offered != t.Thrown)
	at, copies := -1, 0
	if hidden {
		at, copies = s.pick(t.Thrown, 0, s.hidden, src)
	}
	drawn := t.Offered
	if !t.Took {
		x := s.hidden + int(card.Below(src, uint64(s.stock())))
		if hidden && at < 0 { // then it is what he drew
			x, copies = s.pick(t.Thrown, s.hidden, s.count, src)
			log = math.Log(float64(copies) / float64(s.stock()))
		}
		drawn = s.unseen[x]
		s.come(x)
		if hidden && at < 0 || drawn == t.Thrown && card.Below(src, uint64(copies+1)) == 0 {
			at = s.hidden - 1
		}
	} else if hidden && at < 0 { // he cannot have thrown it, by this story: let him have it
		log = unfit
		x, _ := s.pick(t.Thrown, s.hidden, s.count, src)
		at = int(card.Below(src, uint64(s.hidden)))
		s.exchange(m, table, at, x)
	}
	n := s.turns
	s.drawn[n] = drawn
	distance := int8(0)
	if n > 0 {
		distance = s.dists[n-1].after
	} else {
		distance = int8(MinDist(s.hands[0], table.wild))
	}
	s.dists[n] = distancesOf(s.hands[n], distance, drawn, table.wild, t)
	s.logs[n] = m.turn(s.hands[n], drawn, table.wild, &s.dists[n], t)
	before := m.total(&s.sum)
	s.sum.add(&s.logs[n])
	log += m.total(&s.sum) - before
	s.turns++
	s.hands[s.turns] = s.hands[n].With(drawn).Without(t.Thrown)
	if hidden {
		s.leave(at, n)
	}
	return log
}

// known returns what is known of the hand before the next turn.
func (s *story) known(table *playedTurns) *card.Bag { return &table.known[s.turns] }

// come moves unseen card x from the closed deck to the hand, at the next turn.
func (s *story) come(x int) {
	s.swap(x, s.hidden)
	copy(s.came[s.hidden+1:s.hidden+1+s.sheds], s.came[s.hidden:s.hidden+s.sheds])
	s.came[s.hidden] = uint8(s.turns + 1)
	s.hidden++
}

// leave moves hidden card i to those thrown, at turn n.
func (s *story) leave(i, n int) {
	came := s.came[i]
	s.shed[s.sheds], s.gone[s.sheds] = s.unseen[i], uint8(n)
	s.hidden--
	s.unseen[i], s.came[i] = s.unseen[s.hidden], s.came[s.hidden]
	s.count--
	s.unseen[s.hidden] = s.unseen[s.count]
	copy(s.came[s.hidden:s.hidden+s.sheds], s.came[s.hidden+1:s.hidden+1+s.sheds])
	s.came[s.hidden+s.sheds] = came
	s.sheds++
}
