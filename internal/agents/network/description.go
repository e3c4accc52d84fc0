package network

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/agents/network/kernel"
	"rummygym/internal/strictjson"
)

// Format is the version of the description that this package reads and writes.
const Format = 1

// Kind is the kind of a network: what it takes and what it returns.
type Kind string

// The kinds. A description without a kind is of [PolicyKind].
const (
	PolicyKind     Kind = "policy"     // from an observation: a logit for each action
	AfterstateKind Kind = "afterstate" // from an afterstate: the mover's expected gain, its logit of winning, or both
	BeliefKind     Kind = "belief"     // from an observation: an estimate of the opponent's hand; it does not play
	ValueKind      Kind = "value"      // from an observation: the mover's expected gain, its logit of winning, or both; it does not play
	DiscardKind    Kind = "discard"    // from the hand that a discard leaves: its expected points; it decides discards only
)

// Kinds returns all kinds. The caller owns the slice.
func Kinds() []Kind { return []Kind{PolicyKind, AfterstateKind, BeliefKind, ValueKind, DiscardKind} }

// The names of the heads that agents use.
const (
	Policy = "policy" // of PolicyKind: a logit for each action
	Gain   = "gain"   // of AfterstateKind and ValueKind, size 1: expected gain, in units of GainScale points
	Win    = "win"    // of AfterstateKind and ValueKind, size 1: the logit of winning
	Points = "points" // of DiscardKind, size 1: expected points of the hand
)

// GainScale is the unit of the head [Gain], in points.
const GainScale = 80

// Limits of a description.
const (
	maxLayers = 64
	maxParts  = 1 << 8  // of a layer
	maxSize   = 1 << 16 // entries of a layer, of a part, of a head, or of all inputs together
	maxMatrix = 1 << 22 // entries of the matrix of a layer with parts
)

// Description is a network without its weights.
type Description struct {
	Format int             `json:"format"`          // the constant Format
	Kind   Kind            `json:"kind,omitempty"`  // "" is PolicyKind
	Game   string          `json:"game"`            // game.Game.Name
	Env    string          `json:"env,omitempty"`   // environment and version, "" if not known
	Rules  json.RawMessage `json:"rules,omitempty"` // options of the rules used in training, informative only

	Fields string  `json:"fields"`           // groups of observation fields, as encoders name them
	Belief string  `json:"belief,omitempty"` // AfterstateKind only: first digits of the SHA-256 of the belief network that computes some of the fields, "" for none
	Inputs []Input `json:"inputs"`           // fields in order, at least one
	Layers []Layer `json:"layers"`           // in order, may be empty

	Stack *CardStack `json:"stack,omitempty"` // instead of layers
	Heads []Head     `json:"heads"`           // at least one

	// Temperature divides the logits before an action is sampled; 0 takes the best action.
	Temperature float64           `json:"temperature"`
	Notes       map[string]string `json:"notes,omitempty"` // informative only
}

// Input is a field of the observation.
type Input struct {
	Name   string    `json:"name"`
	Shape  []int     `json:"shape"`            // row-major; empty is a scalar
	Scale  float64   `json:"scale"`            // above 0; entries are divided by it
	Scales []float64 `json:"scales,omitempty"` // one for each entry of the last dimension, in which case Scale is 1
}

// Size returns the number of entries of the field.
func (i *Input) Size() int { return (&game.Field{Shape: i.Shape}).Size() }

// Divisors appends the numbers by which the entries are divided.
func (i *Input) Divisors(dst []float32) []float32 {
	for k := range i.Size() {
		x := i.Scale
		if len(i.Scales) > 0 {
			x = i.Scales[k%len(i.Scales)]
		}
		dst = append(dst, float32(x))
	}
	return dst
}

// Image returns the shape as channels, rows and columns, as a [Part] takes the input.
func (i *Input) Image() (channels, rows, columns int) { return image(i.Shape) }

// Layer is a matrix, a bias and an activation; or parts side by side, such as convolutions. The
// activation of a layer with parts does not apply to inputs that pass through unchanged.
type Layer struct {
	Name       string     `json:"name"`
	Size       int        `json:"size"` // number of outputs: those of all parts, one part after the other
	Activation Activation `json:"activation"`
	Parts      []Part     `json:"parts,omitempty"`
}

// Head is a matrix and a bias on the last layer.
type Head struct {
	Name  string    `json:"name"`
	Size  int       `json:"size"`            // number of outputs
	Cards *CardHead `json:"cards,omitempty"` // of a stack of cards only: the outputs that have to do with cards
}

