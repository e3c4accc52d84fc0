package belief

var standardFile []byte

// standard returns the file of the built-in network.
func standard() []byte { return standardFile }

// Load sets the file of the built-in network, which a browser fetches apart from the program. It
// must be set before the first call of [Standard].
func Load(file []byte) { standardFile = file }
