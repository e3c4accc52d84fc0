package terminal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/session"
)

// watcher shows agents at play on the whole terminal. It is a Bubble Tea model.
type watcher struct {
	session *session.Session
	games   int
	lock    sync.Mutex // of the session
	words   record.Words

	frames        []frame // of the game in progress: the deal, and each move so far
	number        int     // of the game
	over          bool    // whether the last frame is the end of the game
	at            int     // the frame that is shown
	seat          game.Player
	speed         float64 // moves per second
	running       bool
	tick          int // number of the tick that is waited for; others are late
	width, height int
	help          []string
	scroll        int
	busy, leaving bool
	pausing       bool // the person has typed ctrl-Z
	err           error
}

// frame is the table after a move.
type frame struct {
	views  []game.Observation // by seat
	events []record.Event     // of the move
}

// watchScreen shows the games until the person quits.
func watchScreen(ctx context.Context, s *session.Session, games int, seat game.Player, speed float64, in, out *os.File) error {
	m := newWatcher(s, games, seat, speed)
	_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler()).Run()
	m.lock.Lock() // an agent may still be thinking
	defer m.lock.Unlock()
	return errors.Join(err, m.err)
}

// newWatcher returns a model at the beginning of the game in progress.
func newWatcher(s *session.Session, games int, seat game.Player, speed float64) *watcher {
	m := &watcher{session: s, games: games, seat: seat, speed: speed, running: true, width: 80, height: 24}
	m.begin()
	return m
}

// begin shows the game in progress from its deal.
func (m *watcher) begin() {
	m.words = m.session.NewWords()
	m.words.Card = paint
	for i, name := range m.words.Names {
		m.words.Names[i] = cli.Visible(name)
	}
	m.frames, m.at = nil, 0
	m.add(m.session.Events())
}

// add adds the frame of the session as it is.
func (m *watcher) add(events []record.Event) {
	f := frame{events: events, views: make([]game.Observation, m.session.Game().Players())}
	for p := range f.views {
		f.views[p] = m.session.Observe(game.Player(p))
	}
	m.frames = append(m.frames, f)
	m.number, m.over = m.session.Number(), m.session.Over()
}

// ticked is the message that the next move is due.
type ticked int

// Init starts the clock.
func (m *watcher) Init() tea.Cmd { return m.wait() }

// wait waits for the time of the next move, if the game is running.
func (m *watcher) wait() tea.Cmd {
	m.tick++
	if !m.running {
		return nil
	}
	n := ticked(m.tick)
	return tea.Tick(time.Duration(float64(time.Second)/m.speed), func(time.Time) tea.Msg { return n })
}

// Update reacts to a key, a size of the window, the time, or the end of an agent's thinking.
func (m *watcher) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m, m.key(msg.String())
	case ticked:
		if int(msg) == m.tick && m.running {
			return m, m.forward()
		}
	case advanced:
		m.busy = false
		if msg.err != nil {
			m.err = msg.err
			return m, tea.Quit
		}
		if m.leaving {
			return m, tea.Quit
		}
		if m.add(msg.events); m.at == len(m.frames)-2 { // otherwise the person has stepped back meanwhile
			m.at++
		}
		if m.pausing {
			return m, m.pause()
		}
		return m, m.wait()
	case tea.ResumeMsg:
		return m, m.wait()
	}
	return m, nil
}

// forward shows the next move, which may have to be played first.
func (m *watcher) forward() tea.Cmd {
	switch {
	case m.busy:
		return nil
	case m.at < len(m.frames)-1:
		m.at++
		return m.wait()
	case m.over:
		if m.number+1 >= m.games {
			m.running = false
			return nil
		}
		if err := m.session.Next(); err != nil {
			m.err = err
			return tea.Quit
		}
		m.begin()
		return m.wait()
	}
	m.busy = true
	return func() tea.Msg {
		m.lock.Lock()
		defer m.lock.Unlock()
		events, err := m.session.Advance()
		return advanced{events, err}
	}
}

// key reacts to a key.
func (m *watcher) key(key string) tea.Cmd {
	switch key {
	case "ctrl+c", "q":
		if key == "ctrl+c" {
			m.err = context.Canceled
		} else if m.help != nil {
			m.help = nil
			return nil
		}
		if m.busy {
			m.leaving = true
			return nil
		}
		return tea.Quit
	case "ctrl+z":
		return m.pause()
	}
	if m.help != nil {
		next, ok := scrolled(key, m.scroll, m.height)
		if m.scroll = next; !ok {
			m.help = nil
		}
		return nil
	}
	switch key {
	case "space":
		m.running = !m.running
		return m.wait()
	case "right":
		m.running = false
		return m.forward()
	case "left":
		m.running, m.at = false, max(0, m.at-1)
	case "home":
		m.running, m.at = false, 0
	case "end":
		m.running, m.at = false, len(m.frames)-1
	case "+", "=":
		m.speed = min(1000, 2*m.speed)
		return m.wait()
	case "-":
		m.speed = max(0.05, m.speed/2)
		return m.wait()
	case "v":
		if m.seat++; int(m.seat) == len(m.frames[0].views) {
			m.seat = game.NoPlayer
		}
	case "?":
		m.help, m.scroll = helpPage(watchHelp, m.session, m.width), 0
	}
	return nil
}

// pause gives the terminal back to the shell until the program goes on, after the agent that is
// thinking.
func (m *watcher) pause() tea.Cmd {
	m.pausing = m.busy && canPause
	if m.busy || !canPause {
		return nil
	}
	return tea.Suspend
}

// View draws the screen.
func (m *watcher) View() tea.View {
	v := tea.NewView(m.draw())
	v.AltScreen = true
	v.WindowTitle = "rummygym"
	return v
}

// draw returns the text of the screen.
func (m *watcher) draw() string {
	p := picture{width: m.width, height: m.height, cursor: -1}
	if m.help != nil {
		return p.page(m.help, &m.scroll)
	}
	t := m.session.Rules().Type()
	f := &m.frames[m.at]
	p.title = fmt.Sprintf("%s · game %d · move %d", t.Title, m.number+1, m.at)
	views, viewer, view := f.views, game.Player(0), "all hands"
	if m.seat != game.NoPlayer {
		views, viewer, view = make([]game.Observation, len(f.views)), m.seat, "the view of "+m.words.Names[m.seat]
		views[viewer] = f.views[viewer]
	}
	p.scene = sceneAt(m.session, &m.words, views, viewer)
	var events []record.Event
	for _, x := range m.frames[:m.at+1] {
		events = append(events, x.events...)
	}
	p.log = m.words.Events(seenBy(events, m.seat))
	state := fmt.Sprintf("%.3g moves per second", m.speed)
	switch {
	case m.at == len(m.frames)-1 && m.over && m.number+1 >= m.games:
		state = "the end"
	case !m.running:
		state = "stopped"
	}
	p.foot = []string{
		strongStyle.Render(capital(view) + ", " + state + "."),
		faintStyle.Render("space stop/go · ← → step · + - speed · v view · ? help · q quit"),
	}
	return p.draw()
}

const watchHelp = `KEYS (the rules in full are below)
space  stop, go on
← →  one move back, one move on
home end  the deal, the last move
+ -  faster, slower
v  the view: all hands, or that of one seat
q  quit
ctrl-Z  stop; fg in the shell goes on

THE TABLE
▸ is before the player to move. "holds" lists the cards that a player took from the pile and still has. "new" is above the card just drawn, * under a joker. Hands are sorted by melds; in Indian Rummy a meld in brackets saves no points yet, because a pure sequence and a second sequence come first.`
