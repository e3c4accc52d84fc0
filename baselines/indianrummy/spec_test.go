package indianrummy

import (
	"fmt"
	"testing"

	"rummygym/agents/spec/spectest"
	"rummygym/internal/must"
)

func TestCanonical(t *testing.T) {
	for _, tt := range []struct{ spec, want string }{
		{"random", "random"},
		{"random:fold=0:variant=paper", "random"},
		{"random:fold=1/3", "random:fold=1/3"},
		{"random:fold=0.3333333333333333", "random:fold=1/3"},
		{"random:fold=0.250:variant=released", "random:variant=released:fold=1/4"},
		{"random:fold=0.123", "random:fold=0.123"},
		{"defeat-seeking", "defeat-seeking"},
		{"min-score:drop=off", "min-score"},
		{"min-score:drop=80", "min-score:drop=80"},
		{"min-dist:free=any", "min-dist"},
		{"min-dist:free=variant", "min-dist"},
		{"min-dist:free=found", "min-dist:free=found"},
		{"min-dist:variant=released:free=found", "min-dist:variant=released"},
		{"min-dist:variant=released:free=any", "min-dist:variant=released:free=any"},
		{"min-dist-score:free=found", "min-dist-score:free=found"},
		{"min-dist-opp:free=any:drop=5:variant=released", "min-dist-opp:variant=released:drop=5:free=any"},
	} {
		got, err := Canonical(tt.spec)
		if err != nil || got != tt.want {
			t.Errorf("Canonical(%q) = %q, %v, want %q", tt.spec, got, err, tt.want)
		}
		if again, err := Canonical(got); err != nil || again != got {
			t.Errorf("Canonical(%q) = %q, %v, want itself", got, again, err)
		}
	}
}

func TestSpecErrors(t *testing.T) {
	for _, tt := range []struct{ spec, want string }{
		{"", `agent "": no agent ""; agents for indian: random, defeat-seeking,`},
		{"min-dst", `no agent "min-dst", did you mean "min-dist"?`},
		{"MinDistOpp", `did you mean "min-dist-opp"?`},
		{"chess", `no agent "chess"; agents for indian: random, defeat-seeking, min-score, min-dist, min-dist-score, min-dist-opp`},
		{"min-dist:", `option 1: min-dist has no option ""; options: variant, drop, free`},
		{"min-dist:drops=5", `option 1: min-dist has no option "drops", did you mean "drop"?`},
		{"min-dist:drop", `option 1: "drop" has no value, want drop=off or 1..9`},
		{"min-dist:variant=paper:drop=0", `option 2: drop="0": want off or a number from 1 to 9`},
		{"min-score:drop=81", `want off or a number from 1 to 80`},
		{"min-dist:drop=5:drop=4", `option 2: "drop" was given before`},
		{"min-dist:variant=author", `variant="author": want paper or released`},
		{"min-dist:free=", `"free=" has no value, want free=variant or any or found`},
		{"defeat-seeking:drop=5", `defeat-seeking has no option "drop"; options: variant`},
		{"random:fold=1", "from 0 to below 1"},
		{"random:fold=-0.5", "from 0 to below 1"},
		{"random:fold=1/0", "from 0 to below 1"},
		{"random:fold=0/0", "from 0 to below 1"},
		{"random:fold=NaN", "from 0 to below 1"},
	} {
		_, err := New(tt.spec)
		must.Fail(t, err, tt.want)
		if _, other := Canonical(tt.spec); fmt.Sprint(other) != fmt.Sprint(err) {
			t.Errorf("Canonical(%q): %v, New: %v", tt.spec, other, err)
		}
	}
}

func TestList(t *testing.T) { spectest.Run(t, "indian", List()) }

// TestNewMakesSeparatePlayers checks that two players of one spec share no state.
func TestNewMakesSeparatePlayers(t *testing.T) {
	player := must.Get(New("min-dist"))(t)
	if a, b := player(), player(); a == b {
		t.Error("New returns the same player twice")
	}
}

func FuzzSpec(f *testing.F) { spectest.Fuzz(f, List()) }
