package catalog

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/env/series"
	"rummygym/features/encoder"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/matchvalue"
	"rummygym/internal/options"
)

// DealRules are [Rules] that say more of a deal to a match than the game does. Without these methods a deal is for two players, who
// cannot drop out of it, and costs at most what Results.Forfeit says.
type DealRules interface {
	Rules

	// OfSeats returns the same rules for another number of players. The caller owns them.
	OfSeats(seats int) Rules

	// SetMatch sets what follows from the rules of the deal: Seats, in a pool Drop, and in a match for chips Chips.
	SetMatch(m *series.Rules)
}

// IndianMatch is a match of several deals of Indian Rummy: a pool, deals for chips, or a race of two players.
var IndianMatch = matchType(Indian, "IndianRummyMatch-v1", byDeals{pools: true}, options.Presets[*MatchRules]{
	{"pool-101", "A pool for 2 to 6 players: the points that you pay are added up, and with 101 points you are out. A drop at the first turn costs 20 points, a later drop 40.", clubDeals},
	{"pool-201", "Like pool-101, but you are out with 201 points. A drop at the first turn costs 25 points, a later drop 50.", func() *MatchRules {
		r := clubDeals()
		d := r.deal.(*IndianRules)
		r.match.Limit, d.FirstDrop, d.MiddleDrop = 201, 25, 50
		return r
	}},
	{"deals", "Two deals in which the losers pay the winner in chips; the player with the most chips at the end wins.", func() *MatchRules {
		r := clubDeals()
		r.match.Format = series.Deals
		return r
	}},
})

// GinMatch is a match of several hands of Gin Rummy, with bonuses for games and hands won: one game, or three at once (Hollywood).
var GinMatch = matchType(Gin, "GinRummyMatch-v1", byDeals{races: true}, options.Presets[*MatchRules]{
	{"eaai", "A match to 100 points without big gin and without bonuses for the match; the game melds and lays off for you. These are the rules of a programming contest.", raceOf(gin.EAAI)},
	{"uk", "Like eaai, with the smaller British bonuses: 20 points for gin and 10 for an undercut.", raceOf(gin.UK)},
	{"classic", "A match to 100 points by American book rules, with big gin, a bonus of 100 points for the game, and 25 points for each hand won.", func() *MatchRules {
		r := bookHands()
		r.match.ShutOut = series.NoShutOut
		r.deal.(*GinRules).Starter = gin.RandomStarter
		return r
	}},
	{"race", "A match to 100 points by American book rules: a bonus of 100 points for the game, twice that if the opponent has won no hand, and 25 points for each hand won.", bookHands},
	{"hollywood", "Three games at once: your first win counts in the first game, your second win in the first and second games, and later wins in all three.", func() *MatchRules {
		r := bookHands()
		r.match.Games = 3
		return r
	}},
})

// MatchOf returns the type of the matches of a game that defines no rules of matches: pools, matches for chips and races to
// 100 points, of deals by the default rules. Env is the environment id of its datasets.
func MatchOf(deal *GameType, env string) *GameType {
	with := func(format series.Format) func() *MatchRules {
		return func() *MatchRules {
			return &MatchRules{
				match: series.Rules{Format: format, Limit: 101, Deals: 2, Entry: 100, Target: 100, Games: 1, MaxDeals: 200},
				deal:  deal.Defaults(),
			}
		}
	}
	return matchType(deal, env, byDeals{}, options.Presets[*MatchRules]{
		{"race", "Who first has 100 points wins the match.", with(series.Race)},
		{"pool", "The points that you pay are added up, and with 101 points you are out.", with(series.Pool)},
		{"deals", "Two deals in which the losers pay the winner in chips; the player with the most chips at the end wins.", with(series.Deals)},
	})
}

// clubDeals returns a pool of 101 of deals of a club table of two players. Options of other formats have values too, so that changing
// the format is enough.
func clubDeals() *MatchRules {
	return &MatchRules{
		match: series.Rules{Limit: 101, Deals: 2, Entry: 100, Target: 500, Games: 1, MaxDeals: 200},
		deal:  &IndianRules{Rules: indian.Club(2)},
	}
}

