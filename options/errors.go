package options

// UsageError reports that settings are wrong: nothing was done.
type UsageError struct{ error }

// Unwrap returns the error.
func (e UsageError) Unwrap() error { return e.error }

// Usage returns err as an error of the settings, nil for nil.
func Usage(err error) error {
	if err == nil {
		return nil
	}
	return UsageError{err}
}

// FileError reports that a file is at fault.
type FileError struct{ error }

// Unwrap returns the error.
func (e FileError) Unwrap() error { return e.error }

// FileFault returns err as an error of a file, whatever option names the file. It returns nil
// for nil.
func FileFault(err error) error {
	if err == nil {
		return nil
	}
	return FileError{err}
}
