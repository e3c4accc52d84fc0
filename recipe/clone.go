package recipe

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"rummygym"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/offline"
)

// Cloning holds the flags of train clone.
type Cloning struct {
	recorded `options:"-"` // see register
	results  string        `option:"results" words:"all|won" doc:"learn from the decisions of all games (all), or only of games that the player to move won (won) (default all)"`

	task *offline.Cloning
}

// The words of --results.
const (
	allResults = "all" // decisions of all games
	wonResults = "won" // decisions of games that the player to move won
)

// NewCloning returns the recipe of "train clone" with its defaults.
func NewCloning() *Cloning {
	f := new(Cloning)
	f.kind = network.PolicyKind
	all := options.Bind(f)
	f.command = "rummygym train clone"
	f.training.list = append(all, f.bind(defaults{
		unit: "an update from --batch decisions", steps: 20000, row: 1000, batch: 256, learningRate: 1e-3, layers: []int{128, 128},
		best: "held-out/loss", patience: 5, evalEvery: 5000, evalGames: 1000,
	})...)
	return f
}

// run trains and prints the agreement of the network with the agent.
func (f *Cloning) Run(ctx context.Context, host *Host) (Result, error) {
	defer f.close()
	res, err := f.training.run(ctx, host, func(r rummygym.Rules) (train.Learner, []train.Evaluation, error) {
		if len(f.agents) == 0 {
			return nil, nil, fmt.Errorf("--agent: want the agent to clone; the games have %s", strings.Join(f.names(), ", "))
		}
		d, err := f.read(ctx, f.host.log(), r, offline.Selection{Choices: true, Winners: f.results == wonResults})
		if err != nil {
			return nil, nil, err
		}
		d.Notes["learned"] = "cloning of " + strings.Join(f.agents, ",")
		g, err := r.NewGame()
		if err != nil {
			return nil, nil, err
		}
		f.task = offline.NewCloning(f.source, f.survey.Rows, g.NumActions())
		return f.learn(d, f.task)
	})
	if res, err = f.measure(res, err, f.task); err != nil {
		return nil, err
	}
	m, out := res.Measured, &res.words
	fmt.Fprintf(out, "agreement %.3f", m["held-out/agreement"])
	for _, c := range f.task.Columns() {
		if phase, ok := strings.CutPrefix(c, "held-out/agreement/"); ok {
			fmt.Fprintf(out, ", %s %.3f", phase, m[c])
		}
	}
	loss, agreement := f.task.SelfAgreement()
	fmt.Fprintf(out, "; loss %.3f (%s with itself: %.3f; %.3f)\n", m["held-out/loss"], strings.Join(f.agents, ","), agreement, loss)
	fmt.Fprintf(out, "it plays as %s%s\n", learned.Name+":", filepath.Join(f.training.Folder(), train.BestFile))
	return res, nil
}

// names returns the agents of the datasets.
func (f *recorded) names() []string {
	var names []string
	for _, d := range f.datasets {
		names = append(names, d.Meta().AgentNames()...)
	}
	return names
}
