package main

import (
	"fmt"
	"math"

	"rummygym/arena/stats"
	"rummygym/internal/strictjson"
)

// evaluation is the request of evaluate.
type evaluation struct {
	Players    int     `json:"players"` // 1, or 2 that are compared
	From       int     `json:"from"`    // number of seats from which each deal was played, from seat 0
	Confidence float64 `json:"confidence"`
}

// atTwo is the number of columns of an outcome at a table for two.
const atTwo = outcomeColumns + 2

// evaluate measures games at tables for two: outcomes [players, from, deals, atTwo], rows of the array outcomes. In game s of a deal a
// player has seat s.
func evaluate(request string, outcomes []int32) ([]byte, error) {
	e := evaluation{Players: 1, From: 2, Confidence: 0.95}
	if err := strictjson.Object("request", request, &e); err != nil {
		return nil, err
	}
	games := e.Players * e.From
	switch {
	case e.Players < 1 || e.Players > 2:
		return nil, fmt.Errorf("request: key \"players\" is %d: want 1, or 2 that are compared", e.Players)
	case e.From < 1 || e.From > 2:
		return nil, fmt.Errorf("request: key \"from\" is %d: want 1 or 2 seats", e.From)
	case !(e.Confidence > 0 && e.Confidence < 1):
		return nil, fmt.Errorf("request: key \"confidence\" is %v: want a number between 0 and 1", e.Confidence)
	case len(outcomes) == 0 || len(outcomes)%(games*atTwo) != 0:
		return nil, fmt.Errorf("array outcomes has %d entries: want a multiple of players × from × %d = %d", len(outcomes), atTwo, games*atTwo)
	}
	deals := len(outcomes) / (games * atTwo)
	var all []any
	var measures []stats.Measure
	for player := range e.Players {
		of := outcomes[player*e.From*deals*atTwo:]
		m := e.measure(of, deals, 0, e.From)
		measures = append(measures, m)
		row := map[string]any{"games": m.Rows, "deals": deals, "voids": 0, "rounds_mean": number(m.Rounds.Value), "score_z": number(m.Fair.Z), "score_p": number(m.Fair.P)}
		put(row, "win_rate", "win_rate", m.Win, m.WinInterval)
		put(row, "score", "score", m.Score, stats.RateInterval(m.Score, m.Units, e.Confidence))
		put(row, "gain_mean", "gain", m.Gain, m.GainInterval)
		decided := 0
		for i := range m.Each {
			decided += int(m.Each[i].Decided)
		}
		row["voids"] = m.Rows - decided
		for seat, name := range []string{"first", "second"} {
			row["win_rate_"+name], row["gain_"+name] = nil, nil
			if seat < e.From {
				at := e.measure(of, deals, seat, seat+1)
				row["win_rate_"+name], row["gain_"+name] = number(at.Win.Value), number(at.Gain.Value)
			}
		}
		all = append(all, row)
	}
	answer := map[string]any{"rows": all, "difference": nil}
	if e.Players == 2 {
		difference := map[string]any{}
		win, score, gain := stats.Contrasts(&measures[0], &measures[1], 2, e.Confidence)
		for name, c := range map[string]stats.Contrast{"win_rate": win, "score": score, "gain": gain} {
			put(difference, name, name, c.Estimate, c.Interval)
			difference[name+"_z"], difference[name+"_p"] = number(c.Test.Z), number(c.Test.P)
		}
		answer["difference"] = difference
	}
	return compact(answer), nil
}

// measure returns the measure of a player's games at the given seats.
func (e *evaluation) measure(outcomes []int32, deals, from, to int) stats.Measure {
	units := make([]stats.Unit, deals)
	for i := range units {
		u := &units[i]
		u.Deal = int32(i)
		for seat := from; seat < to; seat++ {
			o := outcomes[(seat*deals+i)*atTwo:][:atTwo]
			if o[1] >= 0 {
				u.Decided++
			}
			if int(o[1]) == seat {
				u.Won++
			}
			u.Rounds += uint32(o[2])
			u.Gain += o[outcomeColumns+seat]
		}
	}
	return stats.MeasureOf(units, (to-from)*deals, 2, to-from > 1, e.Confidence)
}

// put sets an estimate, its standard error and its interval in a row.
func put(row map[string]any, value, name string, e stats.Estimate, in stats.Interval) {
	row[value], row[name+"_se"], row[name+"_low"], row[name+"_high"] = number(e.Value), number(e.StdErr), number(in.Low), number(in.High)
}

// number returns x for JSON, which has no NaN.
func number(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return x
}
