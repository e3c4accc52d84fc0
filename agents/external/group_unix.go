//go:build unix

package external

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// group is a process group: a program with its children, led by a guard. The guard is a shell that
// waits for the end of this process, however it ends, and then kills the group, itself included.
//
// A signal at the death of the parent (prctl) would do it on Linux only, reach the program without
// its children, and come at the end of the thread that started it.
type group struct{ guard *exec.Cmd }

// guarding kills the group of the shell at the end of its input. What is sent to the whole group to
// end it, as a program may do for its children, does not end the guard.
const guarding = `trap "" HUP INT QUIT TERM; read _; kill -s KILL 0`

// lifeline is the input of all guards, a pipe into which nobody writes. It ends when this process,
// the only holder of its other end, has ended.
var lifeline struct {
	mu         sync.Mutex
	read, hold *os.File
}

// newGroup returns a group with its guard.
func newGroup() (*group, error) {
	lifeline.mu.Lock()
	defer lifeline.mu.Unlock()
	if lifeline.read == nil {
		var err error
		if lifeline.read, lifeline.hold, err = os.Pipe(); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command("/bin/sh", "-c", guarding)
	cmd.Stdin, cmd.Env = lifeline.read, []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &group{cmd}, nil
}

// start starts cmd in the group. It is in the group before it runs, so that a death of this process
// at any time ends it.
func (g *group) start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: g.guard.Process.Pid}
	return cmd.Start()
}

// kill ends all processes of the group. The number of the group is not another's before close.
func (g *group) kill() { _ = syscall.Kill(-g.guard.Process.Pid, syscall.SIGKILL) }

// close releases the group, which was killed.
func (g *group) close() { _ = g.guard.Wait() }

// killed reports whether kill, and not the process itself, was the end of a process.
func killed(state *os.ProcessState) bool {
	s, ok := state.Sys().(syscall.WaitStatus)
	return ok && s.Signaled() && s.Signal() == syscall.SIGKILL
}
