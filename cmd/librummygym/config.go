package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"

	"rummygym/cmd/internal/catalog"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/features"
)

// config is what tables are opened with: one JSON object. Keys that are missing
// stand for the default.
type config struct {
	Game           string         `json:"game"`
	Preset         string         `json:"preset"` // "": the first of the game
	Rules          map[string]any `json:"rules"`
	Fields         string         `json:"fields"`
	Tables         int            `json:"tables"`
	Opponents      []*string      `json:"opponents"` // null: self-play; a null entry is the caller's seat
	Seat           int            `json:"seat"`
	Seating        string         `json:"seating"`
	Autoreset      string         `json:"autoreset"`
	Workers        int            `json:"workers"` // 0: all cores
	MaxSteps       int            `json:"max_steps"`
	RewardScale    float64        `json:"reward_scale"`
	Potential      *string        `json:"potential"`
	PotentialScale float64        `json:"potential_scale"`
	Gamma          float64        `json:"gamma"`
}

// The most tables of a handle, so that a slip is an error before it is a full
// memory.
const maxTables = 1 << 20

// defaultConfig returns the configuration of an empty object.
func defaultConfig() config {
	return config{
		Fields: "cards-and-counts", Tables: 1, Seating: env.Fixed.String(), Autoreset: env.NextStep.String(),
		RewardScale: 1, PotentialScale: 1, Gamma: 1,
	}
}

// parseConfig reads a configuration.
func parseConfig(text string) (config, error) {
	c := defaultConfig()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return c, fmt.Errorf("config: key %q is a %s: want %s", kind.Field, kind.Value, kindName(kind))
		}
		if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
			return c, fmt.Errorf("config: there is no key %s", name)
		}
		return c, fmt.Errorf("config: it is no JSON object: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return c, errors.New("config: it goes on after the object")
	}
	return c, nil
}

// kindName returns what a key should have been.
func kindName(e *json.UnmarshalTypeError) string {
	switch e.Type.String() {
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "string":
		return "a text"
	}
	return "a JSON value of Go type " + e.Type.String()
}

// setup is a configuration made out: what [env.NewVector] wants, and the canonical
// words of what was asked for.
type setup struct {
	config  // canonical
	rummy   *catalog.Rummy
	rules   catalog.Rules
	game    game.Game
	options env.VectorConfig
}

// resolve makes out the configuration. The errors name the key.
func (c config) resolve() (*setup, error) {
	if c.Game == "" {
		return nil, fmt.Errorf(`config: key "game" is missing: want %s`, strings.Join(catalog.Names(), " or "))
	}
	g, err := catalog.ByName(c.Game)
	if err != nil {
		return nil, fmt.Errorf(`config: key "game": %w`, err)
	}
	s := &setup{config: c, rummy: g}
	for _, part := range []struct {
		key     string
		resolve func() error
	}{
		{"rules", s.resolveRules}, {"fields", s.resolveFields}, {"tables", s.resolveTables}, {"seat", s.resolveSeat},
		{"opponents", s.resolveOpponents}, {"autoreset", s.resolveAutoreset}, {"potential", s.resolvePotential},
	} {
		if err := part.resolve(); err != nil {
			return nil, fmt.Errorf("config: key %q: %w", part.key, err)
		}
	}
	for _, x := range []struct {
		key     string
		value   float64
		allowed bool
		want    string
	}{
		{"max_steps", float64(c.MaxSteps), c.MaxSteps >= 0, "0 for no limit, or more"},
		{"workers", float64(c.Workers), c.Workers >= 0, "0 for all cores, or more"},
		{"reward_scale", c.RewardScale, c.RewardScale > 0 && !math.IsInf(c.RewardScale, 0), "a number above 0"},
		{"potential_scale", c.PotentialScale, c.PotentialScale != 0 && !math.IsInf(c.PotentialScale, 0), "a number that is not 0"},
		{"gamma", c.Gamma, c.Gamma > 0 && c.Gamma <= 1, "a discount above 0, at most 1"},
	} {
		if !x.allowed {
			return nil, fmt.Errorf("config: key %q is %v: want %s", x.key, x.value, x.want)
		}
	}
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	s.Workers = min(s.Workers, s.Tables)
	v := &s.options
	v.MaxSteps, v.RewardScale, v.PotentialScale, v.Gamma, v.Workers = c.MaxSteps, c.RewardScale, c.PotentialScale, c.Gamma, s.Workers
	if err := v.Validate(s.game); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return s, nil
}

