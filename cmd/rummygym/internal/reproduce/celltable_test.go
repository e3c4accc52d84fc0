package reproduce

import (
	"strings"
	"testing"

	"rummygym/internal/must"
)

// TestCellTable has cells whose numbers are simple, among them some that have no spread and
// some that the paper does not have.
func TestCellTable(t *testing.T) {
	x := func(x float64) *float64 { return &x }
	var rows []row
	add := func(table, network string, paper *float64, rates ...float64) {
		for i, rate := range rates {
			r := row{Table: table, Set: "simple", Network: network, Seed: uint64(7 + i), Matches: 100, WinRate: rate, PaperWinRate: paper}
			if network != "" {
				r.ValidLoss = x(80 + float64(i))
			}
			if paper != nil {
				r.PaperValidLoss, r.PaperHalf = x(90), x(0.01)
			}
			rows = append(rows, r)
		}
	}
	add("1a", "mlp", x(0.5), 0.4, 0.39, 0.41)          // t = 0.1 / (0.01 √(4/3)) = 8.66, p = 1 − t/√(2+t²)
	add("1a", "mlp-i", x(0.3), 0.4, 0.399, 0.401)      // ten times that
	add("1a", "dual-inception", x(0.41), 0.3, 0.4, .5) // t = .0866
	add("1b", "mlp", x(0.1), 0.4)                      // one training tells nothing
	add("1c", "mlp", x(0.6), 0.2, 0.2)                 // no spread at all
	add("", "dual-inception", nil, 0.3, 0.5)
	add("text", "", x(0.701), 0.7)
	var out strings.Builder
	must.Do(t, writeRows(&out, "csv", cellView(), cellRows(rows)))
	want := strings.TrimSpace(`
table,set,network,trainings,valid loss,s.d.,win rate,s.d.,min,max,best seed,paper: valid,win rate,90 %,p,verdict
1a,simple,mlp,3,81.0,1.0,0.400,0.010,0.390,0.410,9,90.0,0.500,0.490–0.510,0.0131,below
1a,simple,mlp-i,3,81.0,1.0,0.400,0.001,0.399,0.401,9,90.0,0.300,0.290–0.310,0.0001,above
1a,simple,dual-inception,3,81.0,1.0,0.400,0.100,0.300,0.500,9,90.0,0.410,0.400–0.420,0.9389,within
1b,simple,mlp,1,80.0,,0.400,,0.400,0.400,7,90.0,0.100,0.090–0.110,,
1c,simple,mlp,2,80.5,0.7,0.200,0.000,0.200,0.200,7,90.0,0.600,0.590–0.610,0.0000,below
,simple,dual-inception,2,80.5,0.7,0.400,0.141,0.300,0.500,8,,,,,
text,simple,,1,,,0.700,,0.700,0.700,7,90.0,0.701,0.691–0.711,,
`)
	if got := strings.TrimSpace(out.String()); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}

	// With more cells the same difference is no longer one: Holm's correction.
	for range 4 {
		add("1d", "mlp", x(0.4), 0.4, 0.39, 0.41)
		add("1d", "mlp-i", x(0.4), 0.4, 0.39, 0.41)
	}
	if got := cellRows(rows)[0]; got.Verdict != "within" {
		t.Errorf("among 12 cells the verdict is %q for p = %.4f, want within", got.Verdict, *got.P)
	}
}
