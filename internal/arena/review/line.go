package review

import (
	"rummygym/env/game"
	"rummygym/env/record"
)

// tracer plays lines of events from true states.
type tracer struct {
	recorder *record.Recorder
	seats    []game.Agent
	state    game.State
	obs      game.Observation
	legal    game.Mask
}

func newTracer(c *Config) *tracer {
	t := &tracer{recorder: record.NewRecorder(c.Game), state: c.Game.NewState(), obs: c.Game.NewObservation()}
	for range c.Game.Players() {
		t.seats = append(t.seats, c.playout())
	}
	return t
}

// longestLine is the maximum number of moves of a line.
const longestLine = 24

// line returns the events of a move in the true state, and of what the agents would do then, until the
// next turn of the player, the end of the hand, or the given number of moves. The state does not change.
func (t *tracer) line(p *position, a game.Action, moves int, seed uint64) (line []record.Event, err error) {
	t.state.CopyFrom(p.state)
	for seat, x := range t.seats {
		x.Reset(game.AgentSeed(seed, 1, game.Player(seat)))
	}
	left := false // another seat has moved
	for range moves {
		from := len(line)
		if line, err = t.recorder.AppendMove(line, t.state, a, 1); err != nil {
			return nil, err
		}
		for i := from; i < len(line); i++ {
			if line[i].Type == record.Deal { // of the next hand
				return line[:i], nil
			}
		}
		if err := t.state.Apply(a); err != nil {
			return nil, err
		}
		q := t.state.Current()
		if q == game.NoPlayer || left && q == p.seat {
			return line, nil
		}
		left = left || q != p.seat
		t.state.Observe(q, t.obs)
		t.state.Legal(&t.legal)
		a, _ = t.seats[q].Act(t.obs, &t.legal)
	}
	return line, nil
}
