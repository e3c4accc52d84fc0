//go:build !js

package ginrummy

import _ "embed"

//go:embed fitness.txt
var shippedFitness []byte
