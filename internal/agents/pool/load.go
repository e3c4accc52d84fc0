//go:build js || nofiles

package pool

import "rummygym/internal/builtin"

// file returns the content of deals.bin.
func file() []byte { return builtin.Content("deals.bin") }
