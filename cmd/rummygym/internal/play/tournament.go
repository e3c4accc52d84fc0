// Package play holds the commands agents, rules, tournament, ladder, eval, tune, shapley, hands and
// transitions: agents, the rules they play under, and their results.
package play

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/arena/figure"
	"rummygym/arena/reference"
	"rummygym/arena/report"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/options"
	"rummygym/table"
)

// tournamentFlags holds the flags of tournament.
type tournamentFlags struct {
	rules      rummygym.RuleOptions
	agents     []string
	games      int    `option:"games" default:"1000" range:"1:1000000000" doc:"number of games of each lineup"`
	seed       uint64 `option:"seed" default:"1" group:"Running" doc:"seed of deals and agents"`
	deals      string `option:"same-deals" bare:"seats" doc:"use the same deals for both seat orders (seats) or for all lineups (all)"`
	workers    int    `option:"workers" group:"Running" range:"0:4096" doc:"number of games played in parallel; 0 is the number of cores"`
	format     cli.Format
	compare    []string
	ztest      string `option:"ztest" group:"Statistics" complete:"agents" doc:"compare the agents by their win rates against this opponent, with z-tests as in goldman2021evaluating"`
	plots      string `option:"plots" group:"Output" complete:"folder" doc:"write Figs. 5 and 6 of saha2025mindist and its distributions of gains, Fig. 2 of goldman2021evaluating, and for each opponent a figure like Figs. 2 to 4 of cardfitness2021, as PNG and SVG to this folder"`
	gamesOut   cli.OutFile
	checkpoint checkpointFlags
	settings   arena.Settings
	programs   contest.Programs
}

// NewTournamentCommand returns the command tournament, which plays a tournament between
// agents.
func NewTournamentCommand() *cobra.Command {
	f := tournamentFlags{format: cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}}
	cmd := &cobra.Command{
		Use:   "tournament",
		Short: "Play all agents against each other: win rates with intervals",
		Long: `tournament plays every agent against every agent, including itself, from every seat.
With two players it plays all ordered pairs; the agent named first moves first. With
more seats it plays every choice of agents in every rotation round the table.

It prints win rates with Wilson intervals, mean and median gains with standard errors
and bootstrap intervals, rounds, how games ended, and drops; then the win rates without
the first mover's advantage, as in Table I of saha2025mindist, "Quantitative Rule-Based
Strategy modeling in Classic Indian Rummy", and the win rates over both seats, with
tests after Holm's correction.

A game of Gin Rummy is a match, or with --episode hand a single hand. For single hands
the tables count how hands end, and give the shares among all hands and among scored
hands. The starter of a match is random, so there are no columns for the first mover; a
single agent (--agents simple) plays against itself.

The same flags give the same bytes for any number of workers. Each row contains the seed
of its games: "collect --seating fixed" with that seed records the same games. With
--same-deals, game i of (a, b) and game i of (b, a) have the same deal; with
--same-deals=all, game i of all pairs has the same deal, that of episode i of --seed.

Ctrl-C finishes the running games and writes a checkpoint (--checkpoint FILE, or a file
named after the tournament). --resume FILE resumes from it; the final output is the same
as without a stop. The file is in Arrow format, with one row per finished game.
--part 2/4 --checkpoint FILE plays a quarter of the games; --merge FILE,FILE,... prints what
one run prints, and writes its plots and games (docs/scale-out.md).

json, csv and arrow have one row per lineup with the same columns: first, second, seed,
games, wins, win_rate, gain_mean, gain_se, gain_median, rounds_mean, rounds_median,
rounds_limit_share, drops_first, drops_second, ending_..., advantage, adjusted (Table I),
balanced (both seats), and columns with the suffixes _low, _high, _se, _z, _p and _holm
where they apply. Matches of Gin Rummy have hands_mean and so on and turns_per_hand, but
no drops, advantage and adjusted, but columns that count hands: who ended them and how
(hands_knock_first), who scored (hands_won_first), mean points (points_per_hand_first) and
mean deadwood at the knock (deadwood_first). p-values are two-sided; _holm is after Holm's
correction. The Arrow file describes each column.

--ztest OPPONENT compares the win rate of each agent against the opponent with that of
the agent named before it, and with that of the opponent against itself, by two-sided
two-proportion z-tests as in Table 2 of goldman2021evaluating, "Evaluating Gin Rummy
Hands Using Opponent Modeling and Myopic Meld Distance".

--compare prints the results beside a reference table, with the intervals of both, and
marks differences at a joint level of 99 %. "authors" and "authors-drop" are the results
of the authors of saha2025mindist, 10,000 games per pair. For Gin Rummy, "sigra-paper" is
Table 3 of goldman2021evaluating, "fitness-paper" has the results of cardfitness2021,
"Estimating Card Fitness for Discard in Gin Rummy", and "gin-measured" has results
measured with the authors' programs. Or name a file that an earlier run wrote with
--format csv.`,
		Example: `  rummygym tournament --agents min-dist-opp,min-dist,random --games 1000 --seed 1
  rummygym tournament --games 1000 --preset paper --compare authors --plots plots
  rummygym tournament --agents min-dist:drop=5,min-dist --same-deals --format json
  rummygym tournament --game gin --agents simple,stubborn,sigra:om=off,sigra --ztest simple
  rummygym tournament --game gin --agents simple,stubborn,sigra:om=off,sigra:sk=off,sigra --games 10000 --compare sigra-paper
  rummygym tournament --game gin --episode hand --agents simple --games 100000
  rummygym tournament --games 100000 --checkpoint big.arrow
  rummygym tournament --games 100000 --resume big.arrow`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cli.Options(cmd, &f)
	cli.AddOptions(cmd, options.New(&f.agents, "agents", "comma-separated agents (default all agents of the game), "+contest.AgentsUsage).Completes(options.Agents))
	cli.AddOptions(cmd, options.Each(&f.compare, "compare", "print the results beside this reference table: "+strings.Join(reference.Names(), ", ")+", or a CSV file of an earlier run").In("Statistics").Offers(reference.Names()...))
	cli.AddOptions(cmd, f.gamesOut.Options("games-out", "write one row per game to this Arrow file")...)
	f.checkpoint.exclude(cmd)
	f.settings.Confidence = 0.95
	f.settings.Resamples = 1000
	cli.AddOptions(cmd,
		options.New(&f.settings.Confidence, "confidence", "confidence level of the intervals").In("Statistics"),
		options.New(&f.settings.Resamples, "resamples", "number of bootstrap resamples").In("Statistics").Range(1, 1000000),
	)
	cli.ListRules(cmd, &f.rules)
	return cmd
}

