package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/search"
	"rummygym/arena/review"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/features/facts"
	"rummygym/session"
	"rummygym/table"
	"rummygym/web"
	"rummygym/web/engine"
)

// reviewFlags holds the flags of review.
type reviewFlags struct {
	episode  int64 `option:"episode" complete:"episode" doc:"number of the game in a file of records, or of the episode, from 0"`
	seat     int
	agent    string     `option:"agent" complete:"agents" doc:"agent that plays all seats in the roll-outs (default learned:standard; min-dist-outs at larger tables; independent-heuristics:filter=keep in Gin Rummy)"`
	goal     cli.Format `option:"goal" doc:"what the best move maximises (default points)"`
	rollouts int        `option:"rollouts" doc:"roll-outs per decision, on average (default 600, or 2000 if they go to the end of the hand)"`
	seed     uint64     `option:"seed" default:"1" group:"Running" doc:"seed of the deals and the agents"`
	workers  int        `option:"workers" group:"Running" range:"0:4096" doc:"decisions searched at the same time, 0 for the number of cores"`
	rows     int        `option:"rows" default:"8" doc:"costliest decisions of a seat to print in the table, and all mistakes; 0 for all"`
	try      bool       `option:"try" doc:"ask for a better move at each mistake before showing it"`
	format   cli.Format
	page     cli.OutFile
}

// NewReviewCommand returns the command review.
func NewReviewCommand() *cobra.Command {
	f := reviewFlags{
		goal:   cli.Format{Allowed: []string{"points", "win"}},
		format: cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}},
	}
	cmd := &cobra.Command{
		Use:   "review FILE|DIR",
		Short: "Find the mistakes in a recorded game, and what they cost",
		Long: `review looks at every decision of a seat in a recorded game, and says what it cost compared with the
best move: in points and in win chance, with standard errors, the costliest first. The game is one of
a file of records, such as "rummygym play" saves ("-" is standard input), or an episode of a dataset.

A decision is judged by what its player could know, not by luck. Search draws the hidden cards again and again, and
plays the move made and the other moves on from the same deals; an agent, --agent, plays all seats. In two-player Indian
Rummy the built-in networks guess the opponent's hand and value the positions after a turn. At larger tables, and
in Gin Rummy, the roll-outs go to the end of the hand.

A mistake, with an asterisk, is a decision whose cost is above 1.5 points, or 3 where roll-outs are played to the end, beyond the
noise, at a level of 5 % for all decisions of the seat together. Other costs may be luck of the search.

With --html it writes a page like that of "rummygym replay --html", with the curve of the win chance, and at each
mistake the question what you would play. --try asks the same in the terminal.

The same flags give the same bytes for any number of workers. docs/review.md explains the method.`,
		Example: `  rummygym play                                  (ends, and names its file)
  rummygym review play.jsonl
  rummygym review --try play.jsonl
  rummygym review --html review.html play.jsonl
  rummygym review data --episode 12 --seat 1 --format json`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cli.Options(cmd, &f)
	cli.AddOptions(cmd, cli.Seat(&f.seat, "seat to review (default the seats of persons; without one, all seats)"))
	cli.AddOptions(cmd, f.page.Options("html", "HTML file to write; - for standard output")...)
	return cmd
}

