package ppo

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/agents/network"
	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/train"
)

// fresh returns a network for nim with the given heads.
func fresh(t *testing.T, heads ...network.Head) *network.Network {
	t.Helper()
	d := Describe(nim{}, "all", network.Inputs(nimEncoder{}.Layout()), network.Layer{Name: "one", Size: 8, Activation: network.ReLU})
	if heads != nil {
		d.Heads = heads
	}
	m := must.Get(train.New(d, train.Settings{Losses: []train.Loss{train.CrossEntropy{Head: network.Policy}}, Optimizer: train.Adam(1), MaxBatch: 1}))(t)
	return must.Get(m.Network())(t)
}

// run returns the policy logits and the value of n for a heap.
func run(t *testing.T, n *network.Network, left int) (logits []float32, value float32) {
	t.Helper()
	seen := make([]float32, nimMost+1)
	nimEncoder{}.Encode(seen, &nimView{left: left})
	e, d := n.NewEvaluator(), n.Description()
	e.Run(seen)
	logits = make([]float32, 3)
	e.Outputs(logits, d.Head(network.Policy))
	return logits, e.Output(d.Head(Value), 0)
}

// Before the heads learn, a network of CardLayers treats all cards alike: exchanged cards have exchanged logits.
func TestCardLayers(t *testing.T) {
	cards := game.CardActions{Kinds: 5, Groups: []game.CardGroup{{First: 2}, {First: 7}}, Draws: []game.Action{0}} // actions 1 and 12 have no card
	inputs := []network.Input{
		{Name: "hand", Shape: []int{5}, Scale: 1}, {Name: "turn", Shape: []int{}, Scale: 9}, {Name: "taken", Shape: []int{1, 5}, Scale: 2},
		{Name: "two", Shape: []int{2, 5}, Scale: 1}, {Name: "points", Shape: []int{5}, Scale: 30},
	}
	layers := must.Get(CardLayers(inputs, cards, 3, []network.Layer{{Name: "one", Size: 6, Activation: network.ReLU}, {Name: "next", Size: 4, Activation: network.ReLU}}))(t)
	d := network.Description{
		Format: network.Format, Game: "toy", Fields: "all", Inputs: inputs, Layers: layers,
		Heads: []network.Head{{Name: network.Policy, Size: 13}, {Name: Value, Size: 1}},
	}
	m := must.Get(train.New(d, train.Settings{Losses: []train.Loss{train.CrossEntropy{Head: network.Policy}}, Optimizer: train.Adam(1), MaxBatch: 1, Seed: 3}))(t)
	n := must.Get(m.Network())(t)
	for _, w := range n.Weights() {
		if w.Name == network.Policy+".weight" || w.Name == network.Policy+".bias" {
			clear(w.Data)
		}
	}
	e := must.Get(Temper(n, .5, cards))(t).NewEvaluator()
	rng := rand.New(rand.NewPCG(1, 2))
	order := rng.Perm(5)
	seen, moved := make([]float32, 26), make([]float32, 26)
	for k := range seen {
		seen[k] = float32(rng.IntN(9) - 2)
	}
	copy(moved, seen)
	for _, at := range []int{0, 6, 21} { // of hand, taken and points
		for k, to := range order {
			moved[at+to] = seen[at+k]
		}
	}
	var logits [2][13]float32
	for i, x := range [][]float32{seen, moved} {
		e.Run(x)
		e.Outputs(logits[i][:], 0)
	}
	different := false
	for k, to := range order {
		for _, group := range cards.Groups {
			a, b := logits[0][int(group.First)+k], logits[1][int(group.First)+to]
			if d := a - b; d > 1e-6 || d < -1e-6 {
				t.Errorf("card %d has the logit %v, as card %d %v", k, a, to, b)
			}
			different = different || a != logits[0][group.First]
		}
	}
	if d := logits[0][0] - logits[1][0]; d > 1e-5 || d < -1e-5 || logits[0][0] == 0 {
		t.Errorf("the draw has the logits %v and %v: want the same, not 0", logits[0][0], logits[1][0])
	}
	if !different || logits[0][1] != 0 || logits[0][12] != 0 {
		t.Errorf("logits are %v: want those of cards to differ, and others to be 0", logits[0])
	}
	for want, f := range map[string]func() ([]network.Layer, error){
		"no input has one entry for each of 5 cards": func() ([]network.Layer, error) { return CardLayers(inputs[1:2], cards, 3, layers[:1]) },
		"no hidden layer":             func() ([]network.Layer, error) { return CardLayers(inputs, cards, 3, nil) },
		"which actions choose a card": func() ([]network.Layer, error) { return CardLayers(inputs, game.CardActions{}, 3, layers[:1]) },
	} {
		_, err := f()
		must.Fail(t, err, want)
	}
}

