package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/arena"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/arena/contest"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/open"
	"rummygym/internal/options"
	"rummygym/internal/recipe"
)

// NewReplayCommand returns the command replay, which shows a recorded game.
func NewReplayCommand() *cobra.Command {
	var episode int64
	var seat int
	format := cli.Format{Allowed: []string{"text", "json"}}
	var out recipe.OutFile
	cmd := &cobra.Command{
		Use:   "replay DIR|FILE",
		Args:  cobra.ExactArgs(1),
		Short: "Show a recorded game move by move, as text or as a web page",
		Long: `replay deals the cards of a recorded game from its seed, applies the recorded actions and shows every
decision with the hand of the player. It checks that all recorded values agree with the rules. With
--html it writes one file that shows the game in any browser, offline. With --seat it shows only what the
player at that seat saw.`,
		Example: `  rummygym replay data --episode 12
  rummygym replay --html game.html games.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out.Path != "" {
				if cmd.Flags().Changed("format") {
					return errors.New("--format is for the terminal: leave it out with --html")
				}
				page := replayPage{path: args[0], episode: episode, seat: game.NoPlayer, out: &out}
				if cmd.Flags().Changed("seat") {
					if seat < 0 || seat >= game.MaxPlayers {
						return fmt.Errorf("--seat: %d is not a seat: want 0 to %d", seat, game.MaxPlayers-1)
					}
					page.seat = game.Player(seat)
				}
				return page.write(cmd)
			}
			if open.HoldsRecords(args[0]) {
				return fmt.Errorf("%s holds records: add --html FILE for a page", args[0])
			}
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("seat") && (seat < 0 || seat >= d.Meta().Seats) {
				return fmt.Errorf("--seat: %d is not a seat of the table: want 0 to %d", seat, d.Meta().Seats-1)
			}
			r, err := open.Rules(d.Meta())
			if err != nil {
				return err
			}
			t, err := open.Table(d.Meta())
			if err != nil {
				return err
			}
			var c arena.Config
			contest.SetTerms(&c, r)
			again, err := datasets.NewReplay(&t, d.Meta())
			if err != nil {
				return err
			}
			return d.Find(episode, func(e datasets.Episode) error {
				recorded, err := record.Describe(t.Game)
				if err != nil {
					return err
				}
				s := replayScreen{out: cmd.OutOrStdout(), gameType: r.Type(), rounds: c.Terms.Rounds(), game: recorded, meta: d.Meta(), e: e, seat: game.Player(seat), obs: t.Game.NewObservation(), recorder: record.NewRecorder(recorded)}
				if format.Value() == "json" {
					return again.Moves(e, s.seen(s.json))
				}
				s.head()
				return again.Moves(e, s.seen(s.text))
			})
		},
	}
	cli.AddOptions(cmd, out.Options("html", "HTML file to write; - for standard output")...)
	cli.AddOptions(cmd, options.New(&episode, "episode", "number of the episode, or of the game in a file of records, counted from 0"))
	cli.AddOptions(cmd, cli.Seat(&seat, "show only what the player at this seat saw (default all cards)"))
	cli.AddOptions(cmd, format.Options()...)
	return cmd
}

// replayScreen prints an episode.
type replayScreen struct {
	out      io.Writer
	gameType *catalog.GameType
	rounds   string // word for the rounds of an outcome
	game     record.Described
	meta     *datasets.Meta
	e        datasets.Episode
	seat     game.Player // the viewer, game.NoPlayer for all cards
	obs      game.Observation
	recorder *record.Recorder
	shown    int  // number of moves shown so far
	opened   bool // the move before opened a turn
}

// others reports whether a move is of another seat than the viewer's.
func (s *replayScreen) others(m datasets.Move) bool {
	return s.seat != game.NoPlayer && m.Player != s.seat
}

// seen returns show without the moves that the viewer does not see at all.
func (s *replayScreen) seen(show func(datasets.Move, game.State) error) func(datasets.Move, game.State) error {
	return func(m datasets.Move, state game.State) error {
		if m.Action != game.NoAction && s.others(m) {
			events, err := s.recorder.AppendMove(nil, state, m.Action, 1)
			if err != nil {
				return err
			}
			if events[0].Private {
				return nil
			}
		}
		err := show(m, state)
		s.shown++
		return err
	}
}

// head prints the lines above the moves.
func (s *replayScreen) head() {
	e := s.e
	deal := e.Deal[e.From]
	if s.seat == game.NoPlayer {
		fmt.Fprintf(s.out, "episode %d: seed %d, deal %d, %s\n", e.Number(), e.Seed[e.From], deal, s.meta.Env)
	} else { // from the seed anybody deals the same cards
		fmt.Fprintf(s.out, "episode %d of seat %d: %s\n", e.Number(), s.seat, s.meta.Env)
	}
	for seat, name := range s.meta.RunOf(e.Number()).Seats(deal) {
		fmt.Fprintf(s.out, "seat %d: %s\n", seat, name)
	}
}

// decision returns a move as a line, such as "seat 0 min-dist: draw stock".
func (s *replayScreen) decision(m datasets.Move) string {
	e := s.e
	var b strings.Builder
	fmt.Fprintf(&b, "%3d  seat %d %s: %s", s.shown, m.Player, s.agent(m), s.game.ActionString(m.Action))
	if m.Row < 0 || s.others(m) {
		return b.String()
	}
	if p := e.Probability[m.Row]; p < 1 {
		fmt.Fprintf(&b, "  (probability %.3g)", p)
	}
	if e.Terminated(m.Row) || e.Truncated(m.Row) {
		fmt.Fprintf(&b, "  reward %+v", e.Reward[m.Row])
	}
	return b.String()
}

// agent returns the specification of the agent that makes a move.
func (s *replayScreen) agent(m datasets.Move) string {
	return s.meta.RunOf(s.e.Number()).AgentAt(int(m.Player), s.e.Deal[s.e.From])
}

// phase returns the name of the phase of a move.
func (s *replayScreen) phase(m datasets.Move, state game.State) string {
	state.Observe(m.Player, s.obs)
	return s.gameType.Phases[s.gameType.Phase(s.obs)]
}

// text prints a move. At the start of a turn it first prints the table. After the last move
// it prints the final table and the outcome.
func (s *replayScreen) text(m datasets.Move, state game.State) error {
	table := func() string {
		if s.seat == game.NoPlayer {
			return fmt.Sprint(state)
		}
		state.Observe(s.seat, s.obs)
		return fmt.Sprint(s.obs)
	}
	if m.Action == game.NoAction {
		fmt.Fprintf(s.out, "\n%s", table())
		o := state.Outcome()
		if !o.Over {
			_, err := fmt.Fprintf(s.out, "cut off after %d decisions\n", s.shown)
			return err
		}
		who := "nobody"
		if o.Winner != game.NoPlayer {
			who = fmt.Sprintf("seat %d", o.Winner)
		}
		_, err := fmt.Fprintf(s.out, "%s: %s wins; gains %v after %d %s\n", o.Ending, who, o.Gains[:s.meta.Seats], o.Rounds, s.rounds)
		return err
	}
	opens := s.gameType.Opens(s.phase(m, state))
	if opens {
		fmt.Fprintf(s.out, "\n%s", table())
	} else if drawn := s.drawn(m, state); drawn != card.None && s.opened {
		fmt.Fprintf(s.out, "     drew %v\n", drawn)
	}
	s.opened = opens
	_, err := fmt.Fprintln(s.out, s.decision(m))
	return err
}

// drawn returns the card that the player of a move has just drawn, or card.None if the
// viewer does not see it.
func (s *replayScreen) drawn(m datasets.Move, state game.State) card.Card {
	viewer := s.seat
	if viewer == game.NoPlayer {
		viewer = m.Player
	}
	state.Observe(viewer, s.obs)
	if drawn := s.game.View(s.obs).Seats[m.Player].Drawn; drawn != nil {
		return *drawn
	}
	return card.None
}

// replayMove is a move as JSON.
type replayMove struct {
	Episode int64       `json:"episode"`
	Step    int32       `json:"step"`
	Seat    int8        `json:"seat"`
	Agent   string      `json:"agent"`
	Phase   string      `json:"phase"`
	Hand    []card.Card `json:"hand,omitempty"` // of the player to move, if the viewer sees it
	Top     *card.Card  `json:"top"`            // of the open pile, null if it is empty
	Stock   int         `json:"stock"`          // cards in the closed deck
	Action  string      `json:"action"`
	Number  uint16      `json:"number"` // of the action
	*ReplayRow
}

// ReplayRow is the part of a move that only its row holds.
type ReplayRow struct {
	Probability float64 `json:"probability"`
	Reward      float32 `json:"reward"`
	Return      float32 `json:"return_to_end"`
}

// replayEnd is the end of a game as JSON.
type replayEnd struct {
	Episode int64       `json:"episode"`
	Over    bool        `json:"over"`
	Ending  game.Ending `json:"ending"`
	Winner  game.Player `json:"winner"`
	Gains   []int       `json:"gains"`
	Rounds  int         `json:"rounds"`
}

// json prints a move as a JSON object on a line, and after the last move the outcome.
func (s *replayScreen) json(m datasets.Move, state game.State) error {
	e := s.e
	enc := json.NewEncoder(s.out)
	if m.Action == game.NoAction {
		o := state.Outcome()
		return enc.Encode(replayEnd{e.Number(), o.Over, o.Ending, o.Winner, o.Gains[:s.meta.Seats], o.Rounds})
	}
	phase := s.phase(m, state) // observes the state
	view := s.game.View(s.obs)
	out := replayMove{
		Episode: e.Number(), Step: int32(s.shown), Seat: int8(m.Player), Agent: s.agent(m), Phase: phase, Top: view.Top, Stock: view.StockSize,
		Action: s.game.ActionString(m.Action), Number: uint16(m.Action),
	}
	if !s.others(m) {
		out.Hand = view.Seats[m.Player].Cards
	}
	if m.Row >= 0 && !s.others(m) {
		out.ReplayRow = &ReplayRow{e.Probability[m.Row], e.Reward[m.Row], e.Return[m.Row]}
	}
	return enc.Encode(out)
}
