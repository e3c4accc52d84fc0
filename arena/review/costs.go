package review

import (
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
	match  func(target int) (*match, error)
	idle   sync.Pool // of *examiner
}

// NewJudge returns a judge with the configuration of a reviewer, whose candidates, seed and workers do not count.
func NewJudge(c Config) (*Judge, error) {
	c.Search.Candidates, c.Workers = nil, 1
	if _, err := New(c); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var made *match
	return &Judge{config: c, match: func(target int) (m *match, err error) {
		mu.Lock()
		defer mu.Unlock()
		if made == nil && target > 0 {
			made, err = newMatch(&c.Search, target)
		}
		return made, err
	}}, nil
}

// Costs returns the costs of the legal moves of a decision, those that the first search ranks best first, and
// the number of deals in which they were measured. The first search, with half the budget, finds the best move; then all moves are
// played on in new deals, which the choice of the best does not bias. Config.Search.Rollouts is the budget, and every
// move gets two deals or more. The observations before are those of the earlier decisions of the seat in the game. The
// seed determines the deals.
func (j *Judge) Costs(before []game.Observation, obs game.Observation, legal *game.Mask, seed uint64) (all []MoveCost, deals int, err error) {
	x, ok := j.idle.Get().(*examiner)
	if !ok {
		_, _, target := j.config.Facts.Match(obs)
		m, err := j.match(target)
		if err != nil {
			return nil, 0, err
		}
		if x, err = newExaminer(&j.config, m); err != nil {
			return nil, 0, err
		}
	}
	defer j.idle.Put(x)
	p := &position{seat: obs.Observer(), made: legal.Nth(0), obs: obs, legal: *legal, before: before}
	if err := x.screen(p, game.Seed(seed, 0)); err != nil {
		return nil, 0, err
	}
	deals = max(2, int((1-screened)*float64(j.config.Search.Rollouts))/len(p.candidates))
	results := x.play(p, p.candidates, deals, game.Seed(seed, 1))
	for i, a := range p.candidates {
		c := MoveCost{Action: a, Value: results[i].estimate()}
		if i > 0 {
			c.Cost = results[0].minus(&results[i])
		}
		all = append(all, c)
	}
	return all, deals, nil
}
