package recipe_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"rummygym/agents"
	"rummygym/internal/agents/network"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// train mc learns in matches what the score is worth: after a drop, a player with few points in a pool is likelier to win than one with many,
// and one who is ahead in a race than one who is behind. The network plays matches.
func TestMonteCarloLearnsScores(t *testing.T) {
	for _, c := range []struct {
		game, rules string
		field       string
		good, bad   []float32
		opponents   string
	}{
		{game: "indian-match", rules: `"preset": "pool-101", "max-rounds": 6`, field: "match_scores", good: []float32{10, 90}, bad: []float32{90, 10}, opponents: "self,min-dist:drop=5"},
		{game: "gin-match", rules: `"preset": "race", "target": 60`, field: "match_games", good: []float32{50, 5}, bad: []float32{5, 50}, opponents: "self,simple"},
	} {
		t.Run(c.game, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "run")
			_, _, err := run(t, "train mc", `{"game": "`+c.game+`", `+c.rules+`, "fields": "match,progress", "out": "`+out+`", "steps": 6, "games": 80, "start-steps": 2,
				"replay": 3, "updates": 80, "batch": 256, "learning-rate": 0.003, "layers": [16], "opponents": "`+c.opponents+`", "eval-against": []}`)
			must.Do(t, err)
			file := filepath.Join(out, "last.safetensors")
			n, _, err := network.ReadFile(file)
			must.Do(t, err)
			rules := rulesOf(t, c.game, c.rules)
			x := must.Get(rules.Afterstates("match,progress"))(t)
			win := func(scores []float32) float32 {
				v := make([]float32, x.Layout.Size())
				for name, values := range map[string][]float32{c.field: scores, "match_in": {1, 1}, "match_dealt": {1, 1}, "match_over": {1}} {
					if at, ok := x.Layout.Offset(name); ok {
						copy(v[at:], values)
					}
				}
				e := n.NewEvaluator()
				e.Run(v)
				return e.Output(n.Description().Head(network.Win), 0)
			}
			if good, bad := win(c.good), win(c.bad); good < bad+0.5 {
				t.Errorf("the logit of winning is %.2f with the scores %v, and %.2f with %v", good, c.good, bad, c.bad)
			}
			create, _, err := catalog.OpenAgent(rules, "learned:"+file)
			must.Do(t, err)
			table := agents.NewTable(must.Get(rules.NewGame())(t))
			table.Deal(1, 1, create(), create())
			must.Do(t, table.Play(nil))
		})
	}
}

// rulesOf returns rules by the JSON of their settings.
func rulesOf(t *testing.T, name, settings string) catalog.Rules {
	t.Helper()
	var of map[string]any
	must.Do(t, json.Unmarshal([]byte("{"+settings+"}"), &of))
	r := must.Get(must.Get(catalog.GameByName(name))(t).Preset(of["preset"].(string)))(t)
	list := r.Options()
	delete(of, "preset")
	must.Do(t, json.Unmarshal(must.Get(json.Marshal(of))(t), &list))
	return r
}
