package datasets

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/strictjson"
)

// SchemaVersion is the version of the dataset schema. It changes when a column
// changes its name, type or meaning.
const SchemaVersion = 1

// Keys of the Arrow schema metadata.
const (
	metaKey    = "rummygym"         // a Meta as JSON, of the decisions
	resultsKey = "rummygym.results" // a Meta without fields as JSON, of the results
	shardKey   = "rummygym.shard"   // a ShardInfo as JSON
)

// Meta is the metadata of a whole dataset. It is stored as JSON in the schema
// metadata of every shard, under the key "rummygym", and in the manifest.
type Meta struct {
	Schema    int             `json:"schema"`    // SchemaVersion of the writer
	Generator string          `json:"generator"` // program and version that played the games
	Env       string          `json:"env"`       // environment and version, such as "IndianRummy-v1"
	Game      string          `json:"game"`      // name of the rules, game.Game.Name
	Rules     json.RawMessage `json:"rules"`     // the rules of the table
	Seats     int             `json:"seats"`     // players at the table
	Actions   int             `json:"actions"`   // size of the action space and of the mask
	Fields    string          `json:"fields"`    // groups of observation fields, as the encoder names them
	Layout    []FieldInfo     `json:"layout"`    // observation fields in order
	Phases    []string        `json:"phases"`    // names of the phases of a decision
	Endings   []string        `json:"endings"`   // names of the ways a game ends
	Runs      []Run           `json:"runs"`      // runs in order of their episodes

	ShardGames  int64       `json:"shard_games"` // episodes per shard except the last; 0 if they differ
	BatchRows   int         `json:"batch_rows"`  // rows after which a batch ends with its episode
	Final       Final       `json:"final"`       // whether final observations are recorded
	Format      Format      `json:"format"`
	Compression Compression `json:"compression"`

	// The rest is left out of the JSON where it is zero.
	Rows        Rows        `json:"rows,omitempty"`         // decisions that have a row
	RowsOf      RowsOf      `json:"rows_of,omitempty"`      // agents that have rows
	Discount    float64     `json:"discount,omitempty"`     // of the column score; 0 without that column
	BestOf      int         `json:"best_of,omitempty"`      // attempts at each deal; 0 for a single one, without the column attempt
	Redeal      bool        `json:"redeal,omitempty"`       // whether attempts after the first share only what the agent named first sees of a deal
	EndedBy     []string    `json:"ended_by,omitempty"`     // endings of the games that have rows; none for every game with a winner
	AfterFields string      `json:"after_fields,omitempty"` // groups of fields after an action, as their encoder names them
	After       []FieldInfo `json:"after,omitempty"`        // fields after an action in order
}

// Run is a series of episodes from one seed. Episode First+i is deal FirstDeal+i.
type Run struct {
	First     int64    `json:"first_episode"`
	FirstDeal int64    `json:"first_deal,omitempty"` // above 0 in a part of a longer run
	Games     int64    `json:"games"`
	Seed      uint64   `json:"seed"`
	Agents    []string `json:"agents"`    // specifications, one per seat
	Seating   Seating  `json:"seating"`   // assignment of agents to seats
	MaxSteps  int      `json:"max_steps"` // decisions after which an episode is truncated; 0 is no limit
}

// Deal returns the deal of an episode of the run.
func (r *Run) Deal(episode int64) int64 { return episode - r.First + r.FirstDeal }

// AgentAt returns the specification of the agent at a seat in a deal of the run.
func (r *Run) AgentAt(seat int, deal int64) string {
	return r.Agents[r.Seating.AgentAt(seat, len(r.Agents), deal)]
}

// Seats returns the specification of the agent at each seat in a deal of the run.
func (r *Run) Seats(deal int64) []string {
	names := make([]string, len(r.Agents))
	for seat := range names {
		names[seat] = r.AgentAt(seat, deal)
	}
	return names
}

// FieldInfo is the JSON form of a [game.Field].
type FieldInfo struct {
	Name  string     `json:"name"`
	Shape []int      `json:"shape"` // null for a scalar
	DType game.DType `json:"dtype"`
	Low   float64    `json:"low"`
	High  float64    `json:"high"`
	Doc   string     `json:"doc"`
}

// ShardInfo identifies the episodes of a shard. It is stored as JSON in the schema
// metadata of the shard, under the key "rummygym.shard".
type ShardInfo struct {
	Index    int   `json:"index"`
	First    int64 `json:"first_episode"`
	Episodes int64 `json:"episodes"`
}

