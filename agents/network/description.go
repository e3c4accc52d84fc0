package network

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"rummygym/env/game"
)

// Format is the version of the description that this package reads and writes.
const Format = 1

// Kind is what a network tells, and of what.
type Kind string

// The kinds. A description without a kind is of a policy.
const (
	PolicyKind     Kind = "policy"     // of an observation: a logit for each action
	AfterstateKind Kind = "afterstate" // of an observation and an action: what the mover may hope for after it
	BeliefKind     Kind = "belief"     // of an observation: what the opponent holds; it does not play
	ValueKind      Kind = "value"      // of an observation: what the mover may hope for; it does not play
)

// Kinds returns all of them. The slice is the caller's.
func Kinds() []Kind { return []Kind{PolicyKind, AfterstateKind, BeliefKind, ValueKind} }

// The names of heads by which networks play.
const (
	Policy = "policy" // of a policy: a logit for each action
	Gain   = "gain"   // of afterstates and values, size 1: expected gain, in units of GainScale points
	Win    = "win"    // of afterstates and values, size 1: the logit of winning
)

// GainScale is the number of points that a gain of 1 is.
const GainScale = 80

// Limits of what a description may ask for.
const (
	maxLayers = 64
	maxSize   = 1 << 16 // entries of a layer, a head, or all inputs
)

// Description is a network without its weights.
type Description struct {
	Format int             `json:"format"`          // Format
	Kind   Kind            `json:"kind,omitempty"`  // "" is PolicyKind
	Game   string          `json:"game"`            // game.Game.Name of what it plays
	Env    string          `json:"env,omitempty"`   // environment and version, "" if not known
	Rules  json.RawMessage `json:"rules,omitempty"` // options of the rules it was trained under, for the reader

	Fields string  `json:"fields"`           // groups of observation fields, as encoders name them
	Belief string  `json:"belief,omitempty"` // of afterstates: first digits of the SHA-256 of the belief network that made some of their fields, "" if none did
	Inputs []Input `json:"inputs"`           // fields in order, at least one
	Layers []Layer `json:"layers"`           // in order
	Heads  []Head  `json:"heads"`            // at least one

	// Temperature divides the logits before an action is drawn; 0 takes the best.
	Temperature float64           `json:"temperature"`
	Notes       map[string]string `json:"notes,omitempty"` // for the reader
}

// Input is a field of the observation.
type Input struct {
	Name  string  `json:"name"`
	Shape []int   `json:"shape"` // row-major; empty is a scalar
	Scale float64 `json:"scale"` // above 0: entries are divided by it
}

// Size returns the number of entries of the field.
func (i *Input) Size() int { return (&game.Field{Shape: i.Shape}).Size() }

// Layer is a matrix, a bias and an activation.
type Layer struct {
	Name       string     `json:"name"`
	Size       int        `json:"size"` // entries that it gives
	Activation Activation `json:"activation"`
}

// Head is a matrix and a bias on the last layer.
type Head struct {
	Name string `json:"name"`
	Size int    `json:"size"` // entries that it gives
}

// Inputs returns the fields of a layout as inputs, each with its greatest value as
// scale, or 1 where that is not above 0.
func Inputs(l game.Layout) []Input {
	inputs := make([]Input, len(l))
	for i, f := range l {
		inputs[i] = Input{Name: f.Name, Shape: slices.Clone(f.Shape), Scale: f.High}
		if inputs[i].Shape == nil {
			inputs[i].Shape = []int{} // null is no shape
		}
		if f.High <= 0 {
			inputs[i].Scale = 1
		}
	}
	return inputs
}

// InputSize returns the number of entries of all inputs.
func (d *Description) InputSize() int {
	n := 0
	for i := range d.Inputs {
		n += d.Inputs[i].Size()
	}
	return n
}

// Head returns the number of the head of that name, or -1.
func (d *Description) Head(name string) int {
	return slices.IndexFunc(d.Heads, func(h Head) bool { return h.Name == name })
}

// What returns the kind, [PolicyKind] where the description has none.
func (d *Description) What() Kind {
	if d.Kind == "" {
		return PolicyKind
	}
	return d.Kind
}

