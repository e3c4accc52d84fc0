package external

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"rummygym/agents"
)

// process is a running program. One goroutine writes its input, one reads its output, and one
// its standard error.
type process struct {
	cmd     *exec.Cmd
	group   *group
	input   *os.File
	output  *os.File
	lines   chan []byte   // to write
	last    chan struct{} // closed to end the input after lines
	ended   chan struct{} // closed when the output has ended
	dead    chan struct{} // closed when the process has failed; err then says why
	err     error
	kill    sync.Once
	readers sync.WaitGroup

	answer Answer
	tables []table
	free   []int // tables without a game; guarded by Programs.mu
}

// table is the place of one game at a process.
type table struct {
	mu      sync.Mutex
	waiting bool
	moves   chan answered // has room for one answer
}

// answered is an answer of a program, or its fault.
type answered struct {
	Move
	fault error
}

// grace is the time that a program has to end by itself after the end of its input.
const grace = time.Second

// live holds the running processes, for KillAll.
var live struct {
	mu  sync.Mutex
	set map[*process]bool
}

// KillAll kills all running programs with their children. It is for a process that is about to
// exit without [Programs.Close].
func KillAll() {
	live.mu.Lock()
	defer live.mu.Unlock()
	for p := range live.set {
		p.group.kill()
	}
}

// start starts a program and waits for its answer to hello. It returns an *agents.HostError if the
// program does not even run.
func start(command []string, hello []byte, limit time.Duration, log io.Writer) (*process, error) {
	p := &process{
		cmd: exec.Command(command[0], command[1:]...), lines: make(chan []byte, 2*MaxTables+1), // a table has an end and a question at most
		last: make(chan struct{}), ended: make(chan struct{}), dead: make(chan struct{}),
	}
	stderr, err := p.launch()
	if err != nil {
		return nil, &agents.HostError{Err: fmt.Errorf("cannot start the program: %w%s", err, mendOf(err))}
	}
	live.mu.Lock()
	if live.set == nil {
		live.set = map[*process]bool{}
	}
	live.set[p] = true
	live.mu.Unlock()

	p.readers.Go(func() {
		_, _ = io.Copy(log, stderr)
		stderr.Close()
	})
	go func() { // a child that left the group may still hold it
		<-p.dead
		_ = stderr.SetReadDeadline(time.Now().Add(grace))
	}()
	first := make(chan Answer, 1)
	go p.write()
	p.readers.Go(func() { p.read(first) })
	p.lines <- hello
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case p.answer = <-first:
		return p, nil
	case <-p.dead:
	case <-timer.C:
		p.fail(fmt.Errorf("no answer to hello within %v (option start)", limit))
	}
	p.readers.Wait() // the log is complete
	return nil, p.err
}

// spare is the number of pipes for whose descriptors a start leaves room: the files of the run, such
// as a checkpoint, need some afterwards.
const spare = 2

// launch starts the process in its group, and returns what reads its standard error.
func (p *process) launch() (stderr *os.File, err error) {
	var pipes [3 + spare][2]*os.File // ends to read and to write
	ours := [3]int{1, 0, 0}          // ends that are kept, of input, output and standard error
	defer func() {
		for i, ends := range pipes {
			for k, f := range ends {
				if f != nil && (err != nil || i >= len(ours) || k != ours[i]) {
					f.Close()
				}
			}
		}
	}()
	for i := range pipes {
		if pipes[i][0], pipes[i][1], err = os.Pipe(); err != nil {
			return nil, err
		}
	}
	if p.group, err = newGroup(); err != nil {
		return nil, err
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = pipes[0][0], pipes[1][1], pipes[2][1]
	if err = p.group.start(p.cmd); err != nil {
		p.group.kill()
		p.group.close()
		if errors.Is(err, exec.ErrNotFound) {
			err = errors.New("there is no such program on the path")
		}
		return nil, err
	}
	p.input, p.output = pipes[0][1], pipes[1][0]
	return pipes[2][0], nil
}

// mendOf returns the end of an error for what the machine lacks, or "".
func mendOf(err error) string {
	switch {
	case errors.Is(err, syscall.EMFILE):
		return ": raise the limit of open files (ulimit -n), or play with fewer --workers"
	case errors.Is(err, syscall.ENFILE):
		return ": end programs that hold files open on this machine, or play with fewer --workers"
	case errors.Is(err, syscall.EAGAIN):
		return ": raise the limit of processes (ulimit -u), or play with fewer --workers"
	case errors.Is(err, syscall.ENOMEM):
		return ": free memory on this machine, or play with fewer --workers"
	}
	return ""
}

// fail kills the process with its children, for the given reason. Later reasons do not count.
func (p *process) fail(reason error) {
	p.kill.Do(func() {
		p.group.kill()
		live.mu.Lock()
		delete(live.set, p)
		live.mu.Unlock()
		_ = p.cmd.Wait()
		p.group.close()
		if errors.Is(reason, io.EOF) {
			reason = errors.New("the program closed its output, or was killed")
			if !killed(p.cmd.ProcessState) {
				reason = fmt.Errorf("the program ended (%v)", p.cmd.ProcessState)
			}
		}
		p.err = reason
		close(p.dead)
		p.input.Close()
		p.output.Close()
	})
	<-p.dead
}

// close ends the input, gives the program time to end, and kills what is left.
func (p *process) close() {
	close(p.last)
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.ended:
	case <-p.dead:
	case <-timer.C:
	}
	p.fail(errors.New("the run has ended"))
	p.readers.Wait()
}

