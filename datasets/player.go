package datasets

import (
	"context"
	"fmt"
	"math"
	"slices"

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
	values []float32          // an encoded observation
	after  game.ActionEncoder // nil without fields after an action
	result []float32          // the fields after an action
	agents [][]game.Agent     // [seat][agent]: one instance for each seat that an agent may take
	codes  []int32            // of the agents, in the dictionary of the column agent
	seats  []game.Agent       // of the current episode
	rows   *rows
	team   *team // plays the episodes of shards together with others, or nil

	// Of the current episode, if rows are plays.
	actions []uint16             // of all players
	plays   []play               // that may have a row, in order
	latest  [game.MaxPlayers]int // index in plays of each seat's last one, -1 without one

	moves [game.MaxPlayers]int32 // decisions of each seat in the current episode
}

// play is a decision that has a row if its game has a winner.
type play struct {
	decision
	values, result []float32
	legal          game.Mask
}

func newPlayer(c *Config, m *Meta) *player {
	p := newRecorder(c, m)
	p.enter(&m.Runs[0])
	p.table = agents.NewTable(c.Table.Game)
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

// newRecorder returns a player that only collects the rows of decisions that others made. Of c
// it needs the table.
func newRecorder(c *Config, m *Meta) *player {
	p := &player{c: c, m: m, enc: c.Table.NewEncoder(), rows: newRows(m)}
	p.values = make([]float32, p.enc.Layout().Size())
	if c.Table.NewAfter != nil {
		p.after = c.Table.NewAfter()
		p.result = make([]float32, p.after.Layout().Size())
	}
	return p
}

// enter makes r the run of the next episodes.
func (p *player) enter(r *Run) { p.run, p.codes = r, agentCodes(p.m, r) }

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

// shard plays the episodes of one shard and writes it to the dataset in a folder. If it returns
// an error, it leaves no file.
func (p *player) shard(ctx context.Context, dir string, info ShardInfo) (ShardEntry, error) {
	w, err := createShard(dir, p.m, info)
	if err != nil {
		return ShardEntry{}, err
	}
	w.entry, w.build = true, p.c.Build
	return p.fill(ctx, w, info)
}

// fill plays the episodes of a shard, writes them and commits the shard, or discards it.
func (p *player) fill(ctx context.Context, w *shardWriter, info ShardInfo) (ShardEntry, error) {
	played := int64(0)
	episodes := p.episodes
	if p.team != nil {
		episodes = p.team.episodes
	}
	err := episodes(ctx, w, info, &played)
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
		if err := w.take(p.rows); err != nil {
			return err
		}
		if p.rows.n >= p.m.BatchRows {
			if err := p.rows.flush(w); err != nil {
				return err
			}
		}
		*played++
		p.progress(1)
	}
	if p.rows.n > 0 {
		return p.rows.flush(w)
	}
	return nil
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
	p.begin()
	if err := p.attempt(&d, func(now *agents.Decision) error {
		d.player, d.step = now.Player, int32(now.Step)
		d.action, d.probability = now.Action, now.Probability
		return p.decide(&d, now.Obs, now.Legal)
	}); err != nil {
		return err
	}
	d.step = int32(p.table.Last().Step)
	return p.end(d, p.table.State(), p.table.Last().Obs)
}

// begin prepares for the rows of an episode.
func (p *player) begin() {
	p.actions, p.plays, p.latest = p.actions[:0], p.plays[:0], noPlays
	p.moves = [game.MaxPlayers]int32{}
}

// decide adds the row of a decision, if it has one.
func (p *player) decide(d *decision, obs game.Observation, legal *game.Mask) error {
	d.agent = p.codes[p.run.Seating.agentAt(int(d.player), p.m.Seats, d.deal)]
	p.moves[d.player]++
	if p.m.Rows != AllRows {
		return p.note(d, obs, legal)
	}
	return p.record(d, obs, legal)
}

// end adds what the rows of an episode have of its end, in state s; d.step is the number of its
// decisions. It uses the memory of obs.
func (p *player) end(d decision, s game.State, obs game.Observation) error {
	if p.m.Final == FinalRows {
		if err := p.final(d, s, obs); err != nil {
			return err
		}
	}
	o := s.Outcome()
	if p.m.Rows != AllRows {
		if err := p.recordPlays(&o); err != nil {
			return fmt.Errorf("seed %d, deal %d: %w", d.seed, d.deal, err)
		}
	}
	if err := p.rows.finish(&o); err != nil {
		return fmt.Errorf("seed %d, deal %d: %w", d.seed, d.deal, err)
	}
	p.rows.results = p.m.appendOutcome(p.rows.results, p.run, &d, &o, &p.moves)
	return nil
}

