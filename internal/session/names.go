package session

import (
	"fmt"
	"strings"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
)

// NewWords returns the words for the game in progress: an agent that is a level has the name of the level, another that of its spec
// without digits of a file, and those of the same name have a number.
func (s *Session) NewWords() record.Words {
	w := record.Words{Phrases: s.rules.Type().Phrases, You: s.Seat(), Target: s.rules.Results().Target, Names: make([]string, s.game.Players())}
	count := map[string]int{}
	for i, name := range s.Players() {
		name = s.called(ShortName(name))
		count[name]++
		if n := count[name]; n > 1 {
			name = fmt.Sprintf("%s %d", name, n)
		}
		w.Names[s.SeatOf(i)] = name
	}
	if x, ok := s.game.(record.Explainer); ok {
		w.Reasons = func(e *record.Event) []record.Reason { return x.Explain(record.HandOf(s.events, e)) }
	}
	return w
}

// called returns the name of a player in sentences: an agent that is a level is called by that word, such as Beginner.
func (s *Session) called(name string) string {
	for _, l := range s.rules.Type().Levels {
		if l.Agent == name && (s.Seat() != game.NoPlayer || strings.Contains(name, "=")) { // who watches agents sees their names
			return strings.ToUpper(l.Name[:1]) + l.Name[1:]
		}
	}
	return name
}

// ShortName returns the name of an agent without the digits of its file.
func ShortName(name string) string {
	before, after, ok := strings.Cut(name, "@")
	if !ok || strings.HasPrefix(name, "exec:") {
		return name
	}
	if i := strings.IndexByte(after, ':'); i >= 0 {
		return before + after[i:]
	}
	return before
}

// RulesName returns the shortest name of rules: a preset, and what differs from it.
func RulesName(r catalog.Rules) (name string) {
	for i, p := range r.Type().Presets {
		if n := catalog.RulesName(p, r); i == 0 || len(n) < len(name) {
			name = n
		}
	}
	return name
}
