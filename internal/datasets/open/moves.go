package open

import (
	"fmt"
	"io"
	"runtime"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/strictjson"
)

// Moves are games as their deals and moves, from which [Moves.Config] makes them again: those that a program has played with
// policies of its own.
type Moves struct {
	Type     string         `json:"type"` // "moves"
	Game     string         `json:"game"`
	Preset   string         `json:"preset"`
	Rules    map[string]any `json:"rules"` // options that differ from the preset
	Fields   string         `json:"fields"`
	MaxSteps int            `json:"max_steps"`
	Seed     uint64         `json:"seed"` // of deals and agents
	Series   []struct {
		Games  int64        `json:"games"`  // deals 0, 1, 2 … of the seed
		Agents []string     `json:"agents"` // of each seat
		Moves  [][][]uint16 `json:"moves"`  // of each seat: its actions in each deal, or null for an agent of this name
	} `json:"series"`
}

// ReadMoves reads a JSON document of moves.
func ReadMoves(r io.Reader) (*Moves, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	m := new(Moves)
	if err := strictjson.UnmarshalKnown(text, m); err != nil {
		return nil, fmt.Errorf("moves: %w", err)
	}
	return m, nil
}

// Config returns settings that collect the games.
func (m *Moves) Config() (c collect.Config, err error) {
	c = collect.DefaultConfig()
	t, err := catalog.GameByName(m.Game)
	if err != nil {
		return c, err
	}
	rules, err := t.Preset(m.Preset)
	if err == nil {
		err = rules.Options().Change(m.Rules)
	}
	if err == nil {
		err = rules.Validate()
	}
	if err != nil {
		return c, fmt.Errorf("rules: %w", err)
	}
	if c.Table, err = NewTable(rules, m.Fields); err != nil {
		return c, fmt.Errorf("fields: %w", err)
	}
	c.Workers = runtime.GOMAXPROCS(0)
	for i, games := range m.Series {
		series := collect.Series{Seating: datasets.Fixed, Games: games.Games, Seed: m.Seed, MaxSteps: m.MaxSteps}
		if len(games.Moves) != len(games.Agents) {
			return c, fmt.Errorf("series %d: moves of %d seats and %d agents, want one for each seat", i, len(games.Moves), len(games.Agents))
		}
		for seat, name := range games.Agents {
			a := collect.Agent{Name: name, New: func() game.Agent {
				return &replayed{seed: m.Seed, seat: game.Player(seat), moves: games.Moves[seat]}
			}}
			if games.Moves[seat] == nil {
				if a.New, a.Name, err = catalog.OpenAgent(rules, name); err != nil {
					return c, fmt.Errorf("series %d: %w", i, err)
				}
			}
			series.Agents = append(series.Agents, a)
		}
		if i == 0 {
			c.Series = series
		} else {
			c.More = append(c.More, series)
		}
	}
	return c, nil
}

// replayed is a player that makes its moves in the deals of a seed again. It knows a deal by the seed that it is reset with.
type replayed struct {
	seed  uint64
	seat  game.Player
	moves [][]uint16 // by deal

	deals map[uint64]int // by the seed of the agent
	left  []uint16       // moves of the current deal
}

func (r *replayed) Reset(seed uint64) {
	if r.deals == nil {
		r.deals = make(map[uint64]int, len(r.moves))
		for deal := range r.moves {
			r.deals[game.AgentSeed(r.seed, uint64(deal), r.seat)] = deal
		}
	}
	r.left = nil
	if deal, known := r.deals[seed]; known {
		r.left = r.moves[deal]
	}
}

// Act returns the next move. After the last one it is an illegal action, so that the error names the deal and the step.
func (r *replayed) Act(game.Observation, *game.Mask) (game.Action, float64) {
	if len(r.left) == 0 {
		return game.NoAction, 1
	}
	a := game.Action(r.left[0])
	r.left = r.left[1:]
	return a, 1
}
