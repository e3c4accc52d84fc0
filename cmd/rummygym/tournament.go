package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/agents/arena"
	"rummygym/agents/arena/figure"
	"rummygym/agents/arena/reference"
	"rummygym/agents/arena/report"
	"rummygym/baselines"
	"rummygym/cmd/internal/catalog"
)

// tournamentFlags are the flags of the tournament command.
type tournamentFlags struct {
	rules      ruleFlags
	agents     []string
	games      int
	seed       uint64
	deals      string
	workers    int
	format     formatFlag
	compare    []string
	ztest      string
	plots      string
	gamesOut   string
	checkpoint checkpointFlags
	settings   arena.Settings
}

// newTournamentCommand returns the command that lets agents play each other.
func newTournamentCommand() *cobra.Command {
	f := tournamentFlags{format: formatFlag{allowed: []string{"table", "json", "csv", "arrow"}}}
	cmd := &cobra.Command{
		Use:   "tournament",
		Short: "Let agents play each other, and print who beats whom",
		Long: `tournament lets every agent meet every agent, itself included, from every seat:
with two players all ordered pairs, of which the first-named moves first. With
more seats it is every choice of agents in every rotation round the table.

It prints win rates with Wilson intervals, mean and median gains with standard
errors and bootstrap intervals, rounds, how games ended and who dropped; then the
win rates without the first mover's advantage, as Table I of paper 000 has them,
and those over both seats, with tests after Holm's correction.

A game of Gin Rummy is a match, or with --episode hand one hand: then the ways in
which hands end are counted, and the shares of void hands and of those scored given.
Who begins a match is random, so nothing is said of a first mover, and one agent
alone (--agents simple) plays itself.

The same flags give the same bytes, whatever the number of workers. Each row
prints the seed of its games: "collect --seating fixed" with it records the same.
With --same-deals game i of (a, b) and of (b, a) are dealt the same cards; with
--same-deals=all those of all pairs are, and game i is episode i of --seed.

Ctrl-C finishes the running games and writes the checkpoint (--checkpoint FILE, or
a file named after the tournament); --resume FILE goes on from it and ends with
what an undisturbed run prints. The file is Arrow: a row a finished game.

json, csv and arrow have one row a lineup with the same columns: first, second,
seed, games, wins, win_rate, gain_mean, gain_se, gain_median, rounds_mean,
rounds_median, rounds_limit_share, drops_first, drops_second, ending_..., advantage,
adjusted (Table I), balanced (both seats), with _low, _high, _se, _z, _p and _holm
beside those that have them; for matches of Gin Rummy hands_mean and so on, and
turns_per_hand, without drops, advantage and adjusted. The Arrow file says what each means. The tests' p-values
are two-sided; _holm is after Holm's correction.

--ztest OPPONENT compares each agent's win rate against the opponent with that of the
agent named before it, and with the opponent's own against itself, by the two-sided
two-proportion z-tests of Table 2 of paper 001.

--compare sets the result beside a table: "authors" and "authors-drop" are those
of the authors of paper 000, 10,000 games a pair. Of Gin Rummy "sigra-paper" is Table
3 of paper 001, "fitness-paper" what paper 004 says, and "gin-measured" what the
authors' programs reached when run again; both win rates are printed with their
intervals, and whether they differ by more than chance, joint 99 %. Or name a file
that an earlier run wrote with --format csv.`,
		Example: `  rummygym tournament --agents min-dist-opp,min-dist,random --games 1000 --seed 1
  rummygym tournament --games 1000 --preset paper --compare authors --plots plots
  rummygym tournament --agents min-dist:drop=5,min-dist --same-deals --format json
  rummygym tournament --game gin --agents simple,stubborn,sigra:om=off,sigra --ztest simple
  rummygym tournament --game gin --agents simple,stubborn,sigra:om=off,sigra:sk=off,sigra --games 10000 --compare sigra-paper
  rummygym tournament --game gin --episode hand --agents simple --games 100000
  rummygym tournament --games 100000 --checkpoint big.arrow
  rummygym tournament --games 100000 --resume big.arrow`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.agents, "agents", nil, "agents, parted by commas, with options after colons, all of the game by default; see rummygym agents")
	fs.IntVar(&f.games, "games", 1000, "games of each lineup")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of everything random")
	fs.StringVar(&f.deals, "same-deals", "", "deal the same cards to both seat orders (seats) or to all lineups (all)")
	fs.Lookup("same-deals").NoOptDefVal = string(arena.SeatDeals)
	fs.IntVar(&f.workers, "workers", 0, "games played at once; 0 is the number of cores")
	f.format.register(fs)
	fs.StringArrayVar(&f.compare, "compare", nil, "print the result beside this table: "+strings.Join(reference.Names(), ", ")+" or a CSV file")
	fs.StringVar(&f.ztest, "ztest", "", "compare the agents by their games against this one, with z-tests as in paper 001")
	fs.StringVar(&f.plots, "plots", "", "draw Figs. 5 and 6 of paper 000 as PNG and SVG in this folder")
	fs.StringVar(&f.gamesOut, "games-out", "", "write every game as a row to this Arrow file")
	f.checkpoint.register(fs)
	fs.Float64Var(&f.settings.Confidence, "confidence", 0.95, "confidence of the intervals")
	fs.IntVar(&f.settings.Resamples, "resamples", 1000, "resamples of the bootstrap")
	f.rules.register(cmd)
	return cmd
}

