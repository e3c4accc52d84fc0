package ginrummy

var shippedFitness []byte

// LoadFitnessTables sets the file of [ShippedFitnessTables], which a browser fetches apart from the program. It must be set before
// the first call.
func LoadFitnessTables(file []byte) { shippedFitness = file }
