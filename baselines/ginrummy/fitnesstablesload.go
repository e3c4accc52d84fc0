//go:build js || nofiles

package ginrummy

var shippedFitness []byte

// LoadFitnessTables sets the file of [ShippedFitnessTables] in a program that does not contain it. It must be set before the first
// call.
func LoadFitnessTables(file []byte) { shippedFitness = file }
