package catalog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/search"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/facts"
	"rummygym/internal/options"
)

// GameType describes one of the games, as the type of the same name in OpenSpiel does.
// Properties that depend on the rules of a table are methods of [Rules]. Potentials, Facts,
// Search, Files, Opponent, Opponents, Levels, Reviewers and Cards are optional.
type GameType struct {
	Name       string      // the word for the game, the result of game.Game.Name
	Title      string      // name for use in sentences
	Env        string      // environment id of datasets, with a version that changes when the same seed gives another game, observation or move of an agent
	Presets    []string    // names of preset rules, the default first
	PresetDocs []string    // a sentence for players about each of them
	Fields     []string    // groups of observation fields
	Potentials []Potential // for reward shaping
	Phases     []string    // names of the phases of a decision, indexed by number
	Endings    []game.Ending
	Phrases    record.Phrases   // words for passes and endings
	Search     search.Spec      // defaults of search agents; without a Playout the game has none
	Facts      facts.Game       // what hints and reviews count; without it hints count nothing, and there are no reviews
	Players    func() spec.List // rule-based players, in the order of the papers
	Deal       *GameType        // of matches: the game of their deals, whose agents play deal by deal. nil: no match

	// Files returns the names of the files of built-in networks and tables that an agent, by the name of its entry, reads at a table of
	// some seats: a browser fetches them before it plays. nil: no agent reads any.
	Files func(agent string, seats int) []string

	// Dealt are the options of rules that say which cards are dealt. A network that was trained with others cannot
	// play, unless it sees those of Told, in the group "rules" of its fields.
	Dealt, Told []string

	// NetworkOf returns the network that a rule-based player asks, nil if it asks none. nil: no player asks one.
	NetworkOf func(spec.Spec) *network.Network

	Opponent  string   // spec of the default opponent of environments of one learner; "": the first player
	Opponents []string // specs of the strongest fast agents, best first: [DefaultAgent]
	Levels    []Level  // opponents for people, the weakest first: beginner, easy, medium, hard and expert
	Reviewers []string // specs of the agents that review games best, best first: [ReviewAgent]
	Valued    bool     // whether a roll-out of a review stops at the player's next turn, if the agent has a network that values it
	Example   string   // options of the rules with values, for a form

	Cards game.CardActions // the actions that a policy with weights shared by all cards scores; zero: unknown
	Ace   network.Ace      // neighbours of an ace in networks with filters over cards; "" is network.AceLow

	Preset  func(name string) (Rules, error)
	RulesOf func(game.Game) (Rules, bool) // rules of a game of this type; false for another type
	Phase   func(game.Observation) int    // number of the phase
	Opens   func(phase string) bool       // whether a turn begins with this phase

	byDeals dealAgents // of matches
}

// dealAgents are the agents of matches, which play deal by deal.
type dealAgents interface {
	agents() spec.List
	parse(text string) *agentSpec
	open(Rules, spec.Spec) (openedAgent, error)
}

// Potential is a potential for reward shaping by its name.
type Potential struct {
	Name string
	Of   env.Potential
}

// Results describes how the results of a table are reported.
type Results struct {
	Terms      game.Terms
	Drop       game.Action // the action that drops out of the game, or game.NoAction
	RoundLimit int         // number of rounds after which the game ends; 0 is no limit
	Target     int         // number of points that ends a match; 0: a game is one deal

	// Forfeit is the number of points that a player who cannot play on pays to each other one.
	// 0: games are not forfeited.
	Forfeit int
}

