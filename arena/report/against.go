package report

import (
	"bufio"
	"fmt"
	"strconv"

	"rummygym/arena"
)

// writeAgainst writes the z-tests against a common opponent.
func writeAgainst(out *bufio.Writer, s *arena.Summary) {
	a := s.Against
	fmt.Fprintf(out, "\nAgainst %s, as Table 2 of goldman2021evaluating: two-sided two-proportion z-tests with the agent of the row above, and with\n%s against itself; s.e. pooled, Holm's correction over the column\n\n", a.Opponent, a.Opponent)
	var g grid
	g.add("", "win rate", s.Terms.Games(), "with row above", "s.e.", "z", "p", "Holm", "with itself", "s.e.", "z", "p", "Holm")
	g.line()
	for _, r := range a.Rows {
		row := []string{r.Name, number(r.Wins.Value(), 3), strconv.Itoa(r.Wins.Trials)}
		for _, c := range []arena.Contrast{r.Before, r.Itself} {
			row = append(row, number(c.Value, 3), number(c.StdErr, 3), number(c.Test.Z, 3), pValue(c.Test.P), pValue(c.Holm))
		}
		g.add(row...)
	}
	_ = g.writeTo(out)
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
		return zTest{finite(c.Value), finite(c.StdErr), finite(c.Test.Z), finite(c.Test.P), finite(c.Holm)}
	}
	z := &zTests{Opponent: a.Opponent}
	for _, r := range a.Rows {
		z.Agents = append(z.Agents, zRow{r.Name, r.Wins.Trials, finite(r.Wins.Value()), test(r.Before), test(r.Itself)})
	}
	return z
}
