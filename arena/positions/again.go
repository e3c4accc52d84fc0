package positions

import (
	"context"
	"runtime"

	"rummygym/arena/review"
	"rummygym/env/game"
)

// Second is what a second judge, who looks at other deals, says of an entry.
type Second struct {
	ID    string
	First *Move   // the best move of the entry
	Best  *Move   // the best move of the second judge
	Cost  float64 // of First by the second judge, in points
	Err   float64 // standard error of Cost
}

// Agree reports whether both judges have the same best move, or the cost of that of the first is at most two standard errors for
// the second.
func (s *Second) Agree() bool { return s.First == s.Best || s.Cost <= 2*s.Err }

// Again measures the costs of entries anew, in other deals, with the budget of the configuration. The entries must be originals of a
// set that [Make] made with this configuration: the games are played again to find what the seats knew.
func Again(ctx context.Context, c Config, entries []Entry) ([]Second, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	j, err := review.NewJudge(c.Review)
	if err != nil {
		return nil, err
	}
	wanted := map[string]*Entry{}
	for i := range entries {
		wanted[string(entries[i].Position)] = &entries[i]
	}
	found := make([][]Second, c.Games)
	type player struct {
		*sampler
		*writer
	}
	err = each(ctx, c.Workers, c.Games, func() player { return player{newSampler(&c), &writer{Config: &c}} }, func(ctx context.Context, p player, i int) error {
		samples, err := p.play(ctx, i)
		if err != nil {
			return err
		}
		for _, x := range samples {
			again, err := p.again(x, wanted, j)
			if err != nil {
				return err
			}
			if again != nil {
				found[i] = append(found[i], *again)
			}
		}
		return nil
	})
	var all []Second
	for _, f := range found {
		all = append(all, f...)
	}
	return all, err
}

// again judges a sample if it is one of the wanted entries.
func (w *writer) again(x *sample, wanted map[string]*Entry, j *review.Judge) (*Second, error) {
	plain, _, err := w.open("")
	if err != nil {
		return nil, err
	}
	m := x.moment()
	e := wanted[string(plain.AppendJSON(nil, m))]
	if e == nil {
		return nil, nil
	}
	if err := x.judge(j, game.Seed(w.Seed, againStream)); err != nil {
		return nil, err
	}
	s := &Second{ID: e.ID}
	for i := range e.Moves {
		a, err := plain.Parse(e.Moves[i].Name, m)
		if err != nil {
			return nil, err
		}
		if a == x.costs[0].Action {
			s.Best = &e.Moves[i]
		}
		if e.Moves[i].Name != e.Best {
			continue
		}
		s.First = &e.Moves[i]
		for _, c := range x.costs {
			if c.Action == a {
				s.Cost, s.Err = c.Cost.Points, c.Cost.PointsError
			}
		}
	}
	return s, nil
}
