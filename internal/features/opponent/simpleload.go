//go:build js || nofiles

package opponent

import "rummygym/internal/builtin"

// simpleHandTableFile returns the file of [SimpleHandTable].
func simpleHandTableFile() []byte { return builtin.Content("hand-table.bin") }
