package pool

var file []byte

// Load sets the content of deals.bin, which a browser fetches apart from the program. It must be set before the first move of a
// [Player].
func Load(content []byte) { file = content }