func TestWithValue(t *testing.T) {
	n := fresh(t)
	if same, err := WithValue(n); err != nil || same != n {
		t.Errorf("a network with a value is changed, error %v", err)
	}
	policy := fresh(t, network.Head{Name: network.Policy, Size: 3})
	with := must.Get(WithValue(policy))(t)
	if len(policy.Description().Heads) != 1 {
		t.Error("WithValue added a head to its argument")
	}
	logits, value := run(t, with, 5)
	e := policy.NewEvaluator()
	seen := make([]float32, nimMost+1)
	nimEncoder{}.Encode(seen, &nimView{left: 5})
	e.Run(seen)
	for i, v := range logits {
		if v != e.Output(0, i) {
			t.Errorf("logit %d is %v, want %v as before", i, v, e.Output(0, i))
		}
	}
	if value != 0 {
		t.Errorf("the value is %v", value)
	}
}

// TestForbid checks that a forbidden action is never taken and never learned.
func TestForbid(t *testing.T) {
	c := nimConfig()
	l := newLearner(t, c)
	n := must.Get(l.Network())(t)
	n = must.Get(Forbid(n, 0))(t)
	must.Do(t, l.model.SetNetwork(n))
	for range 10 {
		must.Do(t, l.play())
		for r, a := range l.o.actions {
			if a == 0 {
				t.Fatalf("decision %d of %v is the forbidden action", r, l.o.masks[r])
			}
		}
		l.judge()
		must.Do(t, l.learn(make([]float64, len(l.Columns()))))
		l.carry()
		l.updates++
	}
	drawn := func(n *network.Network) (zeros, all int) {
		must.Do(t, l.model.SetNetwork(n))
		must.Do(t, l.play())
		for _, a := range l.o.actions {
			if a == 0 {
				zeros++
			}
		}
		all = l.o.rows()
		l.carry()
		return zeros, all
	}
	may := must.Get(Allow(n, 0))(t)
	if zeros, all := drawn(may); zeros == 0 || zeros > all/3 {
		t.Errorf("after it is allowed, %d of %d decisions are the action", zeros, all)
	}
	same, err := Allow(may, 0, 1)
	if err != nil || !slices.Equal(same.Weights()[3].Data, may.Weights()[3].Data) {
		t.Errorf("allowed twice: biases %v, before %v, error %v", same.Weights()[3], may.Weights()[3], err)
	}
	must.Refuse(Forbid(n, 3))(t, "action 3")
}

func TestNewRefuses(t *testing.T) {
	c := nimConfig()
	d := Describe(nim{}, "all", network.Inputs(nimEncoder{}.Layout()), network.Layer{Name: "one", Size: 8, Activation: network.ReLU})
	for want, spoil := range map[string]func(*network.Description){
		`the network is for the game "chess"`:                      func(d *network.Description) { d.Game = "chess" },
		`no head "value" of size 1`:                                func(d *network.Description) { d.Heads[1].Size = 2 },
		`head "policy" has 4 logits`:                               func(d *network.Description) { d.Heads[0].Size = 4 },
		`the network cannot play: input 0 of the network is right`: func(d *network.Description) { d.Inputs[0].Name = "right" },
	} {
		bad := d
		bad.Heads, bad.Inputs = append([]network.Head{}, d.Heads...), append([]network.Input{}, d.Inputs...)
		spoil(&bad)
		s := c.Settings()
		s.Losses = []train.Loss{train.CrossEntropy{Head: network.Policy}}
		m, err := train.New(bad, s)
		must.Do(t, err)
		if _, err = New(c, m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
