//go:build unix

package datasets

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockDir makes this process the only one that may write to a folder, until release
// is called or the process ends. It returns an error if another process holds the lock.
func lockDir(dir string) (release func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, diskError(dir, err)
	}
	switch err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		d.Close()
		return nil, fmt.Errorf("%s: another process is writing to it: wait until it ends or choose another folder", dir)
	case err != nil && !errors.Is(err, errors.ErrUnsupported):
		d.Close()
		return nil, fmt.Errorf("%s: locking: %w", dir, err)
	}
	return func() { d.Close() }, nil
}
