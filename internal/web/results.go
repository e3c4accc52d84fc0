package web

import (
	"encoding/json"
	"fmt"
	"html"

	"rummygym/env/record"
)

// Results is a page of the ratings of players and of what they scored against each other, with games to replay.
type Results struct {
	Title   string          `json:"title"` // name of the game for people
	Phrases *record.Phrases `json:"phrases"`
	About   string          `json:"about"`  // what was played
	Agents  []ResultsAgent  `json:"agents"` // the best first
	Games   []ResultsGame   `json:"games"`
	Notes   []string        `json:"notes"` // what went wrong
}

// ResultsAgent is a player.
type ResultsAgent struct {
	Name     string     `json:"name"`
	Elo      float64    `json:"elo"`
	Low      *float64   `json:"low"` // ends of its interval, nil: infinite
	High     *float64   `json:"high"`
	Score    float64    `json:"score"`
	Gain     float64    `json:"gain"` // mean, in points
	Games    int        `json:"games"`
	Forfeits int        `json:"forfeits"`
	Scores   []*float64 `json:"scores"` // against each agent, nil: none
}

// ResultsGame is a game of two agents, by their numbers.
type ResultsGame struct {
	Agents [2]int
	Points int // paid
	Record *record.Record
	Why    map[int][]record.Reason // as that of a [Replay]
}

// MarshalJSON returns the game with its record.
func (g ResultsGame) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Agents [2]int                  `json:"agents"`
		Points int                     `json:"points"`
		Record json.RawMessage         `json:"record"`
		Why    map[int][]record.Reason `json:"why,omitempty"`
	}{g.Agents, g.Points, appendRecord(nil, g.Record), g.Why})
}

// HTML returns the page, one file as that of a [Replay]. An error names a record that makes no table.
func (r *Results) HTML() ([]byte, error) {
	for i := range r.Games {
		if err := checkRecord(r.Games[i].Record); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	data, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	packed, err := pack(data)
	if err != nil {
		return nil, err
	}
	return replayPage(html.EscapeString(r.Title+": results"), packed), nil
}
