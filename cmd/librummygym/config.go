package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/catalog"
	"rummygym/internal/strictjson"
)

// config is the configuration of tables: one JSON object. A missing key has its
// default value.
type config struct {
	Game           string         `json:"game"`
	Preset         string         `json:"preset"` // "": the first preset of the game
	Rules          map[string]any `json:"rules"`
	Fields         string         `json:"fields"`
	DType          game.DType     `json:"dtype"` // type of observations: float32 or uint8
	Form           string         `json:"form"`  // of observations: flat, scaled, cards or actions
	Tables         int            `json:"num_envs"`
	Opponents      []*string      `json:"opponents"` // one for each other seat, or for each of each table; null: self-play; null entry: the caller plays the seat
	Seat           int            `json:"seat"`
	Seating        string         `json:"seating"`
	Autoreset      string         `json:"autoreset"`
	Workers        int            `json:"workers"` // 0: all cores
	MaxSteps       int            `json:"max_steps"`
	RewardScale    float64        `json:"reward_scale"`
	Potential      *string        `json:"potential"`
	PotentialScale float64        `json:"potential_scale"`
	Gamma          float64        `json:"gamma"`
	Record         bool           `json:"record,omitempty"`
}

// maxTables is the maximum number of tables of a handle. It turns a mistyped number
// into an error before the memory is full.
const maxTables = 1 << 20

// defaultConfig returns the configuration of an empty object.
func defaultConfig() config {
	return config{
		Fields: catalog.DefaultFields, DType: game.Float32, Form: formFlat, Tables: 1, Seating: env.Fixed.String(), Autoreset: env.NextStep.String(),
		RewardScale: 1, PotentialScale: 1, Gamma: 1,
	}
}

// parseConfig reads a configuration.
func parseConfig(text string) (config, error) {
	c := defaultConfig()
	return c, strictjson.Object("config", text, &c)
}

// setup is a resolved configuration: the arguments of [env.NewVector], and the
// configuration in canonical form.
type setup struct {
	config   // canonical
	gameType *catalog.GameType
	rules    catalog.Rules
	game     game.Game
	options  env.VectorConfig
}

