package options_test

import (
	"slices"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/options"
)

func TestWord(t *testing.T) {
	for v, want := range []string{"draw", "discard", "Phase(2)"} {
		must.Equal(t, options.Word("Phase", uint8(v), "draw", "discard"), want, "the word of %d", v)
	}
}

func TestPresets(t *testing.T) {
	ps := options.Presets[int]{{"one", "The first.", func() int { return 1 }}, {"two", "The second.", func() int { return 2 }}}
	if names := ps.Names(); !slices.Equal(names, []string{"one", "two"}) {
		t.Errorf("the names are %v", names)
	}
	if docs := ps.Docs(); !slices.Equal(docs, []string{"The first.", "The second."}) {
		t.Errorf("the sentences are %v", docs)
	}
	if r, err := ps.Named("toy", "two"); r != 2 || err != nil {
		t.Errorf("the preset two is %d, %v", r, err)
	}
	if r, err := ps.Named("toy", "three"); r != 0 || err == nil || err.Error() != `toy: there is no preset "three": want one, two` {
		t.Errorf("the preset three is %d, %v", r, err)
	}
}
