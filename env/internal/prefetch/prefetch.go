// Package prefetch asks the processor to fetch memory that will be needed soon. It changes
// nothing but the time that this takes.
package prefetch

import (
	"reflect"
	"unsafe"
)

// lineSize is the size of a cache line in bytes.
const lineSize = 64

// Region is the memory of a value.
type Region struct {
	start unsafe.Pointer
	lines int
}

// Of returns the memory of the value that p, which must be a pointer, points to, without what
// that value refers to.
func Of(p any) Region {
	v := reflect.ValueOf(p)
	return Region{v.UnsafePointer(), (int(v.Type().Elem().Size()) + lineSize - 1) / lineSize}
}

// Fetch starts fetching the region into the cache and does not wait for it.
func (r Region) Fetch() { fetch(r.start, r.lines) }
