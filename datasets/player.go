package datasets

import (
	"context"
	"fmt"
	"math/rand/v2"

	"rummygym/env/game"
)

// player plays episodes and writes them to shards. A worker has one and uses its
// memory again for every shard.
type player struct {
	c      *Config
	m      *Meta
	run    *Run
	state  game.State
	obs    game.Observation
	enc    Encoder
	values []float32  // an encoded observation
	agents [][]Player // [seat][agent]: a player of its own wherever an agent may sit
	codes  []int32    // of the agents, in the dictionary of the column agent
	src    rand.PCG   // deals
	rows   *rows
}

func newPlayer(c *Config, m *Meta) *player {
	p := &player{
		c: c, m: m, run: &m.Runs[0],
		state: c.Table.Game.NewState(), obs: c.Table.Game.NewObservation(),
		enc: c.Table.NewEncoder(), rows: newRows(m),
	}
	p.values = make([]float32, p.enc.Layout().Size())
	p.codes = agentCodes(m, p.run)
	p.agents = make([][]Player, m.Seats)
	for seat := range p.agents {
		p.agents[seat] = make([]Player, len(c.Agents))
		for a := range c.Agents {
			p.agents[seat][a] = c.Agents[a].New()
		}
	}
	return p
}

// agentCodes returns the index in the dictionary of agents of each agent of a run.
func agentCodes(m *Meta, r *Run) []int32 {
	names := m.AgentNames()
	codes := make([]int32, len(r.Agents))
	for i, a := range r.Agents {
		for j, n := range names {
			if n == a {
				codes[i] = int32(j)
			}
		}
	}
	return codes
}

// shard plays the episodes of one shard and writes it to path. On error nothing
// is left on disk.
func (p *player) shard(ctx context.Context, path string, info ShardInfo) (ShardEntry, error) {
	w, err := createShard(path, p.m, info)
	if err != nil {
		return ShardEntry{}, err
	}
	played := int64(0)
	err = p.episodes(ctx, w, info, &played)
	if err == nil {
		var entry ShardEntry
		if entry, err = w.commit(); err == nil {
			return entry, nil
		}
	} else {
		w.discard()
	}
	p.progress(-played)
	return ShardEntry{}, err
}

func (p *player) progress(n int64) {
	if p.c.Progress != nil && n != 0 {
		p.c.Progress(n)
	}
}

func (p *player) episodes(ctx context.Context, w *shardWriter, info ShardInfo, played *int64) error {
	p.rows.reset()
	for deal := info.First; deal < info.First+info.Episodes; deal++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.episode(deal); err != nil {
			return err
		}
		if p.rows.n >= p.m.BatchRows {
			if err := p.flush(w); err != nil {
				return err
			}
		}
		*played++
		p.progress(1)
	}
	if p.rows.n > 0 {
		return p.flush(w)
	}
	return nil
}

// flush writes the rows collected so far as a batch.
func (p *player) flush(w *shardWriter) error {
	record := p.rows.record(w.schema)
	defer record.Release()
	err := w.write(record)
	p.rows.reset()
	return err
}

// episode plays the game of a deal to its end and collects its rows.
func (p *player) episode(deal int64) error {
	g := p.c.Table.Game
	game.SeedDeal(&p.src, p.run.Seed, uint64(deal))
	g.Deal(p.state, &p.src)
	seats := p.m.Seats
	for seat := range seats {
		p.agents[seat][p.run.Seating.agentAt(seat, seats, deal)].Reset(game.AgentSeed(p.run.Seed, uint64(deal), game.Player(seat)))
	}
	d := decision{episode: p.run.First + deal, deal: deal, seed: p.run.Seed}
	for steps := 0; ; steps++ {
		d.player = p.state.Current()
		d.step = int32(steps)
		if d.player == game.NoPlayer || p.run.MaxSteps > 0 && steps == p.run.MaxSteps {
			break
		}
		var legal game.Mask
		p.state.Legal(&legal)
		a := p.run.Seating.agentAt(int(d.player), seats, deal)
		p.state.Observe(d.player, p.obs)
		d.action, d.probability = p.agents[d.player][a].Act(p.obs, &legal)
		d.agent = p.codes[a]
		if err := p.record(&d, &legal); err != nil {
			return p.locate(&d, a, err)
		}
		if err := p.state.Apply(d.action); err != nil {
			return p.locate(&d, a, err)
		}
	}
	if p.m.Final == FinalRows {
		if err := p.final(d); err != nil {
			return err
		}
	}
	o := p.state.Outcome()
	if err := p.rows.finish(&o); err != nil {
		return fmt.Errorf("seed %d, deal %d: %w", d.seed, d.deal, err)
	}
	return nil
}

// record collects the row of a decision about to be made from p.obs.
func (p *player) record(d *decision, legal *game.Mask) error {
	phase := p.c.Table.Phase(p.obs)
	if phase < 0 || phase >= len(p.m.Phases) {
		return fmt.Errorf("phase %d is not one of the game's %d", phase, len(p.m.Phases))
	}
	d.phase = int32(phase)
	p.enc.Encode(p.values, p.obs)
	return p.rows.append(d, p.values, legal)
}

// final collects the observations after the last action, of each player that
// moved in the episode, in the order of the seats.
func (p *player) final(d decision) error {
	var moved [game.MaxPlayers]bool
	for i := p.rows.first; i < p.rows.n; i++ {
		moved[p.rows.player[i]] = true
	}
	none := game.Mask{}
	d.action, d.probability = game.NoAction, 1
	for seat := range p.m.Seats {
		if !moved[seat] {
			continue
		}
		d.player = game.Player(seat)
		a := p.run.Seating.agentAt(seat, p.m.Seats, d.deal)
		d.agent = p.codes[a]
		p.state.Observe(d.player, p.obs)
		if err := p.record(&d, &none); err != nil {
			return p.locate(&d, a, err)
		}
	}
	return nil
}

// locate says in which game, at which step and by which agent an error came up.
func (p *player) locate(d *decision, agent int, err error) error {
	return fmt.Errorf("seed %d, deal %d, step %d, agent %s in seat %d: %w", d.seed, d.deal, d.step, p.c.Agents[agent].Name, d.player, err)
}
