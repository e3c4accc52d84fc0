package terminal

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"rummygym/internal/must"
	"rummygym/internal/options"
)

// pane is a program in a terminal of tmux.
type pane struct {
	t      testing.TB
	socket string
}

// newPane runs a command line of the program in a new terminal of the given size; env are
// variables such as NO_COLOR=1. The test fails without tmux if CI=true, and is skipped otherwise.
func newPane(t testing.TB, width, height int, env []string, args ...string) *pane {
	t.Helper()
	return newScript(t, width, height, "PROGRAM; echo status=$?; exec cat", env, args...)
}

// newScript is newPane for a script of the shell, in which PROGRAM is the command line.
func newScript(t testing.TB, width, height int, script string, env []string, args ...string) *pane {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("tmux is missing, and CI=true: apt-get install tmux")
		}
		t.Skip("tmux is missing: apt-get install tmux")
	}
	dir := must.Get(os.MkdirTemp("", "rgtmux"))(t) // the path of a socket must be short
	t.Cleanup(func() { os.RemoveAll(dir) })
	p := &pane{t, filepath.Join(dir, "s")}
	self := must.Get(os.Executable())(t)
	words := []string{"env", asProgram + "=1", "COLORTERM=", "NO_COLOR="}
	words = append(append(words, env...), self)
	for _, a := range args {
		words = append(words, options.Quote(a))
	}
	p.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height),
		"sh -c "+options.Quote(strings.Replace(script, "PROGRAM", strings.Join(words, " "), 1)))
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", p.socket, "kill-server").Run() })
	return p
}

// tmux runs a command of tmux and returns its output.
func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-u", "-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %q: %v, %s", args, err, out)
	}
	return string(out)
}

// screen returns what the terminal shows, or with "-J" without the ends of lines that it wrapped.
func (p *pane) screen(flags ...string) string {
	return plainText(p.tmux(append([]string{"capture-pane", "-p"}, flags...)...))
}

// until waits until the terminal shows what is wanted.
func (p *pane) until(what string, is func(screen string) bool) string {
	p.t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; {
		screen := p.screen()
		if is(screen) {
			return screen
		}
		if time.Now().After(end) {
			p.t.Fatalf("the terminal does not show %s, it shows\n%s", what, screen)
		}
	}
}

// shows waits for a text.
func (p *pane) shows(text string) (shown string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%q", text), func(string) bool {
		shown = p.screen("-J")
		return strings.Contains(shown, text)
	})
	return shown
}

// equals waits until the terminal shows exactly what a model draws, and checks that no line was
// wrapped by the terminal.
func (p *pane) equals(m *screen) {
	p.t.Helper()
	want := plainText(m.draw())
	p.until("\n"+want, func(screen string) bool { return screen == want })
	if joined := p.screen("-J"); joined != want {
		p.t.Fatalf("the terminal has wrapped lines:\n%s", joined)
	}
}

// key types keys.
func (p *pane) key(keys ...string) { p.tmux(append([]string{"send-keys"}, keys...)...) }

// resize changes the size of the terminal.
func (p *pane) resize(width, height int) {
	p.tmux("resize-window", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height))
}

// A whole game is typed in a real terminal, which is made small and large again, and killed in the
// middle. At each move it shows what the model draws.
func TestTmuxGame(t *testing.T) {
	inFolder(t)
	s, again := newSession(t, "indian", "", "min-dist-opp", 23), newSession(t, "indian", "", "min-dist-opp", 23)
	moves := script(t, again)
	m := started(s, 1)
	p := newPane(t, 80, 24, nil, "play", "--seed", "23", "--against", "min-dist-opp", "--games", "1")
	p.equals(m)
	if len(moves) < 12 {
		t.Fatalf("a game of %d moves is too short for this test", len(moves))
	}
	resize := func(width, height int) {
		p.resize(width, height)
		m.Update(tea.WindowSizeMsg{Width: width, Height: height})
		p.equals(m)
	}
	for i, a := range moves {
		switch i {
		case len(moves) / 4:
			resize(40, 20)
		case len(moves) / 2:
			resize(80, 24)
		case len(moves)/2 + 1:
			p.tmux("kill-server")
			p = newPane(t, 80, 24, nil, "play", "--resume", "play.jsonl", "--games", "1")
			p.equals(m)
		}
		keys := keysFor(t, m, a)
		for _, key := range keys {
			press(m, key)
		}
		p.key(keys...)
		p.equals(m)
	}
	if !m.finished {
		t.Fatal("the game has not ended")
	}
	p.key("Enter")
	p.shows("The record is in play.jsonl.")
	p.shows("status=0")
	if data, err := os.ReadFile("play.jsonl"); err != nil || !bytes.Equal(data, again.Records()) {
		t.Errorf("the record is not that of the moves: %v", err)
	}
}

// stoppable is a script that waits for a line when the program has stopped, and lets it go on.
const stoppable = "set -m; PROGRAM; stty -a | grep -ow -- '-*icanon'; echo stopped; read line; fg; echo status=$?; exec cat"

// Ctrl-Z gives the terminal back as it was, and fg draws the table again, of its size by then.
func TestTmuxStop(t *testing.T) {
	inFolder(t)
	m := started(newSession(t, "gin", "", "simple", 2), 1)
	p := newScript(t, 80, 24, stoppable, nil, "play", "--game", "gin", "--seed", "2", "--against", "simple", "--games", "1")
	p.equals(m)
	p.key("C-z")
	if shell := p.shows("\nstopped"); strings.Contains(shell, "-icanon") || strings.Contains(shell, "┌") {
		t.Errorf("the shell has\n%s\nwant its own screen, and lines that can be edited", shell)
	}
	p.resize(72, 22)
	p.key("Enter")
	m.Update(tea.WindowSizeMsg{Width: 72, Height: 22})
	p.equals(m)
	press(m, "?")
	p.key("?")
	p.equals(m)
	p.key("q")
	p.key("q")
	p.shows("Continue with: rummygym play --resume play.jsonl")
	p.shows("status=0")
}
