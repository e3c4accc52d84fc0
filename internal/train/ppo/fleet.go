package ppo

import (
	"fmt"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/train/league"
)

// fleet is a set of tables that are stepped together: self-play, where the learner makes
// every decision, or games against members of the league, where it plays one seat.
type fleet struct {
	run     uint64 // seed of the tables' run
	vector  *env.Vector
	out     *env.Arrays
	players int
	size    int

	seats   []*league.Seat // for each table, the seats after the learner's; none in self-play
	last    []int32        // [tables, players] row of the seat's last decision in the current episode, or none
	legal   []game.Mask    // of each table
	drawn   []decision     // of each table
	actions []game.Action
	first   int // number of the first table, counted over all fleets
}

// none marks the absence of a row.
const none int32 = -1

// newFleet returns n tables, which must be reset before use. If l is nil, the learner
// plays all seats.
func newFleet(c *Config, n, first int, l *league.League) (*fleet, error) {
	f := &fleet{
		players: c.Game.Players(), size: c.Env.Encoder.Layout().Size(), first: first,
		last: make([]int32, n*c.Game.Players()), legal: make([]game.Mask, n), drawn: make([]decision, n), actions: make([]game.Action, n),
	}
	vc := env.VectorConfig{Config: c.Env, Autoreset: env.NextStep, Workers: c.Workers}
	f.run = game.Seed(c.Seed, selfPlayStream)
	if l != nil {
		f.run = game.Seed(c.Seed, leagueStream)
		vc.Places.Seating = env.Alternating
		for range f.players - 1 {
			vc.Opponents = append(vc.Opponents, func() game.Agent {
				s := l.NewSeat(false)
				f.seats = append(f.seats, s)
				return s
			})
		}
	}
	var err error
	if f.vector, err = env.NewVector(c.Game, n, vc); err != nil {
		return nil, err
	}
	f.out = f.vector.NewArrays()
	for i := range f.last {
		f.last[i] = none
	}
	return f, nil
}

// seen returns the observation at table i.
func (f *fleet) seen(i int) []float32 { return f.out.Observations[i*f.size:][:f.size] }

// step makes one decision at each table. It adds the decisions, and the rewards of earlier
// ones, to o. It calls report for each episode that ends, in the order of the tables. seed and tick
// determine the actions, with the number of the table.
func (f *fleet) step(o *rollout, a *actor, seed, tick uint64, report func(ending)) error {
	random := func(table int) uint64 {
		return game.Seed(seed, actionStream, tick, uint64(f.first+table))
	}
	if err := a.act(f.drawn, f, random); err != nil {
		return err
	}
	for i, d := range f.drawn {
		p := f.out.Players[i]
		if p < 0 { // the episode is over; the next one is dealt
			f.actions[i] = game.NoAction
			continue
		}
		f.actions[i] = d.action
		if d.forced {
			continue
		}
		row := o.add(f.seen(i), &f.legal[i], d)
		last := &f.last[i*f.players+int(p)]
		if *last != none {
			o.next[*last] = row
		}
		*last = row
	}
	if err := f.vector.Step(f.actions, f.out); err != nil {
		return fmt.Errorf("ppo: %w", err)
	}
	for i := range f.drawn {
		over := f.out.Terminated[i] || f.out.Truncated[i]
		for p := range f.players {
			last := &f.last[i*f.players+p]
			if *last == none {
				continue
			}
			o.rewards[*last] += float64(f.out.Rewards[i*f.players+p])
			if over {
				if o.next[*last] = ended; f.out.Truncated[i] {
					o.next[*last] = cut
				}
				*last = none
			}
		}
		if over {
			report(f.ending(i))
		}
	}
	return nil
}

// ending is the result of an episode.
type ending struct {
	members     []league.ID // whom the learner played against; none in self-play
	score, gain float64     // of the learner: 1 for a win, 0 for a loss, and gain in points
}

// ending returns the result of the episode that has ended at table i.
func (f *fleet) ending(i int) (e ending) {
	if len(f.seats) == 0 {
		return e
	}
	out, me := f.vector.Table(i).Outcome(), f.vector.Learner(i)
	switch out.Winner {
	case me:
		e.score = 1
	case game.NoPlayer:
		e.score = 0.5
	}
	e.gain = float64(out.Gains[me])
	for _, s := range f.seats[i*(f.players-1):][:f.players-1] {
		e.members = append(e.members, s.Member())
	}
	return e
}

// seated returns the members at the seats, in the order of the tables.
func (f *fleet) seated() []league.ID {
	var ids []league.ID
	for _, s := range f.seats {
		ids = append(ids, s.Member())
	}
	return ids
}
