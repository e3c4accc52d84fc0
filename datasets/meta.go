package datasets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rummygym/env/game"
)

// SchemaVersion is the version of the dataset schema. It moves when a column
// changes its name, type or meaning.
const SchemaVersion = 1

// Keys of the Arrow schema metadata.
const (
	metaKey  = "rummygym"       // a Meta as JSON
	shardKey = "rummygym.shard" // a ShardInfo as JSON
)

// Meta is what holds for a whole dataset. It travels as JSON in the metadata of
// every shard's schema, under the key "rummygym", and in the manifest.
type Meta struct {
	Schema    int             `json:"schema"`    // SchemaVersion of the writer
	Generator string          `json:"generator"` // program and version that played the games
	Env       string          `json:"env"`       // environment and version, as "IndianRummy-v0"
	Game      string          `json:"game"`      // name of the rules, game.Game.Name
	Rules     json.RawMessage `json:"rules"`     // the rules of the table
	Seats     int             `json:"seats"`     // players at the table
	Actions   int             `json:"actions"`   // size of the action space and of the mask
	Fields    string          `json:"fields"`    // groups of observation fields, as the encoder names them
	Layout    []FieldInfo     `json:"layout"`    // observation fields in order
	Phases    []string        `json:"phases"`    // names of the phases of a decision
	Endings   []string        `json:"endings"`   // names of the ways a game ends
	Runs      []Run           `json:"runs"`      // what was played, in order of episodes

	ShardGames  int64       `json:"shard_games"` // episodes a shard, the last one apart; 0 if they differ
	BatchRows   int         `json:"batch_rows"`  // rows after which a batch ends with its episode
	Final       Final       `json:"final"`       // whether final observations are recorded
	Format      Format      `json:"format"`
	Compression Compression `json:"compression"`
}

// Run is a series of episodes from one seed. Episode First+i is deal i.
type Run struct {
	First    int64    `json:"first_episode"`
	Games    int64    `json:"games"`
	Seed     uint64   `json:"seed"`
	Agents   []string `json:"agents"`    // specifications, one a seat
	Seating  Seating  `json:"seating"`   // how they are seated
	MaxSteps int      `json:"max_steps"` // decisions after which an episode is truncated; 0 is no limit
}

// AgentAt returns the agent that sits at a seat in a deal of the run.
func (r *Run) AgentAt(seat int, deal int64) string {
	return r.Agents[r.Seating.agentAt(seat, len(r.Agents), deal)]
}

// FieldInfo is a [game.Field] as it stands in JSON.
type FieldInfo struct {
	Name  string     `json:"name"`
	Shape []int      `json:"shape"` // null is a scalar
	DType game.DType `json:"dtype"`
	Low   float64    `json:"low"`
	High  float64    `json:"high"`
	Doc   string     `json:"doc"`
}

// ShardInfo tells which episodes a shard holds. It stands as JSON in the metadata
// of the shard's schema under the key "rummygym.shard".
type ShardInfo struct {
	Index    int   `json:"index"`
	First    int64 `json:"first_episode"`
	Episodes int64 `json:"episodes"`
}

// layoutInfo returns the fields of a layout as they stand in JSON.
func layoutInfo(l game.Layout) []FieldInfo {
	infos := make([]FieldInfo, len(l))
	for i, f := range l {
		infos[i] = FieldInfo(f)
	}
	return infos
}

// GameLayout returns the observation layout.
func (m *Meta) GameLayout() game.Layout {
	l := make(game.Layout, len(m.Layout))
	for i, f := range m.Layout {
		l[i] = game.Field(f)
	}
	return l
}

// Episodes returns the number of episodes of all runs.
func (m *Meta) Episodes() int64 {
	n := int64(0)
	for _, r := range m.Runs {
		n += r.Games
	}
	return n
}

// AgentNames returns the specifications of all agents, each once, in the order in
// which runs name them: the dictionary of the column agent.
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

// RunOf returns the run that an episode belongs to, or nil.
func (m *Meta) RunOf(episode int64) *Run {
	for i := range m.Runs {
		if r := &m.Runs[i]; r.First <= episode && episode < r.First+r.Games {
			return r
		}
	}
	return nil
}

// Differences returns one line for each setting of m that is not as in o, in the
// order of the fields: "seed: 7 here, 8 there".
func (m *Meta) Differences(o *Meta, here, there string) []string {
	a, b := settings(m), settings(o)
	var lines []string
	for i := range a {
		if a[i].value != b[i].value {
			lines = append(lines, fmt.Sprintf("%s: %s %s, %s %s", a[i].name, a[i].value, here, b[i].value, there))
		}
	}
	return lines
}

type setting struct{ name, value string }

// settings flattens a Meta to names and values that can be compared and shown.
func settings(m *Meta) []setting {
	text := func(v any) string { b, _ := json.Marshal(v); return string(b) }
	fields := make([]string, len(m.Layout))
	for i, f := range m.Layout {
		fields[i] = fmt.Sprintf("%s%v:%s", f.Name, f.Shape, f.DType)
	}
	s := []setting{
		{"schema version", text(m.Schema)}, {"generator", m.Generator}, {"env", m.Env}, {"game", m.Game},
		{"rules", text(m.Rules)}, {"seats", text(m.Seats)}, {"actions", text(m.Actions)},
		{"fields", m.Fields}, {"layout", strings.Join(fields, " ")}, {"phases", text(m.Phases)}, {"endings", text(m.Endings)},
	}
	switch len(m.Runs) {
	case 1:
		r := m.Runs[0]
		s = append(s, setting{"agents", strings.Join(r.Agents, ",")}, setting{"games", text(r.Games)}, setting{"seed", text(r.Seed)},
			setting{"seating", string(r.Seating)}, setting{"max-steps", text(r.MaxSteps)})
	default:
		s = append(s, setting{"agents", text(m.Runs)}, setting{"games", text(m.Episodes())}, setting{"seed", "several"},
			setting{"seating", "several"}, setting{"max-steps", "several"})
	}
	return append(s, setting{"shard-games", text(m.ShardGames)}, setting{"batch-rows", text(m.BatchRows)},
		setting{"final", string(m.Final)}, setting{"format", string(m.Format)}, setting{"compression", string(m.Compression)})
}

// json returns the canonical JSON of the metadata: equal values give equal bytes.
func (m *Meta) json() (string, error) {
	b, err := json.Marshal(m)
	if err != nil {
		return "", fmt.Errorf("dataset metadata: %w", err)
	}
	return string(b), nil
}

// parseMeta reads what json wrote and refuses versions this package does not know.
func parseMeta(text string) (*Meta, error) {
	var m Meta
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf("metadata %q: %w", metaKey, err)
	}
	if m.Schema != SchemaVersion {
		return nil, fmt.Errorf("schema version %d is not known: this program reads version %d", m.Schema, SchemaVersion)
	}
	var rules bytes.Buffer
	if err := json.Compact(&rules, m.Rules); err != nil {
		return nil, fmt.Errorf("metadata %q: rules: %w", metaKey, err)
	}
	m.Rules = rules.Bytes()
	return &m, nil
}
