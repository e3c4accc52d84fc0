package series

import "rummygym/env/game"

// Score is the score of one game of a race. [NewScore] returns that before the first deal.
type Score struct {
	Points [2]int32    // points of the deals that count in it, without bonuses
	Boxes  [2]int32    // number of deals won that count in it
	Winner game.Player // who has reached the target, else game.NoPlayer
}

// NewScore returns the score before the first deal.
func NewScore() Score { return Score{Winner: game.NoPlayer} }

// Add counts the points of a deal that player p has won. The game is over when a player reaches the target.
func (x *Score) Add(r *Rules, p game.Player, points int32) {
	x.Points[p] += points
	x.Boxes[p]++
	if int(x.Points[p]) >= r.Target {
		x.Winner = p
	}
}

// Gain returns the gain of player 0 if the game ends with this score.
func (x *Score) Gain(r *Rules) int {
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
func (x *Score) count(r *Rules) count {
	c := count{points: int(x.Points[0] - x.Points[1]), hands: r.BoxBonus * int(x.Boxes[0]-x.Boxes[1])}
	w := x.Winner
	if w == game.NoPlayer {
		return c
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
