package train

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/indian"
	"rummygym/options"
	"rummygym/train"
	trainbelief "rummygym/train/belief"
	"rummygym/train/league"
)

// newBeliefCommand returns the command train belief.
func newBeliefCommand() *cobra.Command {
	f := runFlags{rules: cli.RuleFlags{Only: rummygym.Indian}}
	tables, players, heldOut := "", "4:min-dist-opp,4:min-dist-outs,min-dist,min-dist-score,0.5:min-score,0.25:random", 500
	cmd := &cobra.Command{
		Use:   "belief --out RUN",
		Short: "Train a network that estimates the opponent's hand",
		Long: `belief trains a network that estimates an opponent's hand in Indian Rummy: for each card the
probability that the opponent holds it, that it would lower the opponent's MinDist, and that
the opponent discards it next; and the opponent's MinDist. The inputs come from one
observation: the cards that the opponent took, refused and discarded, and the unseen cards.
At a table of more than two it learns about the players before and after the observer.

It learns from games of the agents of --players. It plays them during training, without
drops, and sees all hands; each decision of all seats is used once. A number before a
name is the weight of the agent: "3:min-dist-opp,min-score". With --tables it learns about
several rules: each game draws a table.

The columns held-out/ are losses on --held-out games that are not used for training: the
mean negative logarithm of the probability of the outcome. With all hands equally likely,
held is about .65 and wanted about .56. The network with the minimum held-out/loss is
kept as RUN/best.safetensors; "belief score --game indian --model FILE" measures it in
detail.`,
		Example: `  rummygym train belief --out belief
  rummygym train belief --resume belief
  rummygym train belief --preset club --seats 4 --out belief4
  rummygym train belief --tables 2:paper,paper52,club,released --out many
  rummygym belief score --game indian --model belief/best.safetensors min-dist-opp min-dist-outs min-score random`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd, func(rules rummygym.Rules) (train.Learner, []train.Evaluation, error) {
				if len(f.evalAgainst) > 0 {
					return nil, nil, errors.New("--eval-against: a network of the kind belief does not play: remove the flag")
				}
				c, err := beliefConfig(rules, tables, players, f.ask)
				if err != nil {
					return nil, nil, err
				}
				c.Rows, c.Seed, c.Workers = f.network.batch, f.seed, f.workers
				if c.Workers == 0 {
					c.Workers = runtime.GOMAXPROCS(0)
				}
				m, err := f.model(belief.Describe(network.Activation(cmp.Or(f.network.activation, string(network.ReLU))), f.network.layers...), trainbelief.Losses(), c.Rows, f.steps)
				if err != nil {
					return nil, nil, err
				}
				l, err := trainbelief.New(c, m)
				if err != nil {
					return nil, nil, err
				}
				e, err := trainbelief.HeldOut(c, heldOut, f.evalSeed, f.row)
				return l, []train.Evaluation{e}, err
			})
		},
	}
	cli.AddOptions(cmd,
		options.New(&tables, "tables", tablesDoc).In("Rules"),
		options.New(&players, "players", "comma-separated agents that play, each preceded by its weight and a colon unless the weight is 1").Completes(options.Agents),
		options.New(&heldOut, "held-out", "number of games that are held out for measuring").In("Evaluation"),
	)
	f.network.schedule, f.network.warmup = string(train.CosineShape), 100
	f.register(cmd, flagDefaults{
		unit: "updates from --batch decisions", steps: 30_000, row: 1000, batch: 1024, learningRate: 1.5e-3, layers: []int{384, 192},
		best: "held-out/loss", evalEvery: 1000,
	})
	return cmd
}

// beliefConfig returns the configuration with the tables of --tables and the players of --players, whose
// names ask gets.
func beliefConfig(rules rummygym.Rules, tables, players string, ask func(...string)) (c trainbelief.Config, err error) {
	shares, err := league.ParseShares(players)
	if err != nil {
		return c, fmt.Errorf("--players: %w", err)
	}
	kinds, err := tablesOf(rules, tables)
	if err != nil {
		return c, err
	}
	for _, kind := range kinds {
		g, err := indian.New(kind.rules.(*rummygym.IndianRules).Rules) // --game is not a flag
		if err != nil {
			return c, err
		}
		table := trainbelief.Table{Weight: kind.weight, Game: g}
		for _, s := range shares {
			create, name, err := rummygym.OpenAgent(kind.rules, s.Name)
			if err != nil {
				return c, fmt.Errorf("--players: %w", err)
			}
			ask(name)
			table.Players = append(table.Players, trainbelief.Player{Name: name, Weight: s.Weight, New: create})
		}
		c.Tables = append(c.Tables, table)
	}
	return c, nil
}