// raceOf returns a race to 100 points, without bonuses, of hands by the rules of a preset.
func raceOf(hand func() gin.Rules) func() *MatchRules {
	return func() *MatchRules {
		return &MatchRules{match: series.RaceTo(100), deal: &GinRules{Rules: hand()}}
	}
}

// bookHands returns a race of hands by the American book rules.
func bookHands() *MatchRules {
	hand := gin.Classic()
	hand.Starter = gin.FirstSeat
	match := series.Hollywood()
	match.Games = 1
	return &MatchRules{match: match, deal: &GinRules{Rules: hand}}
}

// matchType returns the type of the matches of a game, with its agents and the presets, the default first. Most
// of it is that of the game, whose other agents play deal by deal.
func matchType(deal *GameType, env string, agents byDeals, presets options.Presets[*MatchRules]) *GameType {
	g := &GameType{
		Name: deal.Name + "-match", Title: deal.Title + " Match", Env: env, Deal: deal,
		Presets: presets.Names(), PresetDocs: presets.Docs(),
		Fields:  append([]string{encoder.MatchGroup}, deal.Fields...),
		Phases:  append(slices.Clone(deal.Phases), series.Rejoining.String(), series.Splitting.String()),
		Endings: series.Endings(),
		Phrases: deal.Phrases.And(series.Phrases),
		Cards:   deal.Cards,
		Ace:     deal.Ace,
		Files: func(agent string, seats int) []string {
			if agent == "pool" {
				return []string{"deals.bin"}
			}
			if deal.Files == nil {
				return nil
			}
			files := deal.Files(agent, seats)
			if seats > 2 { // players leave
				files = append(files, deal.Files(agent, 2)...)
			}
			return files
		},
		Players: func() spec.List { return deal.Players().Of(deal.Name + "-match") },

		Opponent: deal.Opponent, Opponents: deal.Opponents, Levels: deal.Levels, Reviewers: deal.Reviewers,
		Opens: func(phase string) bool {
			return deal.Opens(phase) || phase == series.Rejoining.String() || phase == series.Splitting.String()
		},
		Phase: func(obs game.Observation) int {
			o := obs.(*series.Observation)
			switch over := len(deal.Phases) - 1; {
			case o.Phase == series.Rejoining:
				return over + 1
			case o.Phase == series.Splitting:
				return over + 2
			case o.Phase == series.Over || o.Deal == nil:
				return over
			}
			return deal.Phase(o.Deal)
		},
	}
	for _, p := range deal.Potentials {
		g.Potentials = append(g.Potentials, Potential{p.Name, encoder.DealPotential(p.Of)})
	}
	if agents.races {
		g.Potentials = append(g.Potentials, Potential{"match-score", encoder.MatchScorePotential})
	}
	if deal.Facts != nil {
		g.Facts = dealFacts{deal.Facts}
	}
	agents.of = g
	g.byDeals = agents
	g.Preset = func(name string) (Rules, error) {
		r, err := presets.Named(g.Name, name)
		if err != nil {
			return nil, err
		}
		r.of, r.match = g, r.unset()
		return r, nil
	}
	g.RulesOf = func(of game.Game) (Rules, bool) {
		m, ok := of.(interface {
			Match() series.Rules
			Of(seats int) series.Deal
		})
		if !ok || of.Name() != g.Name {
			return nil, false
		}
		rules, ok := deal.RulesOf(m.Of(of.Players()))
		if !ok {
			return nil, false
		}
		r := &MatchRules{of: g, match: m.Match(), deal: rules}
		r.match = r.unset()
		return r, r.Match() == m.Match()
	}
	return g
}

// MatchRules holds the rules of a match and those of its deals.
type MatchRules struct {
	Basic
	of    *GameType
	match series.Rules // but for Seats, Drop and Chips, which follow from the deal
	deal  Rules        // of the first deal
}

