//go:build !js && !nofiles

package opponent

import _ "embed"

//go:embed handtable-simple.bin
var embedded []byte

// simpleHandTableFile returns the file of [SimpleHandTable].
func simpleHandTableFile() []byte { return embedded }
