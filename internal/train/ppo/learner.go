package ppo

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/train"
	"rummygym/internal/train/league"
)

// Random streams, for the second argument of game.Seed.
const (
	selfPlayStream = 0x70706f00 + iota // deals of the tables of self-play
	leagueStream                       // deals of the other tables
	actionStream                       // actions drawn, by step and table
	orderStream                        // orders of decisions, by update and epoch
)

// Learner learns by playing. One step is one update: decisions at all tables, and the
// passes over them. It implements train.Learner and is not safe for concurrent use. Close
// ends its goroutines.
type Learner struct {
	cfg    Config
	model  *train.Model
	league *league.League
	fleets []*fleet
	actor  *actor
	o      rollout

	updates int    // made so far
	ticks   uint64 // steps of the tables so far
	dealt   bool

	// State of the current update.
	tally      tally
	advantages []float64
	rows       []int32
	batch      train.Batch
	columns    []string
	old        []float32 // [learnt rows, A] probabilities of the policy before the update, in a warm-up
}

// New returns a learner that trains m. The model must have the settings of
// [Config.Settings] and the heads policy and value.
func New(c Config, m *train.Model) (*Learner, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c.Workers = max(c.Workers, 1)
	n, err := m.Network()
	if err != nil {
		return nil, fmt.Errorf("ppo: %w", err)
	}
	d := n.Description()
	if err := d.Fits(c.Game, c.Env.Encoder.Layout(), policyHead); err != nil {
		return nil, fmt.Errorf("ppo: the network cannot play: %w", err)
	}
	if h := d.Head(Value); h < 0 || d.Heads[h].Size != 1 {
		return nil, fmt.Errorf("ppo: the network has no head %q of size 1", Value)
	}
	l := &Learner{cfg: c, model: m, actor: newActor(m, c.Game, d)}
	if l.league, err = league.New(c.League); err != nil {
		return nil, err
	}
	l.o.size = c.Env.Encoder.Layout().Size()
	self, others := c.split()
	for _, t := range []struct {
		tables, first int
		league        *league.League
	}{{self, 0, nil}, {others, self, l.league}} {
		if t.tables == 0 {
			continue
		}
		f, err := newFleet(&c, t.tables, t.first, t.league)
		if err != nil {
			l.Close()
			return nil, err
		}
		l.fleets = append(l.fleets, f)
	}
	l.columns = slices.Concat(m.Columns(), ownColumns)
	l.batch.Targets = make([]train.Target, len(c.Settings().Losses))
	return l, nil
}

// Close ends the goroutines of the tables. Calling it twice is harmless.
func (l *Learner) Close() {
	for _, f := range l.fleets {
		f.vector.Close()
	}
}

// Network returns a copy of the current network.
func (l *Learner) Network() (*network.Network, error) { return l.model.Network() }

// Standings returns the results of the learner against each member of its league.
func (l *Learner) Standings() []league.Standing { return l.league.Standings() }

// Step makes an update and sets row to the values of [Learner.Columns]. It looks at ctx only
// at the start: an update takes seconds.
func (l *Learner) Step(ctx context.Context, row []float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := l.play(); err != nil {
		return err
	}
	l.judge()
	if err := l.learn(row); err != nil {
		return err
	}
	l.carry()
	l.updates++
	return nil
}

// play makes the decisions of an update.
func (l *Learner) play() error {
	if l.league.Due(l.updates) {
		n, err := l.model.Network()
		if err != nil {
			return fmt.Errorf("ppo: %w", err)
		}
		if _, err := l.league.Add(n, l.updates); err != nil {
			return err
		}
	}
	l.league.Sweep(l.seated()) // nobody plays, so that all seats are known
	if !l.dealt {
		l.dealt = true
		for _, f := range l.fleets {
			if err := f.vector.Reset(f.run, f.out); err != nil {
				return fmt.Errorf("ppo: %w", err)
			}
		}
	}
	l.tally = tally{}
	l.o.grow(l.cfg.Tables * l.cfg.Steps)
	for range l.cfg.Steps {
		for _, f := range l.fleets {
			if err := f.step(&l.o, l.actor, l.cfg.Seed, l.ticks, l.count); err != nil {
				return err
			}
		}
		l.ticks++
	}
	return nil
}

