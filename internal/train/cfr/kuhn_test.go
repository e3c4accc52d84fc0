package cfr_test

import (
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/internal/train/cfr"
)

// kuhn is Kuhn poker: three cards, an ante of one, one bet of one. Its value for the
// first player is -1/18 (kuhn1950poker).
type kuhn struct{ probed bool }

// The information sets: 3 for each history of bets, plus the index of the player's card.
const (
	opening  = 0 // first move of the first player
	checked  = 3 // the second player after a check
	bet      = 6 // the second player after a bet
	checkBet = 9 // the first player after a check and a bet
	kuhnSets = 12
)

func (kuhn) Sets() int                 { return kuhnSets }
func (kuhn) MaxActions() int           { return 2 }
func (kuhn) Agents() int               { return 2 }
func (k kuhn) Probed(int) bool         { return k.probed }
func (kuhn) NewPosition() cfr.Position { return new(kuhnPosition) }

type kuhnPosition struct {
	cards [2]int
	moves string // "b" bets or calls, "p" checks or folds
}

func (p *kuhnPosition) Deal(src rand.Source) {
	deck := []card.Card{0, 1, 2}
	card.Shuffle(deck, src)
	*p = kuhnPosition{cards: [2]int{int(deck[0]), int(deck[1])}}
}

func (p *kuhnPosition) CopyFrom(q cfr.Position) { *p = *q.(*kuhnPosition) }

func (p *kuhnPosition) Next(rand.Source) (cfr.Decision, bool) {
	history, player := 0, 0
	switch p.moves {
	case "":
		history, player = opening, 0
	case "p":
		history, player = checked, 1
	case "b":
		history, player = bet, 1
	case "pb":
		history, player = checkBet, 0
	default:
		return cfr.Decision{}, false
	}
	return cfr.Decision{Agent: player, Set: history + p.cards[player], Actions: 2}, true
}

func (p *kuhnPosition) Play(action int) { p.moves += "pb"[action : action+1] }

func (p *kuhnPosition) Payoff(agent int) float64 {
	won := 1.0
	switch p.moves {
	case "bp": // the second player folded
	case "pbp": // the first player folded
		won = -1
	default:
		if p.moves != "pp" {
			won = 2
		}
		if p.cards[0] < p.cards[1] {
			won = -won
		}
	}
	if agent == 1 {
		return -won
	}
	return won
}

// kuhnValue returns the expected payoff of the first player if both players bet with the
// given probability at each information set.
func kuhnValue(bets func(set int) float64) float64 {
	var value func(p kuhnPosition) float64
	value = func(p kuhnPosition) float64 {
		d, ok := p.Next(nil)
		if !ok {
			return p.Payoff(0)
		}
		pass, with := p, p
		pass.Play(0)
		with.Play(1)
		q := bets(d.Set)
		return (1-q)*value(pass) + q*value(with)
	}
	total := 0.0
	for _, cards := range kuhnDeals {
		total += value(kuhnPosition{cards: cards})
	}
	return total / float64(len(kuhnDeals))
}

var kuhnDeals = [][2]int{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}

// exploitability returns the sum of the two best responses to a strategy: the gains of
// both players together. Each player has six information sets, so all 64 pure responses
// can be tried.
func exploitability(bets func(set int) float64) float64 {
	most := [2]float64{math.Inf(-1), math.Inf(-1)}
	for player, histories := range [2][2]int{{opening, checkBet}, {checked, bet}} {
		for pure := range 64 {
			v := kuhnValue(func(set int) float64 {
				for i, h := range histories {
					if set >= h && set < h+3 {
						return float64(pure >> (3*i + set - h) & 1)
					}
				}
				return bets(set)
			})
			if player == 1 {
				v = -v
			}
			most[player] = max(most[player], v)
		}
	}
	return most[0] + most[1]
}
