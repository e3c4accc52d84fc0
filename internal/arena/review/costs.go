package review

import (
	"cmp"
	"errors"
	"slices"
	"sync"

	"rummygym/env/game"
)

// MoveCost is what a legal move costs.
type MoveCost struct {
	Action game.Action
	Value  Estimate // after the move

	// Cost is the best move minus this one in the same deals, and 0 for the best move. It is below 0 if the
	// deals in which the costs are measured rank the move above the best one of the first search.
	Cost Estimate
}

// Judge measures the costs of all legal moves of decisions. It is safe for concurrent use.
type Judge struct {
	config Config
	idle   sync.Map // from *Config to *sync.Pool of *examiner
}

// NewJudge returns a judge with the configuration of a reviewer, whose candidates, seed and workers do not count.
func NewJudge(c Config) (*Judge, error) {
	c.Search.Candidates, c.Workers = nil, 1
	r, err := New(c)
	if err != nil {
		return nil, err
	}
	return &Judge{config: r.config}, nil
}

// Costs returns the costs of the legal moves of a decision, those that a first measurement ranks best first, and the
// number of deals in which they were measured. The first measurement, with half the budget, finds the best move; a second
// one in new deals gives the costs, which the choice of the best does not bias. Config.Search.Rollouts is the budget, and every
// move gets 32 deals or more in both. The observations before are those of the earlier decisions of the seat in the game.
// The seed determines the deals.
func (j *Judge) Costs(before []game.Observation, obs game.Observation, legal *game.Mask, seed uint64) (all []MoveCost, deals int, err error) {
	config, number, deal := j.config.deal(obs)
	if config == nil {
		return nil, 0, errors.New("review: a decision between the deals of a match has no costs in points of a deal")
	}
	p := &position{config: config, seat: obs.Observer(), shown: obs, obs: deal, hand: j.config.hand(obs), candidates: slices.Collect(legal.Each())}
	for _, o := range before {
		if _, n, deal := j.config.deal(o); n == number && deal != nil {
			p.before = append(p.before, deal)
		}
	}
	of, _ := j.idle.LoadOrStore(config, new(sync.Pool))
	idle := of.(*sync.Pool)
	x, ok := idle.Get().(*examiner)
	if !ok {
		if x, err = newExaminer(&j.config, config); err != nil {
			return nil, 0, err
		}
	}
	defer idle.Put(x)
	deals = max(block, config.Search.Rollouts/2/len(p.candidates))
	measure := func(seed uint64) []results { return x.play(p, p.candidates, deals, seed) }
	first, order := measure(game.Seed(seed, 0)), make([]int, len(p.candidates))
	for i := range order {
		order[i] = i
	}
	value := func(r *results) float64 {
		e := r.estimate()
		v, _ := e.Of(j.config.Search.Goal)
		return v
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(&first[b]), value(&first[a])) })
	results := measure(game.Seed(seed, 1))
	for i, k := range order {
		c := MoveCost{Action: p.candidates[k], Value: results[k].estimate()}
		if i > 0 {
			c.Cost = results[order[0]].minus(&results[k])
		}
		all = append(all, c)
	}
	return all, deals, nil
}
