package recipe

import (
	"strings"
	"testing"
)

func TestTuneValues(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"wm=0:0.25:1", "wm", "0 0.25 0.5 0.75 1"},
		{"wm=0.1:0.1:0.7", "wm", "0.1 0.2 0.3 0.4 0.5 0.6 0.7"},
		{"hold=1:4:12", "hold", "1 5 9"},
		{"hold=3:1:3", "hold", "3"},
		{"variant=paper,head", "variant", "paper head"},
		{"wm=0.5", "wm", "0.5"},
	} {
		name, values, err := optionValues(c.text)
		if err != nil || name != c.name || strings.Join(values, " ") != c.want {
			t.Errorf("%s: %s %q, %v; want %s %s", c.text, name, values, err, c.name, c.want)
		}
	}
}
