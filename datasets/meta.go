package datasets

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
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
)

// Meta is the metadata of a whole dataset. It is stored as JSON in the schema
// metadata of every shard, under the key "rummygym", and in the manifest. It does not say how many games
// there are, so that the shards of a part of a run are those of the whole run.
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

	ShardGames  int64       `json:"shard_games"` // episodes per shard, except the last of a run
	BatchRows   int         `json:"batch_rows"`  // rows after which a batch ends with its episode
	Final       Final       `json:"final"`       // whether final observations are recorded
	Compression Compression `json:"compression"`

	// The rest is left out of the JSON where it is zero. With BestOf, each deal was played so often; the attempts after the first share
	// only what the agent named first sees of it, and the one in which that agent gained most, of those with one of the endings EndedBy,
	// is recorded.
	BestOf  int      `json:"best_of,omitempty"`  // attempts at each deal; 0 for a single one, without the column attempt
	EndedBy []string `json:"ended_by,omitempty"` // endings of the attempts that can be the best; none for all
}

// Run is a series of episodes from one seed. Episode First+i is deal i. It ends where the next run begins, or with the
// dataset.
type Run struct {
	First    int64    `json:"first_episode"`
	Seed     uint64   `json:"seed"`
	Agents   []string `json:"agents"`    // specifications, one per seat
	Seating  Seating  `json:"seating"`   // assignment of agents to seats
	MaxSteps int      `json:"max_steps"` // decisions after which an episode is truncated; 0 is no limit
}

// Deal returns the deal of an episode of the run.
func (r *Run) Deal(episode int64) int64 { return episode - r.First }

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

// ShardInfo says which episodes a shard has.
type ShardInfo struct {
	Index    int // of its file name
	First    int64
	Episodes int64
}

// Shards returns the shards of the episodes from first to end, in order. A run begins with a new shard; first must be the
// first episode of a shard.
func (m *Meta) Shards(first, end int64) (infos []ShardInfo) {
	index := 0
	for i, r := range m.Runs {
		last := end
		if i+1 < len(m.Runs) {
			last = m.Runs[i+1].First
		}
		for at := r.First; at < last; at += m.ShardGames {
			if at >= first {
				infos = append(infos, ShardInfo{index, at, min(m.ShardGames, last-at)})
			}
			index++
		}
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
		infos[i] = FieldInfo{f.Name, f.Shape, f.DType, f.Low, f.High, f.Doc}
	}
	return infos, nil
}

// GameLayout returns the observation layout.
func (m *Meta) GameLayout() game.Layout {
	l := make(game.Layout, len(m.Layout))
	for i, f := range m.Layout {
		l[i] = game.Field{Name: f.Name, Shape: f.Shape, DType: f.DType, Low: f.Low, High: f.High, Doc: f.Doc}
	}
	return l
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

// RunOf returns the run of an episode, or nil if there is none.
func (m *Meta) RunOf(episode int64) *Run {
	for i := len(m.Runs) - 1; i >= 0; i-- {
		if m.Runs[i].First <= episode {
			return &m.Runs[i]
		}
	}
	return nil
}

// Kept returns the seat whose view of a deal of a run the attempts at it share, or NoPlayer if
// there is only one.
func (m *Meta) Kept(r *Run, deal int64) game.Player {
	if m.BestOf < 2 {
		return game.NoPlayer
	}
	return r.Seating.First(len(r.Agents), deal)
}

// Differences returns one line for each setting that differs between m and o, such as "seed: 7
// here, 8 there". What follows from another difference is left out: of two environments only they
// are named, and of two groups of fields not each field.
func (m *Meta) Differences(o *Meta, here, there string) (lines []string) {
	if m.Env != o.Env {
		return []string{fmt.Sprintf("env: %s %s, %s %s", m.Env, here, o.Env, there)}
	}
	a, b := m.settings(), o.settings()
	names := maps.Clone(a)
	maps.Copy(names, b)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		kind, _, field := strings.Cut(name, " ")
		if a[name] != b[name] && (!field || kind != "field" || m.Fields == o.Fields) {
			lines = append(lines, fmt.Sprintf("%s: %s %s, %s %s", name, cmp.Or(a[name], "none"), here, cmp.Or(b[name], "none"), there))
		}
	}
	return lines
}

// Same returns an error that lists what differs between m and o, see [Meta.Differences].
func (m *Meta) Same(o *Meta, here, there string) error {
	if lines := m.Differences(o, here, there); len(lines) > 0 {
		return errors.New(strings.Join(lines, "; "))
	}
	a, err := m.JSON()
	if err != nil {
		return err
	}
	if b, err := o.JSON(); err != nil || a != b {
		return cmp.Or(err, errors.New("the descriptions of the fields differ"))
	}
	return nil
}

// settings returns the text of every setting by its name: that of the option, "rule NAME" or "field NAME".
func (m *Meta) settings() map[string]string {
	all := map[string]string{}
	add := func(prefix string, object any) {
		text, _ := json.Marshal(object)
		var values map[string]json.RawMessage
		if json.Unmarshal(text, &values) != nil {
			values = map[string]json.RawMessage{"": text}
		}
		for name, value := range values {
			all[prefix+strings.ReplaceAll(name, "_", "-")] = strings.Trim(string(value), `"`)
		}
	}
	head := *m
	head.Rules, head.Layout, head.Runs = nil, nil, nil
	add("", &head)
	add("rule ", m.Rules)
	names := make([]string, len(m.Layout))
	for i, f := range m.Layout {
		names[i] = f.Name
		all["field "+f.Name] = strings.TrimPrefix(fmt.Sprintf("%v:%s", f.Shape, f.DType), "[]:")
	}
	all["field (order)"] = strings.Join(names, " ")
	if len(m.Runs) == 1 {
		add("", &m.Runs[0])
		all["agents"] = strings.Join(m.Runs[0].Agents, ",")
	} else {
		add("", map[string]any{"runs": m.Runs})
	}
	return all
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
