//go:build !js && !nofiles

package pool

import _ "embed"

//go:embed deals.bin
var embedded []byte

// file returns the content of deals.bin.
func file() []byte { return embedded }
