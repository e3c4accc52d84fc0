package train_test

import (
	"strings"
	"testing"

	"rummygym/train"
)

// What is wrong is named, with what would be right.
func TestRefuse(t *testing.T) {
	for _, c := range []struct{ learner, set, want string }{
		{"pppo", `{}`, `learner "pppo" is not known: want`},
		{"ppo", `{"stepps": 1}`, "stepps"},
		{"ppo", `{"steps": "many"}`, "steps"},
		{"ppo", `{`, "options of ppo: unexpected end of JSON"},
	} {
		if err := train.Run(t.Context(), c.learner, []byte(c.set), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.learner, c.set, err, c.want)
		}
	}
}
