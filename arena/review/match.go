package review

import (
	"fmt"

	"rummygym/agents"
	"rummygym/agents/search"
	"rummygym/env/game"
)

// match is the chance to win a match of two players by the score between its hands. Both players score
// with the same chances in a hand, those of the agent of the roll-outs against itself.
type match struct {
	target int
	chance [][]float64 // of a player, by its points and those of the other one
}

// matchHands is the number of hands from which the points of a hand are estimated.
const matchHands = 1000

// maxTarget is the maximum target of a match. The table of its chances has the square of it as entries.
const maxTarget = 2000

// newMatch plays hands of the agents of a search, and computes the chances by backward induction over the scores:
// every hand that is not void adds points to one of the two scores. Boxes and bonuses of the match do not
// decide who wins it.
func newMatch(c *search.Config, target int) (*match, error) {
	if target > maxTarget {
		return nil, fmt.Errorf("review: a match to %d points: want at most %d", target, maxTarget)
	}
	var scored []int // number of hands by points
	hands := 0
	table, seats := agents.NewTable(c.Game), []game.Agent{c.Playout(), c.Playout()}
	for episode := range uint64(matchHands) {
		table.Deal(matchHands, episode, seats...)
		if err := table.Play(nil); err != nil {
			return nil, fmt.Errorf("review: a hand of the agents of the roll-outs: %w", err)
		}
		if out := table.State().Outcome(); out.Winner != game.NoPlayer && out.Gains[out.Winner] > 0 {
			points := out.Gains[out.Winner]
			scored = append(scored, make([]int, max(0, points+1-len(scored)))...)
			scored[points]++
			hands++
		}
	}
	if hands == 0 {
		return nil, fmt.Errorf("review: no player scores in %d hands of the agent of the roll-outs: choose another agent", matchHands)
	}
	m := &match{target: target, chance: make([][]float64, target)}
	for a := range m.chance {
		m.chance[a] = make([]float64, target)
	}
	for sum := 2 * (target - 1); sum >= 0; sum-- {
		for a := max(0, sum-target+1); a <= min(sum, target-1); a++ {
			b, total := sum-a, 0.0
			for points, n := range scored {
				if n > 0 {
					total += float64(float64(n) * (m.at(a+points, b) + m.at(a, b+points)) / 2)
				}
			}
			m.chance[a][b] = total / float64(hands)
		}
	}
	return m, nil
}

// at returns the chance of a player with a points against one with b points.
func (m *match) at(a, b int) float64 {
	switch {
	case a >= m.target:
		return 1
	case b >= m.target:
		return 0
	}
	return m.chance[a][b]
}

// after returns the chance of a player with own points, against one with other points, after a hand in
// which it gains points, or loses them.
func (m *match) after(own, other, points int) float64 {
	return m.at(own+max(points, 0), other+max(-points, 0))
}
