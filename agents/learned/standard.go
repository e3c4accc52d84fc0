//go:build !js

package learned

import _ "embed"

//go:embed standard.safetensors
var standardFile []byte

// standard returns the content of the file of [Standard].
func standard() []byte { return standardFile }
