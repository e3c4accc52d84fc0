package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/search"
	"rummygym/internal/arena/review"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/open"
	"rummygym/internal/features/facts"
	"rummygym/internal/session"
	"rummygym/internal/table"
	"rummygym/internal/web"
	"rummygym/internal/web/engine"
)

// reviewHelp is the text of the command.
var reviewHelp = Help{
	Use:   "review [FILE|DIR]",
	Short: "Find the mistakes in a recorded game, and what they cost",
	Long: `review prints what each decision of a seat in a recorded game cost compared with the best move, in points
and in win chance, with standard errors; an asterisk marks a significant mistake. A decision is judged by
what its player could know: a search samples the hidden cards and plays out all moves on the same deals.
Without an argument, review takes the last file that "rummygym play" saved. docs/review.md explains the
method.`,
	Example: `  rummygym review --try
  rummygym review data --episode 12 --seat 1 --html review.html`,
	Formats: rowFormats,
}

// A Review finds the mistakes in a recorded game, and what they cost; see package review. Its result is a [*ReviewResult].
type Review struct {
	shell     `options:"-"`
	File      string `option:"file" argument:"true" doc:"file of records, - for standard input, or folder of a dataset (default the last file of \"rummygym play\")"`
	Episode   int64  `option:"episode" doc:"number of the game in a file of records, or of the episode, counted from 0"`
	Seat      int    `option:"seat" shown:"0" doc:"seat to review (default the seats of human players; if there are none, all seats)"` // game.NoPlayer without it
	Agent     string `option:"agent" doc:"agent that plays all seats in the roll-outs (default learned:standard; min-dist-outs at larger tables; independent-heuristics:filter=keep in Gin Rummy)"`
	Goal      string `option:"goal" words:"points|win" doc:"what the best move maximises (default points)"`
	Rollouts  int    `option:"rollouts" doc:"roll-outs per decision, on average (default 600, or 2000 if they go to the end of the hand)"`
	Seed      uint64 `option:"seed" default:"1" group:"Running" doc:"seed of the deals and the agents"`
	Workers   int    `option:"workers" group:"Running" range:"0:4096" doc:"number of decisions searched at the same time; 0 is the number of cores"`
	Rows      int    `option:"rows" default:"8" doc:"number of decisions of a seat to print in the table, the costliest first; mistakes are always printed; 0 prints all decisions"`
	Try       bool   `option:"try" doc:"ask for a better move at each mistake before showing it"`
	Page      string `option:"html" group:"Output" doc:"HTML file to write; - for standard output"`
	Overwrite bool   `option:"overwrite" group:"Output" doc:"replace the file given by --html if it exists"`
}

// NewReview returns the recipe of "review" with its defaults.
func NewReview() *Review {
	f := &Review{Seat: int(game.NoPlayer)}
	f.bindAlone(f)
	return f
}

// check returns an error if an option is out of range, or if two exclude each other.
func (f *Review) check() error {
	switch {
	case f.Rollouts != 0 && (f.Rollouts < review.MinRollouts || f.Rollouts > search.MaxRollouts):
		return fmt.Errorf("--rollouts is %d: want %d to %d, or 0 for the default", f.Rollouts, review.MinRollouts, search.MaxRollouts)
	case f.Try && f.Page != "":
		return errors.New("--try asks in the terminal: leave out --html and --format")
	}
	return nil
}

// CheckFormat returns an error if the result goes to a page, or is asked for.
func (f *Review) CheckFormat(table.Format) error {
	switch {
	case f.Try:
		return errors.New("--try asks in the terminal: leave out --html and --format")
	case f.Page != "":
		return errors.New("--format is for the terminal: leave it out with --html")
	}
	return nil
}

// run reviews the game.
func (f *Review) run(ctx context.Context, host *Host) (Result, error) {
	out := OutFile{Option: "html", Path: f.Page, Overwrite: f.Overwrite}
	if f.Page == "-" {
		out.Path = ""
	}
	if err := out.Check(false); err != nil {
		return nil, err
	}
	file := f.File
	if file == "" {
		var err error
		if file, err = session.Latest(); err != nil {
			return nil, err
		}
	}
	in := cmp.Or[io.Reader](host.In, strings.NewReader(""))
	rec, err := open.OneGame(in, file, f.Episode)
	if err != nil {
		return nil, err
	}
	if rec.Viewer != game.NoPlayer {
		return nil, fmt.Errorf("%s holds what seat %d saw, and a review needs the record of the whole game", file, rec.Viewer)
	}
	x := &ReviewResult{Record: rec, rows: f.Rows}
	reviewer, err := f.reviewer(x)
	if err != nil {
		return nil, err
	}
	x.Review, err = reviewer.Review(ctx, rec, x.Seats, func(done, total int) {
		host.progress(Progress{Unit: "searches", Done: int64(done), Total: int64(total)})
	})
	switch {
	case err != nil:
		return nil, err
	case f.Try:
		x.text = func(w io.Writer) error { return x.try(in, w) }
	case f.Page != "":
		page := web.Replay{Title: x.Rules.Type().Title, Phrases: &x.Rules.Type().Phrases, Record: rec, Why: catalog.Reasons(rec), Review: engine.PageReview(x.Review, x.game, x.Rules.Type().Phrases, x.by())}
		text, err := page.HTML()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		write := func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}
		if f.Page == "-" {
			x.text = write
			return x, nil
		}
		x.text = func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "%s: open it in a browser\n", f.Page)
			return err
		}
		return x, out.Write(write)
	}
	return x, nil
}

