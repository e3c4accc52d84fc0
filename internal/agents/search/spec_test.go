package search_test

import (
	"testing"
	"time"

	"rummygym/internal/agents/search"
	"rummygym/internal/agents/spec"
	"rummygym/internal/must"
)

// defaults are the defaults of a game.
var defaults = search.Spec{Playout: "simple", Belief: "uniform", Beliefs: "uniform|model", Rollouts: 200, Workers: 1}

// free are the settings of a text without options.
var free = search.Spec{Beliefs: "uniform|model", Rollouts: 200, Workers: 1, Horizon: -1, Margin: -1}

// entry describes the search agents of that game.
var entry = defaults.Entry("toy", true)

// parse returns the settings of a spec of an entry.
func parse(e spec.Entry, text string) (search.Spec, error) {
	s, err := e.Parse(text)
	if err != nil {
		return search.Spec{}, err
	}
	return search.Read(s)
}

func textOf(s search.Spec) string { return entry.Text(&s) }

func TestParse(t *testing.T) {
	with := func(change func(*search.Spec)) search.Spec {
		s := free
		change(&s)
		return s
	}
	for spec, want := range map[string]search.Spec{
		"search":              free,
		"search:rollouts=200": free,
		"search:playout={min-dist:drop=5}:rollouts=7": with(func(s *search.Spec) { s.Playout, s.Rollouts = "min-dist:drop=5", 7 }),
		"search:playout=min-dist:opponent=random":     with(func(s *search.Spec) { s.Playout, s.Opponent = "min-dist", "random" }),
		"search:playout={search:playout={a:b=c}:margin=1}": with(func(s *search.Spec) {
			s.Playout = "search:playout={a:b=c}:margin=1"
		}),
		"search:milliseconds=50":                    with(func(s *search.Spec) { s.Rollouts, s.Time = 0, 50*time.Millisecond }),
		"search:goal=win:allocation=even:workers=3": with(func(s *search.Spec) { s.Goal, s.Allocation, s.Workers = search.Win, search.Even, 3 }),
		"search:margin=0:horizon=0":                 with(func(s *search.Spec) { s.Margin, s.Horizon = 0, 0 }),
		"search:drop=on:margin=0.5":                 with(func(s *search.Spec) { s.Drops, s.Margin = true, 0.5 }),
		"search:belief=uniform":                     with(func(s *search.Spec) { s.Belief = "uniform" }),
	} {
		got, err := parse(entry, spec)
		if err != nil || got != want {
			t.Errorf("%s: %+v and error %v, want %+v", spec, got, err, want)
			continue
		}
		text := entry.Text(&got)
		if again, err := parse(entry, text); err != nil || again != want {
			t.Errorf("%s: its canonical text %s is parsed as %+v, %v", spec, text, again, err)
		}
	}
	if got, want := textOf(with(func(s *search.Spec) {
		s.Opponent, s.Playout, s.Margin = "min-dist:drop=5", "random", 1.5
	})), "search:playout=random:opponent={min-dist:drop=5}:margin=1.5"; got != want {
		t.Errorf("text %s, want %s", got, want)
	}
}

func TestParseErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"min-dist":                              "want search, then options",
		"search:":                               `option 1: search has no option ""; options: playout, opponent`,
		"search:budget=5":                       `no option "budget"`,
		"search:rollout=5":                      `no option "rollout", did you mean "rollouts"?`,
		"search:rollouts":                       `"rollouts" has no value`,
		"search:rollouts=":                      `"rollouts=" has no value`,
		"search:rollouts=0":                     `rollouts="0": want a number from 1 to 1000000`,
		"search:rollouts=1e3":                   "want a number from 1",
		"search:milliseconds=0":                 "want a number from 1 to 600000",
		"search:rollouts=5:milliseconds=5":      "want one of the two",
		"search:goal=points":                    "want gain or win",
		"search:allocation=ucb":                 "want halving or even",
		"search:drop=5":                         "want off or on",
		"search:margin=NaN":                     "want a number from 0 to 100",
		"search:workers=0":                      "want a number from 1 to 256",
		"search:margin=1:margin=1":              `option 2: "margin" was given before`,
		"search:playout={min-dist:drop=5":       "the braces do not match",
		"search:playout=min-dist}:rollouts=5":   "the braces do not match",
		"search:playout={min-dist}x:rollouts=5": "has no value",
		"search:playout={}":                     "has no value",
	} {
		must.Refuse(parse(entry, spec))(t, want, spec)
	}
	must.Refuse(parse(defaults.Entry("toy", false), "search:drop=on"))(t, `no option "drop"`)
}
