//go:build !unix

package safefile

import (
	"errors"
	"os"
)

// lock does nothing on systems without locks of open files.
func lock(*os.File) error { return errors.ErrUnsupported }
