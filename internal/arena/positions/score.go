package positions

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/arena/stats"
	"rummygym/env/card"
	"rummygym/env/record"
	"rummygym/internal/options"
	"rummygym/internal/strictjson"
)

// Given is a file of answers.
type Given struct {
	Answers map[string]string // by the ids of positions
	Invalid map[string]int    // numbers of lines without an answer by the reason that they give
	Usage                     // sums over the lines
}

// Answers reads answers as JSON Lines: {"id": …, "answer": …}, an answer being the name of a move or its words; null
// is none. A line may also have the members invalid, which says why there is no answer, prompt_tokens, completion_tokens and seconds,
// and said, which is not read. An error names the line and the field.
func Answers(r io.Reader, set []Entry) (*Given, error) {
	known := map[string]bool{}
	for i := range set {
		known[set[i].ID] = true
	}
	all, given := &Given{Answers: map[string]string{}, Invalid: map[string]int{}}, map[string]int{}
	err := eachLine(r, func(number int, line []byte) error {
		var a struct {
			ID      *string          `json:"id"`
			Answer  *json.RawMessage `json:"answer"`
			Invalid *string          `json:"invalid"`
			Said    json.RawMessage  `json:"said"`
			Usage
		}
		if err := strictjson.UnmarshalKnown(line, &a); err != nil {
			return fmt.Errorf(`%w: want an object such as {"id":"gin-00001","answer":"draw stock"}`, err)
		}
		switch {
		case a.ID == nil:
			return fmt.Errorf("field id is missing: want the id of a position")
		case !known[*a.ID]:
			return fmt.Errorf("field id is %q: the set has no such position", *a.ID)
		case given[*a.ID] > 0:
			return fmt.Errorf("field id is %q: line %d has answered it", *a.ID, given[*a.ID])
		case a.Answer == nil && !strings.Contains(string(line), `"answer"`):
			return fmt.Errorf("field answer is missing: want the name of a move, or null for none")
		}
		if a.PromptTokens < 0 || a.CompletionTokens < 0 || a.Seconds < 0 {
			return fmt.Errorf("field prompt_tokens is %d, completion_tokens %d, seconds %v: want 0 or more", a.PromptTokens, a.CompletionTokens, a.Seconds)
		}
		given[*a.ID] = number
		all.PromptTokens, all.CompletionTokens, all.Seconds = all.PromptTokens+a.PromptTokens, all.CompletionTokens+a.CompletionTokens, all.Seconds+a.Seconds
		if a.Answer == nil {
			if a.Invalid != nil {
				all.Invalid[*a.Invalid]++
			}
			return nil
		}
		var answer string
		if err := json.Unmarshal(*a.Answer, &answer); err != nil {
			return fmt.Errorf("field answer is %s: want the name of a move in quotes, or null for none", *a.Answer)
		}
		all.Answers[*a.ID] = answer
		return nil
	})
	return all, err
}

