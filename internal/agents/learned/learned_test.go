package learned_test

import (
	"fmt"
	"math"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/agents/learned"
)

// table is a network of fixed logits that records its runs and its last input.
type table struct {
	logits map[game.Action]float32
	runs   int
	seen   []float32
}

func (n *table) Run(observation []float32) {
	n.runs++
	n.seen = append(n.seen[:0], observation...)
}

func (n *table) Logit(a game.Action) float32 { return n.logits[a] }

// view is an observation of two numbers.
type view struct{ a, b float32 }

func (view) Observer() game.Player { return 0 }

type pair struct{}

func (pair) Layout() game.Layout { return game.Layout{{Name: "x", Shape: []int{2}, High: 9}} }

func (pair) Encode(dst []float32, obs game.Observation) {
	v := obs.(*view)
	dst[0], dst[1] = v.a, v.b
}

func mask(actions ...game.Action) *game.Mask {
	var m game.Mask
	for _, a := range actions {
		m.Set(a)
	}
	return &m
}

func TestGreedy(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		name   string
		logits map[game.Action]float32
		legal  *game.Mask
		want   game.Action
	}{
		{"the best", map[game.Action]float32{3: 1, 5: 2, 200: -1}, mask(3, 5, 200), 5},
		{"the best of the legal", map[game.Action]float32{3: 1, 5: 2, 200: -1}, mask(3, 200), 3},
		{"the first of equals", map[game.Action]float32{7: 1, 9: 1, 11: 1}, mask(7, 9, 11), 7},
		{"below zero", map[game.Action]float32{7: -9, 9: -8}, mask(7, 9), 9},
		{"no numbers", map[game.Action]float32{7: nan, 9: nan}, mask(7, 9), game.NoAction},
		{"a number beside none", map[game.Action]float32{7: nan, 9: -1e30}, mask(7, 9), game.NoAction},
		{"without bound", map[game.Action]float32{7: 1, 9: inf}, mask(7, 9), game.NoAction},
		{"minus infinity", map[game.Action]float32{7: -inf, 9: 1}, mask(7, 9), game.NoAction},
		{"illegal infinity", map[game.Action]float32{7: 2, 9: 1, 11: inf}, mask(7, 9), 7},
	} {
		for _, temperature := range []float64{0, 1} {
			if temperature > 0 && c.want != game.NoAction {
				continue // drawn
			}
			want := 1.0
			if c.want == game.NoAction {
				want = 0
			}
			n := &table{logits: c.logits}
			p := learned.NewPlayer(n, pair{}, temperature)
			p.Reset(1)
			if a, probability := p.Act(&view{4, 2}, c.legal); a != c.want || probability != want {
				t.Errorf("%s, temperature %v: action %d with %v, want %d with %v", c.name, temperature, a, probability, c.want, want)
			}
			told := make([]float64, c.legal.Count())
			if known := p.Probabilities(&view{4, 2}, c.legal, told); known != (c.want != game.NoAction) {
				t.Errorf("%s, temperature %v: probabilities are known: %t", c.name, temperature, known)
			} else if known {
				for i, got := range told {
					if is := c.legal.Nth(i) == c.want; temperature == 0 && (got == 1) != is {
						t.Errorf("%s: action %d has probability %v", c.name, c.legal.Nth(i), got)
					}
				}
			}
			if n.seen[0] != 4 || n.seen[1] != 2 {
				t.Errorf("%s: the network saw %v", c.name, n.seen)
			}
		}
	}
}

// TestSampling compares how often actions are drawn, and their reported probabilities,
// with the softmax of the logits of the legal actions.
func TestSampling(t *testing.T) {
	logits := map[game.Action]float32{1: 0, 2: 1, 3: 2, 90: 100, 255: -0.5}
	legal := mask(1, 2, 3, 255)
	for _, temperature := range []float64{0.5, 1, 4} {
		p := learned.NewPlayer(&table{logits: logits}, pair{}, temperature)
		p.Reset(7)
		sum := 0.0
		for a := range legal.Each() {
			sum += math.Exp(float64(logits[a]) / temperature)
		}
		told := make([]float64, legal.Count())
		if !p.Probabilities(&view{}, legal, told) {
			t.Fatalf("temperature %v: no probabilities", temperature)
		}
		for i, got := range told {
			if want := math.Exp(float64(logits[legal.Nth(i)])/temperature) / sum; math.Abs(got-want) > 1e-12 {
				t.Errorf("temperature %v: probability %v of action %d, want %v", temperature, got, legal.Nth(i), want)
			}
		}
		const n = 40000
		counts := map[game.Action]int{}
		for range n {
			a, probability := p.Act(&view{}, legal)
			if want := math.Exp(float64(logits[a])/temperature) / sum; math.Abs(probability-want) > 1e-12 {
				t.Fatalf("temperature %v: action %d with probability %v, want %v", temperature, a, probability, want)
			}
			counts[a]++
		}
		for a := range legal.Each() {
			want := n * math.Exp(float64(logits[a])/temperature) / sum
			if z := (float64(counts[a]) - want) / math.Sqrt(want); math.Abs(z) > 4.5 {
				t.Errorf("temperature %v: action %d drawn %d times, want about %.0f (z %.1f)", temperature, a, counts[a], want, z)
			}
		}
	}
}

// Any network with logits can play.
func Example() {
	network := &table{logits: map[game.Action]float32{10: 0.3, 20: 2.5, 30: 9}}
	player := learned.NewPlayer(network, pair{}, 0) // 0: the best action
	player.Reset(1)
	fmt.Println(player.Act(&view{}, mask(10, 20)))
	// Output: 20 1
}
