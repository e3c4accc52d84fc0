//go:build !unix

package external

import (
	"os/exec"
	"strconv"
)

func lead(*exec.Cmd) {}

// kill ends a process with its children, by the system's own program if there is one.
func kill(cmd *exec.Cmd) {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
	_ = cmd.Process.Kill()
}

// killed reports whether kill, and not the process itself, was the end of a process.
func killed(cmd *exec.Cmd) bool { return cmd.ProcessState.ExitCode() == 1 }
