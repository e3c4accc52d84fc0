package play

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents"
	"rummygym/arena/figure"
	"rummygym/arena/stats"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/options"
	"rummygym/table"
)

// NewTransitionsCommand returns the command transitions, which measures how MinDist changes
// in play.
func NewTransitionsCommand() *cobra.Command {
	var (
		rules  = rummygym.RuleOptions{Only: rummygym.Indian}
		specs  []string
		games  int
		seed   uint64
		plots  string
		format = cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}
	)
	cmd := &cobra.Command{
		Use:   "transitions",
		Short: "Measure how MinDist changes from turn to turn",
		Long: `transitions plays games of Indian Rummy and measures the MinDist of the player to move
before its draw and after its discard or declaration, at every turn of both players. It
prints, by the MinDist before the turn, how often the turn lowers it, keeps it and raises
it, how often a card was taken from the open pile, and how often MinDist fell after that
and after a draw from the closed deck. Then it prints the mean MinDist by the player's
turn. MinDist changes by at most 1 in a turn (saha2025mindist, section IV.B). Turns that
end in a drop do not count.

Game i is episode i of the seed, as in "collect --seating fixed" with the same agents.
One agent plays against itself. --plots draws the shares of all transitions and the mean
by turn.`,
		Example: `  rummygym transitions
  rummygym transitions --agents min-dist-opp:variant=released --preset released --games 2000 --plots plots`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if games < 1 {
				return fmt.Errorf("--games %d: want at least 1", games)
			}
			chosen, err := rules.Rules()
			if err != nil {
				return err
			}
			tr, err := playTransitions(cmd.Context(), chosen.(*rummygym.IndianRules), specs, games, seed)
			if err != nil {
				return err
			}
			tr.Rules = rummygym.RulesName(rules.Preset(), chosen)
			if err := tr.write(format.Output(cmd), table.Format(format.Value())); err != nil || plots == "" {
				return err
			}
			caption := fmt.Sprintf("Rules %s, %s of %s against %s, seed %d; ", tr.Rules, table.Plural(games, "game"), tr.Agents[0], tr.Agents[1], seed)
			return figure.SaveAll(cmd.ErrOrStderr(), plots,
				figure.Transitions(tr.shares()).Captioned(caption+fmt.Sprintf("shares ± at most %.3f (s.e.)", tr.worst())).Named("mindist-transitions"),
				figure.Curves("MinDist of the player to move", "turn of the player", tr.curves()).Captioned(caption+"bands: 95 % intervals").Named("mindist-by-turn"),
			)
		},
	}
	specs = []string{"min-dist-opp"}
	games = 1000
	seed = 1
	cli.AddOptions(cmd,
		options.New(&specs, "agents", "one or two comma-separated agents, the first to move first").Completes(options.Agents),
		options.New(&games, "games", "number of games").Range(1, 1000000000),
		options.New(&seed, "seed", "seed of deals and agents").In("Running"),
	)
	cli.AddOptions(cmd, format.Options()...)
	cli.AddOptions(cmd, options.New(&plots, "plots", "write the figures as PNG and SVG to this folder").In("Output").Completes(options.Folders))
	cli.AddOptions(cmd, rules.Options()...)
	cli.ListRules(cmd, &rules)
	return cmd
}

// transitions holds how MinDist changed in turns.
type transitions struct {
	Rules  string   `json:"rules"`
	Agents []string `json:"agents"`
	Games  int      `json:"games"`
	Seed   uint64   `json:"seed"`

	Changes []change   `json:"transitions"` // by MinDist before the turn, from 0
	Turns   []meanTurn `json:"turns"`       // by turn of the player, from 1
}

// change holds the turns that began at one MinDist.
type change struct {
	MinDist   int    `json:"mindist"`
	Falls     int    `json:"falls"`
	Stays     int    `json:"stays"`
	Rises     int    `json:"rises"`
	Draws     [2]int `json:"draws"`      // from the closed deck, and from the open pile
	DrawFalls [2]int `json:"draw_falls"` // of these, those after which MinDist was lower
}

