package agents

import (
	"rummygym/env/game"
	"rummygym/env/series"
)

// ByDeals plays a match of package series deal by deal, as if each deal were a game of its own: it has an agent for each number
// of seats, which sees the observation of the deal and not the score. It never drops where that puts it out of a pool, since playing on
// cannot be worse. Between deals it joins again and agrees to share the pool whenever it is asked. It is a game.Stopper if its agents are.
type ByDeals struct {
	create func(seats int) game.Agent
	agents [game.MaxPlayers + 1]game.Agent // by the number of seats; made when they are needed
	stop   func() bool
	seed   uint64
	deal   int       // number of the deal for which an agent was reset last
	legal  game.Mask // without the drop
}

// NewByDeals returns an agent of matches. Create returns an agent for deals with the given number of seats.
func NewByDeals(create func(seats int) game.Agent) *ByDeals { return &ByDeals{create: create} }

// Reset prepares the agent for a new match. The agent of the first deal gets the same seed. In a race a game.Continuer plays on in
// later deals; other agents of later deals get seeds that follow from it.
func (b *ByDeals) Reset(seed uint64) { b.seed, b.deal = seed, 0 }

// Act returns the action of the agent of the deal. The observation must be a *series.Observation.
func (b *ByDeals) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*series.Observation)
	if o.Phase != series.Playing {
		return legal.Nth(0), 1 // rejoin and split are the lower of both actions
	}
	n := len(o.Seats)
	if b.agents[n] == nil {
		b.agents[n] = b.create(n)
		b.pass(b.agents[n])
	}
	if o.Deals != b.deal {
		b.begin(b.agents[n], o)
		b.deal = o.Deals
	}
	if d, ok := o.Deal.(interface{ Drop() (game.Action, int) }); ok && o.Rules.Format == series.Pool {
		if drop, points := d.Drop(); legal.Has(drop) && o.Scores[o.Self]+points >= o.Rules.Limit {
			b.legal = *legal
			b.legal.Unset(drop)
			legal = &b.legal
		}
	}
	return b.agents[n].Act(o.Deal, legal)
}

// begin prepares an agent for the deal of an observation, the first of the deal.
func (b *ByDeals) begin(a game.Agent, o *series.Observation) {
	next, continues := a.(game.Continuer)
	continues = continues && o.Rules.Format == series.Race
	switch {
	case continues && b.deal > 0:
		next.NextDeal()
	case continues || o.Deals == 1: // in a race an agent may not have been asked in the hands before
		a.Reset(b.seed)
	default:
		a.Reset(game.Seed(b.seed, uint64(o.Deals)))
	}
}

// StopWhen sets the function that agents which can be stopped call; the others never take long.
func (b *ByDeals) StopWhen(stop func() bool) {
	b.stop = stop
	for _, a := range b.agents {
		b.pass(a)
	}
}

// pass passes the function of StopWhen on to an agent.
func (b *ByDeals) pass(a game.Agent) {
	if b.stop != nil {
		game.StopWhen(a, b.stop)
	}
}