// Shards returns the shards of the dataset of a single run, in order.
func (m *Meta) Shards() []ShardInfo {
	games := m.Episodes()
	infos := make([]ShardInfo, (games+m.ShardGames-1)/m.ShardGames)
	for k := range infos {
		first := int64(k) * m.ShardGames
		infos[k] = ShardInfo{Index: k, First: first, Episodes: min(m.ShardGames, games-first)}
	}
	return infos
}

// LayoutInfo returns the JSON form of the fields of a layout, or an error if two have the
// same name.
func LayoutInfo(l game.Layout) ([]FieldInfo, error) {
	infos := make([]FieldInfo, len(l))
	for i, f := range l {
		if slices.ContainsFunc(l[:i], func(g game.Field) bool { return g.Name == f.Name }) {
			return nil, fmt.Errorf("collect: the layout has two fields named %s", f.Name)
		}
		infos[i] = FieldInfo(f)
	}
	return infos, nil
}

// GameLayout returns the observation layout.
func (m *Meta) GameLayout() game.Layout { return gameLayout(m.Layout) }

// AfterLayout returns the layout of the fields after an action.
func (m *Meta) AfterLayout() game.Layout { return gameLayout(m.After) }

func gameLayout(infos []FieldInfo) game.Layout {
	l := make(game.Layout, len(infos))
	for i, f := range infos {
		l[i] = game.Field(f)
	}
	return l
}

// Episodes returns the number of episodes in all runs.
func (m *Meta) Episodes() int64 {
	n := int64(0)
	for _, r := range m.Runs {
		n += r.Games
	}
	return n
}

// AgentNames returns the distinct specifications of all agents, in order of first
// use. It is the dictionary of the column agent.
func (m *Meta) AgentNames() []string {
	var names []string
	for _, r := range m.Runs {
		for _, a := range r.Agents {
			if !slices.Contains(names, a) {
				names = append(names, a)
			}
		}
	}
	return names
}

// RunOf returns the run that contains an episode, or nil if there is none.
func (m *Meta) RunOf(episode int64) *Run {
	for i := range m.Runs {
		if r := &m.Runs[i]; r.First <= episode && episode < r.First+r.Games {
			return r
		}
	}
	return nil
}

// Records reports whether the decisions of a seat in a deal of a run may have rows.
func (m *Meta) Records(r *Run, seat game.Player, deal int64) bool {
	return m.RowsOf == RowsOfAll || r.Seating.AgentAt(int(seat), len(r.Agents), deal) == 0
}

// Kept returns the seat whose view of a deal of a run the attempts at it share, or NoPlayer if
// they share the whole deal.
func (m *Meta) Kept(r *Run, deal int64) game.Player {
	if !m.Redeal {
		return game.NoPlayer
	}
	return r.Seating.First(len(r.Agents), deal)
}

// Differences returns one line for each setting that differs between m and o, such as "seed: 7
// here, 8 there". What follows from another difference is left out: of two environments only they
// are named, and of two groups of fields not each field.
func (m *Meta) Differences(o *Meta, here, there string) []string {
	a, b := settings(m), settings(o)
	first, second := valuesOf(a), valuesOf(b)
	differs := func(name string) bool { return first[name] != second[name] }
	var lines []string
	seen := make(map[string]bool)
	for _, s := range slices.Concat(a, b) {
		if !seen[s.name] && differs(s.name) && !differs(s.from) && !differs("env") || s.name == "env" && differs("env") && !seen["env"] {
			lines = append(lines, fmt.Sprintf("%s: %s %s, %s %s", s.name, cmp.Or(first[s.name], "none"), here, cmp.Or(second[s.name], "none"), there))
		}
		seen[s.name] = true
	}
	if order := func(m *Meta) []string { return append(fieldNames(m.Layout), fieldNames(m.After)...) }; len(lines) == 0 && !slices.Equal(order(m), order(o)) {
		lines = append(lines, fmt.Sprintf("order of the fields: %s %s, %s %s", strings.Join(order(m), " "), here, strings.Join(order(o), " "), there))
	}
	return lines
}

// setting is a value of metadata that can be compared and printed.
type setting struct {
	name, value string
	from        string // name of the setting that it follows from, or ""
}

func valuesOf(settings []setting) map[string]string {
	values := make(map[string]string)
	for _, s := range settings {
		values[s.name] = s.value
	}
	return values
}

