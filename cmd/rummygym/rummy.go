package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"rummygym/agents/arena"
	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
)

// A rummy is one of the games that the commands play, and all that they have to
// know of it. What depends on the rules of a table is asked of its [tableRules].
type rummy struct {
	name    string   // word of --game, and game.Game.Name
	title   string   // name in sentences
	env     string   // environment of datasets and its version, which moves when the same seed and actions give another game or another observation
	presets []string // names of rules, the default first
	phases  []string // names of the phases of a decision, by number
	endings []game.Ending

	preset func(name string) (tableRules, error)
	phase  func(game.Observation) int   // number of the phase
	sight  func(game.Observation) sight // what replay shows of an observation
	opens  func(phase string) bool      // whether a turn begins with this phase
}

// tableRules are the rules of a table of one of the games.
type tableRules interface {
	rummy() *rummy
	options() []ruleOption // bound to these rules, in the order in which they are told of
	Validate() error
	newGame() (game.Game, error)

	// encoder returns the encoder of the given groups of fields, parted by
	// commas, which is safe for concurrent use, and their canonical names. It is
	// not asked for noFields.
	encoder(fields string) (x datasets.Encoder, names string, err error)

	// arena sets what a tournament has to know of these rules.
	arena(c *arena.Config)
}

// A sight is what an observation shows, in every game.
type sight struct {
	hand  []card.Card // own cards
	drawn card.Card   // card just drawn, or card.None
	top   card.Card   // top of the open pile, or card.None
	stock int         // cards in the closed deck
}

// rummies returns the games, the default first.
func rummies() []*rummy { return []*rummy{indianRummy, ginRummy} }

// rummyNames returns the names of the games, the default first.
func rummyNames() []string {
	var names []string
	for _, g := range rummies() {
		names = append(names, g.name)
	}
	return names
}

// defaults returns the rules of the default preset.
func (g *rummy) defaults() tableRules {
	r, err := g.preset(g.presets[0])
	if err != nil {
		panic("rummygym: a listed preset is unknown: " + err.Error())
	}
	return r
}

// hint returns the end of a message about a word that g does not know and another
// game does, nothing if none does.
func (g *rummy) hint(knows func(*rummy) bool) string {
	for _, o := range rummies() {
		if o != g && knows(o) {
			return fmt.Sprintf("; %s knows it: add --game %s", o.title, o.name)
		}
	}
	return ""
}

// gameFlag is the flag --game. The zero value is ready for register.
type gameFlag struct{ formatFlag }

// register adds the flag to fs.
func (f *gameFlag) register(fs *pflag.FlagSet) {
	f.allowed = rummyNames()
	fs.Var(f, "game", "game to play (default "+f.allowed[0]+")")
}

// rummy returns the game chosen, the default without the flag.
func (f *gameFlag) rummy() *rummy {
	for _, g := range rummies() {
		if g.name == f.chosen {
			return g
		}
	}
	return rummies()[0]
}

// rulesName names rules by their preset and what differs from it, so that two
// different tables never have one name.
func rulesName(preset string, r tableRules) string {
	base, err := r.rummy().preset(preset)
	if err != nil {
		panic("rummygym: rules of a preset that is unknown: " + err.Error())
	}
	name, start := preset, base.options()
	for i, o := range r.options() {
		if o.get() != start[i].get() {
			name += " " + o.name + "=" + o.text()
		}
	}
	return name
}
