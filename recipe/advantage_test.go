package recipe_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/arena/advantage"
	"rummygym/arena/stats"
	"rummygym/internal/must"
	"rummygym/recipe"
	"rummygym/table"
)

// recorded returns the folder of a dataset that collect makes with options.
func recorded(t *testing.T, options string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	must.Get(runLine(t, "collect seed=3 out="+dir+" "+options))(t)
	return dir
}

// advantages returns the rows of an advantage by kind of decision, of all under "".
func advantages(t *testing.T, options string) map[string]advantage.Row {
	t.Helper()
	rows := map[string]advantage.Row{}
	for _, r := range found[*recipe.AdvantageResult](t, "advantage "+options).Rows {
		rows[r.Kind] = r
	}
	return rows
}

// The changes in games of the chooser sum to the difference of the two agents in games of their own.
func TestAdvantageIsTheDifference(t *testing.T) {
	dir := recorded(t, "agents=min-dist-outs,min-dist-opp games=4000 fields=score")
	rows := advantages(t, dir+" of=min-dist-outs agent=min-score chooser=min-dist-outs")
	all := rows[""]
	eval := func(agent string) (win, gain stats.Estimate) {
		r := found[*recipe.EvaluationResult](t, "eval "+agent+" against=min-dist-opp games=4000 seed=5").Evaluations[0].Rows[0]
		return r.Win, r.Gain
	}
	outsWin, outsGain := eval("min-dist-outs")
	scoreWin, scoreGain := eval("min-score")
	for _, x := range []struct {
		name             string
		got, outs, score stats.Estimate
		least            float64
	}{{"win", all.GameWin, outsWin, scoreWin, .03}, {"gain", all.GameGain, outsGain, scoreGain, .5}} {
		want, se := x.outs.Value-x.score.Value, math.Hypot(x.outs.StdErr, x.score.StdErr)
		if z := (x.got.Value - want) / math.Hypot(x.got.StdErr, se); math.Abs(z) > 4 || x.got.Value < x.least {
			t.Errorf("%s: the changes sum to %+v, the agents differ by %v ± %v", x.name, x.got, want, se)
		}
	}
	if d := all.GameGain.Value - rows["draw"].GameGain.Value - rows["discard"].GameGain.Value; math.Abs(d) > 1e-9 || all.Decisions != rows["draw"].Decisions+rows["discard"].Decisions {
		t.Errorf("the kinds do not add up to all: %+v", rows)
	}
}

// An agent changes nothing as its own chooser, in matches of Gin Rummy.
func TestAdvantageOfItself(t *testing.T) {
	all := advantages(t, recorded(t, "game=gin agents=simple,simple games=4 fields=deadwood")+" chooser=simple")[""]
	if all.Decisions < 100 || all.Differ != 0 || all.Win.Value != 0 || all.Gain.StdErr != 0 {
		t.Errorf("rows %+v", all)
	}
}

// A share of the decisions estimates the whole, and the number of workers changes nothing.
func TestAdvantageShare(t *testing.T) {
	line := recorded(t, "agents=min-score,min-dist games=600 fields=score") + " of=min-score chooser=min-dist"
	whole, part := advantages(t, line)[""], advantages(t, line+" share=0.4")[""]
	if part.Differ != whole.Differ || math.Abs(float64(part.Played)/float64(whole.Played)-.4) > .05 {
		t.Errorf("%d of %d decisions were played", part.Played, whole.Played)
	}
	if z := (part.GameGain.Value - whole.GameGain.Value) / part.GameGain.StdErr; math.Abs(z) > 3 {
		t.Errorf("a share gives %+v points, all give %+v", part.GameGain, whole.GameGain)
	}
	for _, format := range []table.Format{table.Readable, table.JSON, table.CSV, table.Arrow} {
		print := func(workers string) string {
			return inFormat(t, found[recipe.Result](t, "advantage "+line+" games=50 rollouts=2 workers="+workers), format)
		}
		if one, three := print("1"), print("3"); one != three || format == table.Readable && !strings.Contains(one, "min-dist instead of min-score") {
			t.Errorf("%v: one worker prints\n%s\nthree\n%s", format, one, three)
		}
	}
}
