package ppo

import (
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/train"
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

// A network of DescribeCards has the actions of the game in its policy, and Temper makes it nearly uniform.
func TestDescribeCards(t *testing.T) {
	cards := game.CardActions{Kinds: 52, Groups: []game.CardGroup{{First: 1}, {First: 2}}, Draws: []game.Action{0}, Top: "top"}
	inputs := []network.Input{{Name: "cards", Shape: []int{52, 2}, Scale: 1}, {Name: "numbers", Shape: []int{3}, Scale: 1}}
	stack := network.CardStack{Width: 8, Rounds: 2, Pooled: 16, Ace: network.AceLow}
	d := must.Get(DescribeCards(chess{}, "all", inputs, stack, cards, 1))(t)
	if c := d.Heads[0].Cards; !slices.Equal(c.First, []int{1, 2}) || c.Take != 0 || c.Top != 1 {
		t.Errorf("the policy has the cards %+v", c)
	}
	m := must.Get(train.New(d, train.Settings{Losses: []train.Loss{train.CrossEntropy{Head: network.Policy}}, Optimizer: train.Adam(1), MaxBatch: 1, Seed: 3}))(t)
	e := must.Get(Temper(must.Get(m.Network())(t), 1e-6))(t).NewEvaluator()
	x := make([]float32, d.InputSize())
	x[7], x[106] = 1, 1
	e.Run(x)
	for a := range d.Heads[0].Size {
		if v := e.Output(0, a); v > 1e-3 || v < -1e-3 {
			t.Errorf("action %d has the logit %v", a, v)
		}
	}
	if v := e.Output(1, 0); v != 0 {
		t.Errorf("the value is %v", v)
	}
	must.Refuse(DescribeCards(chess{}, "all", inputs, stack, game.CardActions{}, 1))(t, "which actions choose a card")
	must.Refuse(DescribeCards(chess{}, "all", inputs, stack, cards, -1))(t, "the fields all lack top")
}

// chess is a game with 54 actions.
type chess struct{ nim }

func (chess) NumActions() int { return 54 }

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
