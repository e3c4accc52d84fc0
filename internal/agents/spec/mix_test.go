package spec_test

import (
	"slices"
	"strings"
	"testing"

	"rummygym/internal/agents/spec"
	"rummygym/internal/must"
)

func TestParseShares(t *testing.T) {
	for text, want := range map[string][]spec.Share{
		"self, past,2:min-dist-opp:drop=5,0.5:learned:a.safetensors,random": {
			{Name: "self", Weight: 1}, {Name: "past", Weight: 1}, {Name: "min-dist-opp:drop=5", Weight: 2},
			{Name: "learned:a.safetensors", Weight: .5}, {Name: "random", Weight: 1},
		},
		"3:mix:{a,2:b},{learned:a,b.safetensors},0:c": {
			{Name: "mix:{a,2:b}", Weight: 3}, {Name: "learned:a,b.safetensors", Weight: 1}, {Name: "c", Weight: 0},
		},
	} {
		if got := must.Get(spec.ParseShares(text))(t); !slices.Equal(got, want) {
			t.Errorf("%s is read as %v, want %v", text, got, want)
		}
	}
	for _, bad := range []string{"", "a,,b", "-1:a", "NaN:a", "Inf:a", "2:"} {
		if _, err := spec.ParseShares(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestMixEntry(t *testing.T) {
	list := spec.List{spec.MixEntry("gin")}
	for text, want := range map[string]string{
		"mix:{2:simple,sigra}":                              "",
		"mix:{1:simple, 0.50:search:playout={a,b} }":        "mix:{simple,0.5:{search:playout={a,b}}}",
		"mix:{{learned:a,b.safetensors},random:fold=0}":     "",
		"mix:{3:{learned:a,b.safetensors},2:mix:{a,3:b}}":   "mix:{3:{learned:a,b.safetensors},2:{mix:{a,3:b}}}",
		"mix:{3:{learned:a,b.safetensors},2:{mix:{a,3:b}}}": "",
	} {
		if want == "" {
			want = text
		}
		must.Equal(t, must.Get(list.Canonical(text))(t), want, "%s", text)
	}
	for text, want := range map[string]string{
		"mix":            "mix:{AGENTS}",
		"mix:simple":     "want the agents in braces",
		"mix:{simple":    "want the agents in braces",
		"mix:{}":         "entry 1",
		"mix:{a,-2:b}":   "a weight of at least 0",
		"mix:{0:a,0:b}":  "all weights are 0",
		"mix:{a,b}:x=3":  "no option",
		"mix:{a,b} more": "agent",
	} {
		if _, err := list.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
}