// reviewer returns who reviews the game of x, and sets the rules, the seats, the agent and the goal of x.
func (f *Review) reviewer(x *ReviewResult) (*review.Reviewer, error) {
	g, err := catalog.RecordGame(&x.Record.Header)
	if err != nil {
		return nil, err
	}
	if x.Rules, err = catalog.RulesOf(g); err != nil {
		return nil, err
	}
	x.Seats = session.ReviewedSeats(x.Record)
	if f.Seat != int(game.NoPlayer) {
		if f.Seat < 0 || f.Seat >= len(x.Record.Seats) {
			return nil, fmt.Errorf("--seat: %d is not a seat of the game: want 0 to %d", f.Seat, len(x.Record.Seats)-1)
		}
		x.Seats = []game.Player{game.Player(f.Seat)}
	}
	if f.Goal == "win" {
		x.Goal = search.Win
	}
	c, name, err := catalog.ReviewConfig(x.Rules, cmp.Or(f.Agent, catalog.ReviewAgent(x.Rules)), x.Goal)
	if err != nil {
		return nil, err
	}
	x.game, x.Agent, x.Rollouts = c.Game, name, cmp.Or(f.Rollouts, c.Search.Rollouts)
	c.Search.Rollouts, c.Seed, c.Workers = x.Rollouts, f.Seed, f.Workers
	return review.New(c)
}

// A ReviewResult is a game with its review.
type ReviewResult struct {
	Record   *record.Record
	Rules    catalog.Rules
	Seats    []game.Player // that were reviewed
	Agent    string        // canonical name of the agent of the roll-outs
	Goal     search.Goal
	Rollouts int // per decision
	Review   *review.Review

	game record.Described
	rows int                   // of a seat in the table, 0 for all
	text func(io.Writer) error // what is written for people, nil for the table
}

// by says how the review was made.
func (x *ReviewResult) by() string { return engine.ReviewedBy(x.Rollouts, x.Agent, x.Goal) }

// reviewRow is a decision in the output.
type reviewRow struct {
	Seat      game.Player  `json:"seat" doc:"seat of the player"`
	Event     int          `json:"event" doc:"number of the event in the record"`
	Made      string       `json:"made" doc:"the move made"`
	Best      string       `json:"best" doc:"the best move"`
	Points    float64      `json:"cost_points" doc:"what the move made costs, in points"`
	PointsSE  float64      `json:"cost_points_se" doc:"its standard error"`
	Win       float64      `json:"cost_win" doc:"what it costs in win chance"`
	WinSE     float64      `json:"cost_win_se" doc:"its standard error"`
	Value     float64      `json:"points" doc:"points after the move made"`
	ValueSE   float64      `json:"points_se" doc:"their standard error"`
	Chance    float64      `json:"win" doc:"win chance after the move made"`
	ChanceSE  float64      `json:"win_se" doc:"its standard error"`
	Deals     int          `json:"deals" doc:"number of deals of the hidden cards on which both moves were played out"`
	PValue    float64      `json:"p" doc:"p-value of the cost"`
	Mistake   bool         `json:"mistake" doc:"whether the move made is a mistake"`
	Deal      int          `json:"deal,omitempty" doc:"number of the deal of a match of several deals, 0 in other games"`
	Reasons   []string     `json:"reasons"`
	Facts     facts.Facts  `json:"facts"`
	BestFacts *facts.Facts `json:"best_facts,omitempty"`
}

// Write writes the decisions of the seats, the costliest first. As text it asks at each mistake with the option try, and
// it writes the page with the option html.
func (x *ReviewResult) Write(w io.Writer, f table.Format) error {
	if f == table.Readable && x.text != nil {
		return x.text(w)
	}
	rows := []reviewRow{}
	for _, p := range x.Seats {
		for _, d := range x.Review.Worst(p, x.Goal) {
			m := &d.Made.Estimate
			r := reviewRow{
				Seat: d.Seat, Event: d.Event, Deal: d.Deal, Made: d.Made.Text, Best: x.game.ActionString(d.Best), Points: d.Cost.Points, PointsSE: d.Cost.PointsError,
				Win: d.Cost.Win, WinSE: d.Cost.WinError, Value: m.Points, ValueSE: m.PointsError, Chance: m.Win, ChanceSE: m.WinError,
				Deals: d.Deals, PValue: d.PValue, Mistake: d.Mistake, Reasons: append([]string{}, d.Reasons...), Facts: d.Made.Facts,
			}
			if d.Best != d.Made.Action {
				r.BestFacts = &d.Others[0].Facts
			}
			rows = append(rows, r)
		}
	}
	cols := table.Fields[reviewRow]()
	cols.Text("reasons", "what the best move does better", func(r *reviewRow) string { return strings.Join(r.Reasons, "; ") })
	out := table.Output[reviewRow]{Table: table.New(cols, rows), Object: func(r *reviewRow) any { return r }, Text: x.table}
	return out.Write(w, f)
}
