package env

import (
	"reflect"
	"unsafe"
)

// lineSize is the size of a cache line in bytes.
const lineSize = 64

// region is the memory of a value. Fetching it changes nothing but the time that later reads take.
type region struct {
	start unsafe.Pointer
	lines int
}

// regionOf returns the memory of the value that p, which must be a pointer, points to, without what
// that value refers to.
func regionOf(p any) region {
	v := reflect.ValueOf(p)
	return region{v.UnsafePointer(), (int(v.Type().Elem().Size()) + lineSize - 1) / lineSize}
}

// fetch starts fetching the region into the cache and does not wait for it.
func (r region) fetch() { fetchLines(r.start, r.lines) }
