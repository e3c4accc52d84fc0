package opponent

var simpleHandTableFile []byte

// LoadSimpleHandTable sets the file of the built-in table, which a browser fetches apart from the program. It must be set before the
// first call of [SimpleHandTable].
func LoadSimpleHandTable(file []byte) { simpleHandTableFile = file }
