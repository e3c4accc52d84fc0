// Package spectest checks that a list of agents obeys the contract of package spec:
//
//	func TestList(t *testing.T) { spectest.Run(t, "indian", List()) }
package spectest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/agents/spec"
)

// Run checks a list of agents of the named game. Every documented default and word is
// accepted. A default does not change the canonical spec and every other word does, except
// that "any" may stand for the default. The String of a player is its canonical spec.
func Run(t *testing.T, of string, list spec.List) {
	seen := map[string]bool{}
	for _, e := range list {
		if e.Game != of || e.Doc == "" || seen[e.Name] {
			t.Errorf("%s: game %q, doc %q, duplicate %t; want game %q, a doc, and no duplicate", e.Name, e.Game, e.Doc, seen[e.Name], of)
		}
		seen[e.Name] = true
		check := func(text, want string) {
			t.Helper()
			create, got, err := list.New(text)
			if err != nil || want != "" && got != want || want == "" && got == e.Name {
				t.Errorf("New(%q) has the canonical spec %q, %v, want %q", text, got, err, want)
				return
			}
			if name := fmt.Sprint(create()); name != got {
				t.Errorf("the String of %q is %q, want %q", text, name, got)
			}
			if again, err := list.Canonical(got); err != nil || again != got {
				t.Errorf("Canonical(%q) = %q, %v, want itself", got, again, err)
			}
		}
		check(e.Name, e.Name)
		for _, o := range e.Options {
			check(e.Name+":"+o.Name+"="+o.Default, e.Name)
			if o.Doc == "" {
				t.Errorf("%s: option %s has no doc", e.Name, o.Name)
			}
			if !slices.Contains(o.Values, o.Default) {
				t.Errorf("%s: the default %q of %s is not one of %q", e.Name, o.Default, o.Name, o.Values)
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

// Fuzz looks for a spec whose canonical text is not its own canonical text.
func Fuzz(f *testing.F, list spec.List) {
	for _, e := range list {
		f.Add(e.Name)
		for _, o := range e.Options {
			for _, v := range o.Values {
				f.Add(e.Name + ":" + o.Name + "=" + v)
			}
		}
	}
	f.Add("a:b=c:d")
	f.Add("random:fold=1e-9")
	f.Add("min-dist:drop={5}")
	f.Fuzz(func(t *testing.T, text string) {
		first, err := list.Canonical(text)
		if err != nil {
			return
		}
		if again, err := list.Canonical(first); err != nil || again != first {
			t.Errorf("Canonical(%q) = %q, and Canonical of that is %q, %v", text, first, again, err)
		}
	})
}