func (s *setup) resolveRules() (err error) {
	if s.Preset == "" {
		s.Preset = s.rummy.Presets[0]
	}
	if s.rules, err = s.rummy.Preset(s.Preset); err != nil {
		return fmt.Errorf("preset: %w", err)
	}
	if err := catalog.Change(s.rules, s.Rules); err != nil {
		return err
	}
	if err := s.rules.Validate(); err != nil {
		return err
	}
	s.Rules = catalog.Values(s.rules)
	s.game, err = s.rules.NewGame()
	return err
}

func (s *setup) resolveFields() (err error) {
	if s.Fields != catalog.NoFields {
		s.options.Encoder, s.Fields, err = s.rules.Encoder(s.Fields)
	}
	return err
}

func (s *setup) resolveTables() error {
	if s.Tables < 1 || s.Tables > maxTables {
		return fmt.Errorf("%d tables: want 1 to %d", s.Tables, maxTables)
	}
	return nil
}

func (s *setup) resolveSeat() error {
	if s.Seat < 0 || s.Seat >= s.game.Players() {
		return fmt.Errorf("%d is no seat of the table: want 0 to %d", s.Seat, s.game.Players()-1)
	}
	s.options.Seat = game.Player(s.Seat)
	for _, m := range []env.Seating{env.Fixed, env.Alternating} {
		if m.String() == s.Seating {
			s.options.Seating = m
			return nil
		}
	}
	return fmt.Errorf("seating %q is not known: want %v or %v", s.Seating, env.Fixed, env.Alternating)
}

func (s *setup) resolveOpponents() error {
	if s.Opponents == nil {
		return nil
	}
	if n := s.game.Players() - 1; len(s.Opponents) != n {
		return fmt.Errorf("%d opponents at a table of %d: want %d, or null for self-play", len(s.Opponents), n+1, n)
	}
	names := make([]*string, len(s.Opponents))
	for i, spec := range s.Opponents {
		if spec == nil {
			s.options.Opponents = append(s.options.Opponents, nil)
			continue
		}
		create, name, err := catalog.NewAgent(s.rules, *spec)
		if err != nil {
			return err
		}
		again := catalog.SpecAgain(s.rummy, *spec, name)
		names[i] = &again
		s.options.Opponents = append(s.options.Opponents, func() env.Policy { return create() })
	}
	s.Opponents = names
	return nil
}

func (s *setup) resolveAutoreset() error {
	for _, m := range []env.Autoreset{env.NextStep, env.SameStep, env.Disabled} {
		if m.String() == s.Autoreset {
			s.options.Autoreset = m
			return nil
		}
	}
	return fmt.Errorf("%q is not known: want %v, %v or %v", s.Autoreset, env.NextStep, env.SameStep, env.Disabled)
}

func (s *setup) resolvePotential() error {
	if s.Potential == nil {
		return nil
	}
	potential, err := features.PotentialNamed(s.rummy.Name, *s.Potential)
	s.options.Potential = potential
	return err
}

// canonical returns the configuration as one JSON object, which opens the same
// tables again. The number of workers is left out: it changes speed only.
func (s *setup) canonical() []byte {
	c := s.config
	c.Workers = 0
	return compact(c)
}

// compact returns v, which can be written, as JSON.
func compact(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("librummygym: " + err.Error())
	}
	return bytes.TrimSpace(b.Bytes())
}
