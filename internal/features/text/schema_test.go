package text_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/features/text"
	"rummygym/internal/must"
)

// TestSchema checks positions of every phase of every game of the tests, and positions with a fault, against the JSON schema. The short form
// has a phase of every table, and every phase of a game once.
func TestSchema(t *testing.T) {
	numbers, relabelled := text.Default(), text.Default()
	numbers.Numbers, relabelled.Relabel = true, "SHCD"
	var good, bad [][]byte
	phases := map[string]bool{}
	for _, of := range tables() {
		x := deal(t, of[0], of[1], 8)
		plain, solved, other := x.writer(t, text.Default()), x.writer(t, numbers), x.writer(t, relabelled)
		seen := map[string]int{}
		x.play(t, x.mixed(t, specOf(of[0]), 8, 3), func(p game.Player) {
			if seen[phase(x)]++; seen[phase(x)] > 1 { // the library takes milliseconds for a position
				return
			}
			of := of[0] + phase(x)
			if phases[of] && len(seen) > 1 && testing.Short() {
				return
			}
			phases[of] = true
			m := x.moment(max(p, 0))
			good = append(good, plain.AppendJSON(nil, m), solved.AppendJSON(nil, m))
			if len(seen) > 1 && testing.Short() { // one phase of each table has the rest
				return
			}
			unknown := *m
			unknown.Events = nil
			good = append(good, other.AppendJSON(nil, m), plain.AppendJSON(nil, &unknown))
			next := m.Obs.Observer() + 1
			good = append(good, plain.AppendJSON(nil, x.moment(next%game.Player(x.game.Players()))))
		})
	}
	faults := [][2]string{
		{`"version":1`, `"version":2`}, {`"to_move":`, `"moves":`}, {`"seat":`, `"seat":7`}, {`"phase":"`, `"phase":4,"x":"`}, {`"pile":[`, `"pile":["1C",`},
		{`"stock_size":`, `"stock_size":0.5`}, {`"hidden":`, `"hidden":0.5`}, {`"events":[{"type":"deal"`, `"events":[{"type":"dealt"`}, {`"from":"stock"`, `"from":"deck"`},
		{`"known":[`, `"known":[null,`}, {`"text":"`, `"words":"`}, {`"facts":[`, `"facts":[1,`}, {`"melds":[`, `"melds":["AC",`}, {`"drawn":`, `"drew":`}, {`"unmelded":`, `"rest":`},
	}
	found := make([]int, len(faults))
	for _, line := range good {
		for i, f := range faults {
			next := bytes.Replace(line, []byte(f[0]), []byte(f[1]), 1)
			if !bytes.Equal(next, line) && json.Valid(next) && found[i] < 4 {
				bad = append(bad, next)
				found[i]++
			}
		}
	}
	for i, n := range found {
		must.Equal(t, n, 4, "positions with %s", faults[i][0])
	}
	must.MatchSchema(t, text.Schema(), good, bad)
	t.Logf("%d positions, %d with a fault", len(good), len(bad))
}
