package baselines

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/agents"
)

// New returns what makes the player of a spec of a game: a name of [List], then
// options, each after a colon, in any order and each at most once, as in
// "min-dist-opp:drop=5:variant=released". Every call of the function returns a
// player of its own. The players have a String method, which returns the
// canonical spec: see [Canonical].
//
// The error names the bad word, where it stands, and what there is.
func New(game, spec string) (func() agents.Agent, error) {
	e, s, err := parse(game, spec)
	if err != nil {
		return nil, err
	}
	return func() agents.Agent { return e.build(s) }, nil
}

// Canonical returns the one text of all specs that make the same player of a
// game: its name and the options that differ from their defaults, in the order of
// [List]. Results are labelled by it, so that they name exactly what played.
func Canonical(game, spec string) (string, error) {
	e, s, err := parse(game, spec)
	if err != nil {
		return "", err
	}
	return e.canonical(s), nil
}

// canonical returns the canonical spec of the player with a name and settings,
// those of its [entry].
func canonical(game, name string, settings any) string {
	e, err := lookup(game, name)
	if err != nil {
		return name
	}
	return e.canonical(settings)
}

func (e Entry) canonical(settings any) string {
	text := e.Name
	for _, o := range e.Options {
		if v := o.text(settings); v != o.Default {
			text += ":" + o.Name + "=" + v
		}
	}
	return text
}

// parse returns the player of a spec and its settings.
func parse(game, spec string) (Entry, any, error) {
	words := strings.Split(spec, ":")
	e, err := lookup(game, words[0])
	if err != nil {
		return e, nil, fmt.Errorf("agent %q: %w", spec, err)
	}
	s, given := e.defaults(), map[string]bool{}
	for i, w := range words[1:] {
		if err := e.apply(s, w, given); err != nil {
			return e, nil, fmt.Errorf("agent %q: option %d: %w", spec, i+1, err)
		}
	}
	return e, s, nil
}

// lookup returns the player of a name.
func lookup(game, name string) (Entry, error) {
	if !slices.Contains(Games(), game) {
		return Entry{}, fmt.Errorf("no game %q%s; games: %s", game, didYouMean(game, Games()), strings.Join(Games(), ", "))
	}
	var names []string
	for _, e := range List(game) {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("no agent %q%s; agents for %s: %s", name, didYouMean(name, names), game, strings.Join(names, ", "))
}

// apply sets the option of one word, "name=value".
func (e Entry) apply(settings any, text string, given map[string]bool) error {
	name, value, ok := strings.Cut(text, "=")
	var names []string
	for _, o := range e.Options {
		names = append(names, o.Name)
		if o.Name != name {
			continue
		}
		if !ok {
			return fmt.Errorf("%q has no value, want %s=%s", text, name, strings.Join(o.Values, " or "))
		}
		if given[name] {
			return fmt.Errorf("%q was given before, want it once", name)
		}
		given[name] = true
		if err := o.set(settings, value); err != nil {
			return fmt.Errorf("%s=%q: %w", name, value, err)
		}
		return nil
	}
	return fmt.Errorf("%s has no option %q%s; options: %s", e.Name, name, didYouMean(name, names), strings.Join(names, ", "))
}

// didYouMean returns a question that offers the nearest of the names, or
// nothing if none is near.
func didYouMean(word string, names []string) string {
	best, least := "", len(word)/3+2
	for _, n := range names {
		if d := edits(strings.ToLower(word), n); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// edits returns the Levenshtein distance of two texts, in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
