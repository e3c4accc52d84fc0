package options_test

import (
	"slices"
	"testing"

	"rummygym/options"
)

func TestWord(t *testing.T) {
	for v, want := range []string{"draw", "discard", "Phase(2)"} {
		if got := options.Word("Phase", uint8(v), "draw", "discard"); got != want {
			t.Errorf("the word of %d is %q, want %q", v, got, want)
		}
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
