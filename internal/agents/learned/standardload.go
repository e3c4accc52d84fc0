//go:build js || nofiles

package learned

var standardFiles = map[string][]byte{}

// standard returns the content of a built-in file, nil before [Load].
func standard(name string) []byte { return standardFiles[name] }

// Load sets the content of the built-in file of a name such as [Standard] in a program that does not contain it.
func Load(name string, file []byte) { standardFiles[name] = file }
