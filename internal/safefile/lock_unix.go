//go:build unix

package safefile

import (
	"errors"
	"os"
	"syscall"
)

// lock locks an open file until it is closed, for this process alone. It does not wait.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
