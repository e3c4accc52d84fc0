package cfr

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"rummygym/env/game"
	"rummygym/internal/safefile"
)

// numParts is the number of parts of a batch, each played by one worker. It is fixed,
// because results depend on the order in which numbers are added.
const numParts = 16

// part is the sums over the games of one part of a batch.
type part struct {
	regret, sum []float64
}

// Run plays until the given total number of batches is finished, with at most the given
// number of workers, which must be at least one. If each is not nil, Run calls it after
// each batch; an error of each ends the run. If ctx ends, Run discards the unfinished
// batch and returns the error of ctx: the solver then has the state after the last
// finished batch and can continue.
func (s *Solver) Run(ctx context.Context, batches, workers int, each func() error) error {
	if s.parts == nil {
		s.parts = make([]part, numParts)
		for i := range s.parts {
			s.parts[i] = part{make([]float64, len(s.regret)), make([]float64, len(s.sum))}
		}
	}
	walkers := make([]*walker, max(1, min(workers, numParts)))
	for i := range walkers {
		walkers[i] = newWalker(s)
	}
	for s.batches < batches {
		if err := s.play(ctx, walkers); err != nil {
			return err
		}
		s.merge()
		if each != nil {
			if err := each(); err != nil {
				return err
			}
		}
	}
	return nil
}

