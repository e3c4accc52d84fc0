package spec

import (
	"testing"

	"rummygym/internal/must"
)

// scaled has a number whose default is not 0.
type scaled struct{ Weight float64 }

// TestDecimalOr checks that every text of a number has one canonical text.
func TestDecimalOr(t *testing.T) {
	e := Describe("toy", "scaled", "has a weight", scaled{},
		DecimalOr("weight", "a weight", 0.85, 10, func(s *scaled) *float64 { return &s.Weight }))
	for _, tt := range []struct {
		spec   string
		number float64
		want   string
	}{
		{"scaled", 0.85, "scaled"},
		{"scaled:weight=0.85", 0.85, "scaled"},
		{"scaled:weight=8.5e-1", 0.85, "scaled"},
		{"scaled:weight=0.8500000000000001", 0.8500000000000001, "scaled:weight=0.8500000000000001"},
		{"scaled:weight=1.0", 1, "scaled:weight=1"},
		{"scaled:weight=0", 0, "scaled:weight=0"},
		{"scaled:weight=-0", 0, "scaled:weight=0"},
		{"scaled:weight=10", 10, "scaled:weight=10"},
		{"scaled:weight=1e-3", 0.001, "scaled:weight=0.001"},
	} {
		p := must.Get(e.Parse(tt.spec))(t)
		s := Settings[scaled](p)
		if OrDefault(s.Weight, 0.85) != tt.number || p.Canonical() != tt.want {
			t.Errorf("%s: weight %v, canonical %q; want %v and %q", tt.spec, OrDefault(s.Weight, 0.85), p.Canonical(), tt.number, tt.want)
		}
	}
	for _, v := range []string{"-0.1", "10.1", "NaN", "Inf", "much", "1,5"} {
		if _, err := e.Parse("scaled:weight=" + v); err == nil || err.Error() != `agent "scaled:weight=`+v+`": option 1: weight="`+v+`": want a number from 0 to 10` {
			t.Errorf("weight=%s: error %v", v, err)
		}
	}
}

// optional has a number that applies without the switch only.
type optional struct {
	Off    bool
	Number float64
}

// TestDecimal checks the canonical texts of a number whose default is 0, and that of one
// that does not apply.
func TestDecimal(t *testing.T) {
	e := Describe("toy", "optional", "has a number", optional{},
		Switch("off", "whether the number does not apply", func(s *optional) *bool { return &s.Off }),
		Where(Decimal("number", "a number", 2.5, func(s *optional) *float64 { return &s.Number }), func(s *optional) bool { return !s.Off }))
	for _, tt := range []struct {
		spec   string
		number float64
		want   string
	}{
		{"optional:number=0", 0, "optional"},
		{"optional:number=-0", 0, "optional"},
		{"optional:off=off:number=0.50", 0.5, "optional:number=0.5"},
		{"optional:number=25e-1", 2.5, "optional:number=2.5"},
		{"optional:number=2.5:off=on", 2.5, "optional:off=on"},
	} {
		p := must.Get(e.Parse(tt.spec))(t)
		s := Settings[optional](p)
		if s.Number != tt.number || p.Canonical() != tt.want {
			t.Errorf("%s: number %v, canonical %q; want %v and %q", tt.spec, s.Number, p.Canonical(), tt.number, tt.want)
		}
	}
	for _, v := range []string{"-0.1", "2.6", "NaN", "Inf", "one"} {
		if _, err := e.Parse("optional:number=" + v); err == nil || err.Error() != `agent "optional:number=`+v+`": option 1: number="`+v+`": want a number from 0 to 2.5` {
			t.Errorf("number=%s: error %v", v, err)
		}
	}
}
