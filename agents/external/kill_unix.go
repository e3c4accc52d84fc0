//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// lead makes the process of cmd the leader of a process group, so that kill finds its
// children, and ctrl-C in a terminal does not reach it before the engine.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends the process group of a process that has not been waited for.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// killed reports whether kill, and not the process itself, was the end of a process.
func killed(cmd *exec.Cmd) bool {
	s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && s.Signaled() && s.Signal() == syscall.SIGKILL
}