// Equal reports whether both heads are the same.
func (h Head) Equal(o Head) bool {
	same := h.Cards == nil && o.Cards == nil
	if h.Cards != nil && o.Cards != nil {
		same = h.Cards.Take == o.Cards.Take && h.Cards.Top == o.Cards.Top && slices.Equal(h.Cards.First, o.Cards.First)
	}
	return h.Name == o.Name && h.Size == o.Size && same
}

// Inputs returns the fields of a layout as inputs with the scales of [game.Field.Scale].
func Inputs(l game.Layout) []Input {
	inputs := make([]Input, len(l))
	for i, f := range l {
		inputs[i] = Input{Name: f.Name, Shape: slices.Clone(f.Shape), Scale: f.Scale()}
		if inputs[i].Shape == nil {
			inputs[i].Shape = []int{} // written as [], not null
		}
	}
	return inputs
}

// InputSize returns the number of entries of all inputs together.
func (d *Description) InputSize() int {
	n := 0
	for i := range d.Inputs {
		n += d.Inputs[i].Size()
	}
	return n
}

// Head returns the index of the head of that name, or -1.
func (d *Description) Head(name string) int {
	return slices.IndexFunc(d.Heads, func(h Head) bool { return h.Name == name })
}

// EffectiveKind returns the kind, or [PolicyKind] if the description has none.
func (d *Description) EffectiveKind() Kind {
	if d.Kind == "" {
		return PolicyKind
	}
	return d.Kind
}

// Fits returns nil if the network can play the game g with the given head, and
// otherwise an error that says why not. The layout l is that of the observations, of the
// afterstates for [AfterstateKind], or of the hands for [DiscardKind]. The description
// must name the same game and the same fields, and the head must have one entry for each
// action, or 1 entry for [AfterstateKind], [ValueKind] and [DiscardKind]. The ranges of
// fields may differ, because they depend on the rules.
func (d *Description) Fits(g game.Game, l game.Layout, head string) error {
	if g.Name() != d.Game {
		return fmt.Errorf("the network is for the game %q, and the table plays %q", d.Game, g.Name())
	}
	for i := range max(len(l), len(d.Inputs)) {
		switch {
		case i >= len(l):
			return fmt.Errorf("the network has the input %s%v, which the fields %q do not have at this table", d.Inputs[i].Name, d.Inputs[i].Shape, d.Fields)
		case i >= len(d.Inputs):
			return fmt.Errorf("the network has no input %s%v, which the fields %q have at this table", l[i].Name, l[i].Shape, d.Fields)
		case l[i].Name != d.Inputs[i].Name || !slices.Equal(l[i].Shape, d.Inputs[i].Shape):
			return fmt.Errorf("input %d of the network is %s%v, and at this table field %d of %q is %s%v", i, d.Inputs[i].Name, d.Inputs[i].Shape, i, d.Fields, l[i].Name, l[i].Shape)
		}
	}
	h, want := d.Head(head), g.NumActions()
	if kind := d.EffectiveKind(); kind == AfterstateKind || kind == ValueKind || kind == DiscardKind {
		want = 1
	}
	switch {
	case h < 0:
		return fmt.Errorf("the network has no head %q", head)
	case d.Heads[h].Size != want && want == 1:
		return fmt.Errorf("the head %q has %d entries: want 1 for a network of kind %s", head, d.Heads[h].Size, d.EffectiveKind())
	case d.Heads[h].Size != want:
		return fmt.Errorf("the head %q has %d logits, and the table has %d actions", head, d.Heads[h].Size, want)
	}
	return nil
}

