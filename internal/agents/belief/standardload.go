//go:build js || nofiles

package belief

import (
	"strings"

	"rummygym/internal/builtin"
)

// standardFile returns the content of the file of a built-in network.
func standardFile(name string) []byte {
	return builtin.Content(strings.Replace(name, "standard", "belief", 1))
}
