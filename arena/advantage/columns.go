package advantage

import (
	"rummygym/arena/stats"
	"rummygym/table"
)

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
