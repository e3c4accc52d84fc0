package options_test

import (
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/options"
)

func TestSuggest(t *testing.T) {
	names := []string{"min-dist", "min-score", "min-dist-opp", "random", "ace", "act"}
	for word, want := range map[string]string{
		"min-dits":       `, did you mean "min-dist"?`,
		"MIN-DIST":       `, did you mean "min-dist"?`,
		"mindistopp":     `, did you mean "min-dist-opp"?`,
		"rndom":          `, did you mean "random"?`,
		"aco":            `, did you mean "ace"?`, // the first of equals
		"ect":            `, did you mean "act"?`,
		"xce":            `, did you mean "ace"?`,
		"acxy":           "", // two changes of four letters
		"min-dxxt":       `, did you mean "min-dist"?`,
		"mnn-dxxt":       "", // three of more
		"":               "",
		"something else": "",
	} {
		must.Equal(t, options.Suggest(word, names), want, "%q", word)
	}
}
