package env

import (
	"testing"

	"rummygym/internal/must"
)

// TestRegion checks the number of cache lines of values, and that fetching changes nothing.
func TestRegion(t *testing.T) {
	type large [200]byte
	big := large{1, 199: 2}
	small := byte(3)
	for _, c := range []struct {
		p    any
		want int
	}{{&struct{}{}, 0}, {&small, 1}, {&[64]byte{}, 1}, {&[65]byte{}, 2}, {&big, 4}} {
		r := regionOf(c.p)
		must.Equal(t, r.lines, c.want, "%T: lines", c.p)
		r.fetch()
	}
	region{}.fetch()
	if small != 3 || big != (large{1, 199: 2}) {
		t.Error("fetching changed a value")
	}
}
