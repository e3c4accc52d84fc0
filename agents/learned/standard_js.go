package learned

var standardFile []byte

// standard returns the content of the file of [Standard], nil before [Load].
func standard() []byte { return standardFile }

// Load sets the content of the file of [Standard], which a browser fetches apart from the program.
func Load(file []byte) { standardFile = file }
