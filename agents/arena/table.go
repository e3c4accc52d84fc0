package arena

import (
	"fmt"
	"math"
	"math/rand/v2"

	"rummygym/agents"
	"rummygym/env/game"
)

// table is where one worker plays one game after the other. It keeps the state,
// the observation and the agents, so that a game allocates nothing.
type table struct {
	setup    *Setup
	game     game.Game
	entrants []Entrant
	drop     game.Action

	state  game.State
	obs    game.Observation
	legal  game.Mask
	src    rand.PCG
	seated [][]agents.Agent // by entrant and seat, made when first needed
	seats  [game.MaxPlayers]agents.Agent
}

func newTable(c *Config, s *Setup) *table {
	t := &table{
		setup: s, game: c.Game, entrants: c.Entrants, drop: c.Drop,
		state: c.Game.NewState(), obs: c.Game.NewObservation(),
		seated: make([][]agents.Agent, len(c.Entrants)),
	}
	for e := range t.seated {
		t.seated[e] = make([]agents.Agent, s.Seats)
	}
	return t
}

// play plays episode i of the run with the given seed. The error names the agent
// whose action the rules refuse, and the game.
func (t *table) play(lineup Lineup, seed, i uint64) (Record, error) {
	game.SeedDeal(&t.src, seed, i)
	t.game.Deal(t.state, &t.src)
	for s, e := range lineup {
		if t.seated[e][s] == nil {
			t.seated[e][s] = t.entrants[e].New()
		}
		t.seats[s] = t.seated[e][s]
		t.seats[s].Reset(game.AgentSeed(seed, i, game.Player(s)))
	}
	var r Record
	for p := t.state.Current(); p != game.NoPlayer; p = t.state.Current() {
		t.state.Observe(p, t.obs)
		t.state.Legal(&t.legal)
		a, _ := t.seats[p].Act(t.obs, &t.legal)
		if err := t.state.Apply(a); err != nil {
			return Record{}, fmt.Errorf("arena: game %d of %s (seed %d): agent %s at seat %d: %w",
				i, t.setup.names(lineup), seed, t.entrants[lineup[p]].Name, p, err)
		}
		if a == t.drop {
			r.Drops |= 1 << p
		}
	}
	out := t.state.Outcome()
	r.Ending, r.Winner = out.Ending, out.Winner
	r.Rounds, r.Turns = clip(out.Rounds), clip(out.Turns)
	for s := range lineup {
		r.Gains[s] = int16(max(math.MinInt16, min(math.MaxInt16, out.Gains[s])))
	}
	return r, nil
}

// clip returns n, or the largest count that a record holds.
func clip(n int) uint16 { return uint16(max(0, min(n, math.MaxUint16))) }
