// Package belief trains a network that says what the opponent holds in Indian Rummy
// with two players (package agents/belief) on games of named agents, whose hands it
// sees. Start from [New], which returns a train.Learner.
//
// Every step plays new games and learns from each decision of both seats once, so
// that nothing is learned by heart and there are no data to keep.
package belief

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"rummygym/agents"
	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
	"rummygym/train"
)

// Player is an agent that games are played by.
type Player struct {
	Name   string
	Weight float64 // how often it sits at a seat, relative to others; above 0
	New    func() agents.Agent
}

// Config is what a learner learns from.
type Config struct {
	Game    *indian.Game // with two seats and hands of 13
	Players []Player     // each seat is drawn from them, independently
	Rows    int          // decisions of a step
	Seed    uint64       // of the games
	Workers int          // that play; the result does not depend on it. 0 is 1
}

// maxRows is the most decisions of a game that are learned from: later ones are left
// out.
const maxRows = 64

// Losses returns the losses of the model that a learner trains.
func Losses() []train.Loss {
	return []train.Loss{
		train.Logistic{Head: belief.Held},
		train.Logistic{Head: belief.Wanted},
		train.CrossEntropy{Head: belief.Distance},
	}
}

// Validate returns an error that names the first field that is wrong.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil:
		return errors.New("train/belief: no game")
	case c.Game.Rules().Seats != 2 || c.Game.Rules().HandSize != features.Declaration.Size:
		return fmt.Errorf("train/belief: %d seats with hands of %d: want 2 with %d", c.Game.Rules().Seats, c.Game.Rules().HandSize, features.Declaration.Size)
	case len(c.Players) == 0:
		return errors.New("train/belief: no players")
	case c.Rows < 1:
		return fmt.Errorf("train/belief: %d decisions a step: want at least 1", c.Rows)
	case c.Workers < 0:
		return fmt.Errorf("train/belief: %d workers: want at least 0", c.Workers)
	}
	for _, p := range c.Players {
		if !(p.Weight > 0) || p.New == nil {
			return fmt.Errorf("train/belief: player %q with weight %v: want one above 0, and an agent", p.Name, p.Weight)
		}
	}
	return nil
}

// Learner is a train.Learner. It is not safe for concurrent use.
type Learner struct {
	cfg    Config
	model  *train.Model
	tables []*table
	batch  train.Batch

	episode uint64 // of the first game that is not all learned from
	skip    int    // decisions of it that are
	games   []rows // from that one on, played ahead
	spare   []rows
}

// New returns a learner of a model with [Losses], of batches of c.Rows.
func New(c Config, m *train.Model) (*Learner, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n, err := m.Network()
	if err != nil {
		return nil, err
	}
	if err := belief.Fits(n.Description()); err != nil {
		return nil, err
	}
	l := &Learner{cfg: c, model: m}
	for range max(c.Workers, 1) {
		l.tables = append(l.tables, newTable(&l.cfg))
	}
	l.batch.Targets = make([]train.Target, len(Losses()))
	return l, nil
}

// Columns names the losses.
func (l *Learner) Columns() []string { return l.model.Columns() }

// Network returns the network as it stands.
func (l *Learner) Network() (*network.Network, error) { return l.model.Network() }

// AppendState appends the model's state and the place in the games.
func (l *Learner) AppendState(dst []byte) []byte {
	return l.model.AppendState(train.AppendUint64(train.AppendUint64(dst, l.episode), uint64(l.skip)))
}

// Restore sets the learner to a state that AppendState appended.
func (l *Learner) Restore(state []byte) error {
	episode, state, err := train.TakeUint64(state)
	if err != nil {
		return err
	}
	skip, state, err := train.TakeUint64(state)
	if err != nil {
		return err
	}
	if skip >= maxRows {
		return fmt.Errorf("train/belief: %d decisions of a game: want below %d", skip, maxRows)
	}
	l.episode, l.skip = episode, int(skip)
	l.spare, l.games = append(l.spare, l.games...), l.games[:0]
	rest, err := l.model.Restore(state)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("train/belief: %d bytes after the state", len(rest))
	}
	return err
}

// Step learns from the next decisions, playing games as it needs them.
func (l *Learner) Step(ctx context.Context, row []float64) error {
	for l.rows() < l.cfg.Rows {
		if err := l.play(ctx); err != nil {
			return err
		}
	}
	l.gather()
	values, err := l.model.Step(&l.batch)
	copy(row, values)
	return err
}

// rows returns the number of decisions played and not learned from.
func (l *Learner) rows() int {
	n := -l.skip
	for i := range l.games {
		n += l.games[i].count()
	}
	return n
}

// ahead is how many games are played at once.
const ahead = 32

