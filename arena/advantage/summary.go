package advantage

import (
	"rummygym/arena/stats"
	"rummygym/table"
)

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
