package main

import (
	"cmp"
	"slices"

	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/spec"
	"rummygym/internal/catalog"
)

// describe returns, as JSON, the description of the tables of a configuration, or
// the list of games if the configuration is the empty object.
func describe(text string) ([]byte, error) {
	c, err := parseConfig(text)
	if err != nil {
		return nil, err
	}
	if string(compact(c)) == string(compact(defaultConfig())) {
		return compact(games()), nil
	}
	s, err := c.resolve()
	if err != nil {
		return nil, err
	}
	return compact(s.describe()), nil
}

// gameList is the list of games.
type gameList struct {
	ABI   int             `json:"abi"`
	Games []describedGame `json:"games"`
}

// describedGame is a game with its presets, options, fields and agents.
type describedGame struct {
	Name       string            `json:"name"`
	Title      string            `json:"title"`
	Env        string            `json:"env"`
	Presets    []string          `json:"presets"`
	PresetDocs []string          `json:"preset_docs"` // a sentence for players about each preset
	Fields     []string          `json:"fields"`
	Potentials []string          `json:"potentials"`
	Phases     []string          `json:"phases"`
	Endings    []game.Ending     `json:"endings"`
	Options    []describedOption `json:"options"`
	Agents     spec.List         `json:"agents"`
	Opponent   string            `json:"opponent"` // the default opponent of environments of one learner
}

// describedOption is an option of the rules of a game.
type describedOption struct {
	Name     string         `json:"name"`
	Doc      string         `json:"doc"`
	Values   []string       `json:"values"`   // null for a whole number
	Defaults map[string]any `json:"defaults"` // by preset
}

// games returns the list of games.
func games() gameList {
	list := gameList{ABI: abi}
	for _, g := range catalog.Games() {
		d := describedGame{
			Name: g.Name, Title: g.Title, Env: g.Env, Presets: g.Presets, PresetDocs: g.PresetDocs, Fields: g.Fields,
			Potentials: g.PotentialNames(), Phases: g.Phases, Endings: g.Endings, Agents: g.Agents(), Opponent: g.DefaultOpponent(),
		}
		for _, o := range g.Defaults().Options() {
			d.Options = append(d.Options, describedOption{Name: o.Name, Doc: o.Doc, Values: o.Words, Defaults: map[string]any{}})
		}
		for _, preset := range g.Presets {
			r, err := g.Preset(preset)
			if err != nil {
				panic("librummygym: a listed preset is unknown: " + err.Error())
			}
			for i, o := range r.Options() {
				d.Options[i].Defaults[preset] = o.JSON()
			}
		}
		list.Games = append(list.Games, d)
	}
	return list
}

// describedTables is the description of tables: the canonical configuration, and the
// names and shapes that follow from it.
type describedTables struct {
	config
	Record      bool             `json:"record"` // that of config, which is left out there if it is false
	ABI         int              `json:"abi"`
	Title       string           `json:"title"`
	Env         string           `json:"env"`
	RulesText   string           `json:"rules_text"` // the rules in words
	Seats       int              `json:"seats"`
	Actions     []string         `json:"actions"`
	Observation []describedField `json:"observation"`
	Size        int              `json:"size"`
	Phases      []string         `json:"phases"`
	Endings     []game.Ending    `json:"endings"`
	Forfeit     int              `json:"forfeit"` // points that a player who cannot play on pays to each other one
	CardActions map[string][]int `json:"card_actions"`
	TopPlane    string           `json:"top_plane"` // name of the plane with the card that card_actions.take takes, "" if unknown
	Ace         network.Ace      `json:"ace"`       // the neighbours of an ace in runs
	CardPlanes  []describedPart  `json:"card_planes"`
	Numbers     []describedPart  `json:"numbers"`
	After       []describedField `json:"after"` // of the form "actions": the fields of an afterstate, before they are scaled
}

// describedPart is a plane or a number of the form "cards".
type describedPart struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"` // of the field; entries are divided by high
	High float64 `json:"high"`
	Doc  string  `json:"doc"`
}

// describedField is a field of an observation.
type describedField struct {
	Name   string     `json:"name"`
	Shape  []int      `json:"shape"` // [1] for a number
	DType  game.DType `json:"dtype"`
	Low    float64    `json:"low"`
	High   float64    `json:"high"`
	Doc    string     `json:"doc"`
	Offset int        `json:"offset"`
	Size   int        `json:"size"`
}

// describe returns the description of the tables of s.
func (s *setup) describe() describedTables {
	d := describedTables{
		config: s.config, Record: s.Record, ABI: abi, Title: s.gameType.Title, Env: s.gameType.Env, RulesText: s.rules.Text(), Seats: s.game.Players(),
		Ace: cmp.Or(s.gameType.Ace, network.AceLow), Phases: s.gameType.Phases, Endings: s.gameType.Endings, Forfeit: s.rules.Results().Forfeit,
	}
	for a := range game.Action(s.game.NumActions()) {
		d.Actions = append(d.Actions, s.game.ActionString(a))
	}
	d.Observation, d.Size = describedFields(s.options.Encoder.Layout()), s.options.Encoder.Layout().Size()
	d.CardPlanes, d.Numbers = []describedPart{}, []describedPart{}
	if x, ok := s.options.Encoder.(*encoder.Cards); ok {
		d.CardPlanes, d.Numbers = describedParts(x.Planes()), describedParts(x.Numbers())
	}
	d.After = []describedField{}
	if x, ok := s.options.Encoder.(*greedy.Actions); ok {
		d.After = describedFields(x.After())
	}
	d.describeActions(s.gameType.Cards)
	return d
}

func describedFields(l game.Layout) []describedField {
	fields, at := []describedField{}, 0
	for _, f := range l {
		fields = append(fields, describedField{f.Name, f.Dims(), f.DType, f.Low, f.High, f.Doc, at, f.Size()})
		at += f.Size()
	}
	return fields
}

func describedParts(l game.Layout) (parts []describedPart) {
	for _, f := range l {
		parts = append(parts, describedPart{f.Name, f.Low, f.High, f.Doc})
	}
	return parts
}

// describeActions sets the actions of each kind of card.
func (d *describedTables) describeActions(of game.CardActions) {
	d.CardActions, d.TopPlane = map[string][]int{}, of.Top
	for _, g := range of.Groups {
		for c := range of.Kinds {
			d.CardActions[g.Name] = append(d.CardActions[g.Name], int(g.First)+c)
		}
	}
	if of.Top != "" {
		d.CardActions["take"] = slices.Repeat([]int{int(of.Take)}, of.Kinds)
	}
}
