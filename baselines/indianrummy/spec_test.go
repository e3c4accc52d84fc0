package indianrummy

import (
	"testing"

	"rummygym/internal/agents/spec/spectest"
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

func TestList(t *testing.T) { spectest.Run(t, "indian", List()) }

func FuzzSpec(f *testing.F) { spectest.Fuzz(f, List()) }
