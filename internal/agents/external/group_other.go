//go:build !unix && !windows

package external

import (
	"os"
	"os/exec"
)

// group is a program without its children.
type group struct{ process *os.Process }

func newGroup() (*group, error) { return &group{}, nil }

func (g *group) start(cmd *exec.Cmd) error {
	err := cmd.Start()
	g.process = cmd.Process
	return err
}

func (g *group) kill() {
	if g.process != nil {
		_ = g.process.Kill()
	}
}

func (g *group) close() {}

// killed reports whether kill, and not the process itself, was the end of a process.
func killed(state *os.ProcessState) bool { return state.ExitCode() == 1 }
