//go:build amd64 || arm64

package prefetch

import "unsafe"

// fetch fetches lines cache lines from start on, by one instruction each.
//
//go:noescape
func fetch(start unsafe.Pointer, lines int)
