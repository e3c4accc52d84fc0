//go:build !js && !nofiles

package belief

import "embed"

//go:embed standard.safetensors standard-seats.safetensors
var standardFiles embed.FS

// standardFile returns the content of the file of a built-in network.
func standardFile(name string) []byte {
	data, _ := standardFiles.ReadFile(name) // the names are those of the directive
	return data
}
