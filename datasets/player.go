package datasets

import (
	"context"
	"math"

	"rummygym/agents"
	"rummygym/env/game"
)

// player plays the episodes of a run with agents of its own and collects their rows. It reuses its
// memory for every episode.
type player struct {
	recorder *recorder
	m        *Meta
	run      *Run
	bestOf   int // attempts at each deal
	table    *agents.Table
	agents   [][]game.Agent // [seat][agent]: one instance for each seat that an agent may take
	seats    []game.Agent   // of the current episode
}

func newPlayer(c *Config, m *Meta) *player {
	p := &player{
		recorder: newRecorder(&c.Table, m), m: m, run: &m.Runs[0], bestOf: c.BestOf,
		table: agents.NewTable(c.Table.Game), agents: make([][]game.Agent, m.Seats), seats: make([]game.Agent, m.Seats),
	}
	p.recorder.enter(p.run)
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
func (p *player) episodes(ctx context.Context, w *shardWriter, info ShardInfo, done func()) error {
	rows := p.recorder.rows
	rows.reset()
	for deal := info.First; deal < info.First+info.Episodes; deal++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.episode(deal); err != nil {
			return err
		}
		if err := w.take(rows); err != nil {
			return err
		}
		if rows.Len() >= p.m.BatchRows {
			if err := w.flush(rows); err != nil {
				return err
			}
		}
		done()
	}
	return w.flush(rows)
}

// episode plays the game of a deal to its end and collects its rows.
func (p *player) episode(deal int64) error {
	for seat := range p.seats {
		p.seats[seat] = p.agents[seat][p.run.Seating.agentAt(seat, p.m.Seats, deal)]
	}
	d := decision{episode: p.run.First + deal, deal: deal, seed: p.run.Seed}
	if err := p.choose(&d); err != nil {
		return err
	}
	p.recorder.begin()
	if err := p.attempt(&d, func(now *agents.Decision) error {
		d.player, d.step = now.Player, int32(now.Step)
		d.action, d.probability = now.Action, now.Probability
		return p.recorder.decide(&d, now.Obs, now.Legal)
	}); err != nil {
		return err
	}
	d.step = int32(p.table.Last().Step)
	return p.recorder.end(d, p.table.State(), p.table.Last().Obs)
}

// attempt plays attempt d.attempt at the deal of d.
func (p *player) attempt(d *decision, watch func(*agents.Decision) error) error {
	p.table.DealAttempt(d.seed, uint64(d.deal), uint64(d.attempt), p.m.kept(p.run, d.deal), p.seats...)
	if err := p.table.Play(watch); err != nil {
		now := p.table.Last()
		d.player, d.step = now.Player, int32(now.Step)
		return p.recorder.locate(d, err)
	}
	return nil
}

// choose sets d.attempt to the attempt in which the agent named first gains most, the first
// of equals, of those that ended by one of EndedBy; to 0 if none did. If there are several
// attempts, it plays all of them; the recorded one is then played again, which costs less than
// to encode the decisions of each.
func (p *player) choose(d *decision) error {
	if p.bestOf == 1 {
		return nil
	}
	first := p.run.Seating.first(p.m.Seats, d.deal)
	best, most := int32(0), math.MinInt
	for d.attempt = range int32(p.bestOf) {
		if err := p.attempt(d, nil); err != nil {
			return err
		}
		if o := p.table.State().Outcome(); p.recorder.counts(&o) && o.Gains[first] > most {
			best, most = d.attempt, o.Gains[first]
		}
	}
	d.attempt = best
	return nil
}