// attempt plays attempt d.attempt at the deal of d.
func (p *player) attempt(d *decision, watch func(*agents.Decision) error) error {
	p.table.DealAttempt(d.seed, uint64(d.deal), uint64(d.attempt), p.m.kept(p.run, d.deal), p.seats...)
	if err := p.table.Play(watch); err != nil {
		now := p.table.Last()
		d.player, d.step = now.Player, int32(now.Step)
		return p.locate(d, p.run.Seating.agentAt(int(d.player), p.m.Seats, d.deal), err)
	}
	return nil
}

// choose sets d.attempt to the attempt in which the agent named first gains most, the first
// of equals, of those that ended by one of EndedBy; to 0 if none did. If there are several
// attempts, it plays all of them; the recorded one is then played again, which costs less than
// to encode the decisions of each.
func (p *player) choose(d *decision) error {
	if p.c.BestOf == 1 {
		return nil
	}
	first := p.run.Seating.first(p.m.Seats, d.deal)
	best, most := int32(0), math.MinInt
	for d.attempt = range int32(p.c.BestOf) {
		if err := p.attempt(d, nil); err != nil {
			return err
		}
		if o := p.table.State().Outcome(); p.counts(&o) && o.Gains[first] > most {
			best, most = d.attempt, o.Gains[first]
		}
	}
	d.attempt = best
	return nil
}

// counts reports whether a game with outcome o may have rows by its ending.
func (p *player) counts(o *game.Outcome) bool {
	return p.m.EndedBy == nil || slices.Contains(p.m.EndedBy, string(o.Ending))
}

// record adds the row of a decision, made from an observation.
func (p *player) record(d *decision, obs game.Observation, legal *game.Mask) error {
	if err := p.setPhase(d, obs); err != nil {
		return err
	}
	p.enc.Encode(p.values, obs)
	if p.after != nil && (d.action == game.NoAction || !p.after.Encode(p.result, obs, d.action)) {
		clear(p.result)
	}
	return p.rows.append(d, p.values, p.result, legal)
}

// setPhase sets the phase of a decision.
func (p *player) setPhase(d *decision, obs game.Observation) error {
	phase := p.c.Table.Phase(obs)
	if phase < 0 || phase >= len(p.m.Phases) {
		return fmt.Errorf("phase %d is not one of the game's %d", phase, len(p.m.Phases))
	}
	d.phase = int32(phase)
	return nil
}

// noPlays is the value of player.latest at the start of an episode.
var noPlays = func() (latest [game.MaxPlayers]int) {
	for seat := range latest {
		latest[seat] = -1
	}
	return latest
}()

// note keeps the action of a decision, and the decision itself if it may have a row.
func (p *player) note(d *decision, obs game.Observation, legal *game.Mask) error {
	p.actions = append(p.actions, uint16(d.action))
	if !p.m.records(p.run, d.player, d.deal) || !p.after.Encode(p.result, obs, d.action) {
		return nil
	}
	if err := p.setPhase(d, obs); err != nil {
		return err
	}
	at := p.latest[d.player]
	if at < 0 || p.m.Rows == PlayRows {
		at = len(p.plays)
		p.latest[d.player] = at
		p.plays = slices.Grow(p.plays, 1)[:at+1] // with the memory of earlier episodes
	}
	w := &p.plays[at]
	w.decision, w.legal = *d, *legal
	w.values, w.result = extend(w.values[:0], len(p.values)), append(w.result[:0], p.result...)
	p.enc.Encode(w.values, obs)
	return nil
}

// recordPlays adds the rows of the plays of an episode, if it has a winner and ended by one of
// EndedBy.
func (p *player) recordPlays(o *game.Outcome) error {
	if o.Winner == game.NoPlayer || !p.counts(o) {
		return nil
	}
	slices.SortFunc(p.plays, func(a, b play) int { return int(a.step - b.step) })
	for i := range p.plays {
		w := &p.plays[i]
		if err := p.rows.append(&w.decision, w.values, w.result, &w.legal); err != nil {
			return err
		}
	}
	p.rows.finishPlays(o, p.actions)
	return nil
}

// final adds a row with the observation after the last action for each player that
// moved in the episode, in order of seats.
func (p *player) final(d decision, s game.State, obs game.Observation) error {
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
		s.Observe(d.player, obs)
		if err := p.record(&d, obs, &none); err != nil {
			return p.locate(&d, a, err)
		}
	}
	return nil
}

// locate adds the game, step and agent of a decision to an error.
func (p *player) locate(d *decision, agent int, err error) error {
	return fmt.Errorf("seed %d, deal %d, step %d, agent %s in seat %d: %w", d.seed, d.deal, d.step, p.run.Agents[agent], d.player, err)
}
