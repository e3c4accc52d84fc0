package learned

var standardFiles = map[string][]byte{}

// standard returns the content of a built-in file, nil before [Load].
func standard(name string) []byte { return standardFiles[name] }

// Load sets the content of the built-in file of a name such as [Standard], which a browser fetches apart from the
// program.
func Load(name string, file []byte) { standardFiles[name] = file }
