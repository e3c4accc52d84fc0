//go:build !amd64 && !arm64

package prefetch

import "unsafe"

// fetch does nothing: there is no instruction that Go can reach.
func fetch(unsafe.Pointer, int) {}
