//go:build js || nofiles

package belief

var standardFiles = map[string][]byte{}

// standardFile returns the content of the file of a built-in network, nil before [Load].
func standardFile(name string) []byte { return standardFiles[name] }

// Load sets the file of the built-in network for tables of some seats in a program that does not contain it. It must be set before
// the first call of [Standard] for such a table.
func Load(seats int, file []byte) { standardFiles[nameOf(seats)] = file }
