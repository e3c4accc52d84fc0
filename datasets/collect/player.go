package collect

import (
	"math"
	"slices"

	"rummygym/agents"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/internal/datasets/shard"
)

// player plays the episodes of a dataset with agents of its own. It reuses its memory for every episode.
type player struct {
	c        *Config
	recorder *shard.Recorder
	m        *datasets.Meta
	table    *agents.Table

	run    *datasets.Run  // of the last episode
	agents [][]game.Agent // [seat][agent] of the run: one instance for each seat that an agent may take
	seats  []game.Agent   // of the current episode
}

func newPlayer(c *Config, m *datasets.Meta) *player {
	return &player{c: c, recorder: shard.NewRecorder(&c.Table, m), m: m, table: agents.NewTable(c.Table.Game), seats: make([]game.Agent, m.Seats)}
}

// enter opens the agents of a run.
func (p *player) enter(number int) {
	p.run = &p.m.Runs[number]
	p.table.MaxSteps = p.run.MaxSteps
	p.agents = make([][]game.Agent, p.m.Seats)
	for seat := range p.agents {
		for _, a := range p.c.series()[number].Agents {
			p.agents[seat] = append(p.agents[seat], a.New())
		}
	}
}

// Episode plays the game of an episode to its end and adds its rows to rows.
func (p *player) Episode(number int64, rows *shard.Rows) error {
	if run := p.m.RunOf(number); run != p.run {
		p.enter(slices.IndexFunc(p.m.Runs, func(r datasets.Run) bool { return r.First == run.First }))
	}
	deal := p.run.Deal(number)
	for seat := range p.seats {
		p.seats[seat] = p.agents[seat][p.run.Seating.AgentAt(seat, p.m.Seats, deal)]
	}
	p.recorder.Begin(number, rows)
	d := shard.Decision{Episode: number, Deal: deal, Seed: p.run.Seed}
	if err := p.choose(&d); err != nil {
		return err
	}
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
	if p.c.BestOf == 1 {
		return nil
	}
	first := p.run.Seating.First(p.m.Seats, d.Deal)
	best, most := int32(0), math.MinInt
	for d.Attempt = range int32(p.c.BestOf) {
		if err := p.attempt(d, nil); err != nil {
			return err
		}
		if o := p.table.State().Outcome(); (p.m.EndedBy == nil || slices.Contains(p.m.EndedBy, string(o.Ending))) && o.Gains[first] > most {
			best, most = d.Attempt, o.Gains[first]
		}
	}
	d.Attempt = best
	return nil
}