// Fits returns an error that says why the network cannot play a game by the given
// head, of whose observations (or afterstates, as its kind asks) it is given the
// layout: the game must be its own, the fields those of its inputs, and the head
// as large as the action space, or 1 for afterstates. The ranges of fields may
// differ, as other rules make them.
func (d *Description) Fits(g game.Game, l game.Layout, head string) error {
	if g.Name() != d.Game {
		return fmt.Errorf("it is for the game %q, and the table plays %q", d.Game, g.Name())
	}
	for i := range max(len(l), len(d.Inputs)) {
		switch {
		case i >= len(l):
			return fmt.Errorf("it takes the field %s%v after all that %q has at this table", d.Inputs[i].Name, d.Inputs[i].Shape, d.Fields)
		case i >= len(d.Inputs):
			return fmt.Errorf("it does not take the field %s%v, which %q has at this table", l[i].Name, l[i].Shape, d.Fields)
		case l[i].Name != d.Inputs[i].Name || !slices.Equal(l[i].Shape, d.Inputs[i].Shape):
			return fmt.Errorf("it takes %s%v as field %d of %q, which at this table is %s%v", d.Inputs[i].Name, d.Inputs[i].Shape, i, d.Fields, l[i].Name, l[i].Shape)
		}
	}
	h, want := d.Head(head), g.NumActions()
	if kind := d.What(); kind == AfterstateKind || kind == ValueKind {
		want = 1
	}
	switch {
	case h < 0:
		return fmt.Errorf("it has no head %q", head)
	case d.Heads[h].Size != want && want == 1:
		return fmt.Errorf("its head %q has %d entries: want 1, as those of kind %s have", head, d.Heads[h].Size, d.What())
	case d.Heads[h].Size != want:
		return fmt.Errorf("its head %q has %d logits, and the table %d actions", head, d.Heads[h].Size, want)
	}
	return nil
}

// Validate returns an error that names the first part that is wrong.
func (d *Description) Validate() error {
	if d.Format != Format {
		return fmt.Errorf("format %d is not known: want %d", d.Format, Format)
	}
	if !slices.Contains(Kinds(), d.What()) {
		return fmt.Errorf("kind %q: want one of %q", d.Kind, Kinds())
	}
	if d.Game == "" || d.Fields == "" {
		return errors.New("game and fields: want the name of a game and of groups of fields")
	}
	if !(d.Temperature >= 0) || math.IsInf(d.Temperature, 0) {
		return fmt.Errorf("temperature %v: want 0 or a number above", d.Temperature)
	}
	if err := d.validateInputs(); err != nil {
		return err
	}
	if len(d.Layers) > maxLayers || len(d.Heads) < 1 || len(d.Heads) > maxLayers {
		return fmt.Errorf("%d layers and %d heads: want 0 to %d and 1 to %d", len(d.Layers), len(d.Heads), maxLayers, maxLayers)
	}
	seen := map[string]bool{}
	part := func(kind, name string, size int) error {
		switch {
		case name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' }):
			return fmt.Errorf("%s name %q: want a word", kind, name)
		case seen[name]:
			return fmt.Errorf("%s %s: the name is given twice", kind, name)
		case size < 1 || size > maxSize:
			return fmt.Errorf("%s %s has size %d: want 1 to %d", kind, name, size, maxSize)
		}
		seen[name] = true
		return nil
	}
	for _, l := range d.Layers {
		if err := part("layer", l.Name, l.Size); err != nil {
			return err
		}
		if !slices.Contains(Activations(), l.Activation) {
			return fmt.Errorf("layer %s: activation %q: want one of %q", l.Name, l.Activation, Activations())
		}
	}
	for _, h := range d.Heads {
		if err := part("head", h.Name, h.Size); err != nil {
			return err
		}
	}
	return nil
}

// validateInputs checks the inputs.
func (d *Description) validateInputs() error {
	size, seen := 0, map[string]bool{}
	for _, in := range d.Inputs {
		n := 1
		for _, s := range in.Shape {
			if s < 1 || s > maxSize || n > maxSize/s {
				return fmt.Errorf("input %s: shape %v: want numbers from 1, and at most %d entries", in.Name, in.Shape, maxSize)
			}
			n *= s
		}
		scale := float32(in.Scale) // as it is used
		switch {
		case in.Name == "" || seen[in.Name]:
			return fmt.Errorf("input %q: want names that are not empty, each given once", in.Name)
		case !(scale > 0) || math.IsInf(float64(scale), 0):
			return fmt.Errorf("input %s: scale %v: want a number above 0", in.Name, in.Scale)
		}
		seen[in.Name], size = true, size+n
		if size > maxSize {
			return fmt.Errorf("inputs of more than %d entries", maxSize)
		}
	}
	if size == 0 {
		return errors.New("no inputs")
	}
	return nil
}

// parseDescription reads a description and checks it.
func parseDescription(text string) (*Description, error) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	var v Description
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is more after its closing brace")
	}
	return &v, v.Validate()
}
