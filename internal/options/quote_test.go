package options_test

import (
	"testing"

	"rummygym/internal/options"
)

func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"min-dist:drop=5": "min-dist:drop=5", "": "''", "my games.arrow": "'my games.arrow'", "it's": `'it'\''s'`, "a$b": "'a$b'",
	} {
		if got := options.Quote(s); got != want {
			t.Errorf("quote(%q) = %s, want %s", s, got, want)
		}
	}
}
