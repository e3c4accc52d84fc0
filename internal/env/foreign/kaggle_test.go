package foreign

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// kaggleText returns a replay of kaggle-environments 1.33.2: learned:standard against simple.
func kaggleText(t testing.TB) string {
	t.Helper()
	f := must.Get(os.Open("testdata/kaggle.json.gz"))(t)
	defer f.Close()
	return string(must.Get(io.ReadAll(must.Get(gzip.NewReader(f))(t)))(t))
}

func TestKaggle(t *testing.T) {
	text := kaggleText(t)
	all := must.Get(Kaggle([]byte(text), "GinRummy-v1"))(t)
	check(t, all[0], gameOf(t, all[0]))
	var replay struct {
		Rewards []float64
		Steps   []json.RawMessage
	}
	must.Do(t, json.Unmarshal([]byte(text), &replay))
	must.Equal(t, fmt.Sprint(all[0].Events[len(all[0].Events)-1].Gains), fmt.Sprint(replay.Rewards), "the gains")

	// The same history in OpenSpiel's own form.
	states := regexp.MustCompile(`history=([-:,0-9]+)`).FindAllStringSubmatch(text, -1)
	plain := "[Meta]\nVersion: 1\n[Game]\ngin_rummy()\n[State]\n"
	for move := range strings.SplitSeq(states[len(states)-1][1], ",") {
		plain += move[strings.Index(move, ":")+1:] + "\n"
	}
	again := must.Get(OpenSpiel([]byte(plain), "GinRummy-v1"))(t)
	must.Equal(t, string(all[0].AppendJSON(nil)), string(again[0].AppendJSON(nil)), "the record")

	// A game that ends before its end, as after an illegal move, and the names of a competition.
	n := len(replay.Steps) / 2
	cut := must.Get(json.Marshal(map[string]any{"steps": replay.Steps[:n], "info": map[string]any{"TeamNames": []string{"one", "two"}}}))(t)
	rec := must.Get(Kaggle(cut, "x"))(t)[0]
	check(t, rec, gameOf(t, rec))
	if rec.Over() || len(rec.Events) < n/2 || !slices.Equal(rec.Seats, []string{"one", "two"}) {
		t.Errorf("the game of %d steps has %d events, over %t, between %q", n, len(rec.Events), rec.Over(), rec.Seats)
	}
}

func TestKaggleErrors(t *testing.T) {
	text := kaggleText(t)
	for _, c := range []struct{ old, next, want string }{
		{`"steps"`, `steps`, "the replay, line 1: "},
		{`"steps"`, `"moves"`, "want steps whose observations have serializedGameAndState"},
		{`gin_rummy_proxy`, `chess_proxy`, "line 6: the game is"},
		{`history=-1:`, `history=`, "is not a number of an action"},
		{`\"returns\": [29.0, -29.0]`, `\"returns\": [28.0, -28.0]`, "returns [28 -28], but by the rules it is [29 -29]"},
		{`\"phase\": \"GameOver\"`, `phase`, "the last entry of info.stateHistory"},
	} {
		next := strings.ReplaceAll(text, c.old, c.next)
		if _, err := Kaggle([]byte(next), "x"); err == nil || next == text || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s instead of %s: %v, want %s", c.next, c.old, err, c.want)
		}
	}
}
