//go:build js || nofiles

package ginrummy

var dataDrivenContent []byte

// dataDrivenNames returns the name of the network that such a program has.
func dataDrivenNames() []string { return []string{dataDrivenDefault} }

// dataDrivenFile returns the file of that network.
func dataDrivenFile(string) []byte { return dataDrivenContent }

// LoadDataDriven sets the file of the default network in a program that does not contain it. It must be set before the first move
// of a [DataDriven] with a built-in network.
func LoadDataDriven(file []byte) { dataDrivenContent = file }
