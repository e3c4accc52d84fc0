package ginrummy

var dataDrivenContent []byte

// dataDrivenNames returns the name of the network that a browser has.
func dataDrivenNames() []string { return []string{dataDrivenDefault} }

// dataDrivenFile returns the file of that network.
func dataDrivenFile(string) []byte { return dataDrivenContent }

// LoadDataDriven sets the file of the default network, which a browser fetches apart from the
// program. It must be set before the first move of a [DataDriven] with a built-in network.
func LoadDataDriven(file []byte) { dataDrivenContent = file }
