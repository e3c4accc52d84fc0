package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features"
)

// newBeliefCommand returns the command for tables of what opponents hold.
func newBeliefCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "belief",
		Short: "Say what opponents hold: tables of Gin Rummy, and how good estimates are",
		Long: `belief works on estimates of the opponent's hand.

In Gin Rummy these are tables by which the observation fields belief, discard_risk and
belief_matrix estimate it, as paper 003 does ("Defensive Score"): build counts one from
recorded games, score says how good its estimates are on others. A table is built in
that was counted from 10,000 matches of simple against itself; Go programs use another
by GinExtractor.WithBelief.

In Indian Rummy they are hands that explain the opponent's play, by styles of play that
fit finds, and a network (package agents/belief) that "train belief" trains: score says
how good both are.`,
	}
	cmd.AddCommand(newBeliefBuildCommand(), newBeliefFitCommand(), newBeliefScoreCommand())
	return cmd
}

func newBeliefBuildCommand() *cobra.Command {
	var out string
	least := int64(features.DefaultLeast)
	cmd := &cobra.Command{
		Use:   "build DIR --out FILE",
		Short: "Count a table from recorded games",
		Long: `build plays the recorded games of a dataset again and looks at the player's hand
after every turn, from the other seat: of the cards that are not seen there, which
are in it? It counts them by the six properties of paper 003 and writes, for each
bucket, by how much a turn changes the estimate of a card in it. Buckets with fewer
than --least cards change nothing.

The file is a line with its version, a line of JSON that tells what was counted, and
43,940 bytes of ratios; package features describes it. The same games give the same
file.`,
		Example: `  rummygym collect --game gin --agents simple,simple --games 10000 --seed 1 --fields none --out simple
  rummygym belief build simple --out belief-simple.bin`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if least < 1 {
				return fmt.Errorf("--least is %d: want 1 or more", least)
			}
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			counts := new(features.BeliefCounts)
			if err := eachGinTurn(d, func(o *gin.Observation, hand card.Cards) { counts.Add(o, hand) }); err != nil {
				return err
			}
			b := counts.Belief(beliefMeta(d), least)
			if err := writeBelief(out, b); err != nil {
				return err
			}
			m := b.Meta
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d buckets of at least %d cards, from %d cards at %d turns of %d games\n", out, m.Buckets, m.Least, m.Cards, m.Turns, m.Games)
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write")
	cmd.Flags().Int64Var(&least, "least", least, "cards that a bucket must have to be used")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic("rummygym: " + err.Error())
	}
	return cmd
}

// beliefMeta returns what a table says of the dataset that it was counted from.
func beliefMeta(d *datasets.Dataset) features.BeliefMeta {
	m := d.Meta()
	meta := features.BeliefMeta{
		Env: m.Env, Rules: m.Rules, Agents: m.AgentNames(), Games: d.Manifest.Episodes,
	}
	for _, r := range m.Runs {
		meta.Seeds = append(meta.Seeds, r.Seed)
	}
	return meta
}

// writeBelief writes a table to a file, which appears whole or not at all.
func writeBelief(path string, b *features.Belief) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if _, err = b.WriteTo(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err = errors.Join(f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// eachGinTurn plays the games of a dataset again and calls visit after each turn
// that ended with a discard, with what the player's opponent sees and the player's
// hand.
func eachGinTurn(d *datasets.Dataset, visit func(o *gin.Observation, hand card.Cards)) error {
	if m := d.Meta(); m.Game != "gin" {
		return fmt.Errorf("%s holds games of %s: belief is about gin", d.Path, m.Env)
	}
	t, err := datasetTableOf(d.Meta())
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
		hand, turns := 0, 0 // where the last turn was seen
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
