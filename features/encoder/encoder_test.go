package encoder_test

import (
	"slices"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// checkRanges checks that every value is in the range of its field and can be represented
// exactly in its type.
func checkRanges(t *testing.T, x game.Encoder, dst []float32, obs game.Observation) {
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

// checkBytes checks the bytes of an observation against its numbers. If the layout has no bytes,
// it checks that EncodeBytes panics.
func checkBytes(t *testing.T, x game.ByteEncoder, obs game.Observation) {
	t.Helper()
	size := x.Layout().Size()
	dst, bytes := make([]float32, size), make([]uint8, size)
	if err := x.Layout().Bytes(); err != nil {
		playtest.CheckPanics(t, map[string]func(){"encoder: EncodeBytes of the groups ": func() { x.EncodeBytes(bytes, obs) }})
		return
	}
	for i := range bytes {
		bytes[i] = 77 // every entry must be written
	}
	x.Encode(dst, obs)
	x.EncodeBytes(bytes, obs)
	for i, b := range bytes {
		if want := min(dst[i], 255); float32(b) != want {
			t.Fatalf("entry %d is %d as a byte, want %v; player %d sees\n%v", i, b, want, obs.Observer(), obs)
		}
	}
}

// checkMeaning compares all fields with the wanted values, by name. It empties want.
func checkMeaning(t *testing.T, x game.Encoder, dst []float32, obs game.Observation, want map[string][]float32) {
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

// checkSwitchOff checks that the layout has the fields of the selected groups only, and that
// these have the same values as with all groups: for some sets of groups, for each single
// group, and for all but one. visit visits the observations of seat 1.
func checkSwitchOff[G interface {
	~uint32
	String() string
}, X interface {
	game.ByteEncoder
	Groups() G
}](t *testing.T, all G, some []G, newEncoder func(G) X, visit func(look func(game.Observation))) {
	t.Helper()
	everything := newEncoder(all)
	whole := make([]float32, everything.Layout().Size())
	fields := 0
	try := func(set G) game.Layout {
		x := newEncoder(set)
		layout := x.Layout()
		must.Equal(t, x.Groups(), set, "groups")
		part := make([]float32, layout.Size())
		visit(func(obs game.Observation) {
			everything.Encode(whole, obs)
			x.Encode(part, obs)
			checkBytes(t, x, obs)
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
		t.Fatalf("groups %v were not checked", left)
	}
	if fields != len(everything.Layout()) {
		t.Errorf("the single groups have %d fields, all groups %d", fields, len(everything.Layout()))
	}
}

// benchEncode measures x on the observations in turn, and checks the stock size of each.
func benchEncode[O game.Observation](b *testing.B, x game.Encoder, views []O, stock func(O) int) {
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

// benchBytes measures x on the observations of the decisions that visit visits, if its layout
// has bytes.
func benchBytes(b *testing.B, x game.ByteEncoder, visit func(look func(game.Observation))) {
	if err := x.Layout().Bytes(); err != nil {
		b.Skip(err)
	}
	var views []game.Observation
	visit(func(obs game.Observation) { views = append(views, obs) })
	dst := make([]uint8, x.Layout().Size())
	i := 0
	for b.Loop() {
		x.EncodeBytes(dst, views[i])
		if i++; i == len(views) {
			i = 0
		}
	}
}
