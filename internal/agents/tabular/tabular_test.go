package tabular_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/agents/tabular"
	"rummygym/internal/must"
)

// view is an observation.
type view struct {
	Rules  *int // left out of keys
	Card   uint8
	Word   string
	hidden []int16
	Nested struct{ Flag bool }
}

func (*view) Observer() game.Player { return 0 }

func mask(actions ...game.Action) *game.Mask {
	var m game.Mask
	for _, a := range actions {
		m.Set(a)
	}
	return &m
}

func TestKeysOfObservations(t *testing.T) {
	var h tabular.Hasher
	seen := map[uint64]int{}
	number := 3
	for i, v := range []*view{
		{}, {Card: 1}, {Word: "a"}, {Word: "ab"}, {hidden: []int16{0}}, {hidden: []int16{0, 0}}, {hidden: []int16{-1}}, {Nested: struct{ Flag bool }{true}},
	} {
		key := h.Observation(v)
		if j, ok := seen[key]; ok {
			t.Errorf("observations %d and %d have the same key", i, j)
		}
		seen[key] = i
		v.Rules = &number
		if h.Observation(v) != key {
			t.Errorf("observation %d has another key with rules", i)
		}
	}
	if a, b := tabular.Next(1, 2, mask(1, 2)), tabular.Next(1, 3, mask(1, 2)); a == b || a == tabular.Next(2, 2, mask(1, 2)) || tabular.Next(5, 2, mask(1)) != 5 {
		t.Errorf("keys of information sets: %x and %x", a, b)
	}
}

// newTable has two rows of one observation, which the first one leads to, and a third.
func newTable() (t *tabular.Table, first, second *view) {
	first, second = &view{Card: 1}, &view{Card: 2}
	var h tabular.Hasher
	a, b := h.Observation(first), h.Observation(second)
	return tabular.New(tabular.Header{Game: "test", Rules: []byte("{}"), Probe: "0"}, []tabular.Row{
		{Key: tabular.Next(0, a, mask(3, 5)), View: a, Weight: 1, Actions: []game.Action{3, 5}, Probabilities: []float32{.25, .75}},
		{Key: tabular.Next(tabular.Next(0, a, mask(3, 5)), b, mask(3, 5)), View: b, Weight: 1, Actions: []game.Action{3, 5}, Probabilities: []float32{1, 0}},
		{Key: 77, View: b, Weight: 3, Actions: []game.Action{3, 5}, Probabilities: []float32{0, 1}},
	}), first, second
}

func TestPlayer(t *testing.T) {
	table, first, second := newTable()
	data := must.Get(table.Append(nil))(t)
	p := tabular.NewPlayer(must.Get(tabular.Read(data))(t))
	const n = 20000
	count := 0
	for seed := range uint64(n) {
		p.Reset(seed)
		a, probability := p.Act(first, mask(3, 5))
		if want := map[game.Action]float64{3: .25, 5: .75}[a]; probability != want {
			t.Fatalf("action %d with probability %v, want %v", a, probability, want)
		}
		if a == 5 {
			count++
		}
		if a, probability := p.Act(second, mask(7)); a != 7 || probability != 1 { // forced, and forgotten
			t.Fatalf("action %d with probability %v, want 7", a, probability)
		}
		if a, probability := p.Act(second, mask(3, 5)); a != 3 || probability != 1 {
			t.Fatalf("after the first decision action %d with probability %v, want 3", a, probability)
		}
	}
	if z := (float64(count) - .75*n) / math.Sqrt(n*.75*.25); math.Abs(z) > 4.5 {
		t.Errorf("action 5 was chosen %d times of %d (z %.1f)", count, n, z)
	}
	p.Reset(1)
	var dst [2]float64
	if !p.Probabilities(second, mask(3, 5), dst[:]) || dst != [2]float64{.25, .75} {
		t.Errorf("without the first decision the probabilities are %v, want the weighted mean .25 and .75", dst)
	}
	p.Reset(1)
	if a, probability := p.Act(&view{Card: 9}, mask(3, 5)); a != game.NoAction || probability != 0 {
		t.Errorf("an unknown observation gives action %d with probability %v", a, probability)
	}
	p.Reset(1)
	if a, probability := p.Act(first, mask(3, 6)); a != 3 || probability != 1 {
		t.Errorf("without action 5 the player chooses %d with probability %v, want 3", a, probability)
	}
}

func TestReadRefuses(t *testing.T) {
	table, _, _ := newTable()
	data := must.Get(table.Append(nil))(t)
	src := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		damaged := append([]byte(nil), data...)
		damaged[src.IntN(len(damaged))] ^= byte(1 + src.IntN(255))
		if _, err := tabular.Read(damaged); err == nil {
			t.Fatal("a damaged file is read")
		}
		if _, err := tabular.Read(data[:src.IntN(len(data))]); err == nil {
			t.Fatal("the beginning of a file is read")
		}
	}
	if err := must.Get(tabular.Read(data))(t).For(nothing{}, []byte("{}")); err == nil || !strings.Contains(err.Error(), `for the game "test", and not for other`) {
		t.Errorf("the error is %v", err)
	}
}

// nothing is another game.
type nothing struct{ game.Game }

func (nothing) Name() string { return "other" }
