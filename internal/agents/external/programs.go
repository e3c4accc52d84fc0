package external

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/text"
)

// Config describes the tables at which programs play.
type Config struct {
	Game   record.Game
	Rules  json.RawMessage // all options of the rules, a JSON object
	Words  string          // the rules in words
	Fields []string        // groups of observation fields

	// Encoder returns the encoder of comma-separated groups.
	Encoder func(groups string) (game.Encoder, error)

	// Text returns a writer of texts with the options of a program, a JSON object.
	Text func(options json.RawMessage) (*text.Writer, error)
}

// Programs are the processes of one spec. It is safe for concurrent use.
type Programs struct {
	config  Config
	spec    Spec
	command []string
	hello   []byte
	answer  Answer
	encoder game.Encoder // nil if the program asks for no fields
	names   []string     // of actions by number
	log     *logFile

	mu       sync.Mutex
	running  []*process
	failures int
	reasons  []string // the first different ones of failures
	retries  int
	closed   bool
}

// Open starts the program of a spec, as [Parse] returns it, and reads its answer to hello. Close must
// be called.
func Open(of spec.Spec, c Config) (*Programs, error) {
	s := spec.Settings[Spec](of)
	command, err := words(s.Command)
	if err != nil {
		return nil, err
	}
	ps := &Programs{config: c, spec: s, command: command, log: &logFile{path: s.Log}}
	for a := range game.Action(c.Game.NumActions()) {
		ps.names = append(ps.names, c.Game.ActionString(a))
	}
	ps.hello = lineOf(Hello{HelloType, Version, c.Game.Name(), c.Rules, c.Game.Players(), c.Fields, ps.names, c.Words})
	p, err := ps.start()
	if err != nil {
		return nil, &spec.UnavailableError{Err: fmt.Errorf("program %q: %w", s.Command, &StartError{err, ps.log.last(StandardErrorLines), ps.log.name()})}
	}
	ps.answer = p.answer
	if p.answer.Fields != "" {
		if ps.encoder, err = c.Encoder(p.answer.Fields); err != nil {
			p.close()
			return nil, &spec.UnavailableError{Err: fmt.Errorf("program %q: fields of its hello: %w", s.Command, err)}
		}
	}
	if p.answer.Text != nil {
		if _, err = c.Text(p.answer.Text); err != nil {
			p.close()
			return nil, &spec.UnavailableError{Err: fmt.Errorf("program %q: text of its hello: %w", s.Command, err)}
		}
	}
	ps.running = append(ps.running, p)
	return ps, nil
}

// start starts a process.
func (ps *Programs) start() (*process, error) {
	return start(ps.command, ps.hello, ps.spec.Start, ps.log)
}

// StandardErrorLines is the number of lines of standard error that people get to see.
const StandardErrorLines = 10

// A StartError reports that a program did not start.
type StartError struct {
	Err           error
	StandardError []string // its last lines, at most StandardErrorLines
	log           string   // the file with all of it
}

// Error has the last line of standard error.
func (e *StartError) Error() string {
	text := e.Err.Error()
	if n := len(e.StandardError); n > 0 {
		text += fmt.Sprintf("; its standard error ends with %q (%s)", e.StandardError[n-1], e.log)
	}
	return text
}

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// Tables returns the number of tables that one process takes at once.
func (ps *Programs) Tables() int { return ps.answer.Tables }

// Name returns the name that the program gives itself.
func (ps *Programs) Name() string { return ps.answer.Name }

// Failures returns the number of games that failed.
func (ps *Programs) Failures() int {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.failures
}

// Reasons returns the first reasons why games failed, different ones.
func (ps *Programs) Reasons() []string {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return slices.Clone(ps.reasons)
}

// StandardError returns the last lines that the program wrote to standard error, at most StandardErrorLines.
func (ps *Programs) StandardError() []string { return ps.log.last(StandardErrorLines) }

// MayRetry reports whether invalid answers may be asked for again.
func (ps *Programs) MayRetry() bool { return ps.spec.Retries > 0 }

// Retries returns the number of answers that were refused and asked for again.
func (ps *Programs) Retries() int {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.retries
}

