package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/table"
)

// Version is the version of the JSON and of the columns. It changes when a name or a
// meaning changes.
const Version = "rummygym.tournament/1"

// Write writes a summary to w in the given format.
func Write(w io.Writer, s *arena.Summary, f table.Format) error {
	t := table.New(Columns(s), s.Pairs)
	document := table.Object{"version", Version, "setup", &s.Setup, "confidence", s.Settings.Confidence, "resamples", s.Settings.Resamples,
		"played", s.Played(), "players", table.New(playerColumns(s), s.Players), "pairs", t}
	if s.Against != nil {
		document = append(document, "z_tests", zTests(s.Against))
	}
	out := table.Output[arena.Pair]{
		Table: t, Text: func(out *bufio.Writer) {
			short := shortNamesOf(&s.Setup)
			writeTables(out, short.summary(s))
			short.write(out, &s.Setup)
		}, Document: document,
		Version: Version, Key: "rummygym.tournament", Setup: &s.Setup,
	}
	return out.Write(w, f)
}

// playerColumns returns the columns of the results of each agent against the others, over all seats.
func playerColumns(s *arena.Summary) []table.Column[arena.Player] {
	var cols columns[arena.Player]
	cols.Text("name", "the agent", func(p *arena.Player) string { return p.Name })
	cols.Count("games", s.Terms.Games()+" played", func(p *arena.Player) int { return p.Games })
	cols.estimate("win_rate", "win_rate_se", "share of them won", "its standard error", func(p *arena.Player) stats.Estimate { return p.Win })
	cols.estimate("gain_mean", "gain_se", "mean gain, points", "its standard error", func(p *arena.Player) stats.Estimate { return p.Gain })
	if s.Retries {
		cols.Count("retries", "answers that were refused and asked for again", func(p *arena.Player) int { return p.Retries })
	}
	return cols.Columns
}

// number returns v with the given number of digits after the decimal point, or "-" if v
// is NaN or infinite. A rate below 1 keeps its leading zero.
func number(v float64, digits int) string {
	if table.Finite(v) == nil {
		return "-"
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // no minus before a rounded zero
	}
	return text
}

// plusMinus returns the text "value ± standard error" of an estimate.
func plusMinus(e stats.Estimate, digits int) string {
	return number(e.Value, digits) + " ± " + number(e.StdErr, digits)
}

// interval returns the text of an interval.
func interval(in stats.Interval, digits int) string {
	return fmt.Sprintf("[%s, %s]", number(in.Low, digits), number(in.High, digits))
}