// seated returns the members that sit at the tables.
func (l *Learner) seated() []league.ID {
	var ids []league.ID
	for _, f := range l.fleets {
		ids = append(ids, f.seated()...)
	}
	return ids
}

// count counts an episode.
func (l *Learner) count(e ending) {
	l.tally.episodes++
	if len(e.members) == 0 {
		return
	}
	l.tally.against++
	l.tally.score += e.score
	l.tally.gain += e.gain
	for _, id := range e.members {
		l.league.Record(id, e.score)
	}
}

// judge computes the advantages of the decisions.
func (l *Learner) judge() {
	o := &l.o
	l.advantages = slices.Grow(l.advantages[:0], o.rows())[:o.rows()]
	gamma := l.cfg.Env.Gamma
	if gamma == 0 {
		gamma = 1 // the default of env.Config
	}
	advantages(l.advantages, o.rewards, o.values, o.next, gamma, l.cfg.Lambda)
	l.rows = o.learnt(l.rows)
	l.tally.decisions = len(l.rows)
	l.tally.explain(l.advantages, o.values, l.rows)
}

// carry keeps the waiting decisions for the next update.
func (l *Learner) carry() {
	var places []*int32
	for _, f := range l.fleets {
		for i := range f.last {
			if f.last[i] != none {
				places = append(places, &f.last[i])
			}
		}
	}
	slices.SortFunc(places, func(a, b *int32) int { return int(*a - *b) })
	rows := make([]int32, len(places))
	for k, p := range places {
		rows[k], *p = *p, int32(k)
	}
	l.o.keep(rows)
}

// order returns the decisions that are learned from, in the order of a pass.
func (l *Learner) order(dst []int32, epoch int) []int32 {
	dst = append(dst[:0], l.rows...)
	src := rand.NewPCG(
		game.Seed(l.cfg.Seed, orderStream, uint64(l.updates), uint64(epoch), 0),
		game.Seed(l.cfg.Seed, orderStream, uint64(l.updates), uint64(epoch), 1))
	rand.New(src).Shuffle(len(dst), func(i, j int) { dst[i], dst[j] = dst[j], dst[i] })
	return dst
}

// diverged reports whether a measure is NaN or infinite.
func diverged(values []float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// ownColumns are the measures of a learner besides the model's columns.
var ownColumns = []string{
	"decisions",     // that were learned from
	"episodes",      // that ended
	"league/score",  // mean score against the league: 1 for a win, 0 for a loss; NaN if no episode ended
	"league/gain",   // mean gain in points against the league
	"ppo/explained", // share of the variance of returns that the values explain, at most 1
	"epochs",        // passes made
}

// Columns returns the names of the measures of [Learner.Step]. The slice is owned by the
// learner.
func (l *Learner) Columns() []string { return l.columns }

// tally is the counts of one update.
type tally struct {
	decisions, episodes, epochs int
	against                     int // episodes against the league
	score, gain                 float64
	explained                   float64
}

// set sets row to the values of ownColumns.
func (t *tally) set(row []float64) {
	row[0], row[1] = float64(t.decisions), float64(t.episodes)
	row[2], row[3] = t.score/float64(t.against), t.gain/float64(t.against)
	row[4], row[5] = t.explained, float64(t.epochs)
}

// explain computes the share of the variance of the given rows' returns that the values
// explain.
func (t *tally) explain(advantages []float64, values []float32, rows []int32) {
	returns := make([]float64, len(advantages))
	for _, r := range rows {
		returns[r] = float64(values[r]) + advantages[r]
	}
	_, all := moments(returns, rows)
	mean, left := moments(advantages, rows)
	t.explained = 0
	if all > 0 {
		t.explained = 1 - (left+float64(mean*mean))/all
	}
	if math.IsNaN(t.explained) {
		t.explained = 0
	}
}
