//go:build unix

package safefile

import (
	"errors"
	"os"
	"syscall"
)

// lock locks an open file until it is closed, for this process alone or shared with others. It
// does not wait.
func lock(f *os.File, shared bool) error {
	how := syscall.LOCK_EX
	if shared {
		how = syscall.LOCK_SH
	}
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
