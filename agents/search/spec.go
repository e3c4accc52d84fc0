package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Name is what specs of search agents begin with.
const Name = "search"

// OutlookValue is the word for [Outlook] in specs.
const OutlookValue = "outlook"

// Is reports whether a spec is one of a search agent, right or wrong.
func Is(spec string) bool { return spec == Name || strings.HasPrefix(spec, Name+":") }

// Spec is the text of a search agent taken apart: "search", then options, each after
// a colon, in any order and each at most once. A value that has a colon itself, as
// the spec of another agent may, stands in braces:
//
//	search:playout={min-dist:drop=5}:rollouts=500
type Spec struct {
	Playout  string        // spec of the agent that plays the own seat in roll-outs
	Opponent string        // of those that play the others; "" is Playout
	Belief   string        // where hidden hands come from, one of Beliefs
	Beliefs  string        // of the defaults of a game: the words for beliefs, parted by "|"
	Rollouts int           // of a decision, 0 with Time
	Time     time.Duration // for a decision, whole milliseconds; 0 with Rollouts
	Goal     Goal
	Slack    int // see IndianCandidates; of the defaults of a game, -1 says that it lacks this, Drops, Horizon and Value
	Drops    bool
	Margin   float64
	Horizon  int    // own turns after which a roll-out is cut off; 0 is the end
	Value    string // what values it then: OutlookValue, or the spec of a learned network

	Allocation Allocation
	Workers    int // at least 1
}

// Option describes one option of a spec.
type Option struct {
	Name, Default string
	Values        []string // accepted words, and forms such as "1..9"
	Doc           string   // what it does, one line

	set  func(s *Spec, value string) error
	text func(s *Spec) string
}

// Options returns the options in the order of the canonical spec, whose defaults are
// those of a game. The slice is the caller's.
func (d Spec) Options() []Option {
	list := []Option{
		{Name: "playout", Values: []string{"an agent"}, Doc: "plays the own seat in roll-outs",
			set:  func(s *Spec, v string) error { s.Playout = v; return nil },
			text: func(s *Spec) string { return s.Playout }},
		{Name: "opponent", Values: []string{"an agent"}, Doc: "plays the others in roll-outs; by default as playout",
			set:  func(s *Spec, v string) error { s.Opponent = v; return nil },
			text: func(s *Spec) string { return s.Opponent }},
		{Name: "rollouts", Values: []string{"1.." + strconv.Itoa(MaxRollouts)}, Doc: "roll-outs of a decision, all candidates together",
			set: func(s *Spec, v string) (err error) {
				s.Time = 0
				s.Rollouts, err = whole(v, 1, MaxRollouts)
				return err
			},
			text: func(s *Spec) string { return count(s.Rollouts) }},
		{Name: "milliseconds", Values: []string{"1..600000"}, Doc: "time of a decision in the place of rollouts; such play cannot be had again",
			set: func(s *Spec, v string) error {
				n, err := whole(v, 1, 600_000)
				s.Rollouts, s.Time = 0, time.Duration(n)*time.Millisecond
				return err
			},
			text: func(s *Spec) string { return count(int(s.Time / time.Millisecond)) }},
		{Name: "belief", Values: strings.Split(d.Beliefs, "|"), Doc: "where hidden hands are drawn from",
			set:  func(s *Spec, v string) error { s.Belief = v; return nil },
			text: func(s *Spec) string { return s.Belief }},
		{Name: "goal", Values: words(Gain, Win), Doc: "what is averaged: points gained, or games won",
			set:  func(s *Spec, v string) (err error) { s.Goal, err = word(v, Gain, Win); return err },
			text: func(s *Spec) string { return s.Goal.String() }},
		{Name: "slack", Values: []string{"0..13"}, Doc: "discards weighed leave a MinDist at most this far above the least",
			set:  func(s *Spec, v string) (err error) { s.Slack, err = whole(v, 0, 13); return err },
			text: func(s *Spec) string { return strconv.Itoa(s.Slack) }},
		{Name: "drop", Values: []string{"off", "on"}, Doc: "whether leaving the game is weighed",
			set: func(s *Spec, v string) error {
				if v != "off" && v != "on" {
					return fmt.Errorf("want off or on")
				}
				s.Drops = v == "on"
				return nil
			},
			text: func(s *Spec) string {
				if s.Drops {
					return "on"
				}
				return "off"
			}},
		{Name: "margin", Values: []string{"0", "a number above"}, Doc: "standard errors by which another action has to be better than the choice of playout",
			set: func(s *Spec, v string) error {
				m, err := strconv.ParseFloat(v, 64)
				if err != nil || !(m >= 0 && m <= 100) {
					return fmt.Errorf("want a number from 0 to 100")
				}
				s.Margin = m + 0 // -0 is 0
				return nil
			},
			text: func(s *Spec) string { return strconv.FormatFloat(s.Margin, 'g', -1, 64) }},
		{Name: "horizon", Values: []string{"0..100"}, Doc: "own turns after which a roll-out is cut off and valued; 0: it goes to the end",
			set:  func(s *Spec, v string) (err error) { s.Horizon, err = whole(v, 0, 100); return err },
			text: func(s *Spec) string { return strconv.Itoa(s.Horizon) }},
		{Name: "value", Values: []string{OutlookValue, "learned:FILE.safetensors"}, Doc: "what values it there: both hands' distances, scores and outs, or a network of kind value or afterstate",
			set:  func(s *Spec, v string) error { s.Value = v; return nil },
			text: func(s *Spec) string { return s.Value }},
		{Name: "allocation", Values: words(Halving, Even), Doc: "how roll-outs are shared: sequential halving, or the same for each candidate",
			set:  func(s *Spec, v string) (err error) { s.Allocation, err = word(v, Halving, Even); return err },
			text: func(s *Spec) string { return s.Allocation.String() }},
		{Name: "workers", Values: []string{"1..256"}, Doc: "roll-outs at once; does not change the play of a budget of rollouts",
			set:  func(s *Spec, v string) (err error) { s.Workers, err = whole(v, 1, 256); return err },
			text: func(s *Spec) string { return strconv.Itoa(s.Workers) }},
	}
	if d.Slack < 0 {
		list = slices.DeleteFunc(list, func(o Option) bool { return slices.Contains([]string{"slack", "drop", "horizon", "value"}, o.Name) })
	}
	for i := range list {
		list[i].Default = list[i].text(&d)
	}
	return list
}

