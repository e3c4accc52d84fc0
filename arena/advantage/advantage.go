// Package advantage measures what other decisions would have been worth: at decisions of
// recorded games it plays the rest of the game twice from the true state, hidden cards
// included, once after the action of an agent and once after that of a chooser.
//
//	p := advantage.NewProber(g)
//	own, other := p.Choose(state, agent, chooser, seed) // for the seat to move
//	change, err := p.Probe(state, seats, own, other, seed)
//
// The chooser decides once, and the agent plays on. By the performance-difference lemma
// (Kakade and Langford 2002) the sum of these changes over all decisions of a game, in games
// that the chooser plays, is what the chooser gains over the agent in a whole game. In games
// of the agent it is the sum of what single changes gain. Two games that differ in one action
// differ much less than two games with other deals, so that a few hundred games show what
// matches show in many thousands.
package advantage

import (
	"fmt"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/table"
)

// Change is what a chooser's action changes at one decision.
type Change struct {
	Win  float64 // games won: 1 if only the chooser's action wins, -1 if only the agent's does
	Gain float64 // points gained
}

// Prober plays games on. It reuses its states, so that a decision allocates nothing. It is not
// safe for concurrent use.
type Prober struct {
	start, state game.State
	obs          game.Observation
	legal        game.Mask
}

// NewProber returns a prober for game g.
func NewProber(g game.Game) *Prober {
	return &Prober{start: g.NewState(), state: g.NewState(), obs: g.NewObservation()}
}

// Choose returns the actions of an agent and of a chooser for the seat to move of a state,
// which does not change. Both are reset with the same seed.
func (p *Prober) Choose(s game.State, agent, chooser game.Agent, seed uint64) (own, other game.Action) {
	seat := s.Current()
	ask := func(x game.Agent) game.Action {
		x.Reset(game.Seed(seed, uint64(seat)))
		return p.act(s, x)
	}
	return ask(agent), ask(chooser)
}

// Probe returns what action other of the seat to move changes in comparison with action own, if
// the agents of the seats play the rest of the game. They are reset with seeds that depend on
// seed alone, and chance is that of the state. The error reports an action that is not legal;
// the state does not change.
func (p *Prober) Probe(s game.State, seats []game.Agent, own, other game.Action, seed uint64) (c Change, err error) {
	if own == other {
		return Change{}, nil
	}
	seat := s.Current()
	p.start.CopyFrom(s)
	was, err := p.rest(seats, seat, own, seed)
	if err != nil {
		return Change{}, err
	}
	is, err := p.rest(seats, seat, other, seed)
	return Change{is.Win - was.Win, is.Gain - was.Gain}, err
}

// longest is the number of decisions after which the rest of a game is given up.
const longest = 1_000_000

// rest plays the game from the start on, and returns the result of a seat.
func (p *Prober) rest(seats []game.Agent, seat game.Player, first game.Action, seed uint64) (c Change, err error) {
	p.state.CopyFrom(p.start)
	for q, x := range seats {
		x.Reset(game.Seed(seed, uint64(q)))
	}
	a := first
	for range longest {
		if err := p.state.Apply(a); err != nil {
			return c, fmt.Errorf("advantage: %w", err)
		}
		q := p.state.Current()
		if q == game.NoPlayer {
			out := p.state.Outcome()
			if out.Winner == seat {
				c.Win = 1
			}
			c.Gain = float64(out.Gains[seat])
			return c, nil
		}
		a = p.act(p.state, seats[q])
	}
	return c, fmt.Errorf("advantage: the agents have not ended a game after %d decisions", longest)
}

// act returns the action of an agent at the seat to move.
func (p *Prober) act(s game.State, x game.Agent) game.Action {
	s.Observe(s.Current(), p.obs)
	s.Legal(&p.legal)
	a, _ := x.Act(p.obs, &p.legal)
	return a
}

// Sums holds the decisions of one kind in one game.
type Sums struct {
	Decisions int // decisions of the agent
	Differ    int // those where the chooser's action differs
	Played    int // those of which the rest was played
	Change        // sum over all decisions, each weighted by how seldom its like is played
}

// Game holds the sums of one game by kind of decision, such as draw and discard.
type Game struct {
	Seats int    // number of seats of the agent
	Kinds []Sums // by kind
}

// Row holds the estimates for one kind of decision, or for all.
type Row struct {
	Kind                      string // "" for all decisions
	Decisions, Differ, Played int

	// The change by the chooser, in games won and in points: for each decision, and for
	// each game and seat. Standard errors are over games.
	Win, Gain         stats.Estimate
	GameWin, GameGain stats.Estimate
}

// Summarize returns a row for each kind that occurs, and one for all.
func Summarize(games []Game, kinds []string) []Row {
	var rows []Row
	for k, name := range kinds {
		r := estimate(games, func(g *Game) Sums { return g.Kinds[k] })
		if r.Decisions > 0 {
			r.Kind = name
			rows = append(rows, r)
		}
	}
	return append(rows, estimate(games, func(g *Game) (all Sums) {
		for _, s := range g.Kinds {
			all.Add(s)
		}
		return all
	}))
}

// Add adds the sums of b.
func (s *Sums) Add(b Sums) {
	s.Decisions += b.Decisions
	s.Differ += b.Differ
	s.Played += b.Played
	s.Win += b.Win
	s.Gain += b.Gain
}

// estimate returns the row of the sums that of returns for each game.
func estimate(games []Game, of func(*Game) Sums) (r Row) {
	n := len(games)
	wins, gains, decisions, seats := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range games {
		s := of(&games[i])
		r.Decisions += s.Decisions
		r.Differ += s.Differ
		r.Played += s.Played
		wins[i], gains[i], decisions[i], seats[i] = s.Win, s.Gain, float64(s.Decisions), float64(games[i].Seats)
	}
	r.Win, r.Gain = stats.RatioOf(wins, decisions), stats.RatioOf(gains, decisions)
	r.GameWin, r.GameGain = stats.RatioOf(wins, seats), stats.RatioOf(gains, seats)
	return r
}

// Columns returns the columns of rows.
func Columns() []table.Column[Row] {
	var cols table.Columns[Row]
	cols.Text("kind", "kind of the decisions, empty for all", func(r *Row) string { return r.Kind })
	cols.Count("decisions", "decisions of the agent", func(r *Row) int { return r.Decisions })
	cols.Count("differ", "those at which the chooser's action is another one", func(r *Row) int { return r.Differ })
	cols.Count("played", "those after which the rest was played", func(r *Row) int { return r.Played })
	estimate := func(name, doc string, f func(*Row) stats.Estimate) {
		cols.Number(name, doc, func(r *Row) float64 { return f(r).Value })
		cols.Number(name+"_se", "its standard error over games, 0 if it is not known", func(r *Row) float64 { return f(r).StdErr })
	}
	estimate("win", "change in games won, for each decision", func(r *Row) stats.Estimate { return r.Win })
	estimate("gain", "change in points, for each decision", func(r *Row) stats.Estimate { return r.Gain })
	estimate("game_win", "change in games won, for each game of one seat", func(r *Row) stats.Estimate { return r.GameWin })
	estimate("game_gain", "change in points, for each game of one seat", func(r *Row) stats.Estimate { return r.GameGain })
	return cols
}
