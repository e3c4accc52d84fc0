package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// Version is the version of the JSON and of the columns. It changes when a name or a
// meaning changes.
const Version = "rummygym.tournament/1"

// Format is the output format of a summary.
type Format string

// The formats.
const (
	Table Format = "table"
	JSON  Format = "json"
	CSV   Format = "csv"
	Arrow Format = "arrow"
)

// Formats holds all formats.
var Formats = []Format{Table, JSON, CSV, Arrow}

// ParseFormat parses the name of a format.
func ParseFormat(s string) (Format, error) {
	var names []string
	for _, f := range Formats {
		if s == string(f) {
			return f, nil
		}
		names = append(names, string(f))
	}
	return "", fmt.Errorf("%q is not a format: want %s", s, strings.Join(names, ", "))
}

// Write writes a summary to w in the given format.
func Write(w io.Writer, s *arena.Summary, f Format) error {
	switch f {
	case Table:
		return writeTables(w, s)
	case JSON:
		return writeJSON(w, s)
	case CSV:
		return writeCSV(w, Columns(s), s.Pairs)
	case Arrow:
		return writeArrow(w, Columns(s), s.Pairs, Version, "rummygym.tournament", &s.Setup)
	}
	_, err := ParseFormat(string(f))
	return err
}

// writeCSV writes a line with the names of the columns and one line per row.
func writeCSV[R any](w io.Writer, cols []Column[R], rows []R) error {
	out := csv.NewWriter(w)
	record := make([]string, len(cols))
	for i := range cols {
		record[i] = cols[i].Name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for r := range rows {
		for i := range cols {
			switch v := cols[i].value(&rows[r]).(type) {
			case nil:
				record[i] = ""
			case float64:
				record[i] = strconv.FormatFloat(v, 'g', -1, 64)
			default:
				record[i] = fmt.Sprint(v)
			}
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// document is the JSON form of a summary. Each pair is an object with the columns as
// its fields, in order.
type document struct {
	Version    string            `json:"version"`
	Setup      *arena.Setup      `json:"setup"`
	Confidence float64           `json:"confidence"`
	Resamples  int               `json:"resamples"`
	Played     int               `json:"played"`
	Players    []player          `json:"players"`
	Pairs      []json.RawMessage `json:"pairs"`
	ZTests     *zTests           `json:"z_tests,omitempty"`
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

func writeJSON(w io.Writer, s *arena.Summary) error {
	d := document{
		Version: Version, Setup: &s.Setup, Played: s.Played(),
		Confidence: s.Settings.Confidence, Resamples: s.Settings.Resamples, ZTests: zTestsOf(s.Against),
	}
	for _, p := range s.Players {
		row := player{p.Name, p.Games, finite(p.Win.Value), finite(p.Win.StdErr), finite(p.Gain.Value), finite(p.Gain.StdErr), nil}
		if s.Retries {
			row.Retries = &p.Retries
		}
		d.Players = append(d.Players, row)
	}
	var err error
	if d.Pairs, err = objects(Columns(s), s.Pairs); err != nil {
		return err
	}
	return writeDocument(w, d)
}

// writeDocument writes d as indented JSON.
func writeDocument(w io.Writer, d any) error {
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// objects returns the JSON objects of rows.
func objects[R any](cols []Column[R], rows []R) (all []json.RawMessage, err error) {
	for r := range rows {
		row, err := object(cols, &rows[r])
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, nil
}

// object returns the JSON object of a row, with its fields in the order of the columns.
func object[R any](cols []Column[R], row *R) ([]byte, error) {
	b := []byte{'{'}
	for i := range cols {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, cols[i].Name), ':')
		v, err := json.Marshal(cols[i].value(row))
		if err != nil {
			return nil, err
		}
		b = append(b, v...)
	}
	return append(b, '}'), nil
}

// number returns v with the given number of digits after the decimal point, or "-" if v
// is NaN or infinite. A rate below 1 keeps its leading zero.
func number(v float64, digits int) string {
	if finite(v) == nil {
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
