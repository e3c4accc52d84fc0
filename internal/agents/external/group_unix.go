//go:build unix

package external

import (
	"errors"
	"io/fs"
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
//
// On a machine without a shell, as in a container of nothing but programs, the program leads the group,
// and outlives a kill of this process.
type group struct {
	guard *exec.Cmd // nil without a shell
	id    int       // of the leader; 0 before it runs
}

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
	if err := cmd.Start(); errors.Is(err, fs.ErrNotExist) {
		return &group{}, nil
	} else if err != nil {
		return nil, err
	}
	return &group{cmd, cmd.Process.Pid}, nil
}

// start starts cmd in the group. It is in the group before it runs, so that a death of this process
// at any time ends it.
func (g *group) start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: g.id} // 0 makes it the leader
	err := cmd.Start()
	if err == nil && g.guard == nil {
		g.id = cmd.Process.Pid
	}
	return err
}

// kill ends all processes of the group. The number of the group is not another's before close.
func (g *group) kill() {
	if g.id != 0 {
		_ = syscall.Kill(-g.id, syscall.SIGKILL)
	}
}

// close releases the group, which was killed.
func (g *group) close() {
	if g.guard != nil {
		_ = g.guard.Wait()
	}
}

// killed reports whether kill, and not the process itself, was the end of a process.
func killed(state *os.ProcessState) bool {
	s, ok := state.Sys().(syscall.WaitStatus)
	return ok && s.Signaled() && s.Signal() == syscall.SIGKILL
}
