package race

import (
	"sync"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
)

// measured returns the results of hands.bin.
var measured = sync.OnceValue(func() *hands {
	h, err := decode(file)
	if err != nil {
		panic(err) // TestHands reads it
	}
	return h
})

// Player plays races by the score. It is a game.Stopper if its players of hands are. Matches of other formats and games it plays as
// [agents.ByDeals] does.
type Player struct {
	deals *agents.ByDeals
	score bool
	deal  int // for which knocks is set
	knock [turns][deadwoods]bool
}

// New returns a player of races. Create returns a player of hands, which is not asked whether it knocks. Without score the player is the
// twin that plays for the points of the hand.
func New(create func() game.Agent, score bool) *Player {
	return &Player{deals: agents.NewByDeals(func(int) game.Agent { return create() }), score: score}
}

// Reset prepares the player for a new match.
func (p *Player) Reset(seed uint64) {
	p.deals.Reset(seed)
	p.deal = 0
}

// StopWhen sets the function that players of hands which can be stopped call.
func (p *Player) StopWhen(stop func() bool) { p.deals.StopWhen(stop) }

// Act returns the action of the player. The observation must be a *series.Observation.
func (p *Player) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*series.Observation)
	d, ok := o.Deal.(*gin.Observation)
	if !ok || o.Rules.Format != series.Race {
		return p.deals.Act(obs, legal)
	}
	turn, left, ok := at(d, legal)
	if !ok {
		return p.deals.Act(obs, legal)
	}
	if p.deal != o.Deals {
		p.plan(o)
		p.deal = o.Deals
	}
	if !p.knock[turn][left] {
		return playOn(p.deals, obs, d, legal), 1
	}
	return gin.Knock, 1
}

// plan sets at which chances of the hand a knock is worth more than playing on: from the last turn back.
func (p *Player) plan(o *series.Observation) {
	var worth [classes]float32
	if p.score {
		worth = valuesOf(o.Rules).worth(o)
	} else {
		for class := range worth {
			worth[class] = float32(points(class))
			switch {
			case class > half:
				worth[class] += float32(o.Rules.BoxBonus)
			case class < half:
				worth[class] -= float32(o.Rules.BoxBonus)
			}
		}
	}
	mean := func(of *dist) (x float32) {
		for class, q := range of {
			x += float32(q * worth[class])
		}
		return x
	}
	h := measured()
	var best [deadwoods]float32 // at the turn after
	for t := turns - 1; t >= 0; t-- {
		rounds := 1
		if t == turns-1 {
			rounds = 2 // the last class of turns follows itself
		}
		for range rounds {
			var now [deadwoods]float32
			for d := range deadwoods {
				c := &h.chances[t][d]
				knock, on := mean(&c.knock), mean(&c.ends)
				for next, q := range c.next {
					on += float32(q * best[next])
				}
				if p.knock[t][d] = d == 0 || knock >= on; p.knock[t][d] {
					now[d] = knock
				} else {
					now[d] = on
				}
			}
			best = now
		}
	}
}
