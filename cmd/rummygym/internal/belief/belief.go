// Package belief holds the command belief, which makes and scores estimates of the opponent's
// hand.
package belief

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/datasets/open"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/opponent"
	"rummygym/options"
	"rummygym/table"
)

// NewBeliefCommand returns the command belief, whose subcommands make and score estimates of
// the opponent's hand.
func NewBeliefCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "belief",
		Short: "Make and score estimates of the opponent's hand",
		Long: `belief works on estimates of the opponent's hand.

For Gin Rummy an estimate comes from a hand table, which the observation fields belief,
discard_risk and belief_matrix use. It follows "Defensive Score" in truong2021datadriven,
"A Data-Driven Approach for Gin Rummy Hand Evaluation". build counts a table from
recorded games, and score measures its estimates on other games. The built-in table was
counted from 10,000 matches of simple against itself. The agents data-driven:belief=FILE
and search:belief=FILE play by another, and Go programs set another with WithHandTable of
type Gin in package features/encoder.

For Indian Rummy a network estimates the hand. "train belief" trains it, and score
measures its estimates.`,
	}
	cmd.AddCommand(newBuildCommand(), newScoreCommand())
	return cmd
}

// newBuildCommand returns the command belief build.
func newBuildCommand() *cobra.Command {
	var out cli.OutFile
	least := int64(opponent.DefaultMinCards)
	cmd := &cobra.Command{
		Use:   "build DIR --out FILE",
		Short: "Count a hand table of Gin Rummy from recorded games",
		Long: `build replays the recorded games of a dataset. After every turn of a player it counts
which of the cards that the other player has not seen are in the hand of the player, in
buckets by the six properties of truong2021datadriven. It writes, for each bucket, the
factor by which a turn changes the estimate of a card. Buckets with fewer than --least
cards leave the estimate unchanged.

The file contains a line with its version, a line of JSON that describes the games, and
43,940 bytes of ratios; the documentation of package features/opponent describes it. The
same games give the same file.`,
		Example: `  rummygym collect --game gin --agents simple,simple --games 10000 --seed 1 --fields none --out simple
  rummygym belief build simple --out belief-simple.bin`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if least < 1 {
				return fmt.Errorf("--least is %d: want at least 1", least)
			}
			if err := out.Check(false); err != nil {
				return err
			}
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			counts := new(opponent.HandTableCounts)
			if err := eachGinTurn(d, func(o *gin.Observation, hand card.Cards) { counts.Add(o, hand) }); err != nil {
				return err
			}
			b := counts.Table(tableMeta(d), least)
			if err := out.Write(func(w io.Writer) error { _, err := b.WriteTo(w); return err }); err != nil {
				return err
			}
			m := b.Meta
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of at least %s, from %s at %s of %s\n", out.Path, table.Plural(m.Buckets, "bucket"), table.Plural(m.MinCards, "card"), table.Plural(m.Cards, "card"), table.Plural(m.Turns, "turn"), table.Plural(m.Games, "game"))
			return err
		},
	}
	all := out.Options("out", "file to write")
	all[0].Require()
	cli.AddOptions(cmd, all...)
	cli.AddOptions(cmd, options.New(&least, "least", "minimum number of cards in a bucket that is used"))
	return cmd
}

// tableMeta returns the description of a dataset for the metadata of a table.
func tableMeta(d *datasets.Dataset) opponent.HandTableMeta {
	m := d.Meta()
	meta := opponent.HandTableMeta{
		Env: m.Env, Rules: m.Rules, Agents: m.AgentNames(), Games: d.Manifest.Episodes,
	}
	for _, r := range m.Runs {
		meta.Seeds = append(meta.Seeds, r.Seed)
	}
	return meta
}

// eachGinTurn replays the games of a dataset and calls visit after each turn that ended with
// a discard, with the observation of the other player and the hand of the player.
func eachGinTurn(d *datasets.Dataset, visit func(o *gin.Observation, hand card.Cards)) error {
	if m := d.Meta(); m.Game != "gin" {
		return fmt.Errorf("%s contains games of %s: want games of Gin Rummy", d.Path, m.Env)
	}
	t, err := open.Table(d.Meta())
	if err != nil {
		return err
	}
	again, err := datasets.NewReplay(&t, d.Meta())
	if err != nil {
		return err
	}
	var o gin.Observation
	for e, err := range d.Episodes() {
		if err != nil {
			return err
		}
		hand, turns := 0, 0 // hand number and number of turns at the last visit
		err := again.Episode(e, func(_ int, s game.State) error {
			s.Observe(0, &o)
			n := len(o.History)
			if n == 0 || n == turns && o.HandNumber == hand || o.Knocker != game.NoPlayer {
				return nil
			}
			if last := o.History[n-1]; last.Source != gin.Passed && last.Discard != card.None {
				hand, turns = o.HandNumber, n
				s.Observe(last.Player, &o)
				held := o.Hand
				s.Observe(1-last.Player, &o)
				visit(&o, held)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pairing is a table of Indian Rummy, preset paper without drops, with two agents.
type pairing struct {
	table  *agents.Table
	agents []game.Agent
}

// newPairing returns a table for the agents of two specs.
func newPairing(specs ...string) (*pairing, error) {
	rules := rummygym.Indian.Defaults()
	g, err := rules.NewGame()
	if err != nil {
		return nil, err
	}
	p := &pairing{table: agents.NewTable(g)}
	p.table.Never = []game.Action{indian.Drop}
	for _, spec := range specs {
		create, _, err := rummygym.OpenAgent(rules, spec)
		if err != nil {
			return nil, err
		}
		p.agents = append(p.agents, create())
	}
	return p, nil
}

// play plays an episode with agent seats[s] at seat s. It calls visit at each decision with
// the observation of the player to move and the state.
func (p *pairing) play(seed, episode uint64, seats [2]int, visit func(o *indian.Observation, s *indian.State)) error {
	p.table.Deal(seed, episode, p.agents[seats[0]], p.agents[seats[1]])
	return p.table.Play(func(d *agents.Decision) error {
		visit(d.Obs.(*indian.Observation), p.table.State().(*indian.State))
		return nil
	})
}
