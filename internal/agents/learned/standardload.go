//go:build js || nofiles

package learned

import "rummygym/internal/builtin"

// standard returns the content of a built-in file, nil if there is none.
func standard(name string) []byte { return builtin.Content(name + extension) }
