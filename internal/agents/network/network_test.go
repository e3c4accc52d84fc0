package network_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/agents/network/safetensors"
	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

// small is a description with every activation.
func small() network.Description {
	return network.Description{
		Format: network.Format, Game: "toy", Env: "Toy-v0", Rules: json.RawMessage(`{"a":1}`), Fields: "all",
		Inputs: []network.Input{{Name: "hand", Shape: []int{2, 3}, Scale: 2}, {Name: "turn", Shape: []int{}, Scale: 40}},
		Layers: []network.Layer{
			{Name: "one", Size: 9, Activation: network.ReLU}, {Name: "two", Size: 6, Activation: network.Tanh},
			{Name: "three", Size: 5, Activation: network.SiLU}, {Name: "four", Size: 5, Activation: network.None},
		},
		Heads: []network.Head{{Name: network.Policy, Size: 4}, {Name: "value", Size: 1}},
		Notes: map[string]string{"by": "hand"},
	}
}

// weights returns random weights for a description.
func weights(d network.Description, src rand.Source) []safetensors.Tensor {
	rng := rand.New(src)
	all := d.Tensors()
	for i := range all {
		t := &all[i]
		size := 1
		for _, s := range t.Shape {
			size *= s
		}
		deviation := 0.1 // of biases
		if len(t.Shape) > 1 {
			deviation = math.Sqrt(2 / float64(size/t.Shape[0]))
		}
		t.Data = make([]float32, size)
		for k := range t.Data {
			t.Data[k] = float32(rng.NormFloat64() * deviation)
		}
	}
	return all
}

func TestEvaluator(t *testing.T) {
	for seed := range uint64(200) {
		src := rand.NewPCG(seed, 1)
		rng := rand.New(src)
		d := small()
		for i := range d.Layers {
			d.Layers[i].Size = 1 + rng.IntN(20)
		}
		d.Layers = d.Layers[:rng.IntN(5)]
		if seed%2 == 1 {
			d = withParts(rng)
		}
		w := weights(d, src)
		n := must.Get(network.New(d, w))(t)
		e, plain := n.NewEvaluator(), networktest.NewPlain(n)
		obs := make([]float32, d.InputSize())
		for range 5 { // a Run must not depend on the one before
			for i := range obs {
				obs[i] = float32(rng.IntN(4) * rng.IntN(2)) // half of them 0
			}
			want := plain.Outputs(obs)
			e.Run(obs)
			for h := range d.Heads {
				got := make([]float32, d.Heads[h].Size)
				e.Outputs(got, h)
				for i, v := range got {
					if math.Abs(float64(v)-want[h][i]) > 1e-5*math.Max(1, math.Abs(want[h][i])) {
						t.Fatalf("seed %d: head %d entry %d is %v, want %v", seed, h, i, v, want[h][i])
					}
					if one := e.Output(h, i); one != v {
						t.Fatalf("seed %d: Output returns %v, Outputs %v", seed, one, v)
					}
				}
			}
		}
	}
}

