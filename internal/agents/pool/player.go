package pool

import (
	"sync"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
)

// measured returns the results of deals.bin.
var measured = sync.OnceValue(func() *results {
	r, err := decode(file())
	if err != nil {
		panic(err) // TestDeals reads it
	}
	return r
})

// Player plays pools and matches for chips by the score. It is a game.Stopper if its players of deals are. Races and matches of other
// games it plays as [agents.ByDeals] does.
type Player struct {
	deals  *agents.ByDeals
	values *values   // of the pool that was seen last
	legal  game.Mask // without the drop
	rivals [rivals]rival
	stacks []rival // the players of a match for chips, this one first
	after  []rival // after a deal
}

// New returns a player of matches. Create returns a player of deals with the given number of seats. That player is not asked
// whether it drops.
func New(create func(seats int) game.Agent) *Player {
	return &Player{deals: agents.NewByDeals(create)}
}

// Reset prepares the player for a new match.
func (p *Player) Reset(seed uint64) { p.deals.Reset(seed) }

// StopWhen sets the function that players of deals which can be stopped call.
func (p *Player) StopWhen(stop func() bool) { p.deals.StopWhen(stop) }

// Act returns the action of the player. The observation must be a *series.Observation.
func (p *Player) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*series.Observation)
	d, ok := o.Deal.(*indian.Observation)
	if !ok || o.Rules.Format == series.Race {
		return p.deals.Act(obs, legal)
	}
	drops := p.dropsForChips
	if o.Rules.Format == series.Pool {
		drops = p.drops
		if c := costsOf(o.Rules, d.Rules); p.values == nil || p.values.costs != c {
			p.values = valuesOf(c)
		}
	}
	switch {
	case o.Phase == series.Rejoining:
		return answer(p.rejoins(o), legal), 1
	case o.Phase == series.Splitting:
		return answer(p.splits(o), legal), 1
	case !legal.Has(indian.Drop):
		return p.deals.Act(obs, legal)
	case drops(o, d, legal):
		return indian.Drop, 1
	}
	p.legal = *legal
	p.legal.Unset(indian.Drop)
	return p.deals.Act(obs, &p.legal)
}

// answer returns the answer to a question between deals: yes is the lower action.
func answer(yes bool, legal *game.Mask) game.Action {
	if yes {
		return legal.Nth(0)
	}
	return legal.Nth(1)
}

// appendRivals appends the other players who were dealt in, and returns how many of them have not left.
func appendRivals(all []rival, o *series.Observation, d *indian.Observation) (_ []rival, others int) {
	for seat, q := range o.Seats {
		if q == o.Self {
			continue
		}
		r := rival{score: o.Scores[q], pays: undecided}
		switch {
		case d.Active>>seat&1 != 0:
			others++
		case d.Known[seat].Count() == d.Rules.HandSize: // a wrong declaration shows the hand
			r.pays = d.Rules.Cap
		default:
			r.pays = max(1, d.DropCost(game.Player(seat)))
		}
		all = append(all, r)
	}
	return all, others
}

// drops reports whether dropping now has a higher value than playing on to the end.
func (p *Player) drops(o *series.Observation, d *indian.Observation, legal *game.Mask) bool {
	v, score := p.values, o.Scores[o.Self]
	cost := max(1, d.DropCost(d.Self))
	if score+cost >= v.limit {
		return false
	}
	all, others := appendRivals(p.rivals[:0], o, d)
	x := prospect{values: v, rivals: all}
	n, t, h := others-1, min(d.TurnsOf[d.Self], turns)-1, handOf(d, legal)
	r := v.results
	win := r.win[n][t][h.distance][h.score]
	x.expect(&r.beaten[n][t][h.distance])
	play := win * x.share(score, true)
	x.expect(&r.other[n][t])
	drop := x.share(score+cost, false)
	for class, q := range r.lose[n][t][h.distance][h.score] {
		if play >= drop {
			return false
		}
		if q > 0 {
			play += float32((1 - win) * q * x.share(score+v.points(class), false))
		}
	}
	return drop > play
}

// rejoins reports whether the expected part of the pool is worth an entry. The player joins with one point more than the highest
// score.
func (p *Player) rejoins(o *series.Observation) bool {
	x := prospect{values: p.values, rivals: p.rivals[:0]}
	top, entries := 0, 1
	for q := range game.Player(o.Rules.Seats) {
		entries += o.Entries[q]
		if o.In>>q&1 != 0 {
			top = max(top, o.Scores[q])
			x.rivals = append(x.rivals, rival{score: o.Scores[q]})
		}
	}
	x.expect(nil)
	return x.share(top+1, true)*float32(entries) >= 1
}

// splits reports whether the part of the pool that the player is offered is worth as much as playing on: each of the two gets an
// entry for each drop that it has more before it is out, and half of the rest.
func (p *Player) splits(o *series.Observation) bool {
	entries, other := 0, o.Self
	for q := range game.Player(o.Rules.Seats) {
		entries += o.Entries[q]
		if q != o.Self && o.In>>q&1 != 0 {
			other = q
		}
	}
	own, rival := o.Scores[o.Self], o.Scores[other]
	more := p.values.drops(own) - p.values.drops(rival)
	offer := float32(entries-max(more, -more))/2 + float32(max(more, 0))
	return offer >= p.values.against(own, rival)*float32(entries)
}
