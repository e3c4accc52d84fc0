package learned

var standardFiles = map[string][]byte{}

// standard returns the content of the file of [Standard] for a game, nil before [Load].
func standard(game string, seats int) []byte { return standardFiles[standardName(game, seats)] }

// Load sets the content of the file of [Standard] for a game at a table of some seats, which a browser
// fetches apart from the program.
func Load(game string, seats int, file []byte) { standardFiles[standardName(game, seats)] = file }