func TestEvaluatorAllocatesNothing(t *testing.T) {
	d := small()
	e := must.Get(network.New(d, weights(d, rand.NewPCG(1, 1))))(t).NewEvaluator()
	obs, out := make([]float32, d.InputSize()), make([]float32, 4)
	obs[0], obs[3] = 1, 2
	if n := testing.AllocsPerRun(100, func() { e.Run(obs); e.Outputs(out, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFile(t *testing.T) {
	d := small()
	n := must.Get(network.New(d, weights(d, rand.NewPCG(1, 1))))(t)
	data := must.Get(n.Append(nil))(t)
	path := filepath.Join(t.TempDir(), "n.safetensors")
	must.Do(t, os.WriteFile(path, data, 0o666))
	again, read, err := network.ReadFile(path)
	if err != nil || !bytes.Equal(read, data) {
		t.Fatalf("read %d bytes of %d, error %v", len(read), len(data), err)
	}
	if diff := cmp.Diff(n.Description(), again.Description()) + cmp.Diff(n.Weights(), again.Weights()); diff != "" {
		t.Error(diff)
	}
	if rewritten, err := again.Append(nil); err != nil || !bytes.Equal(rewritten, data) {
		t.Errorf("the file written again differs, error %v", err)
	}
	if _, _, err := network.ReadFile(path + "x"); !os.IsNotExist(err) {
		t.Errorf("missing file: error %v, want one that the file does not exist", err)
	}
}

func TestNewRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		want   string
		change func(d *network.Description, w *[]safetensors.Tensor)
	}{
		"another format":       {"format 2", func(d *network.Description, _ *[]safetensors.Tensor) { d.Format = 2 }},
		"no game":              {"game", func(d *network.Description, _ *[]safetensors.Tensor) { d.Game = "" }},
		"a bad temperature":    {"temperature", func(d *network.Description, _ *[]safetensors.Tensor) { d.Temperature = -1 }},
		"no inputs":            {"no inputs", func(d *network.Description, _ *[]safetensors.Tensor) { d.Inputs = nil }},
		"a scale of 0":         {"scale 0", func(d *network.Description, _ *[]safetensors.Tensor) { d.Inputs[0].Scale = 0 }},
		"a scale that is lost": {"scale 1e-60", func(d *network.Description, _ *[]safetensors.Tensor) { d.Inputs[0].Scale = 1e-60 }},
		"an empty shape":       {"shape [0]", func(d *network.Description, _ *[]safetensors.Tensor) { d.Inputs[0].Shape = []int{0} }},
		"a shape that wraps": {"shape", func(d *network.Description, _ *[]safetensors.Tensor) {
			d.Inputs[0].Shape = []int{1 << 16, 1 << 16, 1 << 16, 1 << 16}
		}},
		"an input twice":   {`input "turn"`, func(d *network.Description, _ *[]safetensors.Tensor) { d.Inputs[0].Name = "turn" }},
		"a huge layer":     {"size 1000000", func(d *network.Description, _ *[]safetensors.Tensor) { d.Layers[0].Size = 1000000 }},
		"a name twice":     {"used twice", func(d *network.Description, _ *[]safetensors.Tensor) { d.Heads[0].Name = "one" }},
		"no heads":         {"0 heads", func(d *network.Description, _ *[]safetensors.Tensor) { d.Heads = nil }},
		"an activation":    {`"gelu"`, func(d *network.Description, _ *[]safetensors.Tensor) { d.Layers[0].Activation = "gelu" }},
		"another size":     {`"one.weight" has the shape [9 7]: the description needs [8 7]`, func(d *network.Description, _ *[]safetensors.Tensor) { d.Layers[0].Size = 8 }},
		"more inputs":      {`"one.weight" has the shape`, func(d *network.Description, _ *[]safetensors.Tensor) { d.Inputs[0].Shape = []int{2, 4} }},
		"a tensor missing": {`no tensor "one.bias"`, func(_ *network.Description, w *[]safetensors.Tensor) { (*w)[1].Name = "one.beta" }},
		"a tensor too much": {`tensor "more"`, func(_ *network.Description, w *[]safetensors.Tensor) {
			*w = append(*w, safetensors.Tensor{Name: "more"})
		}},
		"no number": {`"two.weight": element 3 is NaN`, func(_ *network.Description, w *[]safetensors.Tensor) { (*w)[2].Data[3] = float32(math.NaN()) }},
	} {
		d := small()
		w := weights(d, rand.NewPCG(1, 1))
		c.change(&d, &w)
		if _, err := network.New(d, w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not contain %q", name, err, c.want)
		}
	}
}

// A discard network has a head of one entry for any game.
func TestDiscardNetworkFits(t *testing.T) {
	g := must.Get(gin.New(gin.EAAI()))(t)
	l := game.Layout{{Name: "hand_matrix", Shape: []int{4, 13}, High: 1}}
	d := network.Description{Format: network.Format, Kind: network.DiscardKind, Game: g.Name(), Fields: "matrix", Inputs: network.Inputs(l),
		Heads: []network.Head{{Name: network.Points, Size: 1}, {Name: "more", Size: 2}}}
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
	if err := d.Fits(g, l, network.Points); err != nil {
		t.Error(err)
	}
	must.Fail(t, d.Fits(g, l, "more"), `the head "more" has 2 entries: want 1 for a network of kind discard`)
}

// file returns a file with the given description and the weights of small.
func file(t testing.TB, description string) []byte {
	t.Helper()
	return must.Get(safetensors.Append(nil, &safetensors.File{
		Metadata: map[string]string{"rummygym": description}, Tensors: weights(small(), rand.NewPCG(1, 1))}))(t)
}

func TestDecodeRefuses(t *testing.T) {
	good := must.Get(json.Marshal(small()))(t)
	must.Get(network.Decode(file(t, string(good))))(t)
	for text, want := range map[string]string{
		"":                    "EOF",
		"{}":                  "format 0",
		"[]":                  "cannot unmarshal",
		string(good) + "{}":   "data after the closing brace",
		`{"temprature":1}`:    "temprature",
		`{"inputs":[1]}`:      "cannot unmarshal",
		`{"format":1e99}`:     "cannot unmarshal",
		string(good[:30]):     "unexpected EOF",
		`{"format":1,"a":{}}`: `unknown field "a"`,
	} {
		must.Refuse(network.Decode(file(t, text)))(t, want)
	}
	bare := must.Get(safetensors.Append(nil, &safetensors.File{}))(t)
	must.Refuse(network.Decode(bare))(t, "without a description")
}

// A written file holds a digest: with any bit flipped it is an error. Files without a digest,
// of other programs, are read; with the digest of other weights they are not.
func TestDigest(t *testing.T) {
	text := must.Get(json.Marshal(small()))(t)
	bare := file(t, string(text))
	n, err := network.Decode(bare)
	if err != nil {
		t.Fatalf("without a digest: %v", err)
	}
	sealed, err := n.Append([]byte("before"))
	if err != nil || !bytes.HasPrefix(sealed, []byte("before")) {
		t.Fatal(err)
	}
	sealed = sealed[len("before"):]
	if _, err := network.Decode(sealed); err != nil || safefile.Verify(sealed) != nil || safefile.Sealed(bare) {
		t.Errorf("with a digest: %v, %v", err, safefile.Verify(sealed))
	}
	for bit := range 8 * len(sealed) {
		bad := bytes.Clone(sealed)
		bad[bit/8] ^= 1 << (bit % 8)
		if _, err := network.Decode(bad); err == nil {
			t.Errorf("with bit %d of byte %d flipped it is accepted", bit%8, bit/8)
		}
	}
	f := must.Get(safetensors.Decode(sealed))(t)
	f.Tensors[0].Data[0]++
	other := must.Get(safetensors.Append(nil, f))(t)
	if _, err := network.Decode(other); !errors.Is(err, safefile.ErrDamaged) || !strings.Contains(err.Error(), `remove "digest"`) {
		t.Errorf("other weights under the same digest: %v", err)
	}
	sum := sha256.Sum256(bare)
	if got, err := n.Sum(); err != nil || got != hex.EncodeToString(sum[:]) {
		t.Errorf("sum %s, want that of the file without the digest, %x (%v)", got, sum, err)
	}
}

// Decode returns an error for any description, or a network that can be evaluated.
func FuzzDecode(f *testing.F) {
	good := must.Get(json.Marshal(small()))(f)
	f.Add(string(good))
	f.Add(strings.Replace(string(good), `[2,3]`, `[3,2]`, 1))
	f.Add(strings.Replace(string(good), `relu`, `none`, 1))
	f.Add(`{"format":1,"game":"g","fields":"f","inputs":[{"name":"x","shape":[7],"scale":1}],"layers":[],"heads":[{"name":"one","size":9}],"temperature":0}`)
	f.Fuzz(func(t *testing.T, text string) {
		n, err := network.Decode(file(t, text))
		if err != nil {
			return
		}
		d := n.Description()
		e := n.NewEvaluator()
		e.Run(make([]float32, d.InputSize()))
		for h := range d.Heads {
			e.Outputs(make([]float32, d.Heads[h].Size), h)
		}
		data := must.Get(n.Append(nil))(t)
		if _, err := network.Decode(data); err != nil {
			t.Fatalf("a written network cannot be read: %v", err)
		}
	})
}

// BenchmarkEvaluator evaluates a network of 200 inputs, two layers of 128 and 109
// actions, with input densities of 100 % and 33 %.
func BenchmarkEvaluator(b *testing.B) {
	for _, density := range []int{100, 33} {
		b.Run(fmt.Sprintf("%d%%", density), func(b *testing.B) {
			d := network.Description{
				Format: 1, Game: "toy", Fields: "all",
				Inputs: []network.Input{{Name: "x", Shape: []int{200}, Scale: 2}},
				Layers: []network.Layer{{Name: "one", Size: 128, Activation: network.ReLU}, {Name: "two", Size: 128, Activation: network.ReLU}},
				Heads:  []network.Head{{Name: network.Policy, Size: 109}},
			}
			src := rand.NewPCG(1, 1)
			w := weights(d, src)
			n := must.Get(network.New(d, w))(b)
			e := n.NewEvaluator()
			obs, out := make([]float32, 200), make([]float32, 109)
			rng := rand.New(src)
			for i := range obs {
				if rng.IntN(100) < density {
					obs[i] = 1
				}
			}
			for b.Loop() {
				e.Run(obs)
				e.Outputs(out, 0)
			}
			if want := networktest.NewPlain(n).Outputs(obs)[0][7]; math.Abs(float64(out[7])-want) > 1e-4 {
				b.Fatalf("logit %v, want %v", out[7], want)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}
