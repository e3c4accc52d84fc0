//go:build !js && !nofiles

package learned

import "embed"

//go:embed standard*.safetensors
var standardFiles embed.FS

// standard returns the content of a built-in file, nil if there is none.
func standard(name string) []byte {
	data, _ := standardFiles.ReadFile(name + extension) // the only error is that there is none
	return data
}
