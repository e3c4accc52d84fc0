// Package terminal holds the commands that show games in a terminal: play, in which a person plays
// with agents, and watch, in which agents play. Both draw the table on the whole screen, or print
// lines where there is no screen to draw on.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"rummygym/internal/catalog"
	"rummygym/internal/recipe"
	"rummygym/internal/safefile"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/internal/options"
	"rummygym/internal/session"
)

// playFlags holds the flags of play.
type playFlags struct {
	rules    catalog.RuleOptions
	save     recipe.OutFile
	against  []string `option:"against" doc:"comma-separated agents, one for each other seat or one for all (default those of the level medium); rummygym agents lists them"`
	adviser  string   `option:"adviser" doc:"agent whose move a hint shows (default the strongest fast agent)"`
	games    int      `option:"games" range:"1:1000000000" doc:"number of games; 0 means play until you quit"`
	seat     int      `option:"seat" doc:"your seat in the first game; after each game all players move to the next seat"`
	seed     uint64   `option:"seed" group:"Running" doc:"seed of deals and agents (default a random one)"`
	plain    bool     `option:"plain" group:"Output" doc:"print and read lines instead of drawing the table"`
	practice bool     `option:"practice" doc:"allow taking back moves"`
	assist   string   `option:"assist" words:"full|learn|none" group:"Output" doc:"help with your hand: full shows melds, points and hints; learn also says after each turn which better moves you missed; none shows only your cards"`
	level    string   `option:"level" complete:"beginner|easy|medium|hard|expert" excludes:"against" doc:"level of the opponents, instead of --against; rummygym agents lists them"`
	lesson   int      `option:"lesson" bare:"1" range:"0:9" excludes:"against,level,adviser,games,seat,seed,practice,assist,resume,save,overwrite" doc:"learn the game: three guided hands, from the first or the one with this number"`
	resume   string   `option:"resume" group:"Checkpoints and parts" doc:"continue the games in this file, which --save wrote"`
}

// assist is how much help play gives the person with the hand.
type assist string

// The values of --assist.
const (
	fullHelp  assist = ""
	helpLearn assist = "learn" // and what each turn missed
	helpNone  assist = "none"  // the cards alone
)

// NewPlayCommand returns the command play, in which a person plays with agents.
func NewPlayCommand() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play against agents in the terminal",
		Long: `play seats you at a table with agents, game after game, with hints, a score sheet, and a record of every
move, from which --resume continues. In a terminal it draws the table and lists the keys; --plain reads
and prints lines of text, for screen readers and pipes. A game with more than two players needs more
cards, as in --preset club --seats 4. docs/play.md shows a picture and lists all keys.`,
		Example: `  rummygym play --game gin --level easy --assist learn
  rummygym play --game gin --lesson
  rummygym play --resume evening.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cli.Options(cmd, &f)
	cli.AddOptions(cmd, f.save.Options("save", "file for the records of the games (default play.jsonl in your data folder, or the first of play-2.jsonl, … that does not exist)")...)
	cli.HideRules(cmd)
	return cmd
}

// run plays.
func (f *playFlags) run(cmd *cobra.Command) error {
	if f.lesson > 0 {
		return f.lessons(cmd)
	}
	s, path, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	in, out, ok := cli.Terminal(cmd)
	var ended error
	if f.plain || !ok {
		p := &plain{session: s, games: f.games, assist: assist(f.assist), by: bySuit, out: cmd.OutOrStdout()}
		ended = p.play(cmd.Context(), readLines(cmd.Context(), cmd.InOrStdin()))
	} else {
		kept := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".hand")
		if f.resume == "" {
			_ = os.Remove(kept) // of games that were replaced
		}
		ended = playScreen(cmd.Context(), s, f.games, assist(f.assist), kept, in, out)
	}
	goOn := f.resumeLine(cmd, path)
	switch {
	case errors.Is(ended, context.Canceled):
		return &cli.StoppedError{Text: "stopped; the game is saved, continue with: " + goOn}
	case ended != nil:
		return fmt.Errorf("%w; the games are saved in %s; continue with: %s", ended, path, goOn)
	case s.Over():
		fmt.Fprintf(cmd.OutOrStdout(), "The record is in %s.\n", path)
		if s.Rules().Type().Reviewers != nil {
			fmt.Fprintf(cmd.OutOrStdout(), "See what your moves cost: %s review %s\n", cmd.Root().Name(), options.Quote(path))
		}
	default:
		fmt.Fprintf(cmd.OutOrStdout(), "The game is saved. Continue with: %s\n", goOn)
	}
	return nil
}

// open starts or resumes the session, and returns the file of its records.
func (f *playFlags) open(cmd *cobra.Command) (s *session.Session, path string, err error) {
	fs := cmd.Flags()
	c := session.Config{Agents: f.against, Practice: f.practice, Adviser: f.adviser}
	if f.level != "" && f.resume != "" {
		return nil, "", fmt.Errorf("--level: with --resume the agents are those of the games in %s: leave it out", f.resume)
	}
	if f.resume != "" {
		for _, name := range append(f.rules.Given(), "seed", "seat", "save", "overwrite") {
			if fs.Changed(name) {
				return nil, "", fmt.Errorf("--%s: with --resume the rules, the seat, the seed and the file are those of the games in %s: leave it out", name, f.resume)
			}
		}
		c.Path = f.resume
		s, err = session.Resume(c)
		return s, f.resume, err
	}
	if c.Rules, err = f.rules.Rules(); err != nil {
		return nil, "", err
	}
	if f.level != "" {
		l, err := catalog.LevelOf(c.Rules, f.level)
		if err != nil {
			return nil, "", fmt.Errorf("--level: %w", err)
		}
		c.Agents = []string{l.Agent}
	}
	if c.Seed = f.seed; !fs.Changed("seed") {
		c.Seed = rand.Uint64()
	}
	if f.seat < 0 || f.seat >= game.MaxPlayers {
		return nil, "", fmt.Errorf("--seat %d: want a seat of the table, from 0", f.seat)
	}
	c.Seat = game.Player(f.seat)
	if err := f.save.Check(false); err != nil {
		return nil, "", err
	}
	if c.Path = f.save.Path; c.Path == "" {
		if err := os.MkdirAll(session.Folder(), 0o777); err != nil {
			return nil, "", fmt.Errorf("%w: name a file with --save", err)
		}
		c.Path = safefile.FreeName(filepath.Join(session.Folder(), "play.jsonl"), safefile.Exists)
	}
	c.Replace = fs.Changed("overwrite")
	s, err = session.New(c)
	return s, c.Path, cli.Usage(err)
}

// resumeLine returns the command line that goes on with the games in a file.
func (f *playFlags) resumeLine(cmd *cobra.Command, path string) string {
	words := []string{cmd.CommandPath(), "--resume", options.Quote(path)}
	add := func(name, value string) {
		if cmd.Flags().Changed(name) {
			words = append(words, "--"+name)
			if value != "" {
				words = append(words, options.Quote(value))
			}
		}
	}
	add("against", strings.Join(f.against, ","))
	add("adviser", f.adviser)
	add("assist", f.assist)
	add("games", strconv.Itoa(f.games))
	add("practice", "")
	add("plain", "")
	return strings.Join(words, " ")
}
