package gin_test

import (
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// gin reports whether the knocker has declared all its cards.
func (n *naive) gin() bool { return len(n.hands[n.knocker]) == 0 }

// declare declares melds.
func (n *naive) declare(melds ...card.Cards) {
	for _, m := range melds {
		if m != 0 {
			n.melds[n.mover] = append(slices.Clone(n.melds[n.mover]), m)
			n.hands[n.mover] = minus(n.hands[n.mover], m)
		}
	}
}

// show starts the declaration of the knocker.
func (n *naive) show() {
	if n.r.Melding == gin.ChosenMelds {
		n.phase = gin.KnockerMelds
		return
	}
	best := deadwood.Best(set(n.hands[n.mover]))
	n.declare(best[:]...)
	n.shown()
}

// shown gives the move to the opponent.
func (n *naive) shown() {
	n.mover = 1 - n.knocker
	if n.r.Answer == gin.LayOffsFirst && !n.gin() {
		n.lay()
	} else {
		n.defend()
	}
}

// defend starts the declaration of the opponent.
func (n *naive) defend() {
	hand := set(n.hands[n.mover])
	if n.r.Melding == gin.ChosenMelds {
		n.phase = gin.DefenderMelds
		return
	}
	best := deadwood.Best(hand)
	if n.r.LayingOff == gin.BestLayOffs && !n.gin() {
		best, _ = deadwood.LayOffBest(hand, arranged(n.melds[n.knocker]))
	}
	n.declare(best[:]...)
	if n.r.Answer == gin.MeldsFirst && !n.gin() {
		n.lay()
	} else {
		n.finish()
	}
}

// arranged returns the melds as an arrangement.
func arranged(melds []card.Cards) (a deadwood.Arrangement) {
	copy(a[:], melds)
	return a
}

// lay starts the lay-offs of the opponent.
func (n *naive) lay() {
	switch n.r.LayingOff {
	case gin.ChosenLayOffs:
		n.phase = gin.LayOff
		return
	case gin.GreedyLayOffs:
		for _, l := range deadwood.AppendLayOffs(nil, set(n.hands[n.mover]), arranged(n.melds[n.knocker])) {
			n.layOff(l.Card, l.Onto)
		}
	case gin.BestLayOffs: // all possible cards, onto runs as long as one is possible
		for _, sets := range []bool{false, true} {
			for range 10 {
				for _, c := range n.hands[n.mover] {
					if to := n.fits(c); to >= 0 && (sets || isRun(n.melds[n.knocker][to])) {
						n.layOff(c, to)
					}
				}
			}
		}
	}
	n.finish()
}

// isRun reports whether the meld m is a run.
func isRun(m card.Cards) bool { return list(m)[0]+1 == list(m)[1] }

// layOff lays off c.
func (n *naive) layOff(c card.Card, onto int) {
	n.hands[n.mover] = minus(n.hands[n.mover], card.Cards(0).With(c))
	n.laid[onto] = n.laid[onto].With(c)
}

// fits returns the index of the meld onto which c can be laid off, or -1: a run that it
// extends within the limit of lay-offs, otherwise the set of its rank.
func (n *naive) fits(c card.Card) int {
	onto := -1
	for i, m := range n.melds[n.knocker] {
		cards := list(m)
		first, last := cards[0], cards[len(cards)-1]
		if first.Rank() == last.Rank() {
			if c.Rank() == first.Rank() && onto < 0 {
				onto = i
			}
			continue
		}
		if c.Suit() != first.Suit() {
			continue
		}
		low, high := 0, 0
		for n.laid[i].Has(first - card.Card(low) - 1) {
			low++
		}
		for n.laid[i].Has(last + card.Card(high) + 1) {
			high++
		}
		most := n.r.LayOffLimit
		if most == 0 {
			most = 13
		}
		if low < most && first.Rank() != card.Ace && c == first-card.Card(low)-1 || high < most && c == last+card.Card(high)+1 {
			return i
		}
	}
	return onto
}

// finish scores the hand.
func (n *naive) finish() {
	k, o := n.knocker, 1-n.knocker
	own, other := total(n.hands[k]), total(n.hands[o])
	switch {
	case n.big:
		n.end(gin.BigGin, k, n.r.BigGinBonus+other)
	case own == 0:
		n.end(gin.Gin, k, n.r.GinBonus+other)
	case own < other:
		n.end(gin.Knocked, k, other-own)
	case own == other && n.r.Tie == gin.TieScoresNothing:
		n.end(gin.Tied, -1, 0)
	default:
		n.end(gin.Undercut, o, n.r.UndercutBonus+own-other)
	}
}

// void ends the hand without a score.
func (n *naive) void() { n.end(gin.Void, -1, 0) }

// end ends the hand.
func (n *naive) end(how game.Ending, winner, points int) {
	n.ending, n.winner, n.points = how, winner, points
	if winner >= 0 {
		n.gains[winner], n.gains[1-winner] = points, -points
	}
	n.phase = gin.Over
}