// Parse reads a spec, whose options are those of d where the text has none. The nested
// specs are not looked at. The error names the bad word, where it stands, and what
// there is.
func (d Spec) Parse(spec string) (Spec, error) {
	s := d
	if !Is(spec) {
		return s, fmt.Errorf("agent %q: want %s, then options", spec, Name)
	}
	parts, err := split(spec)
	if err != nil {
		return s, fmt.Errorf("agent %q: %w", spec, err)
	}
	given := map[string]bool{}
	for i, part := range parts[1:] {
		if err := d.apply(&s, part, given); err != nil {
			return s, fmt.Errorf("agent %q: option %d: %w", spec, i+1, err)
		}
	}
	if given["rollouts"] && given["milliseconds"] {
		return s, fmt.Errorf("agent %q: rollouts and milliseconds: want one of the two", spec)
	}
	return s, nil
}

// Text returns the canonical spec, with the options that differ from those of d.
func (d Spec) Text(s Spec) string {
	text := Name
	for _, o := range d.Options() {
		if v := o.text(&s); v != o.Default && v != "" {
			if strings.Contains(v, ":") {
				v = "{" + v + "}"
			}
			text += ":" + o.Name + "=" + v
		}
	}
	return text
}

// apply sets the option of one word, "name=value".
func (d Spec) apply(s *Spec, part string, given map[string]bool) error {
	name, value, ok := strings.Cut(part, "=")
	var names []string
	for _, o := range d.Options() {
		names = append(names, o.Name)
		if o.Name != name {
			continue
		}
		if inner, braced := strings.CutPrefix(value, "{"); braced {
			value, ok = strings.CutSuffix(inner, "}")
		}
		switch {
		case !ok || value == "":
			return fmt.Errorf("%q has no value, want %s=%s", part, name, strings.Join(o.Values, " or "))
		case given[name]:
			return fmt.Errorf("%q was given before, want it once", name)
		}
		given[name] = true
		if err := o.set(s, value); err != nil {
			return fmt.Errorf("%s=%q: %w", name, value, err)
		}
		return nil
	}
	return fmt.Errorf("%s has no option %q; options: %s", Name, name, strings.Join(names, ", "))
}

// split parts a spec at its colons outside braces.
func split(spec string) (parts []string, err error) {
	depth, from := 0, 0
	for i, c := range []byte(spec) {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ':' && depth == 0:
			parts = append(parts, spec[from:i])
			from = i + 1
		}
		if depth < 0 {
			break
		}
	}
	if depth != 0 {
		return nil, fmt.Errorf("the braces do not match: want playout={AGENT:OPTION}")
	}
	return append(parts, spec[from:]), nil
}

// whole reads a number in [low, high].
func whole(v string, low, high int) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("want a number from %d to %d", low, high)
	}
	return n, nil
}

// count returns the text of a number, "" of 0: the option does not apply.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// word returns the value whose String is v.
func word[T fmt.Stringer](v string, values ...T) (T, error) {
	for _, value := range values {
		if v == value.String() {
			return value, nil
		}
	}
	var zero T
	return zero, fmt.Errorf("want %s", strings.Join(words(values...), " or "))
}

// words returns the texts of the values.
func words[T fmt.Stringer](values ...T) []string {
	var list []string
	for _, v := range values {
		list = append(list, v.String())
	}
	return list
}
