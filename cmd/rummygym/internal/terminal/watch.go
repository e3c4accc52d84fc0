package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/session"
)

// watchFlags holds the flags of watch.
type watchFlags struct {
	rules       cli.RuleFlags
	save        cli.OutFile
	agents      []string
	seat, games int
	seed        uint64
	speed       float64
	plain       bool
}

// NewWatchCommand returns the command watch, which shows agents at play.
func NewWatchCommand() *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use:   "watch --agents A,B",
		Short: "Watch agents play in the terminal",
		Long: `watch lets agents play and draws the table, with all hands or, with --seat, as one seat sees it.
Space pauses and resumes, arrows step back and forth, + and - change the speed, v changes the view,
? explains the keys.

The games are those of a tournament with the same seed: game i is deal i, and all move one seat on
after each game. --save writes their records.

--plain prints a line for every event, without waiting; it is chosen if standard input or output
is not a terminal.`,
		Example: `  rummygym watch --agents learned:standard,min-dist-opp
  rummygym watch --game gin --agents sigra,simple --episode hand --games 10 --speed 5
  rummygym watch --preset club --seats 4 --agents min-dist-opp,min-dist,min-score,random
  rummygym watch --agents min-dist,random --seat 0
  rummygym watch --agents min-dist,random --seed 1 --plain`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.agents, "agents", nil, "comma-separated agents, one for each seat or one for all; rummygym agents lists them")
	fs.IntVar(&f.games, "games", 1, "number of games")
	fs.Uint64Var(&f.seed, "seed", 0, "seed of deals and agents (default a random one)")
	cli.SeatVar(fs, &f.seat, "show only what this seat sees (default all hands)")
	fs.Float64Var(&f.speed, "speed", 2, "moves per second")
	fs.BoolVar(&f.plain, "plain", false, "print lines instead of drawing the table")
	f.save.Register(fs, "save", "file to write the records of the games to (default none)")
	f.rules.Register(cmd)
	cli.Require(cmd, "agents")
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
	if !cmd.Flags().Changed("seed") {
		c.Seed = rand.Uint64()
	}
	switch {
	case f.games < 1:
		return nil, fmt.Errorf("--games %d: want a positive number", f.games)
	case !(f.speed >= 0.05 && f.speed <= 1000):
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