// eachLine calls do for the lines that are not blank, numbered from 1. Errors get the number.
func eachLine(r io.Reader, do func(number int, line []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	number := 0
	for lines.Scan() {
		number++
		if len(strings.TrimSpace(lines.Text())) == 0 {
			continue
		}
		if err := do(number, lines.Bytes()); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	return nil
}

// Move returns the move that an answer stands for: its name or its words, in either case. The
// error lists the names.
func (e *Entry) Move(answer string) (*Move, error) {
	asked := strings.Join(strings.Fields(answer), " ")
	var names []string
	for i := range e.Moves {
		m := &e.Moves[i]
		if strings.EqualFold(asked, m.Name) || strings.EqualFold(asked, m.Text) {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return nil, fmt.Errorf("%q is not a legal move%s: want %s", answer, options.Suggest(answer, names), strings.Join(names, ", "))
}

// Row is what answers to a group of positions are worth. Numbers without a value are NaN.
type Row struct {
	Group     string  `json:"group" doc:"the positions counted: all, those of one kind of decision, of one level of difficulty, of one number of seats, or (aim) those whose best move depends on the aim"`
	Positions int     `json:"positions" doc:"number of positions"`
	Missing   int     `json:"missing" doc:"number of positions without an answer"`
	Illegal   int     `json:"illegal" doc:"number of answers that are not legal moves"`
	Accuracy  float64 `json:"accuracy" doc:"share of answers that are the best move or have a cost of 0" digits:"3"`
	AccLow    float64 `json:"accuracy_low" doc:"lower end of the bootstrap interval of accuracy" digits:"3"`
	AccHigh   float64 `json:"accuracy_high" doc:"upper end of the bootstrap interval of accuracy" digits:"3"`
	Names     float64 `json:"names" doc:"accuracy of an answerer that reads no cards: the best choice for each list of names of legal moves, the cards left out" digits:"3"`
	Near      float64 `json:"near" doc:"share of answers whose cost is at most two standard errors" digits:"3"`
	Cost      float64 `json:"cost" doc:"mean cost of the answers in points; a missing or illegal answer costs as much as the worst move" digits:"3"`
	CostLow   float64 `json:"cost_low" doc:"lower end of the bootstrap interval of cost" digits:"3"`
	CostHigh  float64 `json:"cost_high" doc:"upper end of the bootstrap interval of cost" digits:"3"`
	Floor     float64 `json:"floor" doc:"mean cost of the cheapest legal move by this measurement: no answers have a lower cost, and the best possible ones would be charged between this and 0" digits:"3"`
	Win       float64 `json:"win_cost" doc:"mean cost of the answers in win chance" digits:"4"`
}

// unit is a position with its twins: a bootstrap draws them together.
type unit struct{ n, exact, near, cost, floor, win float64 }

// Score returns what answers are worth: for all positions, by kind, by difficulty, by the number of seats if they differ, and for
// those whose best move depends on the aim. The seed determines the
// intervals.
func Score(set []Entry, answers map[string]string, resamples int, confidence float64, seed uint64) []Row {
	rows := []Row{score("all", set, answers, resamples, confidence, seed)}
	for _, by := range []struct {
		words []string
		of    func(*Entry) string
	}{
		{Kinds(), func(e *Entry) string { return e.Kind }}, {Classes(), func(e *Entry) string { return e.Difficulty }},
		{[]string{"2 seats", "3 seats", "4 seats", "5 seats", "6 seats"}, (*Entry).seats},
		{[]string{"aim"}, func(e *Entry) string { return record.When(e.WinBest != "", "aim") }},
	} {
		parts := map[string][]Entry{}
		for i := range set {
			word := by.of(&set[i])
			parts[word] = append(parts[word], set[i])
		}
		for _, word := range by.words {
			if part := parts[word]; len(part) > 0 && (len(part) < len(set) || !strings.HasSuffix(word, " seats")) {
				rows = append(rows, score(word, part, answers, resamples, confidence, seed))
			}
		}
	}
	return rows
}

// seats returns how many players a position has, such as "2 seats".
func (e *Entry) seats() string {
	var p struct{ Seats []struct{} }
	_ = json.Unmarshal(e.Position, &p) // without a position it has no such group
	return record.Count(len(p.Seats), "seat")
}

// byNames returns the accuracy of the best answerer that reads no cards: it sees the names of the legal moves without the cards,
// and for each set of names always chooses the first move, or the last, of one name.
func byNames(set []Entry) float64 {
	right := map[string]map[string]int{} // by the names, then the choice
	for i := range set {
		e, moves := &set[i], map[string][]bool{}
		for _, m := range e.Moves {
			name := strings.Join(slices.DeleteFunc(strings.Fields(m.Name), func(w string) bool { _, err := card.Parse(w); return err == nil }), " ")
			moves[name] = append(moves[name], m.Name == e.Best || m.Cost <= 0)
		}
		names := strings.Join(slices.Sorted(maps.Keys(moves)), ", ")
		if right[names] == nil {
			right[names] = map[string]int{}
		}
		for name, best := range moves {
			if best[0] {
				right[names]["first "+name]++
			}
			if best[len(best)-1] {
				right[names]["last "+name]++
			}
		}
	}
	n := 0
	for _, choices := range right {
		n += slices.Max(append(slices.Collect(maps.Values(choices)), 0))
	}
	return float64(n) / float64(len(set))
}

// Costs returns what answers cost in points, by position; twins are one position with their mean.
func Costs(set []Entry, answers map[string]string) (all []float64) {
	for _, u := range tally(set, answers, new(Row)) {
		all = append(all, u.cost/u.n)
	}
	return all
}

// tally returns the units of a set, and counts missing and illegal answers.
func tally(set []Entry, answers map[string]string, row *Row) []unit {
	units, at := []unit{}, map[string]int{}
	for i := range set {
		e := &set[i]
		original := e.ID
		if e.TwinOf != "" {
			original = e.TwinOf
		}
		if _, ok := at[original]; !ok {
			at[original], units = len(units), append(units, unit{})
		}
		u := &units[at[original]]
		u.n++
		answer, ok := answers[e.ID]
		m, err := e.Move(answer)
		switch {
		case !ok:
			row.Missing++
		case err != nil:
			row.Illegal++
		}
		if !ok || err != nil {
			m = &Move{Cost: math.Inf(-1)}
			for j := range e.Moves {
				if e.Moves[j].Cost > m.Cost {
					m = &e.Moves[j]
				}
			}
		} else {
			if m.Name == e.Best || m.Cost <= 0 {
				u.exact++
			}
			if m.Name == e.Best || m.Cost <= 2*m.CostErr {
				u.near++
			}
		}
		least := slices.MinFunc(e.Moves, func(a, b Move) int { return cmp.Compare(a.Cost, b.Cost) })
		u.cost += m.Cost
		u.floor += least.Cost
		u.win += m.Win
	}
	return units
}

func score(group string, set []Entry, answers map[string]string, resamples int, confidence float64, seed uint64) Row {
	row := Row{Group: group, Positions: len(set), Names: byNames(set)}
	units := tally(set, answers, &row)
	column := func(of func(unit) float64) (all []float64) {
		for _, u := range units {
			all = append(all, of(u))
		}
		return all
	}
	n := column(func(u unit) float64 { return u.n })
	mean := func(of func(unit) float64) (float64, stats.Interval) {
		x, sum, all := column(of), 0., 0.
		for i := range x {
			sum, all = sum+x[i], all+n[i]
		}
		src := rand.NewPCG(seed, 0) // the same resamples for all columns
		return sum / all, stats.BootstrapRatio(x, n, resamples, confidence, src)
	}
	var in stats.Interval
	row.Accuracy, in = mean(func(u unit) float64 { return u.exact })
	row.AccLow, row.AccHigh = in.Low, in.High
	row.Cost, in = mean(func(u unit) float64 { return u.cost })
	row.CostLow, row.CostHigh = in.Low, in.High
	row.Near, _ = mean(func(u unit) float64 { return u.near })
	row.Floor, _ = mean(func(u unit) float64 { return u.floor })
	row.Win, _ = mean(func(u unit) float64 { return u.win })
	return row
}
