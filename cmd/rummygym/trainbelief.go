package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/env/indian"
	"rummygym/train"
	trainbelief "rummygym/train/belief"
	"rummygym/train/league"
)

// newTrainBeliefCommand returns the command that trains a network of the kind belief.
func newTrainBeliefCommand() *cobra.Command {
	f := trainFlags{rules: ruleFlags{only: catalog.Indian}}
	players, heldOut := "4:min-dist-opp,4:min-dist-outs,min-dist,min-dist-score,0.5:min-score,0.25:random", 500
	cmd := &cobra.Command{
		Use:   "belief --out RUN",
		Short: "Train a network to tell what the opponent holds",
		Long: `belief trains a network that tells, in Indian Rummy with two players, what the opponent
holds: for each card whether he has it, whether his MinDist would fall with it and whether
it is what he throws next, and his MinDist. It takes what one observation says of him:
what he took, refused and threw, and what is not seen.

It learns from games of the agents of --players, which it plays without drops as it goes
and sees with open hands: each decision of both seats counts once. Numbers before a name
say how often the agent plays: "3:min-dist-opp,min-score".

held-out/ are losses on --held-out games that are not learned from: the mean of minus the
logarithm of the probability of what is so. If all hands are taken as alike, held is about
.65 and wanted .56. The network in RUN/best.safetensors is that of the least
held-out/loss; "belief score --game indian --model FILE" says more of it.`,
		Example: `  rummygym train belief --out belief
  rummygym train belief --resume belief
  rummygym belief score --game indian --model belief/best.safetensors min-dist-opp min-dist-outs min-score random`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd, func(rules catalog.Rules) (train.Learner, []train.Evaluation, error) {
				if len(f.evalAgainst) > 0 {
					return nil, nil, errors.New("--eval-against: a belief does not play")
				}
				c, err := beliefConfig(rules, players)
				if err != nil {
					return nil, nil, err
				}
				c.Rows, c.Seed, c.Workers = f.network.batch, f.seed, f.workers
				if c.Workers == 0 {
					c.Workers = runtime.GOMAXPROCS(0)
				}
				m, err := f.model(belief.Describe(network.Activation(f.network.activation.value()), f.network.layers...), trainbelief.Losses(), c.Rows, f.steps)
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
	fs := cmd.Flags()
	fs.StringVar(&players, "players", players, "agents that play, parted by commas, with how often")
	fs.IntVar(&heldOut, "held-out", heldOut, "games that are not learned from")
	f.register(cmd, trainDefaults{
		unit: "updates from --batch decisions", steps: 30_000, row: 1000, batch: 1024, learningRate: 1.5e-3, layers: []int{384, 192},
		best: "held-out/loss", evalEvery: 1000,
	})
	for name, value := range map[string]string{"schedule": string(train.CosineShape), "warmup": "100"} {
		if err := fs.Set(name, value); err != nil {
			panic("rummygym: " + err.Error())
		}
		fs.Lookup(name).Changed = false
		fs.Lookup(name).DefValue = value
	}
	return cmd
}

// beliefConfig returns the players of a table, as --players names them.
func beliefConfig(rules catalog.Rules, players string) (c trainbelief.Config, err error) {
	g, err := rules.NewGame()
	if err != nil {
		return c, err
	}
	c.Game = g.(*indian.Game)
	shares, err := league.ParseShares(players)
	if err != nil {
		return c, fmt.Errorf("--players: %w", err)
	}
	for _, s := range shares {
		create, name, err := catalog.NewAgent(rules, s.Name)
		if err != nil {
			return c, fmt.Errorf("--players: %w", err)
		}
		c.Players = append(c.Players, trainbelief.Player{Name: name, Weight: s.Weight, New: create})
	}
	return c, nil
}
