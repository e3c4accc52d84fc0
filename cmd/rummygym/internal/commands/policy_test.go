package commands

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/datasets"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/agents/network/safetensors"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// policyFile writes a network with random weights for the default table of a game to
// model.safetensors in dir, and returns the path.
func policyFile(t *testing.T, dir string, g *catalog.GameType, fields string) string {
	t.Helper()
	table := must.Get(g.Defaults().NewGame())(t)
	x, fields := must.Get2(g.Defaults().Encoder(fields))(t)
	rng := rand.New(rand.NewPCG(5, 5))
	tensor := func(name string, shape ...int) safetensors.Tensor {
		n := 1
		for _, s := range shape {
			n *= s
		}
		w := safetensors.Tensor{Name: name, Shape: shape, Data: make([]float32, n)}
		for i := range w.Data {
			w.Data[i] = float32(rng.NormFloat64() / 4)
		}
		return w
	}
	in, out := x.Layout().Size(), table.NumActions()
	n := must.Get(network.New(network.Description{
		Format: network.Format, Game: g.Name, Env: g.Env, Rules: json.RawMessage(`{"from":"a test"}`), Fields: fields,
		Inputs: network.Inputs(x.Layout()), Layers: []network.Layer{{Name: "hidden", Size: 16, Activation: network.ReLU}},
		Heads: []network.Head{{Name: "value", Size: 1}, {Name: network.Policy, Size: out}}, Temperature: 0.5,
		Notes: map[string]string{"made by": "a test"},
	}, []safetensors.Tensor{
		tensor("hidden.weight", 16, in), tensor("hidden.bias", 16), tensor("policy.weight", out, 16), tensor("policy.bias", out),
		tensor("value.weight", 1, 16), tensor("value.bias", 1),
	}))(t)
	data := must.Get(n.Append(nil))(t)
	path := filepath.Join(dir, "model.safetensors")
	must.Do(t, os.WriteFile(path, data, 0o666))
	return path
}

// TestPolicyPlaysAndIsRecorded checks that networks take part in tournaments and datasets
// under a name that identifies the file.
func TestPolicyPlaysAndIsRecorded(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			dir := t.TempDir()
			path, rival := policyFile(t, dir, g, "cards-and-counts"), g.Players().Names()[0]
			m := must.Get(openPolicy(g.Name, 2, "learned:"+path+":temperature=0"))(t)
			agents := "learned:" + path + ":temperature=0," + rival
			short := []string{"--game", g.Name, "--agents", agents, "--games", "5"}
			if g.Deal != nil {
				short = append(short, "--max-deals", "2")
			}
			out := program.Succeed(t, append([]string{"tournament", "--format", "csv"}, short...)...)
			clitest.WantAll(t, out, m.Name()+","+rival, ":temperature=0")

			data := filepath.Join(dir, "data")
			program.Succeed(t, append([]string{"collect", "--fields", "cards-and-counts", "--out", data}, short...)...)
			program.Succeed(t, "dataset", "validate", "--replay", data)
			d := must.Get(datasets.Open(data))(t)
			if names := d.Meta().AgentNames(); names[0] != m.Name() || names[1] != rival {
				t.Errorf("agents are recorded as %q, want %q and %s", names, m.Name(), rival)
			}
		})
	}
}

func TestPolicyShow(t *testing.T) {
	path := policyFile(t, t.TempDir(), catalog.Gin, "counts,deadwood")
	clitest.WantAll(t, program.Succeed(t, "policy", "show", path), "learned:model.safetensors@", "gin", "GinRummy-v1", "counts,deadwood",
		"5: stock_size[]/52", "deadwood[]/100", "16 relu", "made by", "0.5")
	var d network.Description
	if err := json.Unmarshal([]byte(program.Succeed(t, "policy", "show", path, "--format", "json")), &d); err != nil || d.Validate() != nil {
		t.Errorf("%v, %v", err, d.Validate())
	}
	clitest.WantAll(t, program.Fail(t, "policy", "show", "none.safetensors"), "there is no file")
	clitest.WantAll(t, program.Succeed(t, "policy", "show", "random-256"), "data-driven:network=random-256", "hand_matrix[4 13]", "layer inception")

	d.Kind, d.Heads = network.DiscardKind, []network.Head{{Name: network.Points, Size: 1}}
	d.Inputs = []network.Input{{Name: "hand_matrix", Shape: []int{4, 13}, Scale: 1}, {Name: "macros", Shape: []int{4}, Scale: 1}}
	d.Layers = network.DualInception(d.Inputs, 4)
	inception := networktest.Write(t, networktest.Random(t, d, 1))
	clitest.WantAll(t, program.Succeed(t, "policy", "show", inception), "layer inception", "276 relu",
		"part hand_matrix_3x3", "hand_matrix 4 filters 3×3", "part macros", "macros unchanged")
	data := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, "collect", "--agents", "random,random", "--games", "1", "--out", data)
	clitest.WantAll(t, program.Fail(t, "tournament", "--agents", "learned:"+path, "--games", "1"), "choose the game gin")
	clitest.WantAll(t, program.Fail(t, "collect", "--game", "gin", "--agents", "learned:"+path+":temp=1,simple", "--out", data+"2"), `no option "temp"`)
}