// Type returns the type of the match, such as [IndianMatch].
func (r *MatchRules) Type() *GameType { return r.of }

// Match returns the rules of the match without those of its deals.
func (r *MatchRules) Match() series.Rules {
	m := r.match
	if d, ok := r.deal.(DealRules); ok {
		d.SetMatch(&m)
		return m
	}
	m.Seats = 2
	if m.Format == series.Deals {
		m.Chips = r.deal.Results().Forfeit
	}
	return m
}

// Deal returns the rules of deals between the given number of players.
func (r *MatchRules) Deal(seats int) Rules {
	if d, ok := r.deal.(DealRules); ok {
		return d.OfSeats(seats)
	}
	return r.deal
}

// unset returns the rules of the match without what the deal sets.
func (r *MatchRules) unset() series.Rules {
	m := r.match
	m.Seats, m.Drop, m.Chips = 0, 0, 0
	return m
}

// Options returns those of the match and then those of its deals that the match does not set.
func (r *MatchRules) Options() (all options.List) {
	if r.of != nil && r.of.byDeals.(byDeals).races {
		all = r.match.RaceOptions()
	} else {
		all = r.match.Options()
	}
	for _, o := range r.deal.Options() {
		if all.Find(o.Name) == nil {
			all = append(all, o)
		}
	}
	return all
}

// MarshalJSON returns a JSON object of the options.
func (r *MatchRules) MarshalJSON() ([]byte, error) { return r.Options().MarshalJSON() }

// Validate returns an error that names the first option out of range, or nil.
func (r *MatchRules) Validate() error {
	if err := r.deal.Validate(); err != nil {
		return err
	}
	m := r.Match()
	if err := m.Validate(); err != nil {
		return err
	}
	for n := 2; n < m.Seats; n++ {
		if err := r.Deal(n).Validate(); err != nil {
			return fmt.Errorf("a deal of %d players: %w", n, err)
		}
	}
	return nil
}

// NewGame returns the match under these rules, a [game.Observed].
func (r *MatchRules) NewGame() (game.Game, error) {
	g, err := series.New(r.Match(), func(seats int) (series.Deal, error) {
		of := r.Deal(seats)
		g, err := of.NewGame()
		if err != nil {
			return nil, err
		}
		d, ok := g.(series.Deal)
		if !ok {
			return nil, fmt.Errorf("no matches are made of %s, which reports neither its deck nor what happens (series.Deal)", of.Type().Title)
		}
		return d, nil
	})
	if err != nil {
		return nil, err
	}
	return &matchGame{g}, nil
}

// Hands returns the hands of a match of Gin Rummy that is one race, a game that is played for the match: see [matchvalue.Hands].
func (r *MatchRules) Hands() (game.Game, error) {
	values := MatchValues(r)
	if values == nil {
		return nil, fmt.Errorf("the hands of %s have no values under these rules: want a match of Gin Rummy of one game to at most 1,000 points", r.of.Title)
	}
	g, err := r.NewGame()
	if err != nil {
		return nil, err
	}
	return matchvalue.NewHands(g.(*matchGame).Game, values)
}

// matchGame is a match with its default encoder.
type matchGame struct{ *series.Game }

// DefaultEncoder returns the encoder of [DefaultFields].
func (g *matchGame) DefaultEncoder() (game.Encoder, error) { return NewEncoder(g, DefaultFields) }

// Results describes how results are reported. Who cannot play on loses what a whole match can cost it.
func (r *MatchRules) Results() Results {
	m, of := r.Match(), r.deal.Results().Terms
	x := Results{Drop: game.NoAction, RoundLimit: m.MaxDeals, Terms: game.Terms{Game: "match", Round: "hand", Part: "hand", Left: of.Left, NoDrops: true, AnyStarter: of.AnyStarter}}
	if m.Format == series.Race {
		x.Forfeit = m.Games * (m.Target + m.GameBonus)
		if m.Games == 1 { // of several games the points are those of all hands
			x.Target = m.Target
		}
	} else {
		x.Forfeit = max(1, m.Entry/(m.Seats-1)) // in all, an entry
	}
	return x
}

