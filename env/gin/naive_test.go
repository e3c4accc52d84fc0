package gin_test

import (
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/env/gametest"
)

// naive is a second implementation of docs/rules-gin.md with plain slices and without
// regard to speed. Only the evaluation of hands is shared, by package deadwood.
type naive struct {
	r       gin.Rules
	starter int

	hands [2][]card.Card
	stock []card.Card
	pile  []card.Card
	limit int
	log   []naiveTurn

	phase   gin.Phase
	mover   int
	turn    int
	knocker int // -1: no player
	big     bool
	melds   [2][]card.Cards // melds declared
	laid    [3]card.Cards   // lay-offs on each of the knocker's melds

	ending game.Ending
	winner int // -1: nobody has scored
	points int
	gains  [2]int
}

// naiveTurn is a turn; drawn is card.None if the upcard was passed.
type naiveTurn struct {
	who            int
	pile           bool
	up, drawn, out card.Card
}

// dealNaive deals the deck.
func dealNaive(r gin.Rules, deck []card.Card, key uint64) *naive {
	n := &naive{r: r, winner: -1}
	switch r.Starter {
	case gin.RandomStarter:
		n.starter = int(game.Seed(key, 0) % 2)
	case gin.SecondSeat:
		n.starter = 1
	}
	n.begin(deck)
	return n
}

// naiveOf deals the naive game of s, which has just been dealt.
func naiveOf(s *gin.State) *naive {
	a, b := list(s.Hand(0)), list(s.Hand(1))
	var deck []card.Card
	for i := range a {
		deck = append(deck, a[i], b[i])
	}
	deck = append(deck, s.Upcard())
	n := dealNaive(s.Rules(), s.AppendStock(deck), 0)
	n.mover, n.starter = int(s.Current()), int(s.Current())
	return n
}

// begin deals a hand.
func (n *naive) begin(deck []card.Card) {
	n.hands = [2][]card.Card{}
	for i := range 2 * n.r.HandSize {
		n.hands[i%2] = append(n.hands[i%2], deck[i])
	}
	n.pile = []card.Card{deck[2*n.r.HandSize]}
	n.stock = slices.Clone(deck[2*n.r.HandSize+1:])
	n.limit = n.r.KnockLimit
	if n.r.KnockCard == gin.Oklahoma {
		n.limit = points(n.pile[0])
		if n.pile[0].Rank() == card.Ace {
			n.limit = 0
		}
	}
	n.log, n.turn, n.knocker, n.big = nil, 1, -1, false
	n.melds, n.laid = [2][]card.Cards{}, [3]card.Cards{}
	n.phase, n.mover = gin.FirstUpcard, n.starter
}

// Clone returns a copy that is independent because slices are never modified in place.
func (n *naive) Clone() gametest.Twin { c := *n; return &c }

// points returns the points of c.
func points(c card.Card) int { return min(10, 1+int(c.Rank())) }

// total returns the points of the cards.
func total(cards []card.Card) (sum int) {
	for _, c := range cards {
		sum += points(c)
	}
	return sum
}

// set returns the cards as a set.
func set(cards []card.Card) (cs card.Cards) {
	for _, c := range cards {
		cs = cs.With(c)
	}
	return cs
}

// list returns the cards of a set.
func list(cs card.Cards) []card.Card { return slices.Collect(cs.Each()) }

// minus returns the cards that are not in cs.
func minus(cards []card.Card, cs card.Cards) []card.Card { return list(set(cards) &^ cs) }

// top returns the upcard.
func (n *naive) top() card.Card {
	if len(n.pile) == 0 {
		return card.None
	}
	return n.pile[len(n.pile)-1]
}

// keep returns the card that may not be discarded.
func (n *naive) keep() card.Card {
	if t := n.log[len(n.log)-1]; t.pile && n.r.ThrowingBack == gin.ThrowBackForbidden {
		return t.drawn
	}
	return card.None
}

// closes reports whether the player can knock with the hand without c.
func (n *naive) closes(hand []card.Card, c card.Card) bool {
	return slices.Contains(hand, c) && deadwood.Of(set(hand).Without(c)) <= n.limit
}

// bigGin reports whether the player may show big gin.
func (n *naive) bigGin() bool {
	return n.r.BigGinBonus > 0 && len(n.hands[n.mover]) == n.r.HandSize+1 && deadwood.Of(set(n.hands[n.mover])) == 0
}