// everyAgent returns the names of all agents of a game.
func everyAgent(g *catalog.Rummy) []string {
	var names []string
	for _, e := range baselines.List(g.Name) {
		names = append(names, e.Name)
	}
	return names
}

// run plays and prints.
func (f *tournamentFlags) run(cmd *cobra.Command) error {
	config, err := f.config()
	if err != nil {
		return err
	}
	tables, err := f.tables()
	if err != nil {
		return err
	}
	bar := newGameBar(cmd.ErrOrStderr())
	config.Progress = bar.set
	res, err := arena.Tournament(cmd.Context(), config)
	bar.close()
	if errors.Is(err, context.Canceled) && cmd.Context().Err() != nil {
		return f.stopped(cmd, res)
	}
	if err != nil {
		return err
	}
	if f.gamesOut != "" {
		if err := arena.WriteFile(f.gamesOut, res); err != nil {
			return err
		}
	}
	s := arena.Summarize(res, f.settings)
	if f.ztest != "" {
		if s.Against, err = s.AgainstOpponent(f.ztest); err != nil {
			return err
		}
	}
	if err := f.print(cmd.OutOrStdout(), s, tables); err != nil {
		return err
	}
	return f.draw(cmd.ErrOrStderr(), s)
}

// config returns what is to be played.
func (f *tournamentFlags) config() (arena.Config, error) {
	var c arena.Config
	rules, err := f.rules.rules()
	if err != nil {
		return c, err
	}
	g, err := rules.NewGame()
	if err != nil {
		return c, err
	}
	switch {
	case f.settings.Confidence <= 0 || f.settings.Confidence >= 1:
		return c, fmt.Errorf("--confidence %v: want a number between 0 and 1, such as 0.95", f.settings.Confidence)
	case f.settings.Resamples < 1:
		return c, fmt.Errorf("--resamples %d: want at least 1", f.settings.Resamples)
	}
	path, err := f.checkpoint.path()
	if err != nil {
		return c, err
	}
	c = arena.Config{
		Game: g, Rules: catalog.RulesName(f.rules.preset(), rules), Games: f.games, Seed: f.seed, Deals: arena.Deals(f.deals),
		Workers: f.workers,
	}
	setTerms(&c, rules)
	agents := f.agents
	if agents == nil {
		agents = everyAgent(rules.Rummy())
	}
	for _, spec := range agents {
		make, name, err := catalog.NewAgent(rules, spec)
		if err != nil {
			return c, err
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: make})
	}
	if err := c.Validate(); err != nil {
		return c, err
	}
	if f.ztest != "" {
		if _, f.ztest, err = catalog.NewAgent(rules, f.ztest); err == nil {
			err = c.CheckOpponent(f.ztest)
		}
		if err != nil {
			return c, fmt.Errorf("--ztest: %w", err)
		}
	}
	return c, f.checkpoint.apply(&c, path)
}

// tables opens what is to be compared with, before hours are spent on playing.
func (f *tournamentFlags) tables() ([]*reference.Table, error) {
	if len(f.compare) > 0 && f.format.value() != "table" {
		return nil, fmt.Errorf("--compare prints tables for reading: it does not go with --format %s", f.format.value())
	}
	var tables []*reference.Table
	for _, name := range f.compare {
		t, err := reference.Open(name)
		if err != nil {
			return nil, fmt.Errorf("--compare: %w", err)
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// print writes the result, and what it is to be compared with.
func (f *tournamentFlags) print(w io.Writer, s *arena.Summary, tables []*reference.Table) error {
	if err := report.Write(w, s, report.Format(f.format.value())); err != nil {
		return err
	}
	for _, t := range tables {
		if err := report.WriteComparison(w, s, t); err != nil {
			return err
		}
	}
	return nil
}

// draw draws the plots that there are, and names the files.
func (f *tournamentFlags) draw(w io.Writer, s *arena.Summary) error {
	if f.plots == "" {
		return nil
	}
	if s.Skill == nil {
		return errors.New("--plots: the figures are of ordered pairs, and so of two seats")
	}
	return drawFigures(w, f.plots, []namedFigure{{"fig5-win-rates", figure.WinRates(s)}, {"fig6-rounds", figure.Rounds(s)}})
}

// namedFigure is a figure and the name of its files.
type namedFigure struct {
	name   string
	figure *figure.Figure
}

// drawFigures saves figures in a folder and names the files.
func drawFigures(w io.Writer, dir string, figures []namedFigure) error {
	for _, f := range figures {
		paths, err := figure.Save(dir, f.name, f.figure)
		if err != nil {
			return err
		}
		fmt.Fprintln(w, "wrote", strings.Join(paths, " and "))
	}
	return nil
}
