package positions

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"rummygym/arena/stats"
	"rummygym/internal/strictjson"
	"rummygym/internal/table"
)

// LeaderboardVersion is the version of the format of leaderboards.
const LeaderboardVersion = 1

// The kinds of players.
const (
	BuiltIn = "built-in" // an agent of the program
	Model   = "model"    // a language model
	Program = "program"  // any other player
)

// Standing is a row of a leaderboard: what the answers of one player to one set are worth.
type Standing struct {
	Set       string `json:"set" doc:"name of the set"`
	SetSHA256 string `json:"set_sha256" doc:"SHA-256 of the set as JSON Lines"`
	Name      string `json:"name" doc:"name of the player"`
	Kind      string `json:"kind" doc:"kind of the player: built-in (an agent of the program), model (a language model) or program (any other)"`
	Settings  string `json:"settings" doc:"settings needed to repeat the result, for example the canonical name of an agent or the options of a model"`
	Version   string `json:"version" doc:"version of the program that scored the answers"`
	Answers   string `json:"answers_sha256" doc:"SHA-256 of the file of answers"`
	Usage
	Spent float64 `json:"spent" doc:"price of the tokens, 0 if no prices are given"`
	Row
	Invalid map[string]int `json:"invalid"` // numbers of missing answers by the reason that the file of answers gives
	Kinds   []Row          `json:"kinds"`   // by kind of decision
	Costs   []float64      `json:"costs"`   // by position, see [Costs]
}

// Usage is what answers took, as the file of answers says.
type Usage struct {
	PromptTokens     int     `json:"prompt_tokens" doc:"tokens of all prompts, 0 if unknown"`
	CompletionTokens int     `json:"completion_tokens" doc:"tokens of all answers, 0 if unknown"`
	Seconds          float64 `json:"seconds" doc:"sum of the times from question to answer, 0 if unknown"`
}

// Leaderboard compares players by their answers to the same sets.
type Leaderboard struct {
	Version int        `json:"version"`
	Rows    []Standing `json:"rows"` // by set, those with the least mean cost first
}

// ReadLeaderboard reads the JSON that [Leaderboard.Write] writes. An error names the row and the field.
func ReadLeaderboard(r io.Reader) (*Leaderboard, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l := new(Leaderboard)
	if err := strictjson.UnmarshalKnown(data, l); err != nil {
		return nil, fmt.Errorf("%w: want a leaderboard of rummygym positions score", err)
	}
	if l.Version != LeaderboardVersion {
		return nil, fmt.Errorf("field version is %d: this program reads version %d", l.Version, LeaderboardVersion)
	}
	for i, row := range l.Rows {
		if row.Set == "" || row.Name == "" || row.Positions < 1 {
			return nil, fmt.Errorf("row %d: field set is %q, name %q, positions %d: want a set, a player and 1 position or more", i+1, row.Set, row.Name, row.Positions)
		}
	}
	return l, nil
}

// Add adds a row, in place of that of the same player for the same set. A row must have an interval: a set of one position has none.
func (l *Leaderboard) Add(s Standing) error {
	for _, row := range append([]Row{s.Row}, s.Kinds...) {
		for _, x := range []float64{row.Accuracy, row.AccLow, row.AccHigh, row.Near, row.Names, row.Floor, row.Cost, row.CostLow, row.CostHigh, row.Win} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("the %d positions of %s have no mean or interval: want more positions", row.Positions, row.Group)
			}
		}
	}
	l.Rows = slices.DeleteFunc(l.Rows, func(r Standing) bool { return r.Set == s.Set && r.Name == s.Name })
	l.Rows = append(l.Rows, s)
	slices.SortStableFunc(l.Rows, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.SetSHA256, b.SetSHA256), cmp.Compare(a.Cost, b.Cost), cmp.Compare(a.Name, b.Name))
	})
	return nil
}

// Write writes the leaderboard as JSON with one row per line.
func (l *Leaderboard) Write(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"version\": %d, \"rows\": [", LeaderboardVersion)
	for i := range l.Rows {
		line, err := json.Marshal(&l.Rows[i])
		if err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(line)
	}
	b.WriteString("\n]}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// Standings returns a Markdown table of the rows of a set. Costs are also compared with those of the row above, position by position.
func (l *Leaderboard) Standings(set string) string {
	var v table.View[Standing]
	var above *Standing
	v.Add(func(s *Standing) []string {
		tokens, more := "", ""
		if above != nil && above.SetSHA256 == s.SetSHA256 && len(above.Costs) == len(s.Costs) {
			differences := slices.Clone(s.Costs)
			for i, cost := range above.Costs {
				differences[i] -= cost
			}
			d := stats.MeanOf(differences)
			more = fmt.Sprintf("%.2f ± %.2f", d.Value, d.StdErr)
		}
		above = s
		if n := s.PromptTokens + s.CompletionTokens; n > 0 {
			tokens = fmt.Sprint(n / s.Positions)
		}
		return []string{
			"`" + s.Name + "`", s.Kind, fmt.Sprintf("%.3f", s.Accuracy), fmt.Sprintf("%+.3f", s.Accuracy-s.Names), fmt.Sprintf("%.3f", s.Near), fmt.Sprintf("%.2f [%.2f, %.2f]", s.Cost, s.CostLow, s.CostHigh), more,
			fmt.Sprintf("%.4f", s.Win), fmt.Sprint(s.Missing + s.Illegal), tokens,
		}
	}, "player", "kind", "accuracy", "above names", "near", "mean cost in points", "more than the row above", "in win chance", "no legal answer", "tokens per position")
	rows := slices.DeleteFunc(slices.Clone(l.Rows), func(s Standing) bool { return s.Set != set })
	return v.Markdown(rows)
}
