package recipe

import (
	"context"
	"fmt"
	"io"
	"strings"

	"rummygym/arena"
	"rummygym/internal/arena/contest"
	"rummygym/internal/arena/reference"
	"rummygym/internal/arena/report"
	"rummygym/internal/options"
	"rummygym/internal/table"
)

// tournamentHelp is the text of the command.
var tournamentHelp = Help{
	Use:   "tournament",
	Short: "Play all agents against each other; print win rates and intervals",
	Long: `tournament plays every agent against every agent from every seat, and prints win rates with Wilson
intervals, mean and median gains, how games ended, and tests with Holm's correction. Game i of a pair is
game i of the seed in its row. The same flags give the same output for any number of workers, even after
a stop. docs/statistics.md describes the tables and columns.`,
	Example: `  rummygym tournament --agents min-dist-opp,min-dist,random --games 1000
  rummygym tournament --game gin --agents simple,stubborn,sigra --games 1000 --ztest simple`,
	Formats: rowFormats,
}

// A Tournament plays every agent against every agent. Its result is a [*TournamentResult], of a part a
// [*PartResult].
type Tournament struct {
	shell `options:"-"`
	Playing
	Agents    []string `option:"agents" doc:"comma-separated agents (default all agents of the game), with options after colons; rummygym agents lists them; exec:COMMAND is an outside program (docs/protocol.md)"`
	Games     int      `option:"games" default:"1000" range:"1:1000000000" doc:"number of games of each lineup"`
	Deals     string   `option:"same-deals" bare:"seats" doc:"use the same deals for both seat orders (seats) or for all lineups (all)"`
	Compare   []string `option:"compare" each:"true" group:"Statistics" doc:"print the results beside this reference table: "`
	ZTest     string   `option:"ztest" group:"Statistics" doc:"compare the agents' win rates against this opponent, with z-tests as in goldman2021evaluating"`
	GamesOut  string   `option:"games-out" group:"Output" doc:"write one row per game to this Arrow file"`
	Overwrite bool     `option:"overwrite" group:"Output" doc:"replace the files given by --games-out and --html if they exist"`
	Resamples int      `option:"resamples" default:"1000" group:"Statistics" range:"1:1000000" doc:"number of bootstrap resamples"`

	resultsPage
	references []*reference.Table // those of the option compare
}

// NewTournament returns the recipe of "tournament" with its defaults.
func NewTournament() *Tournament {
	t := new(Tournament)
	t.start(&t.shell, t)
	compare := t.list.Find("compare").Offers(reference.Names()...)
	compare.Doc += strings.Join(reference.Names(), ", ") + ", or a CSV file of an earlier run"
	return t
}

// TournamentResult is what a tournament found.
type TournamentResult struct {
	*arena.Summary
	References []*reference.Table // those of the option compare
}

// Write writes the results. A readable table has comparisons with the reference tables too.
func (r *TournamentResult) Write(w io.Writer, f table.Format) error {
	err := report.Write(w, r.Summary, f)
	if f != table.Readable {
		return err
	}
	for _, t := range r.References {
		if err == nil {
			err = report.WriteComparison(w, r.Summary, t)
		}
	}
	return err
}

// run plays the games.
func (t *Tournament) run(ctx context.Context, host *Host) (Result, error) {
	out := OutFile{Option: "games-out", Path: t.GamesOut, Overwrite: t.Overwrite}
	if err := out.Check(len(t.Resume) > 0); err != nil {
		return nil, err
	}
	if err := t.file(t.Overwrite).Check(len(t.Resume) > 0); err != nil {
		return nil, err
	}
	r, err := t.play(ctx, host, "tournament", t, nil)
	if found, ok := r.(*TournamentResult); ok && err == nil {
		if err = out.Write(func(w io.Writer) error { return arena.WriteGames(w, found.Result) }); err == nil && t.HTML != "" {
			var rated *arena.Rating
			if rated, err = found.Result.Ladder().Rate(arena.RatingSettings{Prior: 1, Confidence: t.Confidence, Resamples: t.Resamples}); err == nil {
				err = t.write(t.own, rated, t.Overwrite)
			}
		}
	}
	return r, err
}

// check returns an error if the options that depend on no file are not valid.
func (t *Tournament) check() error { return t.checkPlaying() }

// CheckFormat returns an error for a format in which the comparisons have no place.
func (t *Tournament) CheckFormat(f table.Format) error {
	if t.Compare != nil && f != table.Readable {
		return fmt.Errorf("--compare prints readable tables: remove --format %s or --compare", f)
	}
	return nil
}

// configs returns the games to play.
func (t *Tournament) configs() ([]arena.Config, error) {
	c, rules, err := t.config(t.Agents)
	if err != nil {
		return nil, err
	}
	c.Games, c.Deals = t.Games, arena.Deals(t.Deals)
	if err := c.Validate(); err != nil {
		return nil, options.Usage(err)
	}
	if t.ZTest != "" {
		if t.ZTest, err = contest.AgentName(rules, t.ZTest); err == nil {
			err = c.CheckOpponent(t.ZTest)
		}
		if err != nil {
			return nil, fmt.Errorf("--ztest: %w", err)
		}
	}
	for _, name := range t.Compare { // before the games, so that an error costs no time
		r, err := reference.Open(name)
		if err != nil {
			return nil, options.FileFault(fmt.Errorf("--compare: %w", err))
		}
		t.references = append(t.references, r)
	}
	if err := t.watch(&c); err != nil {
		return nil, options.Usage(err)
	}
	return t.attach(c)
}

// measure returns the results of the games.
func (t *Tournament) measure(results []*arena.Result) (Result, error) {
	r := &TournamentResult{arena.Summarize(results[0], arena.Settings{Confidence: t.Confidence, Resamples: t.Resamples}), t.references}
	if t.ZTest != "" {
		var err error
		if r.Against, err = r.AgainstOpponent(t.ZTest); err != nil {
			return nil, err
		}
	}
	return r, nil
}
