package montecarlo

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/train/league"
)

// Random streams, for the second argument of game.Seed.
const (
	gamesStream    = 0x6d6f6e7400 + iota // deals and agents
	opponentStream                       // opponents, by episode and seat after the learner's
	batchStream                          // samples of the updates, by step
	headStream                           // head by which the learner plays, by episode and seat
	tableStream                          // table of each game
)

// chunk is the number of games that a worker plays at a time.
const chunk = 16

// played is a step in the replay: everything that its games depend on, and its samples.
type played struct {
	step int
	file []byte      // network that played; nil: Config.Start
	ids  []league.ID // [Games, Config.others()] members at the seats after the learner's, in the league of the game's table; Self where the table has fewer

	network *network.Network // parsed from file
	samples *samples         // nil until the games are played (again)
	results []result         // of each game
}

// result is the result of a game for the learner.
type result struct {
	turns int
	score float64 // 1 for a win, 0.5 without a winner, 0 for a loss
}

// seats is a table with all agents that may sit at it. It belongs to one worker.
type seats struct {
	table   *agents.Table
	own     []*greedy.Player // of each place; the first is the learner
	others  []*league.Seat   // of each place after the learner's
	sits    []game.Agent     // of each seat
	records []*greedy.Player // of each seat, nil for agents that are not learned from
	series  []series         // of each seat, in the current game
	never   []game.Action    // of the kind of table
}

// newSeats returns a table of each kind for the games of a step.
func (l *Learner) newSeats(s *played) (all []*seats) {
	for i, of := range l.cfg.Tables {
		n := of.Game.Players()
		t := &seats{
			table: agents.NewTable(of.Game),
			sits:  make([]game.Agent, n), records: make([]*greedy.Player, n), series: make([]series, n), never: of.Never,
		}
		for place := range n {
			var p *greedy.Player
			if s.network == nil {
				p = greedy.NewRulePlayer(of.Reader(), l.packing.size, of.Start())
			} else {
				p = greedy.NewPlayer(of.Reader(), s.network, l.heads[0])
				p.Estimate = l.cfg.Lambda < 1
			}
			p.Explore = l.cfg.explore(s.step)
			t.own = append(t.own, p)
			if place > 0 {
				t.others = append(t.others, l.leagues[i].NewSeat(false))
			}
		}
		all = append(all, t)
	}
	return all
}

// play plays the games of a step, whose opponents are known, and sets its samples and results.
func (l *Learner) play(ctx context.Context, s *played) error {
	if len(s.file) > 0 && s.network == nil {
		n, err := network.Decode(s.file)
		if err != nil {
			return fmt.Errorf("montecarlo: the network of step %d: %w", s.step, err)
		}
		s.network = n
	}
	parts := make([]samples, (l.cfg.Games+chunk-1)/chunk)
	results := make([]result, l.cfg.Games)
	var next atomic.Int64
	var wait sync.WaitGroup
	errs := make([]error, l.cfg.Workers)
	for w := range l.cfg.Workers {
		wait.Go(func() {
			t := l.newSeats(s)
			for ctx.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= len(parts) {
					return
				}
				for g := k * chunk; g < min((k+1)*chunk, l.cfg.Games); g++ {
					if errs[w] = l.game(t, s, g, &parts[k], &results[g]); errs[w] != nil {
						return
					}
				}
			}
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	s.samples, s.results = join(parts), results
	return nil
}

// episode returns the number of game g of a step.
func (l *Learner) episode(step, g int) uint64 {
	return uint64(step)*uint64(l.cfg.Games) + uint64(g)
}

// game plays game g of a step and adds its samples to dst.
func (l *Learner) game(all []*seats, s *played, g int, dst *samples, res *result) error {
	episode := l.episode(s.step, g)
	t := all[l.cfg.table(episode)]
	players := len(t.sits)
	ids := s.ids[g*l.cfg.others():]
	first := g % players // the learner's seat
	head := func(seat int) string {
		return l.heads[game.Seed(l.cfg.Seed, headStream, episode, uint64(seat))%uint64(len(l.heads))]
	}
	drops := l.cfg.Drops && head(first) == network.Gain
	t.table.Never = t.never
	if drops {
		t.table.Never = nil
	}
	for i := range players {
		seat := (first + i) % players
		t.records[seat] = nil
		if i == 0 || ids[i-1] == league.Self {
			t.sits[seat], t.records[seat] = t.own[i], t.own[i]
			if l.cfg.Drops { // all learn from games with the same drops
				t.own[i].Aim(head(first))
			} else {
				t.own[i].Aim(head(seat))
			}
		} else {
			if err := t.others[i-1].Place(ids[i-1]); err != nil {
				return err
			}
			t.sits[seat] = t.others[i-1]
		}
		t.series[seat].clear()
	}
	t.table.Deal(l.seed, episode, t.sits...)
	if err := t.table.Play(func(d *agents.Decision) error {
		if record := t.records[d.Player]; record != nil {
			t.series[d.Player].add(l.packing, record.Afterstate(), estimateOf(record))
		}
		return nil
	}); err != nil {
		return fmt.Errorf("montecarlo: %w", err)
	}
	out := t.table.State().Outcome()
	for seat := range players {
		win := float32(0)
		if out.Winner == game.Player(seat) {
			win = 1
		}
		dst.add(&t.series[seat], float32(out.Gains[seat])/network.GainScale, win, float32(l.cfg.Lambda))
	}
	*res = result{turns: out.Turns}
	switch out.Winner {
	case game.Player(first):
		res.score = 1
	case game.NoPlayer:
		res.score = 0.5
	}
	return nil
}