func fieldNames(layout []FieldInfo) []string {
	names := make([]string, len(layout))
	for i, f := range layout {
		names[i] = f.Name
	}
	return names
}

// settings returns all settings of the metadata.
func settings(m *Meta) []setting {
	text := func(v any) string { b, _ := json.Marshal(v); return string(b) }
	s := []setting{{"schema version", text(m.Schema), ""}, {"generator", m.Generator, ""}, {"env", m.Env, ""}, {"game", m.Game, ""}}
	var rules map[string]json.RawMessage
	if json.Unmarshal(m.Rules, &rules) != nil {
		rules = map[string]json.RawMessage{"": m.Rules}
	}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		s = append(s, setting{"rule " + name, string(rules[name]), ""})
	}
	s = append(s, setting{"seats", text(m.Seats), ""}, setting{"actions", text(m.Actions), "seats"}, setting{"fields", m.Fields, ""})
	fields := func(layout []FieldInfo, from string) {
		for _, f := range layout {
			s = append(s, setting{"field " + f.Name, strings.TrimPrefix(fmt.Sprintf("%v:%s", f.Shape, f.DType), "[]:"), from})
		}
	}
	fields(m.Layout, "fields")
	s = append(s, setting{"phases", text(m.Phases), ""}, setting{"endings", text(m.Endings), ""})
	switch len(m.Runs) {
	case 1:
		r := m.Runs[0]
		s = append(s, setting{"agents", strings.Join(r.Agents, ","), ""}, setting{"first-deal", text(r.FirstDeal), ""}, setting{"games", text(r.Games), ""}, setting{"seed", text(r.Seed), ""},
			setting{"seating", string(r.Seating), ""}, setting{"max-steps", text(r.MaxSteps), ""})
	default:
		s = append(s, setting{"agents", text(m.Runs), ""}, setting{"first-deal", "several", ""}, setting{"games", text(m.Episodes()), ""}, setting{"seed", "several", ""},
			setting{"seating", "several", ""}, setting{"max-steps", "several", ""})
	}
	s = append(s, setting{"shard-games", text(m.ShardGames), ""}, setting{"batch-rows", text(m.BatchRows), ""},
		setting{"final", string(m.Final), ""}, setting{"format", string(m.Format), ""}, setting{"compression", string(m.Compression), ""},
		setting{"rows", m.Rows.String(), ""}, setting{"rows-of", m.RowsOf.String(), ""}, setting{"discount", text(m.Discount), "rows"},
		setting{"best-of", text(max(1, m.BestOf)), ""}, setting{"redeal", text(m.Redeal), ""}, setting{"ended-by", text(m.EndedBy), ""}, setting{"after", m.AfterFields, ""})
	fields(m.After, "after")
	return s
}

// JSON returns the canonical JSON of the metadata: equal values give equal bytes.
func (m *Meta) JSON() (string, error) {
	b, err := json.Marshal(m)
	if err != nil {
		return "", fmt.Errorf("dataset metadata: %w", err)
	}
	return string(b), nil
}

// ParseMeta parses the output of json. It returns an error for another schema version.
func ParseMeta(text string) (*Meta, error) {
	var m Meta
	if err := strictjson.Unmarshal([]byte(text), &m); err != nil {
		return nil, fmt.Errorf("metadata %q: %w", metaKey, err)
	}
	if m.Schema != SchemaVersion {
		return nil, fmt.Errorf("schema version %d is unknown: this program reads version %d", m.Schema, SchemaVersion)
	}
	var rules bytes.Buffer
	if err := json.Compact(&rules, m.Rules); err != nil {
		return nil, fmt.Errorf("metadata %q: rules: %w", metaKey, err)
	}
	m.Rules = rules.Bytes()
	return &m, nil
}

// ReadMeta is parseMeta for metadata from a file, which it checks.
func ReadMeta(text string) (*Meta, error) {
	m, err := ParseMeta(text)
	if err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("metadata %q: %w", metaKey, err)
	}
	return m, nil
}

// Digest returns the SHA-256 of the metadata and of [Config.Build] in hexadecimal. Runs with the
// same digest have the same settings and the same versions of program and environment, and write
// the same bytes.
func (m *Meta) Digest(build string) (string, error) {
	text, err := m.JSON()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(text + build))
	return hex.EncodeToString(sum[:]), nil
}
