package reference

import (
	"math"
	"strings"
	"testing"

	"rummygym/arena/stats"
	"rummygym/internal/must"
)

func TestAuthors(t *testing.T) {
	for _, c := range []struct {
		table, first, second string
		want                 Pair
	}{
		{"authors", "min-dist-opp", "min-score", Pair{Win: .651, Gain: 8.77, MedianGain: 10, MedianRounds: 6}},
		{"authors", "random", "random", Pair{Win: .487, Gain: -.718, MedianGain: 0, MedianRounds: 100}},
		{"authors-drop", "min-score", "random", Pair{Win: .527, Gain: 10.352, MedianGain: 20, MedianRounds: 1}},
	} {
		table := must.Get(Open(c.table))(t)
		must.Equal(t, len(table.Pairs), 36, "%s: pairs", c.table)
		got, ok := table.find(c.first, c.second)
		c.want.First, c.want.Second, c.want.Games = c.first, c.second, 10_000
		if !ok || got != c.want {
			t.Errorf("%s, %s v %s: %+v, want %+v", c.table, c.first, c.second, got, c.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	ours := strings.Join(ourColumns, ",") + "\n"
	for _, c := range []struct{ text, want string }{
		{"", "table x is empty"},
		{"a,b,c\n", `no column "first"`},
		{",,a\n", `no column "win % (p1)"`},
		{ours, "has no rows"},
		{ours + "a,b,10,.5,0,0,1\na,b,ten,.5,0,0,1\n", `line 3: column "games": "ten" is not a number`},
		{ours + "a,b,10,1.5,0,0,1\n", "line 2: win rate 1.5 of 10 games"},
		{ours + "a,b,0,.5,0,0,1\n", "of 0 games"},
		{ours + "a,b,10,,0,0,1\n", "win rate NaN"},
		{ours + "a,b\n", "wrong number of fields"},
		{strings.Replace(string(authorsDrop), "Defeat,", "Defeats,", 1), `line 3: "Defeats" is not an agent of the authors`},
	} {
		must.Refuse(Read(strings.NewReader(c.text), "x"))(t, c.want)
	}
	must.Refuse(Open("nobody"))(t, "want authors, authors-drop, sigra-paper, fitness-paper, gin-measured or a CSV file")
}

// The printed Table I is p[i][j] − (p[i][i] − 1/2) taken entry by entry: so are the
// authors' 10,000 games, within the error of the paper's 1,000, and the printed
// table need not be symmetric, as it would be if both orders were used.
func TestTableIIsTheDirectDifference(t *testing.T) {
	authors := must.Get(Open("authors"))(t)
	rate := func(i, j int) float64 {
		p, ok := authors.find(TableIAgents[i], TableIAgents[j])
		if !ok {
			t.Fatalf("no %s v %s", TableIAgents[i], TableIAgents[j])
		}
		return p.Win
	}
	critical := stats.JointCritical(12, JointConfidence)
	asymmetric := 0
	for i := range 4 {
		for j := range 4 {
			adjusted := rate(i, j) - (rate(i, i) - 0.5)
			if z := (adjusted - tableI[i][j]) / tableIError; math.Abs(z) > critical {
				t.Errorf("%s v %s: %.3f from the authors' games, %.2f in the paper, z %.1f", TableIAgents[i], TableIAgents[j], adjusted, tableI[i][j], z)
			}
			if math.Abs(tableI[i][j]+tableI[j][i]-1) > 1e-9 {
				asymmetric++
			}
		}
	}
	must.Equal(t, asymmetric, 8, "printed entries do not sum to 1 with their counterpart")
}