// Legal reports whether a is legal.
func (n *naive) Legal(a game.Action) bool {
	hand := n.hands[n.mover]
	c, m := gin.ActionCard(a), gin.ActionMeld(a)
	switch n.phase {
	case gin.FirstUpcard:
		return a == gin.DrawUpcard || a == gin.Pass
	case gin.Draw:
		return a == gin.DrawStock || a == gin.DrawUpcard && !n.allPassed()
	case gin.Discard:
		if a == gin.Knock && n.r.KnockOrder == gin.KnockThenDiscard {
			for _, c := range hand {
				if c != n.keep() && n.closes(hand, c) {
					return true
				}
			}
		}
		return a == gin.Knock && n.bigGin() || slices.Contains(hand, c) && c != n.keep()
	case gin.KnockOrPass:
		return a == gin.Knock || a == gin.Pass
	case gin.KnockDiscard:
		return a == gin.Pass && n.bigGin() || c != n.keep() && n.closes(hand, c)
	case gin.KnockerMelds:
		limit := n.limit
		if n.big {
			limit = 0
		}
		if a == gin.Pass {
			return total(hand) <= limit
		}
		return m != 0 && m&^set(hand) == 0 && deadwood.Of(set(hand)&^m) <= limit
	case gin.DefenderMelds:
		return a == gin.Pass || m != 0 && m&^set(hand) == 0
	case gin.LayOff:
		return a == gin.Pass || slices.Contains(hand, c) && n.fits(c) >= 0
	case gin.Wall:
		if a == gin.Knock {
			eleven := append(slices.Clone(hand), n.top())
			for _, c := range eleven {
				if n.closes(eleven, c) && (c != n.top() || n.r.ThrowingBack == gin.ThrowBackAllowed) {
					return true
				}
			}
		}
		return a == gin.Pass
	}
	return false
}

// allPassed reports whether both players have passed the first upcard and no card was
// drawn.
func (n *naive) allPassed() bool { return len(n.log) == 2 && n.log[1].drawn == card.None }

// draw gives the player c.
func (n *naive) draw(c card.Card, pile bool) {
	n.log = append(slices.Clone(n.log), naiveTurn{n.mover, pile, n.top(), c, card.None})
	n.hands[n.mover] = append(slices.Clone(n.hands[n.mover]), c)
	if pile {
		n.pile = n.pile[: len(n.pile)-1 : len(n.pile)-1]
	} else {
		n.stock = n.stock[1:]
	}
}

// discard discards c.
func (n *naive) discard(c card.Card) {
	n.hands[n.mover] = minus(n.hands[n.mover], card.Cards(0).With(c))
	n.pile = append(slices.Clone(n.pile), c)
	n.log = slices.Clone(n.log)
	n.log[len(n.log)-1].out = c
}

// Apply applies a legal action.
func (n *naive) Apply(a game.Action) {
	c, m := gin.ActionCard(a), gin.ActionMeld(a)
	switch n.phase {
	case gin.FirstUpcard:
		if a == gin.DrawUpcard {
			n.draw(n.top(), true)
			n.phase = gin.Discard
			return
		}
		n.log = append(slices.Clone(n.log), naiveTurn{n.mover, false, n.top(), card.None, card.None})
		if n.mover = 1 - n.mover; n.mover == n.starter {
			n.phase = gin.Draw
		}
	case gin.Draw:
		if a == gin.DrawStock {
			n.draw(n.stock[0], false)
			n.phase = gin.Discard
			return
		}
		taken := 1 // in phase Draw, this one included
		for i, t := range n.log {
			first := i == 0 || i == 1 && n.log[0].drawn == card.None
			if t.pile && !first {
				taken++
			}
		}
		if n.r.MaxUpcards > 0 && taken == n.r.MaxUpcards {
			n.void()
			return
		}
		n.draw(n.top(), true)
		n.phase = gin.Discard
	case gin.Discard:
		switch {
		case a == gin.Knock && n.r.KnockOrder == gin.KnockThenDiscard:
			n.knocker, n.phase = n.mover, gin.KnockDiscard
		case a == gin.Knock:
			n.knocker, n.big = n.mover, true
			n.show()
		default:
			n.discard(c)
			if n.r.KnockOrder == gin.DiscardThenKnock && deadwood.Of(set(n.hands[n.mover])) <= n.limit {
				n.phase = gin.KnockOrPass
			} else {
				n.pass()
			}
		}
	case gin.KnockOrPass:
		if a == gin.Pass {
			n.pass()
		} else {
			n.knocker = n.mover
			n.show()
		}
	case gin.KnockDiscard:
		if n.big = a == gin.Pass; !n.big {
			n.discard(c)
		}
		n.show()
	case gin.Wall:
		if a == gin.Pass {
			n.void()
			return
		}
		n.draw(n.top(), true)
		n.knocker, n.phase = n.mover, gin.KnockDiscard
	case gin.KnockerMelds:
		if a != gin.Pass {
			n.declare(m)
		} else {
			n.shown()
		}
	case gin.DefenderMelds:
		switch {
		case a != gin.Pass:
			n.declare(m)
		case n.r.Answer == gin.MeldsFirst && !n.gin():
			n.lay()
		default:
			n.finish()
		}
	case gin.LayOff:
		switch {
		case a != gin.Pass:
			n.layOff(c, n.fits(c))
		case n.r.Answer == gin.LayOffsFirst:
			n.defend()
		default:
			n.finish()
		}
	}
}

// pass gives the turn to the other player.
func (n *naive) pass() {
	repeat := n.r.Repeat == gin.RepeatEnds && len(n.log) >= 2
	for _, t := range n.log[max(0, len(n.log)-2):] {
		repeat = repeat && t.pile && t.drawn == t.out
	}
	out := len(n.stock) == 2 && n.r.StockEnd != gin.VoidWhenEmpty || len(n.stock) == 0
	if repeat || n.turn == n.r.MaxTurns || out && n.r.StockEnd != gin.WallKnock {
		n.void()
		return
	}
	n.turn++
	n.mover = 1 - n.mover
	n.phase = gin.Draw
	if out {
		n.phase = gin.Wall
	}
}
