package greedy

import (
	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/features/matchvalue"
)

// Race plays a race of hands of Gin Rummy (a match of package series) for the probability of winning the match. A player of hands
// whose network has both heads plays the cards: in each hand it weighs the expected gain in points and the probability of winning the
// hand by what they are worth at the score (see [matchvalue.Hand]). It implements game.Agent and is not safe for concurrent use.
type Race struct {
	*agents.ByDeals
	player *Player
	values *matchvalue.Table
	number int // of the hand
}

// NewRace returns a player of races with the given values of the scores. The network of the player of hands must have both heads.
func NewRace(p *Player, values *matchvalue.Table) *Race {
	return &Race{ByDeals: agents.NewByDeals(func(int) game.Agent { return p }), player: p, values: values}
}

// HandOf returns the hand that is played in an observation of a race of Gin Rummy.
func HandOf(values *matchvalue.Table, o *series.Observation) *matchvalue.Hand {
	return values.Before(o.Scores[o.Self], o.Scores[1-o.Self], o.Deal.(*gin.Observation).Starter == o.Self)
}

// Reset prepares the player for a new match.
func (r *Race) Reset(seed uint64) {
	r.ByDeals.Reset(seed)
	r.number = 0
}

// Act returns the action of the player. The observation must be a *series.Observation of hands of Gin Rummy.
func (r *Race) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	if o := obs.(*series.Observation); o.Phase == series.Playing && o.Deals != r.number {
		r.number, r.player.hand = o.Deals, HandOf(r.values, o)
	}
	return r.ByDeals.Act(obs, legal)
}

// ForWins reports that the player maximises the probability of winning, here that of winning the match.
func (r *Race) ForWins() bool { return true }

// Values appends the values of the actions among the choices of the last Act, as [Player.Values] does. Win is the estimated
// probability of winning the match.
func (r *Race) Values(dst []Value) []Value { return r.player.Values(dst) }