// Log returns the path of the file with standard error and the reasons of failures and retries, "" if
// nothing was written.
func (ps *Programs) Log() string { return ps.log.name() }

// New returns an agent, an agents.Outside.
func (ps *Programs) New() game.Agent {
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	return &agent{programs: ps, timer: timer}
}

// Close ends all processes with their children. Games in progress fail.
func (ps *Programs) Close() {
	ps.mu.Lock()
	running := ps.running
	ps.running, ps.closed = nil, true
	ps.mu.Unlock()
	var all sync.WaitGroup
	for _, p := range running {
		all.Go(p.close)
	}
	all.Wait()
	ps.log.close()
}

// seat takes a table that is free, in a new process if need be.
func (ps *Programs) seat() (p *process, table int, err error) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	alive := ps.running[:0]
	for _, p := range ps.running {
		select {
		case <-p.dead:
		default:
			alive = append(alive, p)
		}
	}
	clear(ps.running[len(alive):])
	ps.running = alive
	for _, q := range ps.running {
		if len(q.free) > 0 {
			p = q
			break
		}
	}
	if p == nil {
		if ps.closed {
			return nil, 0, fmt.Errorf("the programs are closed")
		}
		if p, err = ps.start(); err != nil {
			return nil, 0, err
		}
		if !reflect.DeepEqual(p.answer, ps.answer) {
			p.close()
			return nil, 0, fmt.Errorf("the program answers hello with %+v, and the first time with %+v: want the same each time", p.answer, ps.answer)
		}
		ps.running = append(ps.running, p)
	}
	last := len(p.free) - 1
	table = p.free[last]
	p.free = p.free[:last]
	return p, table, nil
}

// leave gives a table back.
func (ps *Programs) leave(p *process, table int) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p.free = append(p.free, table)
}

// failed counts a failure and writes it to the log.
func (ps *Programs) failed(err error) {
	ps.mu.Lock()
	ps.failures++
	if reason := err.Error(); len(ps.reasons) < maxReasons && !slices.Contains(ps.reasons, reason) {
		ps.reasons = append(ps.reasons, reason)
	}
	ps.mu.Unlock()
	fmt.Fprintf(ps.log, ours+"a game failed: %v\n", err)
}

// refused counts an answer that is asked for again and writes its fault to the log.
func (ps *Programs) refused(err error) {
	ps.mu.Lock()
	ps.retries++
	ps.mu.Unlock()
	fmt.Fprintf(ps.log, ours+"an answer was refused: %v\n", err)
}

const (
	maxLog     = 1 << 20      // number of bytes that a log takes
	maxReasons = 5            // number of reasons that are kept
	ours       = "rummygym: " // begins lines of a log that are not of the program
)

// logFile is a file that is made at the first write, and takes maxLog bytes.
type logFile struct {
	mu   sync.Mutex
	path string // "" is a temporary file
	file *os.File
	left int
	err  error
}

// Write writes as much as there is room for. It reports no error: a program is not to be
// stopped by its log.
func (l *logFile) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil && l.err == nil {
		if l.path == "" {
			l.file, l.err = os.CreateTemp("", "rummygym-exec-*.log")
		} else {
			l.file, l.err = os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		}
		if l.err == nil {
			l.path, l.left = l.file.Name(), maxLog
		}
	}
	if l.err == nil && l.left > 0 {
		n := min(l.left, len(data))
		l.left -= n
		_, l.err = l.file.Write(data[:n])
		if l.left == 0 {
			_, _ = io.WriteString(l.file, "\n"+ours+"the log is full\n")
		}
	}
	return len(data), nil
}

// name returns the path of the file, "" if nothing was written.
func (l *logFile) name() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return ""
	}
	return l.path
}

// last returns the last lines that the program wrote, at most n.
func (l *logFile) last(n int) (lines []string) {
	data, err := os.ReadFile(l.name())
	if err != nil { // nothing was written
		return nil
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, " \r\n"); line != "" && !strings.HasPrefix(line, ours) {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-n):]
}

func (l *logFile) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		l.file.Close()
	}
}