// run reviews a game.
func (f *reviewFlags) run(cmd *cobra.Command, path string) error {
	switch {
	case f.rollouts != 0 && (f.rollouts < review.MinRollouts || f.rollouts > search.MaxRollouts):
		return fmt.Errorf("--rollouts is %d: want %d to %d, or 0 for the default", f.rollouts, review.MinRollouts, search.MaxRollouts)
	case f.workers < 0:
		return fmt.Errorf("--workers is %d: want 0 for the number of cores, or more", f.workers)
	case f.rows < 0:
		return fmt.Errorf("--rows is %d: want 0 for all, or more", f.rows)
	case f.try && (f.page.Path != "" || cmd.Flags().Changed("format")):
		return errors.New("--try asks in the terminal: leave out --html and --format")
	case f.page.Path != "" && cmd.Flags().Changed("format"):
		return errors.New("--format is for the terminal: leave it out with --html")
	}
	if err := f.page.Check(false); err != nil && f.page.Path != "-" {
		return err
	}
	rec, err := oneGame(cmd, path, f.episode)
	if err != nil {
		return err
	}
	if rec.Viewer != game.NoPlayer {
		return fmt.Errorf("%s holds what seat %d saw, and a review needs the record of the whole game", path, rec.Viewer)
	}
	x, err := newReviewed(f, rec)
	if err != nil {
		return err
	}
	bar := cli.NewBar(cmd.ErrOrStderr(), "reviewing", "searches")
	x.review, err = x.reviewer.Review(cmd.Context(), rec, x.seats, bar.Set)
	bar.Close()
	switch {
	case errors.Is(err, context.Canceled):
		return &cli.StoppedError{Text: "stopped; nothing was written"}
	case err != nil:
		return err
	case f.page.Path != "":
		return writePage(cmd, path, &f.page, &web.Replay{Title: x.rules.Type().Title, Passes: x.rules.Type().Phrases.Passes, Record: rec, Review: engine.PageReview(x.review, x.by())})
	case f.try:
		return x.try(cmd.InOrStdin(), cmd.OutOrStdout())
	}
	return x.write(x.format.Output(cmd))
}

// reviewed is a game with its review.
type reviewed struct {
	*reviewFlags
	record   *record.Record
	rules    rummygym.Rules
	game     record.Game
	reviewer *review.Reviewer
	agent    string // canonical name
	goal     search.Goal
	rollouts int
	seats    []game.Player
	review   *review.Review
}

func newReviewed(f *reviewFlags, rec *record.Record) (x *reviewed, err error) {
	x = &reviewed{reviewFlags: f, record: rec}
	if x.game, err = rummygym.RecordGame(&rec.Header); err != nil {
		return nil, err
	}
	if x.rules, err = rummygym.RulesOf(x.game); err != nil {
		return nil, err
	}
	if x.seats, err = f.chosen(rec); err != nil {
		return nil, err
	}
	if x.agent = f.agent; x.agent == "" {
		x.agent = rummygym.ReviewAgent(x.rules)
	}
	if f.goal.Value() == "win" {
		x.goal = search.Win
	}
	c, name, err := rummygym.ReviewConfig(x.rules, x.agent, x.goal)
	if err != nil {
		return nil, err
	}
	x.agent, x.rollouts = name, cmp.Or(f.rollouts, c.Search.Rollouts)
	c.Search.Rollouts, c.Seed, c.Workers = x.rollouts, f.seed, f.workers
	x.reviewer, err = review.New(c)
	return x, err
}

// chosen returns the seats to review.
func (f *reviewFlags) chosen(rec *record.Record) ([]game.Player, error) {
	if f.seat != int(game.NoPlayer) {
		if f.seat < 0 || f.seat >= len(rec.Seats) {
			return nil, fmt.Errorf("--seat: %d is not a seat of the game: want 0 to %d", f.seat, len(rec.Seats)-1)
		}
		return []game.Player{game.Player(f.seat)}, nil
	}
	return session.ReviewedSeats(rec), nil
}

// by says how the review was made.
func (x *reviewed) by() string {
	return engine.ReviewedBy(x.rollouts, x.agent, x.goal)
}

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
	Deals     int          `json:"deals" doc:"deals of the hidden cards on which both moves were played"`
	PValue    float64      `json:"p" doc:"p-value of the cost"`
	Mistake   bool         `json:"mistake" doc:"whether the move made is a mistake"`
	Reasons   []string     `json:"reasons"`
	Facts     facts.Facts  `json:"facts"`
	BestFacts *facts.Facts `json:"best_facts,omitempty"`
}

// write prints the decisions of the seats, the costliest first.
func (x *reviewed) write(w io.Writer) error {
	rows := []reviewRow{}
	for _, p := range x.seats {
		for _, d := range x.review.Worst(p, x.goal) {
			m := &d.Made.Estimate
			r := reviewRow{
				Seat: d.Seat, Event: d.Event, Made: d.Made.Text, Best: x.game.ActionString(d.Best), Points: d.Cost.Points, PointsSE: d.Cost.PointsError,
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
	return out.Write(w, table.Format(x.format.Value()))
}