// Rules holds the rules of a table of one of the games.
type Rules interface {
	json.Marshaler // a JSON object of the options

	Type() *GameType
	Options() options.List // bound to these rules, in the order of help texts
	Text() string          // the rules in words for a player who does not know the game, as Markdown; it says every option that matters
	Validate() error
	NewGame() (game.Game, error)
	Results() Results

	// Search returns the part of the configuration of a search agent that depends on the
	// game: the game of the roll-outs, the sampler of hidden cards, and the candidate
	// actions. It opens no agent and no network of the spec.
	Search(*search.Spec) (search.Config, error)

	// Encoder returns the encoder of the given groups of fields, comma-separated, and
	// their canonical names. It knows [AllFields] and [DefaultFields]; callers handle
	// [NoFields] themselves. The encoder is safe for concurrent use.
	Encoder(fields string) (x game.Encoder, names string, err error)

	// Afterstates returns the afterstates of the given groups of fields, comma-separated.
	// "" stands for the default groups of train mc.
	Afterstates(fields string) (Afterstates, error)
}

// GuideOf returns how to play under the rules: that of rules with a method Guide, or only the text of others.
func GuideOf(r Rules) record.Guide {
	if g, ok := r.(interface{ Guide() record.Guide }); ok {
		return g.Guide()
	}
	return record.Guide{Sections: []record.Section{{Heading: "Rules", Sentences: []string{r.Text()}}}}
}

// Basic implements the methods of [Rules] that only search agents and networks of
// afterstates need. Rules of a game that has neither embed it. Both methods return an
// error.
type Basic struct{}

// Search returns an error.
func (Basic) Search(*search.Spec) (search.Config, error) {
	return search.Config{}, errors.New("the game has no search agents")
}

// Afterstates returns an error.
func (Basic) Afterstates(string) (Afterstates, error) {
	return Afterstates{}, errors.New("the game has no afterstates")
}

// Afterstates describes the afterstates of a game under some rules, for groups of fields.
type Afterstates struct {
	Layout game.Layout
	Fields string               // canonical names of the groups
	Belief string               // network.Description.Belief of networks with these fields
	Reader func() greedy.Reader // returns a reader for one seat; safe for concurrent use
	Rows   int                  // the largest number of choices of a decision
}

// Encoder returns the encoder of what the actions of a decision lead to, for tables with the given number of seats.
func (x *Afterstates) Encoder(seats int) *greedy.Actions {
	return greedy.NewActions(x.Layout, x.Rows, seats, x.Reader)
}

// checkBelief returns an error if the network was trained with fields of another belief network.
func (x *Afterstates) checkBelief(d *network.Description) error {
	if d.Belief != x.Belief {
		return fmt.Errorf("the network learned from the belief %q, and the built-in one is %q: train it again, or use the version and a table of the size it was trained with", d.Belief, x.Belief)
	}
	return nil
}

// Words that every game knows.
const (
	AllFields     = "all"     // every group of observation fields that the rules have
	DefaultFields = "default" // the groups that tables in C and Python observe unless told otherwise
	NoFields      = "none"    // no observations
	NoPotential   = "none"    // no reward shaping
)

// games lists the games, the default first.
var games = []*GameType{Indian, Gin, IndianMatch, GinMatch}

// Games returns the games, the default first. The slice is the caller's.
func Games() []*GameType { return slices.Clone(games) }

// GameNames returns the names of the games, the default first.
func GameNames() []string {
	var names []string
	for _, g := range Games() {
		names = append(names, g.Name)
	}
	return names
}

