package external

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"rummygym/internal/strictjson"
)

// Version is the version of the protocol. It changes when a message changes its meaning, or
// gets a member that programs must not ignore.
const Version = 1

// MaxLine is the maximum length of a line of a program in bytes.
const MaxLine = 1 << 16

// MaxTables is the maximum number of tables of a program.
const MaxTables = 1024

// maxName is the maximum number of characters of the name of a program.
const maxName = 100

// The types of messages.
const (
	HelloType = "hello"
	ActType   = "act"
	EndType   = "end"
)

// Hello is the first line of the engine.
type Hello struct {
	Type     string          `json:"type"` // HelloType
	Protocol int             `json:"protocol"`
	Game     string          `json:"game"`    // name of the game
	Rules    json.RawMessage `json:"rules"`   // all options of the rules by name
	Seats    int             `json:"seats"`   // number of seats
	Fields   []string        `json:"fields"`  // groups of fields for which the program may ask
	Actions  []string        `json:"actions"` // names by number

	RulesText string `json:"rules_text"` // the rules in words
}

// Answer is the first line of a program.
type Answer struct {
	Type     string `json:"type"` // HelloType
	Protocol int    `json:"protocol"`
	Name     string `json:"name"`
	Tables   int    `json:"tables,omitempty"` // number of tables that it takes at once; 0 is 1
	Fields   string `json:"fields,omitempty"` // comma-separated groups of fields to observe; "" is none

	Text json.RawMessage `json:"text,omitempty"` // options of the texts that it wants, see [text.Options]; nil: it wants none
}

// Act is the question of the engine at a decision.
type Act struct {
	Type         string          `json:"type"` // ActType
	Table        int             `json:"table"`
	Seat         int             `json:"seat"`
	Seed         string          `json:"seed,omitempty"` // at the first decision of a game: 64 bits for random choices, as decimal digits
	Events       json.RawMessage `json:"events"`         // list of what the seat saw since its last decision
	Legal        []string        `json:"legal"`
	Observation  json.RawMessage `json:"observation,omitempty"` // numbers by field, row-major
	Text         string          `json:"text,omitempty"`        // what the seat knows, in words
	Milliseconds int64           `json:"ms"`                    // time left for the answer
	Retries      int             `json:"retries,omitempty"`     // number of invalid answers that do not yet cost the game
	Refused      string          `json:"refused,omitempty"`     // why the last answer is refused, if this is the same decision again
}

// Move is the answer of a program to an Act.
type Move struct {
	Type        string  `json:"type"` // ActType
	Table       int     `json:"table"`
	Action      string  `json:"action"`
	Probability float64 `json:"probability,omitempty"` // with which the program chose the action, in (0, 1]; 0 is 1
}

// End tells the end of a game. It has no answer.
type End struct {
	Type  string `json:"type"` // EndType
	Table int    `json:"table"`
	Gains []int  `json:"gains"` // by seat; null if the game was cut off
}

// parseAnswer parses the first line of a program.
func parseAnswer(line []byte) (a Answer, err error) {
	if err := parse(line, HelloType, &a); err != nil {
		return a, err
	}
	switch {
	case a.Protocol != Version:
		return a, fmt.Errorf("the line has protocol %d, want %d", a.Protocol, Version)
	case a.Tables < 0 || a.Tables > MaxTables:
		return a, fmt.Errorf("the line has %d tables, want 1 to %d", a.Tables, MaxTables)
	case utf8.RuneCountInString(a.Name) > maxName || strings.ContainsFunc(a.Name, unicode.IsControl):
		return a, fmt.Errorf("the line has a name of %d bytes, want at most %d characters and no control characters", len(a.Name), maxName)
	}
	a.Tables = max(1, a.Tables)
	if string(a.Text) == "null" {
		a.Text = nil
	} else if a.Text != nil {
		a.Text, err = json.Marshal(a.Text) // without white space
	}
	return a, err
}

// parseMove parses a later line of a program, which has the given number of tables. If a line with a
// fault is an answer for a table, its number is that of the move, and otherwise -1.
func parseMove(line []byte, tables int) (m Move, err error) {
	m.Table, m.Probability = -1, 1
	err = parse(line, ActType, &m)
	switch {
	case err != nil && !errors.As(err, new(*json.UnmarshalTypeError)):
		return Move{Table: -1}, err
	case m.Table < 0 || m.Table >= tables:
		return Move{Table: -1}, cmp.Or(err, fmt.Errorf("the line %s names no table from 0 to %d", shorten(line), tables-1))
	case err != nil:
		return m, err
	case m.Probability <= 0 || m.Probability > 1:
		return m, fmt.Errorf("the line %s has the probability %v, want a number above 0 and at most 1, or leave it out for 1", shorten(line), m.Probability)
	}
	return m, nil
}

// parse parses a line of the given type into a message.
func parse(line []byte, kind string, to any) error {
	var is struct {
		Type string `json:"type"`
	}
	err := json.Unmarshal(line, &is)
	if err == nil && is.Type == kind {
		err = strictjson.Unmarshal(line, to)
	}
	switch {
	case errors.As(err, new(*json.SyntaxError)):
		return fmt.Errorf("the line %s is not JSON: want {\"type\":%q,…}, and other output on standard error", shorten(line), kind)
	case err != nil:
		return fmt.Errorf("the line %s is not a message (%w): want {\"type\":%q,…}", shorten(line), err, kind)
	case is.Type != kind:
		return fmt.Errorf("the line %s has the type %q: want {\"type\":%q,…}", shorten(line), is.Type, kind)
	}
	return nil
}

// shorten returns the beginning of a line, quoted.
func shorten(line []byte) string {
	const most = 80
	if len(line) <= most {
		return fmt.Sprintf("%q", line)
	}
	return fmt.Sprintf("%q… of %d bytes", line[:most], len(line))
}
