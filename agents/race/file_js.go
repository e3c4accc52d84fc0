package race

var file []byte

// Load sets the content of hands.bin, which a browser fetches apart from the program. It must be set before the first move of a
// [Player].
func Load(content []byte) { file = content }
