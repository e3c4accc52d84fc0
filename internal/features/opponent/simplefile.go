//go:build !js && !nofiles

package opponent

import _ "embed"

//go:embed handtable-simple.bin
var simpleHandTableFile []byte
