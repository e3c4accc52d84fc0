package features_test

import (
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
)

// encoder is an extractor of either game.
type encoder interface {
	Layout() game.Layout
	Encode(dst []float32, obs game.Observation)
}

// checkLayout demands of each field a name of its own, a doc and a range.
func checkLayout(t *testing.T, layout game.Layout) {
	t.Helper()
	names := map[string]bool{}
	for _, f := range layout {
		if names[f.Name] || f.Doc == "" || f.Low > f.High || f.Name != strings.ToLower(f.Name) {
			t.Errorf("field %+v: want a snake_case name of its own, a doc and a range", f)
		}
		names[f.Name] = true
	}
}

// checkRanges demands that every value lies in the range of its field and is one of
// its type, exactly.
func checkRanges(t *testing.T, x encoder, dst []float32, obs game.Observation) {
	t.Helper()
	for i := range dst {
		dst[i] = -77 // every entry must be written
	}
	x.Encode(dst, obs)
	at := 0
	for _, f := range x.Layout() {
		for i, v := range dst[at : at+f.Size()] {
			whole := f.DType == game.Float32 || holds(f.DType, float64(v))
			if !(float64(v) >= f.Low && float64(v) <= f.High) || !whole {
				t.Fatalf("entry %d of %s is %v: not %s in [%v, %v]", i, f.Name, v, f.DType, f.Low, f.High)
			}
		}
		at += f.Size()
	}
}

// checkMeaning compares all fields with their meaning, by name. It empties want.
func checkMeaning(t *testing.T, x encoder, dst []float32, obs game.Observation, want map[string][]float32) {
	t.Helper()
	x.Encode(dst, obs)
	layout := x.Layout()
	for _, f := range layout {
		at, _ := layout.Offset(f.Name)
		if got := dst[at : at+f.Size()]; !slices.Equal(got, want[f.Name]) {
			t.Fatalf("field %s of player %d:\n got %v\nwant %v; it sees\n%v", f.Name, obs.Observer(), got, want[f.Name], obs)
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Fatalf("fields that the layout does not have: %v", want)
	}
}

// checkSwitchOff demands that what is switched off is gone from the layout, and what
// is left has the values it had: of some groups, and of each one and all but that.
// visit shows what seat 1 observes.
func checkSwitchOff[G interface {
	~uint32
	String() string
}, X interface {
	encoder
	Groups() G
}](t *testing.T, all G, some []G, extractor func(G) X, visit func(look func(game.Observation))) {
	t.Helper()
	everything := extractor(all)
	whole := make([]float32, everything.Layout().Size())
	fields := 0
	try := func(set G) game.Layout {
		x := extractor(set)
		layout := x.Layout()
		if x.Groups() != set {
			t.Errorf("groups %v, want %v", x.Groups(), set)
		}
		part := make([]float32, layout.Size())
		visit(func(obs game.Observation) {
			everything.Encode(whole, obs)
			x.Encode(part, obs)
			at := 0
			for _, f := range layout {
				from, ok := everything.Layout().Offset(f.Name)
				if !ok || !slices.Equal(part[at:at+f.Size()], whole[from:from+f.Size()]) {
					t.Fatalf("groups %v: field %s differs from that of all groups", set, f.Name)
				}
				at += f.Size()
			}
		})
		return layout
	}
	for _, set := range append(some, 0) {
		try(set)
	}
	left := all
	for one := G(1); one&all != 0; one <<= 1 {
		alone := len(try(one))
		if alone == 0 {
			t.Errorf("group %v has no fields", one)
		}
		fields += alone
		try(all &^ one)
		left &^= one
	}
	if left != 0 {
		t.Fatalf("groups %v were not tried", left)
	}
	if fields != len(everything.Layout()) {
		t.Errorf("the groups have %d fields one by one, %d together", fields, len(everything.Layout()))
	}
}

// benchEncode measures x on the views in turn, and checks the stock of each.
func benchEncode[O game.Observation](b *testing.B, x encoder, views []O, stock func(O) int) {
	dst := make([]float32, x.Layout().Size())
	at, _ := x.Layout().Offset("stock_size")
	i := 0
	for b.Loop() {
		x.Encode(dst, views[i])
		if int(dst[at]) != stock(views[i]) {
			b.Fatalf("stock of %v cards, want %d", dst[at], stock(views[i]))
		}
		if i++; i == len(views) {
			i = 0
		}
	}
}
