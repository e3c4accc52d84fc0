package learned

var standardFiles = map[string][]byte{}

// standard returns the content of the file of [Standard] for a game, nil before [Load].
func standard(game string) []byte { return standardFiles[standardName(game)] }

// Load sets the content of the file of [Standard] for a game, which a browser fetches apart from the
// program.
func Load(game string, file []byte) { standardFiles[standardName(game)] = file }
