//go:build linux

package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// process is a command line of the program that runs or has run in the folder of a trial.
type process struct {
	cmd    *exec.Cmd
	lab    *lab
	begun  time.Time
	done   chan struct{} // closed when it has ended
	killed bool          // by this program, as an attack
	hung   bool          // killed because it did not end

	// Known once done is closed.
	stdout, stderr bytes.Buffer
	status         int // -1 after a signal
	signal         syscall.Signal
	memory         int64 // peak, in bytes
	took           time.Duration
}

// fence protects the machine from a program that asks for more memory than it may have. It is
// in kB of address space, of which a Go program reserves more than it uses.
const fence = "ulimit -v 8000000"

// inPython is the first word of a command line of reader.py, which is run in place of the
// program.
const inPython = "python"

//go:embed reader.py
var reader []byte

// start starts the program with args, after the shell commands of limit, such as "ulimit -n 8".
func (t *trial) start(limit string, args []string) *process {
	t.note(limit, args)
	p := &process{lab: t.lab, done: make(chan struct{}), begun: time.Now()}
	t.ran = append(t.ran, p)
	if limit == "" {
		limit = fence
	}
	program := t.lab.program
	if len(args) > 0 && args[0] == inPython {
		program, args = t.lab.python, append([]string{filepath.Join(t.lab.base, "reader.py")}, args[1:]...)
	}
	p.cmd = exec.Command("/bin/sh", append([]string{"-c", limit + ` && exec "$0" "$@"`, program}, args...)...)
	p.cmd.Dir = t.dir
	p.cmd.Stdout, p.cmd.Stderr = &p.stdout, &p.stderr
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		p.status = -1
		fmt.Fprintf(&p.stderr, "cannot start: %v", err)
		close(p.done)
		return p
	}
	go func() {
		watch := time.AfterFunc(t.lab.patience, func() { p.hung = true; p.send(syscall.SIGKILL) })
		err := p.cmd.Wait()
		watch.Stop()
		p.took = time.Since(p.begun)
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			fmt.Fprintf(&p.stderr, "torture: %v", err)
		}
		p.status = p.cmd.ProcessState.ExitCode()
		if w, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
			p.signal = w.Signal()
		}
		if r, ok := p.cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			p.memory = r.Maxrss << 10
		}
		close(p.done)
	}()
	return p
}

// run runs the program to its end.
func (t *trial) run(args []string) *process {
	p := t.start("", args)
	<-p.done
	return p
}

// send sends a signal to the process and its children.
func (p *process) send(s syscall.Signal) {
	_ = syscall.Kill(-p.cmd.Process.Pid, s) // it may have ended
}

// killAfter kills the process after some time, unless it has ended.
func (p *process) killAfter(d time.Duration) {
	if p.wait(d) {
		return
	}
	p.killed = true
	p.send(syscall.SIGKILL)
	<-p.done
	p.killed = p.signal == syscall.SIGKILL
}

// wait waits for the end, at most for some time, and reports whether the process has ended.
func (p *process) wait(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.done:
		return true
	case <-timer.C:
		return false
	}
}

// trace matches what the runtimes of Go and Python print when a program breaks.
var trace = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |goroutine \d+ .*\[|SIG[A-Z]+: |unexpected fault address|Traceback |Fatal Python error: )`)

// flaw returns what is wrong with the end of a process, whatever the attack was. "" is nothing.
func (p *process) flaw() string {
	errs := p.stderr.String()
	switch {
	case p.hung:
		return fmt.Sprintf("no end after %v", p.lab.patience)
	case trace.MatchString(errs):
		return "stack trace: " + trim(errs[trace.FindStringIndex(errs)[0]:])
	case p.memory > p.lab.memory:
		return fmt.Sprintf("%.1f GB of memory", float64(p.memory)/1e9)
	case p.signal != 0 && !p.killed:
		return "ended by " + p.signal.String()
	case p.status > 0 && p.complaint() == "":
		return fmt.Sprintf("exit status %d without an error message", p.status)
	}
	return ""
}

// failed returns the error that a process of the preparation has failed.
func (p *process) failed() error {
	return fmt.Errorf("%s: exit status %d: %s", strings.Join(p.cmd.Args[3:], " "), p.status, trim(p.stderr.String()))
}

// complaint returns the error message, or "" if there is none.
func (p *process) complaint() string {
	_, msg, _ := strings.Cut("\n"+p.stderr.String(), "\nrummygym: ")
	return strings.TrimSpace(msg)
}

// trim returns the beginning of a text as one line.
func trim(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 160 {
		s = s[:160] + "…"
	}
	return s
}