// write writes lines to the program until it fails, or until close and the last line.
func (p *process) write() {
	w := bufio.NewWriter(p.input)
	for {
		var line []byte
		select {
		case line = <-p.lines:
		case <-p.dead:
			return
		default:
			if w.Flush() != nil {
				return // the reader tells the end; a program that reads no more is late
			}
			select {
			case line = <-p.lines:
			case <-p.dead:
				return
			case <-p.last:
				if len(p.lines) > 0 {
					continue
				}
				p.input.Close()
				return
			}
		}
		if _, err := w.Write(line); err != nil {
			return
		}
	}
}

// read gives the lines of the program to those who wait for them.
func (p *process) read(first chan<- Answer) {
	s := bufio.NewScanner(p.output)
	s.Buffer(make([]byte, 4096), MaxLine)
	for n := 1; s.Scan(); n++ {
		line := bytes.TrimSpace(s.Bytes())
		var err error
		if n == 1 {
			var a Answer
			if a, err = parseAnswer(line); err == nil {
				p.tables = make([]table, a.Tables)
				for t := range p.tables {
					p.tables[t].moves = make(chan answered, 1)
					p.free = append(p.free, a.Tables-1-t)
				}
				first <- a
			}
		} else {
			err = p.move(line)
		}
		if err != nil {
			p.fail(fmt.Errorf("line %d of its output: %w", n, err))
			return
		}
	}
	close(p.ended)
	if err := s.Err(); errors.Is(err, bufio.ErrTooLong) {
		p.fail(fmt.Errorf("a line of its output is longer than %d bytes", MaxLine))
		return
	}
	p.fail(io.EOF)
}

// move hands the answer of a line to the table that waits for it.
func (p *process) move(line []byte) error {
	m, err := parseMove(line, len(p.tables))
	if m.Table < 0 {
		return err
	}
	t := &p.tables[m.Table]
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.waiting {
		return fmt.Errorf("the line %s answers no question: table %d is not waiting for an answer", shorten(line), m.Table)
	}
	t.waiting = false
	t.moves <- answered{m, err}
	return nil
}

// send sends a line, unless the program has failed.
func (p *process) send(line []byte) {
	select {
	case p.lines <- line:
	case <-p.dead:
	}
}

// ask sends the question of a table and waits for the answer. An error is the end of the process.
func (p *process) ask(n int, line []byte, limit time.Duration, option string, timer *time.Timer) (answered, error) {
	t := &p.tables[n]
	t.mu.Lock()
	t.waiting = true
	t.mu.Unlock()
	timer.Reset(limit)
	defer timer.Stop()
	p.send(line)
	select {
	case m := <-t.moves:
		return m, nil
	case <-timer.C:
		p.fail(fmt.Errorf("no answer within %v (option %s)", limit.Round(time.Millisecond), option))
	case <-p.dead:
		select {
		case m := <-t.moves: // it came before the end
			return m, nil
		default:
		}
	}
	return answered{}, p.err
}

// lineOf returns the line of a message.
func lineOf(message any) []byte {
	line, err := json.Marshal(message)
	if err != nil {
		panic("external: a message without JSON: " + err.Error())
	}
	return append(line, '\n')
}
