package baselines

import (
	"fmt"
	"slices"
	"strings"
	"testing"
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
		got, err := Canonical(Indian, tt.spec)
		if err != nil || got != tt.want {
			t.Errorf("Canonical(%q) = %q, %v, want %q", tt.spec, got, err, tt.want)
		}
		if again, err := Canonical(Indian, got); err != nil || again != got {
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
		{"min-dist:free=", `free="": want variant or any or found`},
		{"defeat-seeking:drop=5", `defeat-seeking has no option "drop"; options: variant`},
		{"random:fold=1", "from 0 to below 1"},
		{"random:fold=-0.5", "from 0 to below 1"},
		{"random:fold=1/0", "from 0 to below 1"},
		{"random:fold=0/0", "from 0 to below 1"},
		{"random:fold=NaN", "from 0 to below 1"},
	} {
		_, err := New(Indian, tt.spec)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("New(%q): %v, want an error with %s", tt.spec, err, tt.want)
		}
		if _, other := Canonical(Indian, tt.spec); fmt.Sprint(other) != fmt.Sprint(err) {
			t.Errorf("Canonical(%q): %v, New: %v", tt.spec, other, err)
		}
	}
}

// TestUnknownGame asks for players of games that there are not.
func TestUnknownGame(t *testing.T) {
	for _, tt := range []struct{ game, want string }{
		{"", `agent "random": no game ""; games: indian, gin`},
		{"jin", `agent "random": no game "jin", did you mean "gin"?; games: indian, gin`},
		{"Indian", `did you mean "indian"?`},
	} {
		_, err := New(tt.game, "random")
		_, other := Canonical(tt.game, "random")
		if err == nil || !strings.Contains(err.Error(), tt.want) || other == nil || other.Error() != err.Error() {
			t.Errorf("New of game %q: %v, Canonical: %v, want an error with %s", tt.game, err, other, tt.want)
		}
		if list := List(tt.game); list != nil {
			t.Errorf("List(%q) has %d players", tt.game, len(list))
		}
	}
}

// TestList checks that every documented default and word is accepted, that the
// default changes nothing and every other word something, and that a player's
// String is its canonical spec.
func TestList(t *testing.T) {
	for _, game := range Games() {
		seen := map[string]bool{}
		for _, e := range List(game) {
			if e.Game != game || e.Doc == "" || seen[e.Name] {
				t.Errorf("%s of game %q has game %q, doc %q, is there before: %t", e.Name, game, e.Game, e.Doc, seen[e.Name])
			}
			seen[e.Name] = true
			check := func(spec, want string) {
				t.Helper()
				got, err := Canonical(game, spec)
				if err != nil || want != "" && got != want || want == "" && got == e.Name {
					t.Errorf("Canonical(%q, %q) = %q, %v, want %q", game, spec, got, err, want)
					return
				}
				player, err := New(game, spec)
				if err != nil {
					t.Fatal(err)
				}
				if text := fmt.Sprint(player()); text != got {
					t.Errorf("the String of %q is %q, want %q", spec, text, got)
				}
			}
			check(e.Name, e.Name)
			for _, o := range e.Options {
				check(e.Name+":"+o.Name+"="+o.Default, e.Name)
				if o.Doc == "" {
					t.Errorf("%s: option %s has no doc", e.Name, o.Name)
				}
				if !slices.Contains(o.Values, o.Default) {
					t.Errorf("%s: the default %q of %s is none of %q", e.Name, o.Default, o.Name, o.Values)
				}
				for _, v := range o.Values {
					if v == o.Default || strings.ContainsAny(v, ". ") { // a form, not a word
						continue
					}
					if v == "any" { // the default of the variant
						check(e.Name+":"+o.Name+"="+v, e.Name)
						continue
					}
					check(e.Name+":"+o.Name+"="+v, "")
				}
			}
		}
	}
}

// TestNewMakesSeparatePlayers checks that two players of one spec share nothing.
func TestNewMakesSeparatePlayers(t *testing.T) {
	player, err := New(Indian, "min-dist")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := player(), player(); a == b {
		t.Error("the same player twice")
	}
}

func FuzzSpec(f *testing.F) {
	for _, spec := range []string{"random", "random:fold=1/3", "min-dist-opp:drop=5:variant=released", "min-score:drop=80", "min-dist:free=found", "a:b=c:d", "random:fold=1e-9", "random:fold=99/100"} {
		f.Add(spec)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		for _, game := range Games() {
			first, err := Canonical(game, spec)
			if err != nil {
				continue
			}
			if again, err := Canonical(game, first); err != nil || again != first {
				t.Errorf("Canonical(%q) = %q, whose own is %q, %v", spec, first, again, err)
			}
		}
	})
}
