package reference

import (
	"strings"
	"testing"
)

// Read returns an error, or a table in which every pair has games and a win rate.
func FuzzRead(f *testing.F) {
	f.Add(string(authorsDrop[:400]))
	f.Add(strings.Join(ourColumns, ",") + "\na,b,10,.5,0,0,1\n")
	f.Add(",,\n")
	f.Add("\"")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := Read(strings.NewReader(text), "x")
		if err != nil {
			return
		}
		if len(table.Pairs) == 0 {
			t.Error("a table without pairs")
		}
		for _, p := range table.Pairs {
			if p.Games < 1 || !(p.Win >= 0 && p.Win <= 1) {
				t.Errorf("pair %+v", p)
			}
		}
	})
}
