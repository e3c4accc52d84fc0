package gametest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rummygym/internal/options"
)

// A RulesOf is a pointer to rules R with options.
type RulesOf[R any] interface {
	*R
	Options() options.List
}

// ParseRules parses "PRESET option=value ...".
func ParseRules[R any, P RulesOf[R]](text string, preset func(name string) (R, error)) (R, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return *new(R), fmt.Errorf("no preset in %q", text)
	}
	r, err := preset(words[0])
	for _, w := range words[1:] {
		if name, value, _ := strings.Cut(w, "="); err == nil {
			err = P(&r).Options().Set(name, value)
		}
	}
	return r, err
}

// CheckOptions checks the options of the valid rules base: each takes the words or numbers that it names and no
// others, which Validate refuses with its name, and rules are equal after JSON.
func CheckOptions[R interface {
	comparable
	Validate() error
}, P RulesOf[R]](t *testing.T, base R) {
	t.Helper()
	for i, o := range P(&base).Options() {
		texts, outside := o.Words, []string(nil)
		if o.Words == nil {
			texts, outside = []string{fmt.Sprint(o.Low), fmt.Sprint(o.High)}, []string{fmt.Sprint(o.Low - 1), fmt.Sprint(o.High + 1)}
		}
		for _, text := range texts {
			r, again := base, base
			set := P(&r).Options()[i]
			if err := set.Set(text); err != nil || set.String() != text {
				t.Errorf("option %s set to %s is %s, %v", o.Name, text, set, err)
			}
			if err := P(&r).Options().Validate("rules"); err != nil && strings.Contains(err.Error(), "option "+o.Name+" ") {
				t.Errorf("option %s does not take %s: %v", o.Name, text, err)
			}
			data, err := json.Marshal(P(&r).Options())
			if err == nil {
				err = options.Unmarshal[R, P](&again, data)
			}
			if err != nil || again != r {
				t.Errorf("%+v after JSON is %+v, %v", r, again, err)
			}
		}
		for _, text := range outside {
			r := base
			P(&r).Options().Set(o.Name, text)
			if err := r.Validate(); err == nil || !strings.Contains(err.Error(), "option "+o.Name+" is "+text) {
				t.Errorf("option %s of %s gives the error %v, want one that names both", o.Name, text, err)
			}
		}
		if err := P(&base).Options().Set(o.Name, "junk"); err == nil {
			t.Errorf("option %s takes the value junk", o.Name)
		}
	}
	var zero R
	if zero.Validate() == nil {
		t.Error("the zero rules are valid")
	}
}
