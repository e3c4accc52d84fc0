package measure

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"rummygym/agents"
	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/stats"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/table"
)

// Transitions holds how MinDist changed in turns.
type Transitions struct {
	Rules  string   `json:"rules"` // their name, for people
	Agents []string `json:"agents"`
	Games  int      `json:"games"`
	Seed   uint64   `json:"seed"`

	Changes []Change `json:"transitions"` // by MinDist before the turn, from 0
	Turns   []Turn   `json:"turns"`       // by turn of the player, from 1
}

// Change holds the turns that began at one MinDist.
type Change struct {
	MinDist   int    `json:"mindist"`
	Falls     int    `json:"falls"`
	Stays     int    `json:"stays"`
	Rises     int    `json:"rises"`
	Draws     [2]int `json:"draws"`      // from the closed deck, and from the open pile
	DrawFalls [2]int `json:"draw_falls"` // of these, those after which MinDist was lower
}

// Turns returns the number of turns.
func (c *Change) Turns() int { return c.Falls + c.Stays + c.Rises }

// Turn holds the turns of one number.
type Turn struct {
	Turn  int     `json:"turn"`
	Count int     `json:"count"`
	Mean  float64 `json:"mean_mindist"` // before the draw

	squares float64 // sum of the squared deviations from the mean
}

// PlayTransitions plays games, at least one, of two players at the seats of a table, and measures their turns. Turns that
// end in a drop do not count. It calls progress with the number of games played, unless it is nil.
func PlayTransitions(ctx context.Context, rules indian.Rules, players [2]arena.Entrant, games int, seed uint64, progress func(done, total int)) (*Transitions, error) {
	if err := rules.Standard(); err != nil {
		return nil, err
	}
	g, err := indian.New(rules)
	if err != nil {
		return nil, err
	}
	tr := &Transitions{Games: games, Seed: seed}
	var seats []game.Agent
	for _, p := range players {
		seats, tr.Agents = append(seats, p.New()), append(tr.Agents, p.Name)
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
		if progress != nil {
			progress(i+1, games)
		}
	}
	return tr, nil
}

// add counts a turn of the given number that changed MinDist.
func (tr *Transitions) add(turn, before, after int, fromPile bool) {
	for len(tr.Changes) <= before {
		tr.Changes = append(tr.Changes, Change{MinDist: len(tr.Changes)})
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
		tr.Turns = append(tr.Turns, Turn{Turn: len(tr.Turns) + 1})
	}
	m := &tr.Turns[turn-1]
	m.Count++
	deviation := float64(before) - m.Mean
	m.Mean += deviation / float64(m.Count)
	m.squares += float64(deviation * (float64(before) - m.Mean))
}

// shares returns the shares of the turns at each MinDist after which it has each value, of
// shape [MinDist before, MinDist after]. A row without turns holds NaN only.
func (tr *Transitions) shares() [][]float64 {
	m := make([][]float64, len(tr.Changes))
	for i, c := range tr.Changes {
		m[i] = make([]float64, len(tr.Changes))
		for j, n := range map[int]int{i - 1: c.Falls, i: c.Stays, i + 1: c.Rises} {
			if j >= 0 && j < len(m) {
				m[i][j] = float64(n) / float64(c.Turns())
			}
		}
	}
	return m
}

// worst returns the largest standard error of a share of shares.
func (tr *Transitions) worst() (most float64) {
	for _, c := range tr.Changes {
		for _, n := range []int{c.Falls, c.Stays, c.Rises} {
			if c.Turns() > 0 {
				most = max(most, stats.Proportion{Successes: n, Trials: c.Turns()}.StdErr())
			}
		}
	}
	return most
}

// curves returns, for each turn that at least a hundredth of the players reached, the mean MinDist and
// the share of the players that reached it.
func (tr *Transitions) curves() []figure.Curve {
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

// Figures draws the shares of all transitions, and the mean MinDist by turn.
func (tr *Transitions) Figures() []figure.Named {
	caption := fmt.Sprintf("Rules %s, %s of %s against %s, seed %d; ", tr.Rules, table.Plural(tr.Games, "game"), tr.Agents[0], tr.Agents[1], tr.Seed)
	return []figure.Named{
		figure.Transitions(tr.shares()).Captioned(caption + fmt.Sprintf("shares ± at most %.3f (s.e.)", tr.worst())).Named("mindist-transitions"),
		figure.Curves("MinDist of the player to move", "turn of the player", tr.curves()).Captioned(caption + "bands: 95 % intervals").Named("mindist-by-turn"),
	}
}

// Write writes the transitions in a format.
func (tr *Transitions) Write(w io.Writer, f table.Format) error {
	var cols table.Columns[Change]
	cols.Count("mindist", "MinDist before the turn", func(c *Change) int { return c.MinDist })
	cols.Count("falls", "turns that lower it", func(c *Change) int { return c.Falls })
	cols.Count("stays", "turns that keep it", func(c *Change) int { return c.Stays })
	cols.Count("rises", "turns that raise it", func(c *Change) int { return c.Rises })
	cols.Count("stock_draws", "turns with a card of the closed deck", func(c *Change) int { return c.Draws[0] })
	cols.Count("pile_draws", "turns with a card of the open pile", func(c *Change) int { return c.Draws[1] })
	cols.Count("stock_falls", "turns with a card of the closed deck that lower it", func(c *Change) int { return c.DrawFalls[0] })
	cols.Count("pile_falls", "turns with a card of the open pile that lower it", func(c *Change) int { return c.DrawFalls[1] })
	out := table.Output[Change]{Table: table.New(cols, tr.Changes), Document: tr, Text: tr.writeText}
	return out.Write(w, f)
}

// writeText writes the transitions for people.
func (tr *Transitions) writeText(out *bufio.Writer) {
	fmt.Fprintf(out, "%s of %s against %s, rules %s, seed %d\n\n", table.Plural(tr.Games, "game"), tr.Agents[0], tr.Agents[1], tr.Rules, tr.Seed)
	percent := func(n, of int) string {
		if of == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
	}
	var changes table.View[Change]
	changes.Add(func(c *Change) []string {
		n := c.Turns()
		in := stats.Proportion{Successes: c.Falls, Trials: n}.Wilson(0.95)
		return []string{strconv.Itoa(c.MinDist), strconv.Itoa(n), percent(c.Falls, n), fmt.Sprintf("[%.1f, %.1f]", 100*in.Low, 100*in.High), percent(c.Stays, n),
			percent(c.Rises, n), percent(c.Draws[1], n), percent(c.DrawFalls[1], c.Draws[1]), percent(c.DrawFalls[0], c.Draws[0])}
	}, "MinDist", "turns", "falls", "95 % interval", "stays", "rises", "pile taken", "falls after", "falls after stock")
	changes.Write(out, table.Right, slices.DeleteFunc(slices.Clone(tr.Changes), func(c Change) bool { return c.Turns() == 0 }))
	fmt.Fprintln(out)
	var turns table.View[Turn]
	turns.Add(func(m *Turn) []string {
		return []string{strconv.Itoa(m.Turn), strconv.Itoa(m.Count), fmt.Sprintf("%.2f", m.Mean)}
	}, "turn", "players", "mean MinDist")
	turns.Write(out, table.Right, slices.DeleteFunc(slices.Clone(tr.Turns), func(m Turn) bool { return m.Count*100 < tr.Turns[0].Count }))
}