// play plays more games.
func (l *Learner) play(ctx context.Context) error {
	first := len(l.games)
	for range ahead {
		var r rows
		if n := len(l.spare); n > 0 {
			r, l.spare = l.spare[n-1], l.spare[:n-1]
		}
		r.clear()
		l.games = append(l.games, r)
	}
	var wait sync.WaitGroup
	errs := make([]error, len(l.tables))
	for w, t := range l.tables {
		wait.Go(func() {
			for i := first + w; i < len(l.games) && errs[w] == nil && ctx.Err() == nil; i += len(l.tables) {
				errs[w] = t.play(l.cfg.Seed, l.episode+uint64(i), &l.games[i])
			}
		})
	}
	wait.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

// gather makes a batch of the next decisions, in the order of the games.
func (l *Learner) gather() {
	b := &l.batch
	held, wanted, distance := &b.Targets[0], &b.Targets[1], &b.Targets[2]
	b.Inputs = b.Inputs[:0]
	held.Values, held.Mask = held.Values[:0], held.Mask[:0]
	wanted.Values, wanted.Mask = wanted.Values[:0], wanted.Mask[:0]
	distance.Labels = distance.Labels[:0]
	done := 0
	for left := l.cfg.Rows; left > 0; {
		g := &l.games[done]
		from, to := l.skip, min(g.count(), l.skip+left)
		left -= to - from
		const in, kinds = features.HandInputsSize, card.NumKinds
		b.Inputs = append(b.Inputs, g.inputs[from*in:to*in]...)
		held.Values, held.Mask = append(held.Values, g.held[from*kinds:to*kinds]...), append(held.Mask, g.hidden[from*kinds:to*kinds]...)
		wanted.Values, wanted.Mask = append(wanted.Values, g.wanted[from*kinds:to*kinds]...), append(wanted.Mask, g.asked[from*kinds:to*kinds]...)
		distance.Labels = append(distance.Labels, g.distance[from:to]...)
		if l.skip = to; to == g.count() {
			l.skip, l.episode = 0, l.episode+1
			l.spare = append(l.spare, *g)
			done++
		}
	}
	l.games = append(l.games[:0], l.games[done:]...)
}

// rows are decisions and what the opponent then held.
type rows struct {
	inputs   []float32 // [n, features.HandInputsSize]
	held     []float32 // [n, card.NumKinds]
	hidden   []uint8   // whether the place of the card is not known
	wanted   []float32
	asked    []uint8 // whether the card is in the observer's hand or not seen
	own      []uint8 // whether it is in the observer's hand
	distance []int32 // [n]
}

func (r *rows) count() int { return len(r.distance) }

func (r *rows) clear() {
	r.inputs, r.held, r.hidden = r.inputs[:0], r.held[:0], r.hidden[:0]
	r.wanted, r.asked, r.own, r.distance = r.wanted[:0], r.asked[:0], r.own[:0], r.distance[:0]
}

// add appends a decision. hand is what the opponent holds.
func (r *rows) add(o *indian.Observation, hand card.Bag) {
	n := len(r.inputs)
	r.inputs = append(r.inputs, make([]float32, features.HandInputsSize)...)
	features.HandInputs{}.Encode(r.inputs[n:], o)
	var after [card.NumKinds]int8
	d := features.MinDistDraws(&after, hand, o.Wild)
	unseen, rest := features.Unseen(o), hand.Minus(o.Known[1-o.Self])
	for i, a := range after {
		c := card.FromIndex(i)
		r.held, r.hidden = append(r.held, value(rest.Has(c))), append(r.hidden, uint8(value(unseen.Has(c))))
		r.wanted, r.asked = append(r.wanted, value(int(a) < d)), append(r.asked, uint8(value(o.Hand.Has(c) || unseen.Has(c))))
		r.own = append(r.own, uint8(value(o.Hand.Has(c))))
	}
	r.distance = append(r.distance, int32(min(d, belief.Distances-1)))
}

func value(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// table plays games.
type table struct {
	cfg    *Config
	state  *indian.State
	agents [2][]agents.Agent // of each seat, by player
	obs    indian.Observation
	deal   rand.PCG
}

func newTable(c *Config) *table {
	t := &table{cfg: c, state: c.Game.NewTable()}
	for s := range t.agents {
		for _, p := range c.Players {
			t.agents[s] = append(t.agents[s], p.New())
		}
	}
	return t
}

// seatStream draws who sits where, by the last argument of game.Seed.
const seatStream = 2 + game.MaxPlayers

// play plays an episode and adds the decisions of both seats. Nobody drops: a game
// that ends by a drop tells of no hand.
func (t *table) play(seed, episode uint64, r *rows) error {
	game.SeedDeal(&t.deal, seed, episode)
	t.cfg.Game.Deal(t.state, &t.deal)
	var seats [2]agents.Agent
	for s := range seats {
		seats[s] = t.agents[s][t.cfg.draw(game.Seed(seed, episode, seatStream+uint64(s)))]
		seats[s].Reset(game.AgentSeed(seed, episode, game.Player(s)))
	}
	var legal game.Mask
	for p := t.state.Current(); p != game.NoPlayer; p = t.state.Current() {
		t.state.Observe(p, &t.obs)
		if r.count() < maxRows {
			r.add(&t.obs, t.state.Hand(1-p))
		}
		t.state.Legal(&legal)
		legal.Unset(indian.Drop)
		a, _ := seats[p].Act(&t.obs, &legal)
		if err := t.state.Apply(a); err != nil {
			return fmt.Errorf("train/belief: episode %d: %w", episode, err)
		}
	}
	return nil
}

// draw returns the number of a player for a uniform number.
func (c *Config) draw(u uint64) int {
	sum := 0.0
	for _, p := range c.Players {
		sum += p.Weight
	}
	at := float64(u>>11) / (1 << 53) * sum
	for i, p := range c.Players {
		if at -= p.Weight; at < 0 {
			return i
		}
	}
	return len(c.Players) - 1
}
