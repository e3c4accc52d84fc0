package recipe

import (
	"context"
	"fmt"
	"io"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/arena/positions"
	"rummygym/internal/catalog"
	"rummygym/internal/table"
)

// positionAnswerHelp is the text of the command.
var positionAnswerHelp = Help{
	Use:   "answer AGENT",
	Short: "Print the answers of an agent to a set of positions",
	Long: `answer asks an agent for its move in every position, and prints the answers in the form that "positions
score" reads. The agent sees the position, but has no memory of its earlier decisions in the game.`,
	Example: `  rummygym positions answer simple --positions gin > answers.jsonl`,
	Formats: []string{"json", "csv", "arrow"},
}

// PositionAnswers asks an agent for its answers to a set of positions. Its result is a [*PositionAnswersResult].
type PositionAnswers struct {
	shell     `options:"-"`
	Agent     string `option:"agent" argument:"true" doc:"the agent, such as simple"`
	Positions string `option:"positions" required:"true" doc:"name of a frozen set (see \"positions list\"), or a JSON Lines file of positions with costs, optionally compressed with gzip"`
	Seed      uint64 `option:"seed" default:"1" group:"Running" doc:"seed of the agent"`
}

// NewPositionAnswers returns the recipe of "positions answer" with its defaults.
func NewPositionAnswers() *PositionAnswers {
	f := new(PositionAnswers)
	f.bindAlone(f)
	return f
}

// PositionAnswer is the answer to a position.
type PositionAnswer struct {
	ID     string `json:"id" doc:"id of the position"`
	Answer string `json:"answer" doc:"name of the move"`
}

// PositionAnswersResult is the answers to a set, in its order.
type PositionAnswersResult struct{ Answers []PositionAnswer }

// Write writes a row for each answer: as JSON what "positions score" reads.
func (r *PositionAnswersResult) Write(w io.Writer, f table.Format) error {
	out := table.Output[PositionAnswer]{Table: table.New(table.Fields[PositionAnswer](), r.Answers)}
	return out.Write(w, f)
}

// run asks the agent.
func (f *PositionAnswers) run(ctx context.Context, host *Host) (Result, error) {
	set, _, err := readPositions(f.Positions)
	if err != nil {
		return nil, err
	}
	type player struct {
		game  record.Described
		agent game.Agent
	}
	r, players := &PositionAnswersResult{}, map[string]*player{} // by rules
	for i := range set {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		h, err := set[i].Header()
		if err != nil {
			return nil, err
		}
		key := h.Env + string(h.Rules)
		if players[key] == nil {
			g, err := catalog.RecordGame(h)
			if err != nil {
				return nil, fmt.Errorf("position %s: %w", set[i].ID, err)
			}
			p := new(player)
			if p.game, err = record.Describe(g); err != nil {
				return nil, err
			}
			rules, err := catalog.RulesOf(g)
			if err != nil {
				return nil, err
			}
			create, _, err := catalog.OpenAgent(rules, f.Agent)
			if err != nil {
				return nil, err
			}
			p.agent, players[key] = create(), p
		}
		answer, err := positions.Ask(players[key].agent, &set[i], players[key].game, game.Seed(f.Seed, uint64(i)))
		if err != nil {
			return nil, err
		}
		r.Answers = append(r.Answers, PositionAnswer{set[i].ID, answer})
		host.progress(Progress{Unit: "positions", Done: int64(i + 1), Total: int64(len(set))})
	}
	return r, nil
}
