package ginrummy

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// TestFitnessTablesOfAFile checks that both players draw and knock by the tables of a file,
// and that its name and digest stand in theirs.
func TestFitnessTablesOfAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, percent := range map[string]uint8{"never.txt": 0, "always.txt": 100} {
		tables := &FitnessTables{Command: "none", Strategy: "average"}
		for i := range tables.Percent {
			tables.Percent[i] = percent
		}
		must.Do(t, os.WriteFile(name, []byte(written(t, tables)), 0o644))
		for _, player := range []string{"fitness", "independent-heuristics"} {
			text := player + ":table=" + name
			a := newGinPlayer(t, text)
			if got := fmt.Sprint(a); !strings.HasPrefix(got, text+"@") {
				t.Errorf("%s is named %s", text, got)
			}
			choices := 0
			newGinTable(t, gin.EAAI(), a, newGinPlayer(t, "simple")).play(t, 1, 0, func(o *gin.Observation, legal *game.Mask, action game.Action) {
				switch {
				case o.Self != 0 || legal.Count() == 1:
				case o.Phase == gin.FirstUpcard, o.Phase == gin.Draw:
					choices++
					if (action == gin.DrawUpcard) != (percent == 100) {
						t.Errorf("%s: %v in phase %v", text, action, o.Phase)
					}
				case o.Phase == gin.KnockOrPass && deadwood.Of(o.Hand) > 0:
					choices++
					if (action == gin.Knock) != (percent == 100) {
						t.Errorf("%s: %v in phase %v", text, action, o.Phase)
					}
				}
			})
			if choices < 10 {
				t.Errorf("%s made %d choices, want 10 or more", text, choices)
			}
		}
	}
	must.Do(t, os.WriteFile("bad.txt", []byte("P6 255\n"), 0o644))
	must.Refuse(New("fitness:table=bad.txt"))(t, `table="bad.txt": line 1 is "P6 255": want "rummygym fitness tables, version 1"`)
}
