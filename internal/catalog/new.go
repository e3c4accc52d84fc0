package catalog

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/strictjson"
)

// NewGame returns the game with the given name, one of [GameNames]. The rules are a text for
// [ParseRules]; the default is the first preset.
func NewGame(name string, rules ...string) (game.Game, error) {
	r, err := ParseRules(name, strings.Join(rules, " "))
	if err != nil {
		return nil, err
	}
	return r.NewGame()
}

// ParseRules parses the rules of the named game: a preset, by default the first one, and
// options that change it, separated by spaces, as in "club seats=4". [RulesName] returns
// such texts.
func ParseRules(name, text string) (Rules, error) {
	g, err := GameByName(name)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(text)
	preset := g.Presets[0]
	if len(words) > 0 && !strings.Contains(words[0], "=") {
		preset, words = words[0], words[1:]
	}
	r, err := g.Preset(preset)
	if err != nil {
		return nil, fmt.Errorf("rules %q: %w", text, err)
	}
	for _, w := range words {
		option, value, ok := strings.Cut(w, "=")
		if !ok {
			return nil, fmt.Errorf("rules %q: %q has no value: want option=value", text, w)
		}
		if err := r.Options().Set(option, value); err != nil {
			return nil, fmt.Errorf("rules %q: %w", text, err)
		}
	}
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("rules %q: %w", text, err)
	}
	return r, nil
}

// RulesOf returns the rules of a game of one of the types [Games].
func RulesOf(g game.Game) (Rules, error) {
	for _, t := range games {
		if r, ok := t.RulesOf(g); ok {
			return r, nil
		}
	}
	return nil, fmt.Errorf("a %T is none of the games %s", g, strings.Join(GameNames(), ", "))
}

// ReadRules parses the JSON object that the rules marshal to. Every option must be present.
func (g *GameType) ReadRules(data []byte) (Rules, error) {
	var values map[string]any
	if err := strictjson.Unmarshal(data, &values); err != nil {
		return nil, err
	}
	r := g.Defaults()
	for _, o := range r.Options() {
		if values[o.Name] == nil {
			return nil, fmt.Errorf("option %s is missing", o.Name)
		}
	}
	if err := r.Options().Change(values); err != nil {
		return nil, err
	}
	return r, r.Validate()
}

// NewAgent returns the agent of a spec, such as "min-dist-opp:drop=5" or
// "learned:standard:head=win", for the rules of game g. Without g it is for the default
// rules of the first of [Games] that has the agent. Use [OpenAgent] to make several agents
// of one spec.
func NewAgent(spec string, g ...game.Game) (game.Agent, error) {
	if len(g) > 1 {
		return nil, fmt.Errorf("agent %q for %d games: want one", spec, len(g))
	}
	if len(g) == 1 {
		r, err := RulesOf(g[0])
		if err != nil {
			return nil, fmt.Errorf("agent %q: %w", spec, err)
		}
		create, _, err := OpenAgent(r, spec)
		if err != nil {
			return nil, err
		}
		return create(), nil
	}
	var first error
	for _, t := range games {
		create, _, err := OpenAgent(t.Defaults(), spec)
		if err == nil {
			return create(), nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// NewEncoder returns the encoder of groups of observation fields, comma-separated,
// [AllFields], [DefaultFields], or [NoFields]. It is safe for concurrent use.
func NewEncoder(g game.Game, fields string) (game.Encoder, error) {
	t, err := NewTable(g, fields)
	if err != nil {
		return nil, err
	}
	return t.NewEncoder(), nil
}

// NewCardEncoder is [NewEncoder] in the form of a number of each plane for each card, for networks that share weights over cards.
func NewCardEncoder(g game.Game, fields string) (*encoder.Cards, error) {
	x, err := NewEncoder(g, fields)
	if err != nil {
		return nil, err
	}
	return encoder.NewCards(x)
}

// NewTable returns the table of a game that package datasets records, with the given groups
// of observation fields, comma-separated, [AllFields], [DefaultFields], or [NoFields]. Its
// datasets are the same as those of "rummygym collect", and can be replayed, validated and
// trained on.
func NewTable(g game.Game, fields string) (game.Table, error) {
	r, err := RulesOf(g)
	if err != nil {
		return game.Table{}, err
	}
	x := game.Encoder(game.NoEncoder{})
	if fields != NoFields {
		if x, fields, err = r.Encoder(fields); err != nil {
			return game.Table{}, err
		}
	}
	rules, err := r.MarshalJSON()
	if err != nil {
		return game.Table{}, err
	}
	of := r.Type()
	t := game.Table{
		Game: g, Env: of.Env, Rules: rules, Fields: fields,
		NewEncoder: func() game.Encoder { return x }, // safe for concurrent use
		Phases:     slices.Clone(of.Phases),
		Phase:      of.Phase,
	}
	for _, e := range of.Endings {
		t.Endings = append(t.Endings, string(e))
	}
	return t, nil
}

// GameByEnv returns the game of an environment id of datasets, such as "IndianRummy-v1".
func GameByEnv(env string) (*GameType, error) {
	var known []string
	for _, g := range games {
		if g.Env == env {
			return g, nil
		}
		known = append(known, g.Env)
	}
	return nil, fmt.Errorf("the environment %s is not known: this program knows %s", env, strings.Join(known, " and "))
}
