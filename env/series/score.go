package series

import "rummygym/env/game"

// GameScore is the score of a game of a race.
type GameScore struct {
	Points [2]int // points of the deals that count in it, without bonuses
	Boxes  [2]int // number of deals won that count in it
	Over   bool   // whether a player has reached the target
}

// add counts the points of a deal that player p has won. The game is over when a player reaches the target.
func (x *GameScore) add(r *Rules, p game.Player, points int) {
	x.Points[p] += points
	x.Boxes[p]++
	x.Over = x.Points[p] >= r.Target
}

// gain returns the gain of player 0 if the game ends with this score.
func (x *GameScore) gain(r *Rules) int {
	c := x.count(r)
	return c.points + c.hands + c.game + c.shutOut
}

// count is the gain of player 0, by what it is for.
type count struct {
	points, hands int // points of deals, and bonuses for deals won
	game          int // bonus for the game, twice that for a shut-out under ShutOutBonus
	shutOut       int // what a shut-out adds under ShutOutTotal
}

// count counts the game as if it ended with this score.
func (x *GameScore) count(r *Rules) count {
	c := count{points: x.Points[0] - x.Points[1], hands: r.BoxBonus * (x.Boxes[0] - x.Boxes[1])}
	if !x.Over {
		return c
	}
	w := 0
	if x.Points[1] >= r.Target {
		w = 1
	}
	c.game = r.GameBonus
	shutOut := x.Boxes[1-w] == 0
	if shutOut && r.ShutOut == ShutOutBonus {
		c.game *= 2
	}
	if w == 1 {
		c.game = -c.game
	}
	if shutOut && r.ShutOut == ShutOutTotal {
		c.shutOut = c.points + c.hands + c.game
	}
	return c
}
