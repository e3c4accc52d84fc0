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
	gain := int(x.Points[0]-x.Points[1]) + r.BoxBonus*int(x.Boxes[0]-x.Boxes[1])
	w := x.Winner
	if w == game.NoPlayer {
		return gain
	}
	bonus, shutOut := r.GameBonus, x.Boxes[1-w] == 0
	if shutOut && r.ShutOut == ShutOutBonus {
		bonus *= 2
	}
	if w == 1 {
		bonus = -bonus
	}
	gain += bonus
	if shutOut && r.ShutOut == ShutOutTotal {
		gain *= 2
	}
	return gain
}
