//go:build !js && !nofiles

package pool

import _ "embed"

//go:embed deals.bin
var file []byte
