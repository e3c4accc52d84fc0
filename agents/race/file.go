//go:build !js

package race

import _ "embed"

//go:embed hands.bin
var file []byte
