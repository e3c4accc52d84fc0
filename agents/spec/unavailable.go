package spec

// UnavailableError reports that a file or program which a spec names is missing or at fault. The spec is
// right.
type UnavailableError struct{ Err error }

// Error returns the text of the error.
func (e *UnavailableError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *UnavailableError) Unwrap() error { return e.Err }