// play plays one batch and fills all parts.
func (s *Solver) play(ctx context.Context, walkers []*walker) error {
	var next atomic.Int64
	var all sync.WaitGroup
	for _, w := range walkers {
		all.Go(func() {
			for i := next.Add(1) - 1; i < numParts && ctx.Err() == nil; i = next.Add(1) - 1 {
				w.part = &s.parts[i]
				clear(w.part.regret)
				clear(w.part.sum)
				size := int64(s.settings.Batch)
				for g := i * size / numParts; g < (i+1)*size/numParts && ctx.Err() == nil; g++ {
					w.playGame(uint64(s.Games() + g))
				}
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

// merge adds the parts in order, clips the regrets and ends the batch. Products are
// rounded before they are added, here and in open, because a machine with fused
// multiply-add would otherwise compute a different strategy.
func (s *Solver) merge() {
	s.batches++
	weight := float64(s.batches)
	for i := range s.regret {
		r, u := 0.0, 0.0
		for k := range s.parts {
			r += s.parts[k].regret[i]
			u += s.parts[k].sum[i]
		}
		s.regret[i] = max(0, s.regret[i]+r)
		s.sum[i] += float64(weight * u)
	}
}

// walker plays games for one worker.
type walker struct {
	solver *Solver
	part   *part
	root   Position
	line   Position   // the current line
	spare  []Position // copies for other actions, by depth
	src    rand.PCG
}

func newWalker(s *Solver) *walker {
	return &walker{solver: s, root: s.game.NewPosition(), line: s.game.NewPosition()}
}

// agentStream is the first random stream of the agents in a game, see game.Seed.
const agentStream = 2 + game.MaxPlayers

// playGame deals game g and lets every agent explore it.
func (w *walker) playGame(g uint64) {
	seed := w.solver.settings.Seed
	game.SeedDeal(&w.src, seed, g)
	w.root.Deal(&w.src)
	for agent := range w.solver.game.Agents() {
		w.src.Seed(game.Seed(seed, g, agentStream+uint64(agent)), seed)
		w.line.CopyFrom(w.root)
		w.open(w.line, agent, 0)
	}
}

// open plays p to the end, exploring the decisions of the agent, and returns its payoff
// under the current strategy.
func (w *walker) open(p Position, agent, depth int) float64 {
	n := w.solver.actions
	for {
		d, ok := p.Next(&w.src)
		if !ok {
			return p.Payoff(agent)
		}
		var buffer [2 * maxInline]float64
		both := buffer[:]
		if d.Actions > maxInline {
			both = make([]float64, 2*d.Actions)
		}
		strategy, values := both[:d.Actions], both[len(both)-d.Actions:]
		w.solver.Current(strategy, d.Set)
		if d.Agent != agent {
			for a, q := range strategy {
				w.part.sum[d.Set*n+a] += q
			}
			p.Play(w.sample(strategy))
			continue
		}
		chosen := -1
		if w.solver.game.Probed(agent) {
			chosen = w.sample(strategy)
		}
		value := 0.0
		for a := range values {
			if a == chosen {
				continue
			}
			other := w.copy(p, depth)
			other.Play(a)
			if chosen >= 0 {
				values[a] = w.finish(other, agent)
			} else {
				values[a] = w.open(other, agent, depth+1)
			}
			value += float64(strategy[a] * values[a])
		}
		if chosen >= 0 {
			p.Play(chosen)
			values[chosen] = w.open(p, agent, depth)
			value += float64(strategy[chosen] * values[chosen])
		}
		for a, v := range values {
			w.part.regret[d.Set*n+a] += v - value
		}
		return value
	}
}

// maxInline is the maximum number of actions for which a decision does not allocate.
const maxInline = 4

// finish plays p to the end and returns the agent's payoff.
func (w *walker) finish(p Position, agent int) float64 {
	for {
		d, ok := p.Next(&w.src)
		if !ok {
			return p.Payoff(agent)
		}
		var buffer [maxInline]float64
		strategy := buffer[:]
		if d.Actions > maxInline {
			strategy = make([]float64, d.Actions)
		}
		strategy = strategy[:d.Actions]
		w.solver.Current(strategy, d.Set)
		p.Play(w.sample(strategy))
	}
}

// copy returns a copy of p, which is valid until the next call with the same depth.
func (w *walker) copy(p Position, depth int) Position {
	for len(w.spare) <= depth {
		w.spare = append(w.spare, w.solver.game.NewPosition())
	}
	w.spare[depth].CopyFrom(p)
	return w.spare[depth]
}

// sample returns an action drawn from a strategy.
func (w *walker) sample(strategy []float64) int {
	u := game.Unit(w.src.Uint64())
	last := 0
	for a, q := range strategy {
		if q <= 0 {
			continue
		}
		if last = a; u < q {
			return a
		}
		u -= q
	}
	return last
}

// checkpointFormat is the name and version of the file format.
const checkpointFormat = "rummygym cfr checkpoint 2"

// checkpoint is the state of a solver. It is stored as JSON, whose numbers are read back
// exactly and which people can read.
type checkpoint struct {
	Digest   string // the first, see safefile.Seal
	Format   string
	Settings Settings
	Sets     int
	Actions  int
	Batches  int
	Regret   []float64
	Sum      []float64
}

// WriteCheckpoint writes the solver as JSON with a digest, for [ReadCheckpoint].
func (s *Solver) WriteCheckpoint(w io.Writer) error {
	text, err := json.Marshal(checkpoint{
		safefile.Placeholder, checkpointFormat, s.settings, s.game.Sets(), s.actions, s.batches, s.regret, s.sum,
	})
	if err == nil {
		err = safefile.Seal(text)
	}
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// ReadCheckpoint returns a solver with the state that WriteCheckpoint wrote. If g is the
// same game, it continues like the original.
func ReadCheckpoint(r io.Reader, g Game) (*Solver, error) {
	data, err := io.ReadAll(r)
	if err == nil {
		err = safefile.Verify(data)
	}
	var c checkpoint
	if err == nil && json.Unmarshal(data, &c) != nil {
		err = safefile.ErrDamaged
	}
	if err != nil {
		return nil, fmt.Errorf("cfr: checkpoint: %w", err)
	}
	s, err := New(g, c.Settings)
	switch {
	case c.Format != checkpointFormat:
		return nil, fmt.Errorf("cfr: checkpoint has format %.60q: want %q", c.Format, checkpointFormat)
	case err != nil:
		return nil, err
	case c.Sets != g.Sets() || c.Actions != g.MaxActions():
		return nil, fmt.Errorf("cfr: checkpoint of %d information sets with %d actions: the game has %d with %d",
			c.Sets, c.Actions, g.Sets(), g.MaxActions())
	case c.Batches < 0 || len(c.Regret) != len(s.regret) || len(c.Sum) != len(s.sum):
		return nil, fmt.Errorf("cfr: checkpoint of %d batches with %d regrets and %d sums: want %d of each",
			c.Batches, len(c.Regret), len(c.Sum), len(s.regret))
	}
	s.batches, s.regret, s.sum = c.Batches, c.Regret, c.Sum
	return s, nil
}
