//go:build !js

package learned

import "embed"

//go:embed standard*.safetensors
var standardFiles embed.FS

// standard returns the content of the file of [Standard] for a game, nil if it has none.
func standard(game string, seats int) []byte {
	data, _ := standardFiles.ReadFile(standardName(game, seats)) // the only error is that there is none
	return data
}
