package datasets

import (
	"context"
	"fmt"

	"rummygym/agents"
	"rummygym/env/game"
)

// player plays episodes and writes them to shards. Each worker has one, and reuses
// its memory for every shard.
type player struct {
	c      *Config
	m      *Meta
	run    *Run
	table  *agents.Table
	enc    game.Encoder
	values []float32      // an encoded observation
	agents [][]game.Agent // [seat][agent]: one instance for each seat that an agent may take
	codes  []int32        // of the agents, in the dictionary of the column agent
	seats  []game.Agent   // of the current episode
	rows   *rows
}

func newPlayer(c *Config, m *Meta) *player {
	p := &player{
		c: c, m: m, run: &m.Runs[0],
		table: agents.NewTable(c.Table.Game),
		enc:   c.Table.NewEncoder(), rows: newRows(m),
	}
	p.values = make([]float32, p.enc.Layout().Size())
	p.codes = agentCodes(m, p.run)
	p.table.MaxSteps = p.run.MaxSteps
	p.seats = make([]game.Agent, m.Seats)
	p.agents = make([][]game.Agent, m.Seats)
	for seat := range p.agents {
		p.agents[seat] = make([]game.Agent, len(c.Agents))
		for a := range c.Agents {
			p.agents[seat][a] = c.Agents[a].New()
		}
	}
	return p
}

// agentCodes returns the index of each agent of a run in the dictionary of agents.
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

// shard plays the episodes of one shard and writes it to path. If it returns an
// error, it leaves no file.
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
	for seat := range p.seats {
		p.seats[seat] = p.agents[seat][p.run.Seating.agentAt(seat, p.m.Seats, deal)]
	}
	p.table.Deal(p.run.Seed, uint64(deal), p.seats...)
	d := decision{episode: p.run.First + deal, deal: deal, seed: p.run.Seed}
	if err := p.table.Play(func(now *agents.Decision) error {
		d.player, d.step = now.Player, int32(now.Step)
		d.action, d.probability = now.Action, now.Probability
		d.agent = p.codes[p.run.Seating.agentAt(int(d.player), p.m.Seats, deal)]
		return p.record(&d, now.Obs, now.Legal)
	}); err != nil {
		return p.locate(&d, p.run.Seating.agentAt(int(d.player), p.m.Seats, deal), err)
	}
	d.step = int32(p.table.Last().Step)
	if p.m.Final == FinalRows {
		if err := p.final(d); err != nil {
			return err
		}
	}
	o := p.table.State().Outcome()
	if err := p.rows.finish(&o); err != nil {
		return fmt.Errorf("seed %d, deal %d: %w", d.seed, d.deal, err)
	}
	return nil
}

// record adds the row of a decision, made from an observation.
func (p *player) record(d *decision, obs game.Observation, legal *game.Mask) error {
	phase := p.c.Table.Phase(obs)
	if phase < 0 || phase >= len(p.m.Phases) {
		return fmt.Errorf("phase %d is not one of the game's %d", phase, len(p.m.Phases))
	}
	d.phase = int32(phase)
	p.enc.Encode(p.values, obs)
	return p.rows.append(d, p.values, legal)
}

// final adds a row with the observation after the last action for each player that
// moved in the episode, in order of seats.
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
		obs := p.table.Last().Obs
		p.table.State().Observe(d.player, obs)
		if err := p.record(&d, obs, &none); err != nil {
			return p.locate(&d, a, err)
		}
	}
	return nil
}

// locate adds the game, step and agent of a decision to an error.
func (p *player) locate(d *decision, agent int, err error) error {
	return fmt.Errorf("seed %d, deal %d, step %d, agent %s in seat %d: %w", d.seed, d.deal, d.step, p.c.Agents[agent].Name, d.player, err)
}
