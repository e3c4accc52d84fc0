package recipe

import (
	"testing"

	"rummygym/internal/options"
	"rummygym/internal/train/league"
	"rummygym/internal/train/montecarlo"
	"rummygym/internal/train/ppo"
)

// TestOptionsOfLearners checks that a field with a tag of a learner's settings is an option of its training, with that
// text and without a line in this package: a new option is one field beside its use.
func TestOptionsOfLearners(t *testing.T) {
	for name, c := range map[string][]any{"train mc": {new(montecarlo.Config), new(league.Past)}, "train ppo": {new(ppo.Config), new(league.Past)}} {
		r, err := New(name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, settings := range c {
			for _, o := range options.Bind(settings) {
				has := r.Options().Find(o.Name)
				if n++; has == nil || has.Type() != o.Type() || has.Group != o.Group || has.High != o.High {
					t.Errorf("%s has no option %s of the kind %s", name, o.Name, o.Type())
				}
			}
		}
		if n < 10 {
			t.Errorf("%s: %d options", name, n)
		}
	}
}
