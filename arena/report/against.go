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

// zTests returns the JSON of the z-tests against a common opponent.
func zTests(a *arena.Against) table.Object {
	test := func(c arena.Contrast) table.Object {
		return table.Object{"difference", table.Finite(c.Value), "se", table.Finite(c.StdErr), "z", table.Finite(c.Test.Z), "p", table.Finite(c.Test.P), "holm", table.Finite(c.Holm)}
	}
	var agents []table.Object
	for _, r := range a.Rows {
		agents = append(agents, table.Object{"name", r.Name, "games", r.Wins.Trials, "win_rate", table.Finite(r.Wins.Value()),
			"with_agent_before", test(r.Before), "with_opponent_itself", test(r.Itself)})
	}
	return table.Object{"opponent", a.Opponent, "agents", agents}
}
