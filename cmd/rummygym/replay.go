package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/agents/arena"
	"rummygym/cmd/internal/catalog"
	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
)

// newReplayCommand returns the command that shows a recorded game.
func newReplayCommand() *cobra.Command {
	var episode int64
	seat := int(game.NoPlayer)
	format := formatFlag{allowed: []string{"text", "json"}}
	cmd := &cobra.Command{
		Use:   "replay DIR",
		Short: "Show a recorded game move by move",
		Long: `replay deals the cards of a recorded game again from its seed, makes the recorded
moves, and shows every decision with the hand it was made from. It checks that
everything recorded, the observations included, is what the rules say now.

With --seat it shows only what that player saw.`,
		Example: `  rummygym replay data --episode 12
  rummygym replay data --episode 12 --seat 0
  rummygym replay data --episode 12 --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("seat") && (seat < 0 || seat >= d.Meta().Seats) {
				return fmt.Errorf("--seat: %d is not a seat of the table: want 0 to %d", seat, d.Meta().Seats-1)
			}
			r, err := datasetRulesOf(d.Meta())
			if err != nil {
				return err
			}
			t, err := datasetTableOf(d.Meta())
			if err != nil {
				return err
			}
			var c arena.Config
			setTerms(&c, r)
			again, err := datasets.NewReplay(&t, d.Meta())
			if err != nil {
				return err
			}
			return d.Find(episode, func(e datasets.Episode) error {
				s := replayScreen{out: cmd.OutOrStdout(), rummy: r.Rummy(), rounds: c.Terms.Rounds(), game: t.Game, meta: d.Meta(), e: e, seat: game.Player(seat), obs: t.Game.NewObservation()}
				if format.value() == "json" {
					return again.Episode(e, s.json)
				}
				s.head()
				return again.Episode(e, s.text)
			})
		},
	}
	cmd.Flags().Int64Var(&episode, "episode", 0, "number of the episode")
	cmd.Flags().IntVar(&seat, "seat", seat, "show what this player saw (default all cards)")
	format.register(cmd.Flags())
	return cmd
}

// replayScreen shows an episode.
type replayScreen struct {
	out    io.Writer
	rummy  *catalog.Rummy
	rounds string // what the rounds of an outcome are
	game   game.Game
	meta   *datasets.Meta
	e      datasets.Episode
	seat   game.Player // whose view it is, game.NoPlayer for all cards
	obs    game.Observation
}

// head prints what stands above the moves.
func (s *replayScreen) head() {
	e := s.e
	deal := e.Deal[e.From]
	fmt.Fprintf(s.out, "episode %d: seed %d, deal %d, %s\n", e.Number(), e.Seed[e.From], deal, s.meta.Env)
	for seat, name := range seatNames(s.meta.RunOf(e.Number()), deal) {
		fmt.Fprintf(s.out, "seat %d: %s\n", seat, name)
	}
}

// decision returns what row i records, as a line: "seat 0 min-dist: draw stock".
func (s *replayScreen) decision(i int) string {
	e := s.e
	var b strings.Builder
	fmt.Fprintf(&b, "%3d  seat %d %s: %s", e.Step[i], e.Player[i], e.Agent(i), s.game.ActionString(game.Action(e.Action[i])))
	if p := e.Probability[i]; p < 1 {
		fmt.Fprintf(&b, "  (probability %.3g)", p)
	}
	if e.Terminated(i) || e.Truncated(i) {
		fmt.Fprintf(&b, "  reward %+v", e.Reward[i])
	}
	return b.String()
}

// text prints the decision of row i, below the table it was made from when a turn
// begins; after the last, the table at the end.
func (s *replayScreen) text(i int, state game.State) error {
	table := func() string {
		if s.seat == game.NoPlayer {
			return fmt.Sprint(state)
		}
		state.Observe(s.seat, s.obs)
		return fmt.Sprint(s.obs)
	}
	e := s.e
	if i == e.To {
		fmt.Fprintf(s.out, "\n%s", table())
		o := state.Outcome()
		if !o.Over {
			decisions := e.To - e.From
			for decisions > 0 && e.Action[e.From+decisions-1] == uint16(game.NoAction) {
				decisions-- // final observations
			}
			_, err := fmt.Fprintf(s.out, "cut off after %d decisions\n", decisions)
			return err
		}
		who := "nobody"
		if o.Winner != game.NoPlayer {
			who = fmt.Sprintf("seat %d", o.Winner)
		}
		_, err := fmt.Fprintf(s.out, "%s: %s wins; gains %v after %d %s\n", o.Ending, who, o.Gains[:s.meta.Seats], o.Rounds, s.rounds)
		return err
	}
	if s.rummy.Opens(e.Phase(i)) {
		fmt.Fprintf(s.out, "\n%s", table())
	} else if drawn := s.drawn(i, state); drawn != card.None && i > e.From && s.rummy.Opens(e.Phase(i-1)) {
		fmt.Fprintf(s.out, "     drew %v\n", drawn)
	}
	_, err := fmt.Fprintln(s.out, s.decision(i))
	return err
}

// drawn returns the card that the player of row i has just drawn, if the viewer
// sees it.
func (s *replayScreen) drawn(i int, state game.State) card.Card {
	viewer := s.seat
	if viewer == game.NoPlayer {
		viewer = game.Player(s.e.Player[i])
	}
	state.Observe(viewer, s.obs)
	return s.rummy.Sight(s.obs).Drawn
}

// replayMove is a decision as JSON.
type replayMove struct {
	Episode     int64       `json:"episode"`
	Step        int32       `json:"step"`
	Seat        int8        `json:"seat"`
	Agent       string      `json:"agent"`
	Phase       string      `json:"phase"`
	Hand        []card.Card `json:"hand,omitempty"` // of the player to move, if the viewer sees it
	Top         *card.Card  `json:"top"`            // of the open pile; null if it is empty
	Stock       int         `json:"stock"`          // cards in the closed deck
	Action      string      `json:"action"`
	Number      uint16      `json:"number"` // of the action
	Probability float64     `json:"probability"`
	Reward      float32     `json:"reward"`
	Return      float32     `json:"return_to_end"`
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

// json prints the decision of row i, and after the last the outcome, as an object
// a line.
func (s *replayScreen) json(i int, state game.State) error {
	e := s.e
	enc := json.NewEncoder(s.out)
	if i == e.To {
		o := state.Outcome()
		return enc.Encode(replayEnd{e.Number(), o.Over, o.Ending, o.Winner, o.Gains[:s.meta.Seats], o.Rounds})
	}
	mover := game.Player(e.Player[i])
	state.Observe(mover, s.obs)
	view := s.rummy.Sight(s.obs)
	m := replayMove{
		Episode: e.Number(), Step: e.Step[i], Seat: e.Player[i], Agent: e.Agent(i), Phase: e.Phase(i), Stock: view.Stock,
		Action: s.game.ActionString(game.Action(e.Action[i])), Number: e.Action[i], Probability: e.Probability[i],
		Reward: e.Reward[i], Return: e.Return[i],
	}
	if s.seat == game.NoPlayer || s.seat == mover {
		m.Hand = view.Hand
	}
	if view.Top != card.None {
		m.Top = &view.Top
	}
	return enc.Encode(m)
}
