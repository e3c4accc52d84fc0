package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"rummygym/agents"
	"rummygym/cmd/internal/catalog"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// A styleRow is a fitted style, and how well it tells what the agent throws.
type styleRow struct {
	features.PlayStyle
	Throws int     `json:"throws"`
	Log    float64 `json:"log"` // mean of the logarithm of the probability of what was thrown
}

func newBeliefFitCommand() *cobra.Command {
	games, seed, slip, opponent := 10_000, uint64(11), .002, "min-dist-opp"
	cmd := &cobra.Command{
		Use:   "fit AGENT...",
		Short: "Fit how agents of Indian Rummy draw and throw",
		Long: `fit plays games of each agent, as seat 0 against --opponent, preset paper, without
drops, and finds by maximum likelihood the style of play by which hands can be inferred
from turns (in Go, features.PlayStyle): how likely the agent takes the card of the open
pile if MinDist falls with it and if not, and what weighs in what it throws, in log-odds:
whether MinDist stays, points / 10, being a joker, and being related to cards that the
opponent threw or holds or to others of the hand. It prints them as JSON, a line an
agent. The styles of the built-in model were found so.`,
		Example: `  rummygym belief fit min-dist-opp min-dist min-score`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if games < 1 || !(slip > 0 && slip < 1) {
				return fmt.Errorf("--games %d --slip %v: want at least 1, and a probability between 0 and 1", games, slip)
			}
			for _, spec := range args {
				f, err := fitStyle(spec, opponent, games, seed)
				if err != nil {
					return err
				}
				row := styleRow{PlayStyle: f.Style(spec, slip)}
				row.Throws, row.Log = f.Throws(&row.PlayStyle)
				text, err := json.Marshal(row)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
			}
			return nil
		},
	}
	fs := cmd.Flags()
	fs.IntVar(&games, "games", games, "games of each agent")
	fs.Uint64Var(&seed, "seed", seed, "seed of the games")
	fs.Float64Var(&slip, "slip", slip, "probability that a card is thrown without any thought, which is not fitted")
	fs.StringVar(&opponent, "opponent", opponent, "agent that they play against")
	return cmd
}

// fitStyle plays games of an agent against another and takes note of its turns.
func fitStyle(spec, opponent string, games int, seed uint64) (*features.PlayFit, error) {
	p, err := newPairing(spec, opponent)
	if err != nil {
		return nil, err
	}
	var f features.PlayFit
	for g := range uint64(games) {
		var history features.OpponentHistory // as seat 1 sees it
		var hand card.Bag                    // of seat 0, before its last draw
		var drawn card.Card
		turns := 0
		err := p.play(seed, g, [2]int{0, 1}, func(o *indian.Observation, _ *indian.State) {
			switch {
			case o.Self == 0 && o.Phase == indian.Draw:
				hand = o.Hand
			case o.Self == 0:
				drawn = o.Drawn
			default:
				if history.Observe(o); len(history.Turns()) > turns {
					f.Add(hand, drawn, o.Wild, &history.Turns()[len(history.Turns())-1])
				}
				turns = len(history.Turns())
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return &f, nil
}

// pairing is a table of Indian Rummy, preset paper, with two agents.
type pairing struct {
	table  *indian.Game
	state  *indian.State
	agents []agents.Agent
}

// newPairing returns a table for the agents of two specs.
func newPairing(specs ...string) (*pairing, error) {
	rules := catalog.Indian.Defaults()
	table, err := indian.New(indian.Paper())
	if err != nil {
		return nil, err
	}
	p := &pairing{table: table, state: table.NewTable()}
	for _, spec := range specs {
		create, _, err := catalog.NewAgent(rules, spec)
		if err != nil {
			return nil, err
		}
		p.agents = append(p.agents, create())
	}
	return p, nil
}

// play plays an episode with agent seats[s] at seat s, without drops, and calls visit
// before each action with what the mover sees.
func (p *pairing) play(seed, episode uint64, seats [2]int, visit func(o *indian.Observation, s *indian.State)) error {
	p.table.Deal(p.state, game.DealSource(seed, episode))
	for s, a := range seats {
		p.agents[a].Reset(game.AgentSeed(seed, episode, game.Player(s)))
	}
	var o indian.Observation
	var legal game.Mask
	for seat := p.state.Current(); seat != game.NoPlayer; seat = p.state.Current() {
		p.state.Observe(seat, &o)
		visit(&o, p.state)
		p.state.Legal(&legal)
		legal.Unset(indian.Drop)
		a, _ := p.agents[seats[seat]].Act(&o, &legal)
		if err := p.state.Apply(a); err != nil {
			return err
		}
	}
	return nil
}
