//go:build !js && !nofiles

package ginrummy

import _ "embed"

//go:embed fitness.txt
var shippedFitness []byte
