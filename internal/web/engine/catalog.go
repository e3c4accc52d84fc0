package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/learned"
	"rummygym/internal/catalog"
	"rummygym/internal/session"
)

// Catalog lists what can be played.
type Catalog struct {
	Games []Game `json:"games"`
}

// Game is a game of the catalog.
type Game struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Example string `json:"example"`         // options of the rules with values
	Match   bool   `json:"match,omitempty"` // several deals of another game

	Phrases *record.Phrases `json:"phrases"` // how passes and endings are told
	Presets []Preset        `json:"presets"` // the default first
	Options []Option        `json:"options"`
	Agents  []Agent         `json:"agents"`
	Levels  []Level         `json:"levels"`            // opponents for people, the weakest first
	Lessons int             `json:"lessons,omitempty"` // number of lessons
}

// Level is an opponent by a word: [catalog.Level].
type Level struct {
	Name string `json:"name"`
	Spec string `json:"spec"` // of one of the agents
	Elo  int    `json:"elo"`
}

// Preset is a set of rules with the tables that it allows.
type Preset struct {
	Name   string  `json:"name"`
	Doc    string  `json:"doc"`    // a sentence for players
	Tables []Table `json:"tables"` // the preset's own number of players first
}

// Table is a number of players, with the spec of the opponent that is proposed.
type Table struct {
	Seats   int    `json:"seats"`
	Default string `json:"default"`
}

// Option is an option of the rules.
type Option struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
	Kind string `json:"kind"` // "int", or words with a bar between them
}

// Agent is an agent of the catalog.
type Agent struct {
	Spec    string `json:"spec"`
	Doc     string `json:"doc"`
	Network bool   `json:"network,omitempty"` // its files are fetched when it first plays
}

// catalog returns the games and agents of the engine.
func (e *Engine) catalog() *Catalog {
	c := &Catalog{}
	for _, t := range catalog.Games() {
		g := Game{Name: t.Name, Title: t.Title, Example: t.Example, Match: t.Deal != nil, Lessons: len(session.Lessons(t)), Phrases: &t.Phrases, Agents: e.agents(t)}
		for i, name := range t.Presets {
			g.Presets = append(g.Presets, Preset{name, t.PresetDocs[i], tables(t, name)})
		}
		for _, l := range t.Levels {
			g.Levels = append(g.Levels, Level{l.Name, l.Agent, l.Elo})
		}
		for _, o := range t.Defaults().Options() {
			g.Options = append(g.Options, Option{o.Name, o.Help(), o.Type()})
		}
		c.Games = append(c.Games, g)
	}
	return c
}

// tables returns the tables of a preset, that with its own number of players first.
func tables(t *catalog.GameType, preset string) []Table {
	r, err := t.Preset(preset)
	if err != nil {
		panic("engine: " + err.Error()) // it is listed
	}
	g, err := r.NewGame()
	if err != nil {
		panic("engine: " + err.Error())
	}
	all := []Table{{g.Players(), catalog.ProposedAgent(r)}}
	o, err := r.Options().Lookup("seats")
	if err != nil {
		return all
	}
	for n := range int(game.MaxPlayers) + 1 {
		if o.Set(strconv.Itoa(n)) == nil && r.Validate() == nil && n != all[0].Seats {
			all = append(all, Table{n, catalog.ProposedAgent(r)})
		}
	}
	return all
}

// agents returns the agents that a page may name: the players with their default options, the
// built-in network, search, and those of Config.
func (e *Engine) agents(t *catalog.GameType) (all []Agent) {
	reads := func(spec string) bool { return len(t.FilesOf(spec, 2)) > 0 }
	for _, a := range t.Players() {
		all = append(all, Agent{a.Name, a.Doc, reads(a.Name)})
	}
	for _, a := range t.Agents()[len(all):] {
		switch {
		case a.Argument == "":
			all = append(all, Agent{a.Name, a.Doc, reads(a.Name)})
		case a.Name == learned.Name:
			standard := learned.Name + ":" + learned.Standard
			all = append(all,
				Agent{standard, "plays by the built-in network, for points", true},
				Agent{standard + ":head=win", "plays by the built-in network, for games won", true})
		}
	}
	for _, l := range t.Levels {
		name, option, _ := strings.Cut(l.Agent, ":")
		for _, a := range t.Agents() {
			if a.Name == name && !slices.ContainsFunc(all, func(a Agent) bool { return a.Spec == l.Agent }) {
				all = append(all, Agent{l.Agent, a.Doc + "; " + option, reads(name)})
			}
		}
	}
	for _, spec := range e.config.Agents[t.Name] {
		all = append(all, Agent{Spec: spec, Doc: "named on the command line"})
	}
	return all
}

// check returns an error unless all specs are in the catalog. It loads the files that they need.
func (e *Engine) check(r catalog.Rules, specs []string) error {
	t := r.Type()
	known := e.agents(t)
	for _, s := range specs {
		if !slices.ContainsFunc(known, func(a Agent) bool { return a.Spec == s }) {
			return fmt.Errorf("there is no agent %q for %s here: choose one of the list", s, t.Title)
		}
	}
	return e.load(r, specs...)
}

// named returns the specs of the catalog for the names of the agents in records.
func (e *Engine) named(r catalog.Rules, names []string) (specs []string, err error) {
	for _, name := range names {
		spec, err := e.specOf(r, name)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// specOf returns the spec of the catalog for the canonical name of an agent.
func (e *Engine) specOf(r catalog.Rules, name string) (string, error) {
	head, _, _ := strings.Cut(name, ":")
	for _, a := range e.agents(r.Type()) {
		if spec, _, _ := strings.Cut(a.Spec, ":"); spec != head {
			continue
		}
		if err := e.load(r, a.Spec); err != nil {
			return "", err
		}
		if _, is, err := catalog.OpenAgent(r, a.Spec); err == nil && is == name {
			return a.Spec, nil
		}
	}
	return "", fmt.Errorf("the agent %q of the records is not one of the list here", name)
}
