package montecarlo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/train"
	"rummygym/internal/train/league"
)

// Learner implements train.Learner. Create one with [New].
type Learner struct {
	cfg     Config
	model   *train.Model
	packing *packing
	leagues []*league.League // of each table
	seed    uint64           // of the games
	heads   []string         // Config.PlayedBy

	steps  int
	replay []*played // in order of steps, at most Config.Replay

	inputs      []float32 // of a batch
	gains, wins []float32
}

// ownColumns are the measures besides those of the model: samples of the step, turns per
// game, and the learner's mean score against other members of the league, 0.5 if there
// was none.
var ownColumns = []string{"samples", "turns", "score"}

// New returns a learner that trains a model. The model must have the heads of [Heads] and
// the losses of [Losses].
func New(c Config, m *train.Model) (*Learner, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n, err := m.Network()
	if err != nil {
		return nil, err
	}
	for _, t := range c.Tables {
		for _, head := range c.PlayedBy() {
			if err := n.Description().Fits(t.Game, t.Layout, head); err != nil {
				return nil, fmt.Errorf("montecarlo: the network: %w", err)
			}
		}
	}
	p, err := newPacking(c.Tables[0].Layout)
	if err != nil {
		return nil, err
	}
	l := &Learner{
		cfg: c, model: m, packing: p, heads: c.PlayedBy(), seed: game.Seed(c.Seed, gamesStream),
		inputs: make([]float32, c.Batch*p.size), gains: make([]float32, c.Batch), wins: make([]float32, c.Batch),
	}
	for i, t := range c.Tables {
		if q, err := newPacking(t.Layout); err != nil {
			return nil, err
		} else if !slices.Equal(q.low, p.low) || !slices.Equal(q.step, p.step) {
			return nil, fmt.Errorf("montecarlo: the afterstates of table %d have other units than those of the first", i+1)
		}
		opponents, err := league.New(t.League)
		if err != nil {
			return nil, err
		}
		l.leagues = append(l.leagues, opponents)
	}
	return l, nil
}

// Player returns the Player of a table's league: constructors of players by the networks of
// past selves, which do not explore. They read afterstates by reader and play by head.
func Player(reader func() greedy.Reader, head string) func(*network.Network) (func() game.Agent, error) {
	return func(n *network.Network) (func() game.Agent, error) {
		return func() game.Agent { return greedy.NewPlayer(reader(), n, head) }, nil
	}
}

// Players returns the number of seats of the first table.
func (l *Learner) Players() int { return l.cfg.Tables[0].Game.Players() }

// Columns returns the names of the measures of a step.
func (l *Learner) Columns() []string { return slices.Concat(ownColumns, l.model.Columns()) }

// Network returns a copy of the current network.
func (l *Learner) Network() (*network.Network, error) { return l.model.Network() }

// Step plays the games of a step and makes its updates.
func (l *Learner) Step(ctx context.Context, row []float64) error {
	for _, s := range l.replay {
		if s.samples == nil { // from before a resume
			if err := l.play(ctx, s); err != nil {
				return err
			}
		}
	}
	s, err := l.plan()
	if err != nil {
		return err
	}
	if err := l.play(ctx, s); err != nil {
		return err
	}
	l.keep(s)
	l.measure(s, row)
	if err := l.learn(ctx, row[len(ownColumns):]); err != nil {
		return err
	}
	l.steps++
	return nil
}

// plan draws the opponents of the next step, whose games the current network is to play.
func (l *Learner) plan() (*played, error) {
	step := l.steps
	s := &played{step: step}
	n, err := l.model.Network()
	if err != nil {
		return nil, err
	}
	for _, opponents := range l.leagues {
		if opponents.Due(step) {
			if _, err := opponents.Add(n, step); err != nil {
				return nil, err
			}
		}
		opponents.Refresh()
	}
	if step >= l.cfg.StartSteps {
		if s.file, err = n.Append(nil); err != nil {
			return nil, err
		}
		s.network = n
	}
	others := l.cfg.others()
	s.ids = make([]league.ID, l.cfg.Games*others) // Self
	for g := range l.cfg.Games {
		table := l.cfg.table(l.episode(step, g))
		for i := range l.cfg.Tables[table].Game.Players() - 1 {
			s.ids[g*others+i] = l.leagues[table].Draw(game.Seed(l.cfg.Seed, opponentStream, uint64(step), uint64(g), uint64(i)))
		}
	}
	return s, nil
}

