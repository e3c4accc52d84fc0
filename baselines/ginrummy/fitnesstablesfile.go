//go:build !js && !nofiles

package ginrummy

import _ "embed"

//go:embed fitness.txt
var fitnessFile []byte

// shippedFitness returns the file of [ShippedFitnessTables].
func shippedFitness() []byte { return fitnessFile }