// resolve checks the configuration and sets defaults. Its errors name the key.
func (c config) resolve() (*setup, error) {
	if c.Game == "" {
		return nil, fmt.Errorf(`config: key "game" is missing: want %s`, strings.Join(catalog.GameNames(), " or "))
	}
	g, err := catalog.GameByName(c.Game)
	if err != nil {
		return nil, fmt.Errorf(`config: key "game": %w`, err)
	}
	s := &setup{config: c, gameType: g}
	for _, part := range []struct {
		key     string
		resolve func() error
	}{
		{"rules", s.resolveRules}, {"fields", s.resolveFields}, {"dtype", s.resolveDType}, {"form", s.resolveForm}, {"num_envs", s.resolveTables}, {"seat", s.resolveSeat},
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
		{"max_steps", float64(c.MaxSteps), c.MaxSteps >= 0, "0 for no limit, or a positive number"},
		{"workers", float64(c.Workers), c.Workers >= 0, "0 for all cores, or a positive number"},
		{"reward_scale", c.RewardScale, c.RewardScale > 0 && !math.IsInf(c.RewardScale, 0), "a number above 0"},
		{"potential_scale", c.PotentialScale, c.PotentialScale != 0 && !math.IsInf(c.PotentialScale, 0), "a number other than 0"},
		{"gamma", c.Gamma, c.Gamma > 0 && c.Gamma <= 1, "a discount factor in (0, 1]"},
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
	if err := v.Validate(s.game, s.Tables); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return s, nil
}

func (s *setup) resolveRules() (err error) {
	if s.Preset == "" {
		s.Preset = s.gameType.Presets[0]
	}
	if s.rules, err = s.gameType.Preset(s.Preset); err != nil {
		return fmt.Errorf("preset: %w", err)
	}
	if err := s.rules.Options().Change(s.Rules); err != nil {
		return err
	}
	if err := s.rules.Validate(); err != nil {
		return err
	}
	s.Rules = s.rules.Options().Values()
	s.game, err = s.rules.NewGame()
	return err
}

func (s *setup) resolveFields() (err error) {
	s.options.Encoder = game.NoEncoder{}
	if s.Form == formActions {
		fields := s.Fields
		if fields == catalog.DefaultFields {
			fields = ""
		}
		x, err := s.rules.Afterstates(fields)
		if err == nil {
			s.options.Encoder, s.Fields = x.Encoder(s.game.Players()), x.Fields
		}
		return err
	}
	if s.Fields != catalog.NoFields {
		s.options.Encoder, s.Fields, err = s.rules.Encoder(s.Fields)
	}
	return err
}

func (s *setup) resolveDType() error {
	switch {
	case s.DType != game.Float32 && s.DType != game.Uint8:
		return fmt.Errorf("%q is not known: want %v or %v", s.DType, game.Float32, game.Uint8)
	case s.DType == game.Uint8:
		if s.Form != formFlat {
			return fmt.Errorf("%q and the form %q: its entries are %v", s.DType, s.Form, game.Float32)
		}
		return s.options.Encoder.Layout().Bytes()
	}
	return nil
}

// The forms of observations.
const (
	formFlat    = "flat"    // the entries of the fields
	formScaled  = "scaled"  // these divided by the scales of their fields
	formCards   = "cards"   // see encoder.Cards
	formActions = "actions" // see greedy.Actions
)

func (s *setup) resolveForm() (err error) {
	switch s.Form {
	case formFlat, formActions:
	case formScaled:
		x := scaled{Encoder: s.options.Encoder}
		for _, f := range x.Layout() {
			x.scales = append(x.scales, slices.Repeat([]float32{float32(f.Scale())}, f.Size())...)
		}
		s.options.Encoder = x
	case formCards:
		s.options.Encoder, err = encoder.NewCards(s.options.Encoder)
	default:
		return fmt.Errorf("%q is not known: want %q, %q, %q or %q", s.Form, formFlat, formScaled, formCards, formActions)
	}
	return err
}

// scaled is an encoder whose entries are divided by the scales of their fields.
type scaled struct {
	game.Encoder
	scales []float32 // by entry
}

// Encode writes the entries as a network in a file takes them.
func (x scaled) Encode(dst []float32, obs game.Observation) {
	x.Encoder.Encode(dst, obs)
	for i, scale := range x.scales {
		dst[i] /= scale
	}
}

func (s *setup) resolveTables() error {
	if s.Tables < 1 || s.Tables > maxTables {
		return fmt.Errorf("%d tables: want 1 to %d", s.Tables, maxTables)
	}
	return nil
}

func (s *setup) resolveSeat() error {
	if s.Seat < 0 || s.Seat >= s.game.Players() {
		return fmt.Errorf("there is no seat %d: want 0 to %d", s.Seat, s.game.Players()-1)
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
	if n := s.game.Players() - 1; len(s.Opponents) != n && len(s.Opponents) != n*s.Tables {
		return fmt.Errorf("%d opponents at %d tables of %d: want %d, or %d for each table, or null for self-play", len(s.Opponents), s.Tables, n+1, n, n)
	}
	names := make([]*string, len(s.Opponents))
	type opened struct {
		create   func() game.Agent
		absolute string
	}
	known := map[string]opened{} // by spec: tables share networks
	for i, spec := range s.Opponents {
		if spec == nil {
			s.options.Opponents = append(s.options.Opponents, nil)
			continue
		}
		o, ok := known[*spec]
		if !ok {
			var err error
			if o.create, o.absolute, err = catalog.OpenAbsolute(s.rules, *spec); err != nil {
				return err
			}
			known[*spec] = o
		}
		names[i] = &o.absolute
		s.options.Opponents = append(s.options.Opponents, o.create)
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
	potential, err := s.gameType.Potential(*s.Potential)
	s.options.Potential = potential
	return err
}

// canonical returns the configuration as one JSON object, which opens equal tables.
// It leaves out what does not change the play.
func (s *setup) canonical() []byte {
	c := s.config
	c.Workers, c.Record = 0, false
	return compact(c)
}

// compact returns v as JSON without white space. It panics if v has no JSON form.
func compact(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("librummygym: " + err.Error())
	}
	return bytes.TrimSpace(b.Bytes())
}
