//go:build js || nofiles

package opponent

var simpleHandTableFile []byte

// LoadSimpleHandTable sets the file of the built-in table in a program that does not contain it. It must be set before the first
// call of [SimpleHandTable].
func LoadSimpleHandTable(file []byte) { simpleHandTableFile = file }
