package report

import (
	"bufio"
	"fmt"
	"strconv"

	"rummygym/arena"
	"rummygym/table"
)

// writeAgainst writes the z-tests against a common opponent.
func writeAgainst(out *bufio.Writer, s *arena.Summary) {
	a := s.Against
	fmt.Fprintf(out, "\nAgainst %s, as Table 2 of goldman2021evaluating: two-sided two-proportion z-tests with the agent of the row above, and with\n%s against itself; s.e. pooled, Holm's correction over the column\n\n", a.Opponent, a.Opponent)
	type row = arena.AgainstRow
	var v table.View[row]
	v.Add(func(r *row) []string { return []string{r.Name, number(r.Wins.Value(), 3), strconv.Itoa(r.Wins.Trials)} }, "", "win rate", s.Terms.Games())
	contrast := func(with string, of func(*row) *arena.Contrast) {
		v.Add(func(r *row) []string {
			c := of(r)
			return []string{number(c.Value, 3), number(c.StdErr, 3), number(c.Test.Z, 3), pValue(c.Test.P), pValue(c.Holm)}
		}, with, "s.e.", "z", "p", "Holm")
	}
	contrast("with row above", func(r *row) *arena.Contrast { return &r.Before })
	contrast("with itself", func(r *row) *arena.Contrast { return &r.Itself })
	v.Write(out, table.Ruled, a.Rows)
}

// zTests is the JSON of the z-tests against a common opponent.
type zTests struct {
	Opponent string `json:"opponent"`
	Agents   []zRow `json:"agents"`
}

type zRow struct {
	Name    string `json:"name"`
	Games   int    `json:"games"`
	WinRate any    `json:"win_rate"`
	Before  zTest  `json:"with_agent_before"`
	Itself  zTest  `json:"with_opponent_itself"`
}

type zTest struct {
	Difference any `json:"difference"`
	StdErr     any `json:"se"`
	Z          any `json:"z"`
	P          any `json:"p"`
	Holm       any `json:"holm"`
}

// zTestsOf returns the tests for JSON, nil where there are none.
func zTestsOf(a *arena.Against) *zTests {
	if a == nil {
		return nil
	}
	test := func(c arena.Contrast) zTest {
		return zTest{table.Finite(c.Value), table.Finite(c.StdErr), table.Finite(c.Test.Z), table.Finite(c.Test.P), table.Finite(c.Holm)}
	}
	z := &zTests{Opponent: a.Opponent}
	for _, r := range a.Rows {
		z.Agents = append(z.Agents, zRow{r.Name, r.Wins.Trials, table.Finite(r.Wins.Value()), test(r.Before), test(r.Itself)})
	}
	return z
}
