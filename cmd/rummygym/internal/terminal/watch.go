package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"rummygym/internal/catalog"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/recipe"
	"rummygym/internal/session"
)

// watchFlags holds the flags of watch.
type watchFlags struct {
	rules  catalog.RuleOptions
	save   recipe.OutFile
	agents []string `option:"agents" doc:"comma-separated agents, one for each seat or one for all; rummygym agents lists them (default the opponent of level expert)"`
	seat   int
	games  int     `option:"games" default:"1" range:"1:1000000000" doc:"number of games"`
	seed   uint64  `option:"seed" group:"Running" doc:"seed of deals and agents (default a random one)"`
	speed  float64 `option:"speed" default:"2" doc:"moves per second"`
	plain  bool    `option:"plain" group:"Output" doc:"print lines instead of drawing the table"`
}

// NewWatchCommand returns the command watch, which shows agents at play.
func NewWatchCommand() *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Watch agents play in the terminal",
		Long: `watch shows games between agents, with all hands or as one seat sees them: those of a tournament with the
same seed. Space pauses, arrows step back and forth, + and - change the speed. --plain prints a line for
every event.`,
		Example: `  rummygym watch --agents learned:standard,min-dist-opp
  rummygym watch --game gin --agents sigra,simple --games 10 --speed 5`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cli.Options(cmd, &f)
	cli.AddOptions(cmd, cli.Seat(&f.seat, "show only what this seat sees (default all hands)"))
	cli.AddOptions(cmd, f.save.Options("save", "file to write the records of the games to (default none)")...)
	cli.HideRules(cmd)
	return cmd
}

// run shows the games.
func (f *watchFlags) run(cmd *cobra.Command) error {
	s, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	in, out, ok := cli.Terminal(cmd)
	if f.plain || !ok {
		err = watchLines(cmd.Context(), s, f.games, game.Player(f.seat), cmd.OutOrStdout())
	} else {
		err = watchScreen(cmd.Context(), s, f.games, game.Player(f.seat), f.speed, in, out)
	}
	if errors.Is(err, context.Canceled) {
		return &cli.StoppedError{Text: "stopped"}
	}
	return err
}

// open starts the session.
func (f *watchFlags) open(cmd *cobra.Command) (*session.Session, error) {
	c := session.Config{Agents: f.agents, Seat: game.NoPlayer, Seed: f.seed, Path: f.save.Path, Replace: cmd.Flags().Changed("overwrite")}
	var err error
	if c.Rules, err = f.rules.Rules(); err != nil {
		return nil, err
	}
	if levels := c.Rules.Type().Levels; len(c.Agents) == 0 && len(levels) > 0 {
		c.Agents = []string{levels[len(levels)-1].Agent}
	}
	if !cmd.Flags().Changed("seed") {
		c.Seed = rand.Uint64()
	}
	if !(f.speed >= 0.05 && f.speed <= 1000) {
		return nil, fmt.Errorf("--speed %v: want a number of moves per second, from 0.05 to 1000", f.speed)
	}
	if err := f.save.Check(false); err != nil {
		return nil, err
	}
	s, err := session.New(c)
	if err != nil {
		return nil, err
	}
	if n := s.Game().Players(); cmd.Flags().Changed("seat") && (f.seat < 0 || f.seat >= n) {
		s.Close()
		return nil, fmt.Errorf("--seat %d: want a seat of the table, 0 to %d", f.seat, n-1)
	}
	return s, nil
}

// seenBy returns the events that a seat sees, or all of them for game.NoPlayer.
func seenBy(events []record.Event, p game.Player) (seen []record.Event) {
	for _, e := range events {
		if p != game.NoPlayer {
			var ok bool
			if e, ok = e.SeenBy(p); !ok {
				continue
			}
		}
		seen = append(seen, e)
	}
	return seen
}

// watchLines plays the games and prints what happens as a seat sees it, or everything, turn by turn.
func watchLines(ctx context.Context, s *session.Session, games int, seat game.Player, out io.Writer) error {
	for number := range games {
		if number > 0 {
			if err := s.Next(); err != nil {
				return err
			}
		}
		words := s.NewWords()
		if _, err := fmt.Fprintf(out, "%s: %s.\n", title(s), opponents(s, &words)); err != nil {
			return err
		}
		events := s.Events()
		for !s.Over() {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			more, err := s.Advance()
			if err != nil {
				return err
			}
			if p := more[0].Seat; len(events) > 0 && events[len(events)-1].Seat != p {
				if err := printSentences(out, &words, seenBy(events, seat)); err != nil {
					return err
				}
				events = nil
			}
			events = append(events, more...)
		}
		if err := printSentences(out, &words, seenBy(events, seat)); err != nil {
			return err
		}
	}
	if games > 1 {
		_, err := fmt.Fprintln(out, strings.Join(sheet(s), "\n"))
		return err
	}
	return nil
}

// printSentences prints what happened, a line each.
func printSentences(out io.Writer, words *record.Words, events []record.Event) error {
	var b strings.Builder
	for _, line := range words.Events(events) {
		b.WriteString(line + ".\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}