// turns returns the number of turns.
func (c *change) turns() int { return c.Falls + c.Stays + c.Rises }

// meanTurn holds the turns of one number.
type meanTurn struct {
	Turn  int     `json:"turn"`
	Count int     `json:"count"`
	Mean  float64 `json:"mean_mindist"` // before the draw

	squares float64 // sum of the squared deviations from the mean
}

// playTransitions plays the games.
func playTransitions(ctx context.Context, r *rummygym.IndianRules, specs []string, games int, seed uint64) (*transitions, error) {
	if r.HandSize != mindist.MaxSize {
		return nil, fmt.Errorf("--hand-size %d: MinDist is defined for hands of %d cards", r.HandSize, mindist.MaxSize)
	}
	if r.Seats != 2 || len(specs) < 1 || len(specs) > 2 {
		return nil, fmt.Errorf("--agents: %s at a table with %d seats: want one or two at a table with two", table.Plural(len(specs), "agent"), r.Seats)
	}
	g, err := r.NewGame()
	if err != nil {
		return nil, err
	}
	tr := &transitions{Games: games, Seed: seed}
	var seats []game.Agent
	for i := range 2 {
		create, name, err := rummygym.OpenAgent(r, specs[i%len(specs)])
		if err != nil {
			return nil, err
		}
		seats, tr.Agents = append(seats, create()), append(tr.Agents, name)
	}
	t := agents.NewTable(g)
	for i := range games {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.Deal(seed, uint64(i), seats...)
		before, turn := 0, 0
		err := t.Play(func(d *agents.Decision) error {
			o := d.Obs.(*indian.Observation)
			if o.Phase == indian.Draw {
				before, turn = mindist.Of(o.Hand, o.Wild), o.TurnsOf[o.Self]
				return nil
			}
			c := indian.DiscardCard(d.Action)
			if c == card.None {
				c = indian.DeclareCard(d.Action)
			}
			tr.add(turn, before, mindist.Of(o.Hand.Without(c), o.Wild), o.FromPile)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return tr, nil
}

// add counts a turn of the given number that changed MinDist.
func (tr *transitions) add(turn, before, after int, fromPile bool) {
	for len(tr.Changes) <= before {
		tr.Changes = append(tr.Changes, change{MinDist: len(tr.Changes)})
	}
	c, source := &tr.Changes[before], 0
	if fromPile {
		source = 1
	}
	c.Draws[source]++
	switch {
	case after < before:
		c.Falls++
		c.DrawFalls[source]++
	case after > before:
		c.Rises++
	default:
		c.Stays++
	}
	for len(tr.Turns) < turn {
		tr.Turns = append(tr.Turns, meanTurn{Turn: len(tr.Turns) + 1})
	}
	m := &tr.Turns[turn-1]
	m.Count++
	deviation := float64(before) - m.Mean
	m.Mean += deviation / float64(m.Count)
	m.squares += float64(deviation * (float64(before) - m.Mean))
}

// shares returns the shares of the turns at each MinDist after which it has each value, of
// shape [MinDist before, MinDist after]. A row without turns holds NaN only.
func (tr *transitions) shares() [][]float64 {
	m := make([][]float64, len(tr.Changes))
	for i, c := range tr.Changes {
		m[i] = make([]float64, len(tr.Changes))
		for j, n := range map[int]int{i - 1: c.Falls, i: c.Stays, i + 1: c.Rises} {
			if j >= 0 && j < len(m) {
				m[i][j] = float64(n) / float64(c.turns())
			}
		}
	}
	return m
}

// worst returns the largest standard error of a share of shares.
func (tr *transitions) worst() (most float64) {
	for _, c := range tr.Changes {
		for _, n := range []int{c.Falls, c.Stays, c.Rises} {
			if c.turns() > 0 {
				most = max(most, stats.Proportion{Successes: n, Trials: c.turns()}.StdErr())
			}
		}
	}
	return most
}

// curves returns, for each turn that at least a hundredth of the players reached, the mean MinDist and
// the share of the players that reached it.
func (tr *transitions) curves() []figure.Curve {
	mean, share := figure.Curve{Name: "mean MinDist before the draw", Unit: "cards"}, figure.Curve{Name: "share of players that reach the turn"}
	for _, m := range tr.Turns {
		if m.Count*100 < tr.Turns[0].Count {
			continue
		}
		half := float64(1.96 * math.Sqrt(m.squares/float64(max(1, m.Count-1))/float64(m.Count)))
		reached := stats.Proportion{Successes: m.Count, Trials: tr.Turns[0].Count}
		mean.X, mean.Y = append(mean.X, float64(m.Turn)), append(mean.Y, m.Mean)
		mean.Band = append(mean.Band, stats.Interval{Low: m.Mean - half, High: m.Mean + half})
		share.X, share.Y = append(share.X, float64(m.Turn)), append(share.Y, reached.Value())
		share.Band = append(share.Band, reached.Wilson(.95))
	}
	return []figure.Curve{mean, share}
}

// write writes the transitions in the given format.
func (tr *transitions) write(w io.Writer, f table.Format) error {
	var cols table.Columns[change]
	cols.Count("mindist", "MinDist before the turn", func(c *change) int { return c.MinDist })
	cols.Count("falls", "turns that lower it", func(c *change) int { return c.Falls })
	cols.Count("stays", "turns that keep it", func(c *change) int { return c.Stays })
	cols.Count("rises", "turns that raise it", func(c *change) int { return c.Rises })
	cols.Count("stock_draws", "turns with a card of the closed deck", func(c *change) int { return c.Draws[0] })
	cols.Count("pile_draws", "turns with a card of the open pile", func(c *change) int { return c.Draws[1] })
	cols.Count("stock_falls", "turns with a card of the closed deck that lower it", func(c *change) int { return c.DrawFalls[0] })
	cols.Count("pile_falls", "turns with a card of the open pile that lower it", func(c *change) int { return c.DrawFalls[1] })
	out := table.Output[change]{Table: table.New(cols, tr.Changes), Document: tr, Text: tr.writeText}
	return out.Write(w, f)
}

// writeText writes the transitions as readable text.
func (tr *transitions) writeText(out *bufio.Writer) {
	fmt.Fprintf(out, "%s of %s against %s, rules %s, seed %d\n\n", table.Plural(tr.Games, "game"), tr.Agents[0], tr.Agents[1], tr.Rules, tr.Seed)
	percent := func(n, of int) string {
		if of == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
	}
	var changes table.View[change]
	changes.Add(func(c *change) []string {
		n := c.turns()
		in := stats.Proportion{Successes: c.Falls, Trials: n}.Wilson(0.95)
		return []string{strconv.Itoa(c.MinDist), strconv.Itoa(n), percent(c.Falls, n), fmt.Sprintf("[%.1f, %.1f]", 100*in.Low, 100*in.High), percent(c.Stays, n),
			percent(c.Rises, n), percent(c.Draws[1], n), percent(c.DrawFalls[1], c.Draws[1]), percent(c.DrawFalls[0], c.Draws[0])}
	}, "MinDist", "turns", "falls", "95 % interval", "stays", "rises", "pile taken", "falls after", "falls after stock")
	changes.Write(out, table.Right, slices.DeleteFunc(slices.Clone(tr.Changes), func(c change) bool { return c.turns() == 0 }))
	fmt.Fprintln(out)
	var turns table.View[meanTurn]
	turns.Add(func(m *meanTurn) []string {
		return []string{strconv.Itoa(m.Turn), strconv.Itoa(m.Count), fmt.Sprintf("%.2f", m.Mean)}
	}, "turn", "players", "mean MinDist")
	turns.Write(out, table.Right, slices.DeleteFunc(slices.Clone(tr.Turns), func(m meanTurn) bool { return m.Count*100 < tr.Turns[0].Count }))
}