// GameByName returns the game with the given name.
func GameByName(name string) (*GameType, error) {
	for _, g := range Games() {
		if g.Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("%q is not a game%s: want %s", name, options.Suggest(name, GameNames()), strings.Join(GameNames(), " or "))
}

// Defaults returns the rules of the default preset.
func (g *GameType) Defaults() Rules { return g.known(g.Presets[0]) }

// known returns the rules of a preset. It panics if the preset does not exist.
func (g *GameType) known(preset string) Rules {
	r, err := g.Preset(preset)
	if err != nil {
		panic("rummygym: a listed preset is unknown: " + err.Error())
	}
	return r
}

// Network returns the name of the built-in network of learned agents at a table of some seats, "" if
// there is none.
func (g *GameType) Network(seats int) string {
	if g.Files == nil || g.Deal != nil {
		return ""
	}
	return strings.TrimSuffix(g.Files(learned.Name, seats)[0], ".safetensors")
}

// firstAgent returns the first of some specs that opens under the rules, or the first player of the game.
func firstAgent(r Rules, specs []string) string {
	for _, spec := range specs {
		if _, _, err := OpenAgent(r, spec); err == nil {
			return spec
		}
	}
	return r.Type().Players().Names()[0]
}

// DefaultOpponent returns the spec of the default opponent of environments of one learner.
func (g *GameType) DefaultOpponent() string { return cmp.Or(g.Opponent, g.Players().Names()[0]) }

// DefaultAgent returns the spec of the strongest fast agent for a table with the given rules,
// by the ratings in docs/agents.md.
func DefaultAgent(r Rules) string { return firstAgent(r, r.Type().Opponents) }

// Level is an opponent for people, chosen by measured strength and pace.
type Level struct {
	Name  string // beginner, easy, medium, hard or expert
	Agent string // spec
	Elo   int    // rating among the levels of the game, where docs/agents.md gives an agent 0
}

// LevelOf returns the level of a name for a table with the given rules. The error says which names there are, or why the agent cannot play.
func LevelOf(r Rules, name string) (*Level, error) {
	levels := r.Type().Levels
	var names []string
	for i := range levels {
		if levels[i].Name != name {
			names = append(names, levels[i].Name)
			continue
		}
		_, _, err := OpenAgent(r, levels[i].Agent)
		return &levels[i], err
	}
	if names == nil {
		return nil, fmt.Errorf("%q is not a level: %s has none", name, r.Type().Title)
	}
	return nil, fmt.Errorf("%q is not a level%s: want %s", name, options.Suggest(name, names), strings.Join(names, ", "))
}

// ProposedAgent returns the spec of the opponent that is proposed to a person: that of the level in the middle, or of [DefaultAgent] if
// that level cannot play under the rules.
func ProposedAgent(r Rules) string {
	if l, err := LevelOf(r, "medium"); err == nil {
		return l.Agent
	}
	return DefaultAgent(r)
}

// PotentialNames returns the names of Potentials.
func (g *GameType) PotentialNames() []string {
	names := []string{}
	for _, p := range g.Potentials {
		names = append(names, p.Name)
	}
	return names
}

// Potential returns the potential with the given name, one of Potentials.
func (g *GameType) Potential(name string) (env.Potential, error) {
	for _, p := range g.Potentials {
		if p.Name == name {
			return p.Of, nil
		}
	}
	if g.Potentials == nil {
		return nil, fmt.Errorf("%q is not a potential: %s has none", name, g.Title)
	}
	names := g.PotentialNames()
	return nil, fmt.Errorf("%q is not a potential of %s%s: want %s", name, g.Name, options.Suggest(name, names), strings.Join(names, " or "))
}

// Hint returns the end of an error message about a word that g does not know: the other
// game that knows it, or "" if there is none.
func (g *GameType) Hint(knows func(*GameType) bool) string {
	for _, o := range Games() {
		if o != g && knows(o) {
			return fmt.Sprintf("; %s knows it: choose the game %s", o.Title, o.Name)
		}
	}
	return ""
}

// RulesName returns the name of rules: their preset, then the options that differ from it.
// Different rules have different names.
func RulesName(preset string, r Rules) string {
	name, start := preset, r.Type().known(preset).Options()
	for i, o := range r.Options() {
		if o.String() != start[i].String() {
			name += " " + o.Name + "=" + o.String()
		}
	}
	return name
}

// groupNames returns the names of the groups, which are the bits of all.
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

// FilesOf returns the names of the files of built-in networks and tables that an agent, by its spec, reads at a table of some
// seats.
func (g *GameType) FilesOf(spec string, seats int) []string {
	if g.Files == nil {
		return nil
	}
	name, _, _ := strings.Cut(spec, ":")
	return g.Files(name, seats)
}
