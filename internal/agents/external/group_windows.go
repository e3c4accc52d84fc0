package external

import (
	"os"
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job: a program with its children, which end when the last handle of the job is
// closed, at the latest with this process.
type group struct{ job windows.Handle }

// newGroup returns an empty group.
func newGroup() (*group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, err
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	g := &group{job}
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

// start starts cmd in the group.
func (g *group) start(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	var assigned error
	err := cmd.Process.WithHandle(func(handle uintptr) {
		assigned = windows.AssignProcessToJobObject(g.job, windows.Handle(handle))
	})
	if err == nil {
		err = assigned
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	return err
}

// kill ends all processes of the group.
func (g *group) kill() { _ = windows.TerminateJobObject(g.job, 1) }

// close releases the group, which was killed.
func (g *group) close() { _ = windows.CloseHandle(g.job) }

// killed reports whether kill, and not the process itself, was the end of a process.
func killed(state *os.ProcessState) bool { return state.ExitCode() == 1 }
