//go:build !js

package belief

import _ "embed"

//go:embed standard.safetensors
var standardFile []byte

// standard returns the file of the built-in network.
func standard() []byte { return standardFile }
