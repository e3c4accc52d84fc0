package learned_test

import (
	"strings"
	"testing"

	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/spec"
	"rummygym/internal/must"
)

// parse returns the settings of a spec.
func parse(text string) (learned.Spec, error) {
	s, err := learned.Parse(text)
	if err != nil {
		return learned.Spec{}, err
	}
	return spec.Settings[learned.Spec](s), nil
}

func TestParse(t *testing.T) {
	for spec, want := range map[string]learned.Spec{
		"learned:a.safetensors":                               {"a.safetensors", "", -1, ""},
		"learned:/x y/a.b/c=d.safetensors":                    {"/x y/a.b/c=d.safetensors", "", -1, ""},
		"learned:C:/a.safetensors:temperature=0":              {"C:/a.safetensors", "", 0, ""},
		"learned:a.safetensors.d/b.safetensors":               {"a.safetensors.d/b.safetensors", "", -1, ""},
		"learned:a.safetensors:temperature=0.25":              {"a.safetensors", "", 0.25, ""},
		"learned:a.safetensors@0123456789ab":                  {"a.safetensors", "0123456789ab", -1, ""},
		"learned:a.safetensors@0123456789ab:temperature=1e-3": {"a.safetensors", "0123456789ab", 0.001, ""},
		"learned:standard":                                    {learned.Standard, "", -1, ""},
		"learned:standard@0123456789ab:head=win":              {learned.Standard, "0123456789ab", -1, "win"},
		"learned:standard.safetensors":                        {"standard.safetensors", "", -1, ""},
		"learned:a.safetensors:head=win":                      {"a.safetensors", "", -1, "win"},
		"learned:a.safetensors:temperature=0:head=gain":       {"a.safetensors", "", 0, "gain"},
	} {
		s, err := parse(spec)
		if err != nil || s != want {
			t.Errorf("%s: %+v and error %v, want %+v", spec, s, err, want)
		}
	}
	for spec, want := range map[string]string{
		"learned":                                           "want learned:FILE",
		"learned:":                                          "has to end in .safetensors",
		"learned:.safetensors":                              "has to end in .safetensors",
		"learned:a.npz":                                     "has to end in .safetensors",
		"learned:temperature=1":                             "has to end in .safetensors",
		"learned:standards":                                 "has to end in .safetensors",
		"learned:standard:head=":                            `"head=" has no value, want head=gain or win`,
		"learned:a.safetensorsx":                            "has to end in .safetensors",
		"learned:a.safetensors:":                            `no option ""`,
		"learned:a.safetensors@":                            "hexadecimal digits",
		"learned:a.safetensors@z":                           "hexadecimal digits",
		"learned:a.safetensors:temp=1":                      `option 1: learned has no option "temp"; options: temperature`,
		"learned:a.safetensors:temperature":                 `"temperature" has no value`,
		"learned:a.safetensors:temperature=-1":              `temperature="-1"`,
		"learned:a.safetensors:temperature=NaN":             `temperature="NaN"`,
		"learned:a.safetensors:temperature=Inf":             `temperature="Inf"`,
		"learned:a.safetensors:temperature=1:temperature=2": "option 2: \"temperature\" was given before",
		"learned:a.safetensors:head=policy":                 `head="policy": want gain or win`,
		"learned:a.safetensors:head=win:head=win":           "option 2: \"head\" was given before",
		"min-dist": "want learned, then options",
	} {
		must.Refuse(learned.Parse(spec))(t, want, spec)
	}
	for spec, want := range map[string]bool{"learned": true, "learned:x": true, "learner": false, "min-dist": false} {
		if learned.Is(spec) != want {
			t.Errorf("Is(%q) is %v", spec, !want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("learned:a.safetensors@0123456789ab:temperature=1e-3")
	f.Add("learned:.safetensors.safetensors::")
	f.Fuzz(func(t *testing.T, spec string) {
		s, err := parse(spec)
		if err == nil && (s.Path != learned.Standard && !strings.HasSuffix(s.Path, ".safetensors") || !strings.HasPrefix(spec, learned.Name+":"+s.Path)) {
			t.Errorf("path %q", s.Path)
		}
	})
}
