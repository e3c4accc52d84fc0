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
	out := table.Output[arena.Pair]{
		Table: t, Text: func(out *bufio.Writer) { writeTables(out, s) }, Document: newDocument(s, t),
		Version: Version, Key: "rummygym.tournament", Setup: &s.Setup,
	}
	return out.Write(w, f)
}

// document is the JSON form of a summary.
type document struct {
	Version    string                  `json:"version"`
	Setup      *arena.Setup            `json:"setup"`
	Confidence float64                 `json:"confidence"`
	Resamples  int                     `json:"resamples"`
	Played     int                     `json:"played"`
	Players    []player                `json:"players"`
	Pairs      table.Table[arena.Pair] `json:"pairs"`
	ZTests     *zTests                 `json:"z_tests,omitempty"`
}

// player is the JSON form of the results of an agent against the others, over all seats.
type player struct {
	Name     string `json:"name"`
	Games    int    `json:"games"`
	WinRate  any    `json:"win_rate"`
	WinSE    any    `json:"win_rate_se"`
	GainMean any    `json:"gain_mean"`
	GainSE   any    `json:"gain_se"`
	Retries  *int   `json:"retries,omitempty"`
}

func newDocument(s *arena.Summary, pairs table.Table[arena.Pair]) *document {
	d := &document{
		Version: Version, Setup: &s.Setup, Played: s.Played(), Pairs: pairs,
		Confidence: s.Settings.Confidence, Resamples: s.Settings.Resamples, ZTests: zTestsOf(s.Against),
	}
	for _, p := range s.Players {
		row := player{p.Name, p.Games, table.Finite(p.Win.Value), table.Finite(p.Win.StdErr), table.Finite(p.Gain.Value), table.Finite(p.Gain.StdErr), nil}
		if s.Retries {
			row.Retries = &p.Retries
		}
		d.Players = append(d.Players, row)
	}
	return d
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