// run plays the games and prints the results.
func (f *tournamentFlags) run(cmd *cobra.Command) error {
	if err := f.gamesOut.Check(f.checkpoint.resume != ""); err != nil {
		return err
	}
	defer f.checkpoint.release()
	defer f.programs.Close(cmd.ErrOrStderr())
	config, err := f.config()
	if err != nil {
		return err
	}
	tables, err := f.tables()
	if err != nil {
		return err
	}
	bar := cli.NewGamesBar(cmd.ErrOrStderr())
	bar.Watch(&config)
	res, err := arena.Tournament(cmd.Context(), config)
	bar.Close()
	if cutOff(cmd, err) {
		return cutOffGames(cmd, err, &f.checkpoint, res, config.Total())
	}
	if err != nil {
		return err
	}
	if f.checkpoint.part != nil {
		path, _ := f.checkpoint.path() // config has checked the flags
		return f.checkpoint.reportPart(cmd, path, res)
	}
	if err := f.gamesOut.Write(func(w io.Writer) error { return arena.WriteGames(w, res) }); err != nil {
		return err
	}
	s := arena.Summarize(res, f.settings)
	if f.ztest != "" {
		if s.Against, err = s.AgainstOpponent(f.ztest); err != nil {
			return err
		}
	}
	if err := f.print(f.format.Output(cmd), s, tables); err != nil {
		return err
	}
	return f.draw(cmd.ErrOrStderr(), s)
}

// config returns the configuration of the tournament.
func (f *tournamentFlags) config() (arena.Config, error) {
	var c arena.Config
	rules, err := f.rules.Rules()
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
	if err == nil {
		err = f.checkpoint.parse()
	}
	if err != nil {
		return c, err
	}
	c = arena.Config{
		Game: g, Rules: rummygym.RulesName(f.rules.Preset(), rules), Games: f.games, Seed: f.seed, Deals: arena.Deals(f.deals),
		Workers: f.workers, Part: f.checkpoint.part,
	}
	contest.SetTerms(&c, rules)
	f.programs.Set(&c, rules)
	if c.Entrants, err = f.programs.OpenAll(rules, f.agents); err != nil {
		return c, err
	}
	if err := c.Validate(); err != nil {
		return c, cli.Usage(err)
	}
	if f.ztest != "" {
		if f.ztest, err = contest.AgentName(rules, f.ztest); err == nil {
			err = c.CheckOpponent(f.ztest)
		}
		if err != nil {
			return c, fmt.Errorf("--ztest: %w", err)
		}
	}
	if err := f.checkpoint.join(&c, sameFile); err != nil {
		return c, err
	}
	return c, f.checkpoint.apply(&c, path, f.checkpoint.resume != "")
}

// tables opens the reference tables of --compare. It is called before the games, so that
// an error costs no time.
func (f *tournamentFlags) tables() ([]*reference.Table, error) {
	if len(f.compare) > 0 && f.format.Value() != "table" {
		return nil, fmt.Errorf("--compare prints readable tables: remove --format %s or --compare", f.format.Value())
	}
	var tables []*reference.Table
	for _, name := range f.compare {
		t, err := reference.Open(name)
		if err != nil {
			return nil, cli.FileFault(fmt.Errorf("--compare: %w", err))
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// print writes the results and the comparisons with the reference tables.
func (f *tournamentFlags) print(w io.Writer, s *arena.Summary, tables []*reference.Table) error {
	if err := report.Write(w, s, table.Format(f.format.Value())); err != nil {
		return err
	}
	for _, t := range tables {
		if err := report.WriteComparison(w, s, t); err != nil {
			return err
		}
	}
	return nil
}

// draw writes the plots of --plots and prints the names of the files.
func (f *tournamentFlags) draw(w io.Writer, s *arena.Summary) error {
	if f.plots == "" {
		return nil
	}
	if s.Skill == nil {
		return errors.New("--plots: the figures show ordered pairs: want rules with two seats")
	}
	figures := []figure.Named{figure.WinRates(s).Named("fig5-win-rates"), figure.Rounds(s).Named("fig6-rounds"), figure.GainMeans(s).Named("gain-means")}
	if fig := figure.Domination(s); fig != nil {
		figures = append(figures, fig.Named("domination"))
	}
	for i, name := range s.Agents {
		if fig := figure.Course(s, i); fig != nil {
			figures = append(figures, fig.Named("course-"+fileName(name)))
		}
	}
	if gains := figure.Gains(s); gains != nil {
		figures = append(figures, gains.Named("gains"))
	}
	return figure.SaveAll(w, f.plots, figures...)
}

// fileName returns the canonical spec of an agent as the part of a file name: characters
// other than letters, digits, dots and hyphens become hyphens.
func fileName(agent string) string { return notInNames.ReplaceAllString(agent, "-") }

var notInNames = regexp.MustCompile(`[^A-Za-z0-9.-]+`)
