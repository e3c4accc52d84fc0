//go:build js

package builtin

var contents = map[string][]byte{}

// Load sets the content of one of [Files]. It must be set before the first move of an agent that reads the file.
func Load(name string, content []byte) { contents[name] = content }

// Content returns the content of one of [Files], nil before [Load].
func Content(name string) []byte { return contents[name] }
