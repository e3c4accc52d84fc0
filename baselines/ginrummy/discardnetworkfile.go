//go:build !js && !nofiles

package ginrummy

import (
	"embed"
	"strings"
)

// dataDrivenFiles holds the built-in networks. Beside each NAME.safetensors, NAME.md
// describes its training and its results.
//
//go:embed datadriven/*.safetensors
var dataDrivenFiles embed.FS

const (
	dataDrivenFolder    = "datadriven"
	dataDrivenExtension = ".safetensors"
)

// dataDrivenNames returns the names of the built-in networks.
func dataDrivenNames() (names []string) {
	files, err := dataDrivenFiles.ReadDir(dataDrivenFolder)
	if err != nil {
		panic("ginrummy: " + err.Error())
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), dataDrivenExtension))
	}
	return names
}

// dataDrivenFile returns the file of a built-in network.
func dataDrivenFile(name string) []byte {
	data, err := dataDrivenFiles.ReadFile(dataDrivenFolder + "/" + name + dataDrivenExtension)
	if err != nil {
		panic("ginrummy: " + err.Error())
	}
	return data
}