// keep adds a played step to the replay and its results to the leagues.
func (l *Learner) keep(s *played) {
	l.record(s)
	if l.replay = append(l.replay, s); len(l.replay) > l.cfg.Replay {
		l.replay = slices.Delete(l.replay, 0, len(l.replay)-l.cfg.Replay)
	}
	var seated []league.ID // members needed to replay games, at any table
	for _, s := range l.replay {
		ids := slices.Clone(s.ids)
		slices.Sort(ids)
		seated = append(seated, slices.Compact(ids)...)
	}
	for _, opponents := range l.leagues {
		opponents.Sweep(seated)
	}
}

// record adds the results of the games of a step to the leagues.
func (l *Learner) record(s *played) {
	others := l.cfg.others()
	for g, r := range s.results {
		at := l.leagues[l.cfg.table(l.episode(s.step, g))]
		for _, id := range s.ids[g*others:][:others] {
			if id != league.Self {
				at.Record(id, r.score)
			}
		}
	}
}

// measure sets row to the values of ownColumns.
func (l *Learner) measure(s *played, row []float64) {
	turns, score, met := 0, 0.0, 0
	others := l.cfg.others()
	for g, r := range s.results {
		turns += r.turns
		if slices.ContainsFunc(s.ids[g*others:][:others], func(id league.ID) bool { return id != league.Self }) {
			score += r.score
			met++
		}
	}
	if met == 0 {
		score, met = 0.5, 1
	}
	row[0], row[1], row[2] = float64(s.samples.count()), float64(turns)/float64(len(s.results)), score/float64(met)
	s.results = nil
}

// learn makes the updates of a step and sets row to the means of their measures.
func (l *Learner) learn(ctx context.Context, row []float64) error {
	clear(row)
	total := 0
	for _, s := range l.replay {
		total += s.samples.count()
	}
	if total == 0 {
		return fmt.Errorf("montecarlo: no afterstates in %d games", l.cfg.Games*len(l.replay))
	}
	rng := rand.New(rand.NewPCG(game.Seed(l.cfg.Seed, batchStream, uint64(l.steps), 0), game.Seed(l.cfg.Seed, batchStream, uint64(l.steps), 1)))
	drawn := make([]int, l.cfg.Batch)
	batch := &train.Batch{Inputs: l.inputs, Targets: []train.Target{{Values: l.gains}, {Values: l.wins}}}
	updates := l.cfg.UpdatesOf(int64(l.steps))
	for range updates {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range drawn {
			drawn[i] = rng.IntN(total)
		}
		l.fill(drawn)
		values, err := l.model.Step(batch)
		if err != nil {
			return err
		}
		for i, v := range values {
			row[i] += v / float64(updates)
		}
	}
	return nil
}

// fill sets the batch to samples with the given numbers in the replay.
func (l *Learner) fill(drawn []int) {
	each := (len(drawn) + l.cfg.Workers - 1) / l.cfg.Workers
	var wait sync.WaitGroup
	for from := 0; from < len(drawn); from += each {
		wait.Go(func() {
			for i := from; i < min(from+each, len(drawn)); i++ {
				k, place := drawn[i], 0
				for k >= l.replay[place].samples.count() {
					k -= l.replay[place].samples.count()
					place++
				}
				s := l.replay[place].samples
				l.packing.unpack(l.inputs[i*l.packing.size:][:l.packing.size], s.packed[s.starts[k]:])
				l.gains[i], l.wins[i] = s.gains[k], s.wins[k]
			}
		})
	}
	wait.Wait()
}
