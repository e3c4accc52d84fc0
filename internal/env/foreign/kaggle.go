package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"rummygym/env/record"
	"rummygym/internal/strictjson"
)

// kaggleReplay is what is read of a replay.
type kaggleReplay struct {
	Steps [][]struct {
		Observation struct {
			State string `json:"serializedGameAndState"`
		}
	}
	Info struct {
		TeamNames    []string // of a game in a competition, by seat
		StateHistory []string // JSON objects, of which the last has the result
	}
}

// Kaggle reads a replay of open_spiel_gin_rummy of kaggle-environments, the JSON object that its
// Environment.toJSON returns. The game is the last state that an agent got, which [OpenSpiel] reads.
// The record of a game that a player forfeits has no end. The environment is for the header.
func Kaggle(text []byte, env string) ([]*record.Record, error) {
	var r kaggleReplay
	if err := strictjson.Unmarshal(text, &r); err != nil {
		line := 1
		if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) {
			line += bytes.Count(text[:wrong.Offset], []byte("\n"))
		}
		return nil, fmt.Errorf("the replay, line %d: %w: want the JSON object that Environment.toJSON returns", line, err)
	}
	state := ""
	for _, seats := range r.Steps {
		for _, seat := range seats {
			if s := seat.Observation.State; s != "" {
				state = s
			}
		}
	}
	if state == "" {
		return nil, errors.New("the replay has no state of a game: want steps whose observations have serializedGameAndState")
	}
	all, err := OpenSpiel([]byte(state), env)
	if err != nil {
		return nil, fmt.Errorf("the last serializedGameAndState: %w", err)
	}
	rec := all[len(all)-1]
	if len(r.Info.TeamNames) == len(rec.Seats) {
		rec.Seats = r.Info.TeamNames
	}
	if n := len(r.Info.StateHistory); n > 0 && rec.Over() {
		var end struct{ Returns []float64 }
		if err := strictjson.Unmarshal([]byte(r.Info.StateHistory[n-1]), &end); err != nil {
			return nil, fmt.Errorf("the last entry of info.stateHistory: %w", err)
		}
		gains := rec.Events[len(rec.Events)-1].Gains
		if !slices.EqualFunc(end.Returns, gains, func(x float64, gain int) bool { return x == float64(gain) }) {
			return nil, fmt.Errorf("the last entry of info.stateHistory returns %v, but by the rules it is %v", end.Returns, gains)
		}
	}
	return all, nil
}