// Encoder returns an [encoder.Match] and the canonical names of the groups: [encoder.MatchGroup] and those of the deal.
func (r *MatchRules) Encoder(fields string) (game.Encoder, string, error) {
	score, rest := fields == AllFields || fields == DefaultFields, fields
	if !score {
		score, rest = cutMatchGroup(fields)
	}
	m, names := r.Match(), ""
	deals := func(int) (game.Encoder, error) { return game.NoEncoder{}, nil }
	if rest != "" || !score {
		var err error
		if _, names, err = r.deal.Encoder(rest); err != nil {
			return nil, "", err
		}
		deals = func(seats int) (game.Encoder, error) {
			x, _, err := r.Deal(seats).Encoder(names)
			return x, err
		}
	}
	x, err := encoder.NewMatch(m, score, deals)
	switch {
	case fields == AllFields && names == AllFields:
	case score && names == "":
		names = encoder.MatchGroup
	case score:
		names = encoder.MatchGroup + "," + names
	}
	return x, names, err
}

// Afterstates returns those of [afterstate.Match]: the group [encoder.MatchGroup], and the groups of the deal. By default these are those of
// a deal of all players.
func (r *MatchRules) Afterstates(fields string) (x Afterstates, err error) {
	score, rest := cutMatchGroup(fields)
	score = score || fields == ""
	if fields != "" && rest == "" {
		return x, fmt.Errorf("%q has no fields of a deal: want groups of %s too", fields, r.deal.Type().Title)
	}
	m := r.Match()
	var deals [game.MaxPlayers + 1]Afterstates
	of, err := afterstate.NewMatch(m, score, func(seats int) (game.Layout, error) {
		d, err := r.Deal(seats).Afterstates(rest)
		if rest == "" {
			rest = d.Fields
		}
		deals[seats] = d
		if all := &deals[m.Seats]; err == nil && d.Belief != all.Belief {
			err = fmt.Errorf("the groups %s use other built-in estimates of hands than deals of %d players", rest, m.Seats)
		}
		return d.Layout, err
	})
	if err != nil {
		return x, err
	}
	all := &deals[m.Seats]
	x = Afterstates{Layout: of.Layout(), Fields: all.Fields, Belief: all.Belief}
	if score {
		x.Fields = encoder.MatchGroup + "," + x.Fields
	}
	for _, d := range deals {
		x.Rows = max(x.Rows, d.Rows)
	}
	x.Reader = func() greedy.Reader {
		return greedy.NewMatch(of, m.Seats, func(seats int) (greedy.Reader, int) {
			return deals[seats].Reader(), deals[seats].Layout.Size()
		})
	}
	return x, nil
}

// cutMatchGroup reports whether the group of the match is among comma-separated groups, and returns the others.
func cutMatchGroup(fields string) (score bool, rest string) {
	names := strings.Split(fields, ",")
	kept := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return strings.TrimSpace(name) == encoder.MatchGroup })
	return len(kept) < len(names), strings.Join(kept, ",")
}

// sections returns the rules in words: first those of the match.
func (r *MatchRules) sections() []record.Section {
	sections := append(r.Match().Sections(), GuideOf(r.deal).Sections...)
	first := &sections[0]
	first.Sentences = append(slices.Clone(first.Sentences), "The sections after those of the match are the rules of one deal.", "What they say about who begins holds for the first deal only.")
	return sections
}

// Text returns the rules in words.
func (r *MatchRules) Text() string { return record.Prose(r.of.Title, r.sections()...) }

// Guide returns how to play: first the match, then a deal.
func (r *MatchRules) Guide() record.Guide {
	g := GuideOf(r.deal)
	step, scores := r.Match().Guide()
	g.Steps = append([]string{step}, g.Steps...)
	g.Scores = append(scores, g.Scores...)
	g.Sections = r.sections()
	return g
}
