//go:build amd64 || arm64

package env

import "unsafe"

// fetchLines fetches lines cache lines from start on, by one instruction each.
//
//go:noescape
func fetchLines(start unsafe.Pointer, lines int)