// Validate returns an error that names the first invalid part of the description.
func (d *Description) Validate() error {
	if d.Format != Format {
		return fmt.Errorf("format %d is unknown: want %d", d.Format, Format)
	}
	if !slices.Contains(Kinds(), d.EffectiveKind()) {
		return fmt.Errorf("kind %q: want one of %q", d.Kind, Kinds())
	}
	if d.Game == "" || d.Fields == "" {
		return fmt.Errorf("game %q and fields %q: want the name of a game and the names of groups of fields", d.Game, d.Fields)
	}
	if !(d.Temperature >= 0) || math.IsInf(d.Temperature, 0) {
		return fmt.Errorf("temperature %v: want a finite number of at least 0", d.Temperature)
	}
	if err := d.validateInputs(); err != nil {
		return err
	}
	if len(d.Layers) > maxLayers || len(d.Heads) < 1 || len(d.Heads) > maxLayers {
		return fmt.Errorf("%d layers and %d heads: want 0 to %d and 1 to %d", len(d.Layers), len(d.Heads), maxLayers, maxLayers)
	}
	seen := map[string]bool{}
	named := func(kind, name string, size int) error {
		switch {
		case name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' }):
			return fmt.Errorf("%s name %q: want a name without spaces", kind, name)
		case seen[name]:
			return fmt.Errorf("%s %s: the name is used twice: want unique names", kind, name)
		case size < 1 || size > maxSize:
			return fmt.Errorf("%s %s has size %d: want 1 to %d", kind, name, size, maxSize)
		}
		seen[name] = true
		return nil
	}
	in := d.InputSize()
	for i, l := range d.Layers {
		if err := named("layer", l.Name, l.Size); err != nil {
			return err
		}
		if !slices.Contains(Activations(), l.Activation) {
			return fmt.Errorf("layer %s: activation %q: want one of %q", l.Name, l.Activation, Activations())
		}
		if len(l.Parts) > 0 {
			if err := d.validateParts(i, in, named); err != nil {
				return err
			}
		}
		in = l.Size
	}
	for _, h := range d.Heads {
		if err := named("head", h.Name, h.Size); err != nil {
			return err
		}
		if h.Cards != nil && d.Stack == nil {
			return fmt.Errorf("head %s has cards: want a stack of cards below it", h.Name)
		}
	}
	if d.Stack != nil {
		return d.validateStack()
	}
	return nil
}

// validateInputs returns an error that names the first invalid input.
func (d *Description) validateInputs() error {
	size, seen := 0, map[string]bool{}
	for _, in := range d.Inputs {
		n := 1
		for _, s := range in.Shape {
			if s < 1 || s > maxSize || n > maxSize/s {
				return fmt.Errorf("input %s: shape %v: want dimensions of at least 1 and at most %d entries", in.Name, in.Shape, maxSize)
			}
			n *= s
		}
		switch {
		case in.Name == "" || seen[in.Name]:
			return fmt.Errorf("input %q: want unique names that are not empty", in.Name)
		case len(in.Scales) > 0 && (len(in.Shape) == 0 || len(in.Scales) != in.Shape[len(in.Shape)-1] || in.Scale != 1):
			return fmt.Errorf("input %s: %d scales beside the scale %v: want one for each entry of the last dimension of %v, and the scale 1", in.Name, len(in.Scales), in.Scale, in.Shape)
		}
		for _, x := range append([]float64{in.Scale}, in.Scales...) {
			if scale := float32(x); !(scale > 0) || math.IsInf(float64(scale), 0) { // the type in which it is used
				return fmt.Errorf("input %s: scale %v: want a number above 0", in.Name, x)
			}
		}
		seen[in.Name], size = true, size+n
		if size > maxSize {
			return fmt.Errorf("the inputs have more than %d entries, the maximum", maxSize)
		}
	}
	if size == 0 {
		return errors.New("no inputs: want at least one")
	}
	return nil
}

// described is a description as it stands in a file.
type described struct {
	Digest string `json:"digest,omitempty"` // of the file; see safefile.Seal
	Description
}

// parseDescription parses a description and validates it.
func parseDescription(text string) (*Description, error) {
	var file described
	if err := strictjson.UnmarshalKnown([]byte(text), &file); err != nil {
		return nil, err
	}
	v := &file.Description
	return v, v.Validate()
}

// Activation is the function that is applied to every entry of a layer.
type Activation string

// The activations.
const (
	None Activation = "none" // x
	ReLU Activation = "relu" // max(x, 0)
	Tanh Activation = "tanh" // hyperbolic tangent
	SiLU Activation = "silu" // x/(1+exp(-x))
)

// Activations returns all activations. The caller owns the slice.
func Activations() []Activation { return []Activation{None, ReLU, Tanh, SiLU} }

// apply replaces every entry of x. The length of x is a multiple of kernel.Lanes.
func (a Activation) apply(x []float32) {
	switch a {
	case ReLU:
		kernel.ReLU(x)
	case Tanh:
		for i, v := range x {
			x[i] = float32(math.Tanh(float64(v)))
		}
	case SiLU:
		for i, v := range x {
			x[i] = float32(float64(v) / (1 + math.Exp(-float64(v))))
		}
	}
}
