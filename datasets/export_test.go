package datasets

// What tests outside of the package need: they collect datasets, and package collect imports this one.
var (
	ParseManifest = parseManifest
	NewBatch      = newBatch
	ErrTooMany    = errTooMany
)

// MaxFaults is the number of faults after which Validate stops.
const MaxFaults = maxFaults
