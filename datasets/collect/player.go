package collect

import (
	"context"
	"math"

	"rummygym/agents"
	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
	"rummygym/env/game"
)

// player plays the episodes of a run with agents of its own and collects their rows. It reuses its
// memory for every episode.
type player struct {
	recorder *shard.Recorder
	m        *datasets.Meta
	run      *datasets.Run
	bestOf   int // attempts at each deal
	table    *agents.Table
	agents   [][]game.Agent // [seat][agent]: one instance for each seat that an agent may take
	seats    []game.Agent   // of the current episode
}

func newPlayer(c *Config, m *datasets.Meta) *player {
	p := &player{
		recorder: shard.NewRecorder(&c.Table, m), m: m, run: &m.Runs[0], bestOf: c.BestOf,
		table: agents.NewTable(c.Table.Game), agents: make([][]game.Agent, m.Seats), seats: make([]game.Agent, m.Seats),
	}
	p.recorder.Enter(p.run)
	p.table.MaxSteps = p.run.MaxSteps
	for seat := range p.agents {
		p.agents[seat] = make([]game.Agent, len(c.Agents))
		for a := range c.Agents {
			p.agents[seat][a] = c.Agents[a].New()
		}
	}
	return p
}

// episodes plays the episodes of a shard and writes them. It calls done after each.
func (p *player) episodes(ctx context.Context, w *shard.Writer, info datasets.ShardInfo, done func()) error {
	rows := p.recorder.Rows
	rows.Reset()
	for number := info.First; number < info.First+info.Episodes; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.episode(number); err != nil {
			return err
		}
		if err := w.Take(rows); err != nil {
			return err
		}
		if rows.Len() >= p.m.BatchRows {
			if err := w.Flush(rows); err != nil {
				return err
			}
		}
		done()
	}
	return w.Flush(rows)
}

// episode plays the game of an episode to its end and collects its rows.
func (p *player) episode(number int64) error {
	deal := p.run.Deal(number)
	for seat := range p.seats {
		p.seats[seat] = p.agents[seat][p.run.Seating.AgentAt(seat, p.m.Seats, deal)]
	}
	d := shard.Decision{Episode: number, Deal: deal, Seed: p.run.Seed}
	if err := p.choose(&d); err != nil {
		return err
	}
	p.recorder.Begin()
	if err := p.attempt(&d, func(now *agents.Decision) error {
		d.Player, d.Step = now.Player, int32(now.Step)
		d.Action, d.Probability = now.Action, now.Probability
		return p.recorder.Decide(&d, now.Obs, now.Legal)
	}); err != nil {
		return err
	}
	d.Step = int32(p.table.Last().Step)
	return p.recorder.End(d, p.table.State(), p.table.Last().Obs)
}

// attempt plays attempt d.attempt at the deal of d.
func (p *player) attempt(d *shard.Decision, watch func(*agents.Decision) error) error {
	p.table.DealAttempt(d.Seed, uint64(d.Deal), uint64(d.Attempt), p.m.Kept(p.run, d.Deal), p.seats...)
	if err := p.table.Play(watch); err != nil {
		now := p.table.Last()
		d.Player, d.Step = now.Player, int32(now.Step)
		return p.recorder.Locate(d, err)
	}
	return nil
}

// choose sets d.attempt to the attempt in which the agent named first gains most, the first
// of equals, of those that ended by one of EndedBy; to 0 if none did. If there are several
// attempts, it plays all of them; the recorded one is then played again, which costs less than
// to encode the decisions of each.
func (p *player) choose(d *shard.Decision) error {
	if p.bestOf == 1 {
		return nil
	}
	first := p.run.Seating.First(p.m.Seats, d.Deal)
	best, most := int32(0), math.MinInt
	for d.Attempt = range int32(p.bestOf) {
		if err := p.attempt(d, nil); err != nil {
			return err
		}
		if o := p.table.State().Outcome(); p.recorder.Counts(&o) && o.Gains[first] > most {
			best, most = d.Attempt, o.Gains[first]
		}
	}
	d.Attempt = best
	return nil
}
