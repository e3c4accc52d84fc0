package recipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/arena/figure"
	"rummygym/arena/reference"
	"rummygym/arena/report"
	"rummygym/options"
	"rummygym/table"
)

// A Tournament plays every agent against every agent. Its result is a [*TournamentResult], of a part a
// [*PartResult].
type Tournament struct {
	optionList `options:"-"`
	Agents     []string `option:"agents" doc:"comma-separated agents (default all agents of the game), with options after colons; rummygym agents lists them; exec:COMMAND is an outside program (docs/protocol.md)"`
	Games      int      `option:"games" default:"1000" range:"1:1000000000" doc:"number of games of each lineup"`
	Deals      string   `option:"same-deals" bare:"seats" doc:"use the same deals for both seat orders (seats) or for all lineups (all)"`
	Compare    []string `option:"compare" each:"true" group:"Statistics" doc:"print the results beside this reference table: "`
	ZTest      string   `option:"ztest" group:"Statistics" doc:"compare the agents' win rates against this opponent, with z-tests as in goldman2021evaluating"`
	Plots      string   `option:"plots" group:"Output" folder:"true" doc:"write figures as SVG to this folder: the win rates of all ordered pairs, and the win rate and points of each agent"`
	GamesOut   string   `option:"games-out" group:"Output" doc:"write one row per game to this Arrow file"`
	Overwrite  bool     `option:"overwrite" group:"Output" doc:"replace the file given by --games-out if it exists"`
	Resamples  int      `option:"resamples" default:"1000" group:"Statistics" range:"1:1000000" doc:"number of bootstrap resamples"`
	Playing
}

// NewTournament returns the recipe of "tournament" with its defaults.
func NewTournament() *Tournament {
	t := new(Tournament)
	t.bind(t)
	t.list = append(t.list, options.Bind(&t.programs)...)
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

// Run plays the games.
func (t *Tournament) Run(ctx context.Context, host *Host) (Result, error) {
	out := OutFile{Option: "games-out", Path: t.GamesOut, Overwrite: t.Overwrite}
	if err := out.Check(len(t.Resume) > 0); err != nil {
		return nil, err
	}
	defer t.close(host)
	c, err := t.config(host)
	if err != nil {
		return nil, err
	}
	r := new(TournamentResult)
	if r.References, err = t.references(); err != nil {
		return nil, err
	}
	watch(&c, host)
	res, err := arena.Tournament(ctx, c)
	if cutOff(ctx, err) {
		return nil, t.stop(err, "tournament", c.Total(), oneFile, res)
	}
	if err != nil {
		return nil, err
	}
	if c.Part.Of > 0 {
		path, _ := t.path() // Validate has checked it
		return &PartResult{oneFile(path), []*arena.Result{res}}, nil
	}
	if err := out.Write(func(w io.Writer) error { return arena.WriteGames(w, res) }); err != nil {
		return nil, err
	}
	r.Summary = arena.Summarize(res, arena.Settings{Confidence: t.Confidence, Resamples: t.Resamples})
	if t.ZTest != "" {
		if r.Against, err = r.AgainstOpponent(t.ZTest); err != nil {
			return nil, err
		}
	}
	if t.Plots == "" {
		return r, nil
	}
	return r, figure.Save(host.log(), t.Plots, figure.Tournament(r.Summary)...)
}

// Validate returns an error if an option is not valid by itself.
func (t *Tournament) Validate() error {
	return cmp.Or(t.check(), t.list.Check())
}

// config returns the configuration of the tournament.
func (t *Tournament) config(host *Host) (c arena.Config, err error) {
	if err := t.Validate(); err != nil {
		return c, err
	}
	path, _ := t.path() // Validate has checked it
	part, err := t.part(path)
	if err != nil {
		return c, err
	}
	c, rules, err := t.Playing.config(&t.rules, t.Agents)
	if err != nil {
		return c, err
	}
	c.Games, c.Deals, c.Part = t.Games, arena.Deals(t.Deals), part
	if err := c.Validate(); err != nil {
		return c, options.Usage(err)
	}
	if t.ZTest != "" {
		if t.ZTest, err = contest.AgentName(rules, t.ZTest); err == nil {
			err = c.CheckOpponent(t.ZTest)
		}
		if err != nil {
			return c, fmt.Errorf("--ztest: %w", err)
		}
	}
	return c, t.attach(&c, c.ResumeFrom, path, t.Resume)
}

// references returns the reference tables of --compare. It is called before the games, so that
// an error costs no time.
func (t *Tournament) references() (tables []*reference.Table, err error) {
	for _, name := range t.Compare {
		r, err := reference.Open(name)
		if err != nil {
			return nil, options.FileFault(fmt.Errorf("--compare: %w", err))
		}
		tables = append(tables, r)
	}
	return tables, nil
}
