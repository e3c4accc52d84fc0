// Package catalog wires the games of the gym by name: their presets, the options
// of their rules, their encoders and their agents, for everything below cmd. It
// knows no file format and no tournament.
//
// Start from [Rummies], which lists the games, and [ByName].
package catalog

import (
	"fmt"
	"strings"

	"rummygym/agents/afterstate"
	"rummygym/agents/network"
	"rummygym/agents/search"
	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
)

// A Rummy is one of the games that there are, and all that has to be known of it.
// What depends on the rules of a table is asked of its [Rules].
type Rummy struct {
	Name       string   // its word, and game.Game.Name
	Title      string   // name in sentences
	Env        string   // environment of datasets and its version, which moves when the same seed and actions give another game or another observation
	Presets    []string // names of rules, the default first
	Fields     []string // groups of observation fields
	Potentials []string // names that features.PotentialNamed takes
	Phases     []string // names of the phases of a decision, by number
	Endings    []game.Ending
	Search     search.Spec // a search agent by default

	Preset func(name string) (Rules, error)
	Phase  func(game.Observation) int   // number of the phase
	Sight  func(game.Observation) Sight // what replay shows of an observation
	Opens  func(phase string) bool      // whether a turn begins with this phase
}

// Rules are the rules of a table of one of the games.
type Rules interface {
	Rummy() *Rummy
	Options() []Option // bound to these rules, in the order in which they are told of
	Validate() error
	NewGame() (game.Game, error)

	// Search returns the part of a search agent that depends on the game: what
	// roll-outs play, by what hidden cards are guessed, and which actions are weighed.
	// Of agents and networks it looks at that of the belief only, which it gives its
	// canonical name.
	Search(*search.Spec) (search.Config, error)

	// Encoder returns the encoder of the given groups of fields, parted by
	// commas, which is safe for concurrent use, and their canonical names. It is
	// not asked for [NoFields].
	Encoder(fields string) (x env.Encoder, names string, err error)

	// Afterstates returns the afterstates of the given groups of fields, parted by
	// commas: their layout, and what makes the reader of a seat, safe for concurrent
	// use. "" stands for the groups that train mc takes by default.
	Afterstates(fields string) (Afterstates, error)
}

// Afterstates are those of a game under some rules.
type Afterstates struct {
	Layout game.Layout
	Fields string // canonical names of the groups
	Belief string // network.Description.Belief of networks that take them
	Reader func() afterstate.Reader
}

// serve returns an error if the network took fields that another belief made.
func (x *Afterstates) serve(d *network.Description) error {
	if d.Belief != x.Belief {
		return fmt.Errorf("the network learned from the belief %q, and what is built in is %q: train it again, or use the version it was trained with", d.Belief, x.Belief)
	}
	return nil
}

// The words for groups of fields that every game knows.
const (
	AllFields = "all"  // every group of observation fields
	NoFields  = "none" // no observations
)

// A Sight is what an observation shows, in every game.
type Sight struct {
	Hand  []card.Card // own cards
	Drawn card.Card   // card just drawn, or card.None
	Top   card.Card   // top of the open pile, or card.None
	Stock int         // cards in the closed deck
}

// Rummies returns the games, the default first.
func Rummies() []*Rummy { return []*Rummy{Indian, Gin} }

// Names returns the names of the games, the default first.
func Names() []string {
	var names []string
	for _, g := range Rummies() {
		names = append(names, g.Name)
	}
	return names
}

// ByName returns the game of that name.
func ByName(name string) (*Rummy, error) {
	for _, g := range Rummies() {
		if g.Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("%q is not a game: want %s", name, strings.Join(Names(), " or "))
}

// Defaults returns the rules of the default preset.
func (g *Rummy) Defaults() Rules { return g.known(g.Presets[0]) }

// known returns the rules of a preset that there is.
func (g *Rummy) known(preset string) Rules {
	r, err := g.Preset(preset)
	if err != nil {
		panic("catalog: a listed preset is unknown: " + err.Error())
	}
	return r
}

// Hint returns the end of a message about a word that g does not know and another
// game does, nothing if none does.
func (g *Rummy) Hint(knows func(*Rummy) bool) string {
	for _, o := range Rummies() {
		if o != g && knows(o) {
			return fmt.Sprintf("; %s knows it: add --game %s", o.Title, o.Name)
		}
	}
	return ""
}

// RulesName names rules by their preset and what differs from it, so that two
// different tables never have one name.
func RulesName(preset string, r Rules) string {
	name, start := preset, r.Rummy().known(preset).Options()
	for i, o := range r.Options() {
		if o.Get() != start[i].Get() {
			name += " " + o.Name + "=" + o.Text()
		}
	}
	return name
}

// groupNames returns the names of the groups that are the bits of all.
func groupNames[G interface {
	~uint32
	fmt.Stringer
}](all G) []string {
	var names []string
	for bit := G(1); bit&all != 0; bit <<= 1 {
		names = append(names, bit.String())
	}
	return names
}
