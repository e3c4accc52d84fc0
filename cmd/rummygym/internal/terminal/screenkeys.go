package terminal

import (
	"context"
	"runtime"
	"strings"

	tea "charm.land/bubbletea/v2"

	"rummygym/env/record"
)

// key reacts to a key.
func (m *screen) key(key string) tea.Cmd {
	m.note = ""
	switch key {
	case "ctrl+c":
		m.err = context.Canceled
		return m.leave()
	case "ctrl+z":
		return m.pause()
	case "q":
		if m.page != nil {
			m.page = nil
			return nil
		}
		return m.leave()
	}
	if m.busy {
		return nil
	}
	if c := m.asked; c != nil {
		if m.asked = nil; key == "y" {
			return m.make(c)
		}
		return nil
	}
	if m.page != nil {
		return m.turn(key)
	}
	switch key {
	case "?":
		m.page, m.scroll = helpPage(screenHelp, m.session, m.width), 0
	case "=":
		m.page, m.scroll = sheet(m.session), 0
	case "s":
		m.sort()
	case "u":
		return m.undo()
	case "esc":
		if m.session.Instruction() != nil {
			m.err = errSkip
			return m.leave()
		}
	case "h":
		return m.ask()
	case "shift+left", "<", "shift+right", ">":
		m.shift(map[string]int{"shift+left": -1, "<": -1, "shift+right": 1, ">": 1}[key])
	case "|":
		if m.cursor >= 0 {
			m.arrange(split(m.groups(), m.cursor), m.cursor)
		}
	case "left", "right":
		m.move(map[string]int{"left": -1, "right": 1}[key])
	case "up", "down", "tab":
		if n := len(m.options()); n > 0 {
			m.option = (m.option + map[string]int{"up": n - 1, "down": 1, "tab": 1}[key]) % n
		}
	case "enter", "space":
		return m.enter()
	case "n":
		if m.handOver() > 0 || m.over {
			return m.next()
		}
		return m.letter(key)
	default:
		return m.letter(key)
	}
	return nil
}

// leave ends the program, after the agent that is thinking.
func (m *screen) leave() tea.Cmd {
	if m.busy {
		m.leaving, m.note = true, "ending after this move …"
		return nil
	}
	return tea.Quit
}

// pause gives the terminal back to the shell until the program goes on, after the agent that is
// thinking: the clock of an outside program does not stop.
func (m *screen) pause() tea.Cmd {
	if m.pausing = m.busy && canPause; m.pausing {
		m.note = "stopping after this move …"
	}
	if m.busy || !canPause {
		return nil
	}
	return tea.Suspend
}

// canPause reports whether the system has jobs that stop and go on.
const canPause = runtime.GOOS != "windows"

// turn reacts to a key on a page of text: it scrolls or goes back to the table.
func (m *screen) turn(key string) tea.Cmd {
	next, ok := scrolled(key, m.scroll, m.height)
	if m.scroll = next; !ok {
		m.page = nil
	}
	return nil
}

// undo takes back the person's last move.
func (m *screen) undo() tea.Cmd {
	if err := m.session.Undo(); !m.saved(err) {
		m.note, m.err = "not now: "+err.Error(), nil
		return nil
	}
	m.begin()
	m.note = "your last move is taken back"
	return nil
}

// ask asks for the hint, or shows all of it on a page.
func (m *screen) ask() tea.Cmd {
	if m.over || m.handOver() > 0 {
		return nil
	}
	if m.assist == helpNone {
		m.note = "you play without help"
		return nil
	}
	if x := m.session.Instruction(); x != nil {
		m.page, m.scroll = lessonPage(x), 0
		return nil
	}
	if m.hint != nil {
		m.page, m.scroll = m.hint, 0
		return nil
	}
	m.busy, m.thinker = true, "the adviser"
	return func() tea.Msg {
		m.lock.Lock()
		defer m.lock.Unlock()
		h, err := m.session.Hint()
		return hinted{h, err}
	}
}

// move chooses the next card to the left or to the right.
func (m *screen) move(by int) {
	n := len(m.cards())
	if m.over || m.handOver() > 0 || n == 0 {
		return
	}
	if m.cursor < 0 && by < 0 {
		m.cursor = 0
	}
	m.choose((m.cursor + by + n) % n)
}

// choose chooses a card, and the first thing that can be done with it.
func (m *screen) choose(i int) {
	if m.cursor = i; m.playsCards() {
		m.option = len(listed(m.choices))
	}
}

// handOver returns the number of events up to the score of a hand of a match that the person has not read, or 0.
func (m *screen) handOver() int {
	for i := m.read; i < len(m.events); i++ {
		if m.events[i].Type == record.Deal {
			return i
		}
	}
	return 0
}

// next deals the next hand or game, after the result of the one before.
func (m *screen) next() tea.Cmd {
	if n := m.handOver(); n > 0 {
		m.read = n + 1
		return m.goOn()
	}
	if m.finished {
		return tea.Quit
	}
	if err := m.session.Next(); !m.saved(err) {
		return tea.Quit
	}
	m.begin()
	return m.goOn()
}

// enter does what is chosen. It passes no result, so that who presses it again and again sees them all.
func (m *screen) enter() tea.Cmd {
	if m.finished {
		return tea.Quit
	}
	if m.over || m.handOver() > 0 {
		return nil
	}
	if all := m.options(); m.option < len(all) {
		return m.apply(&all[m.option])
	}
	m.note = "this card cannot be played now: choose another"
	return nil
}

// letter reacts to the key of a card or of an option.
func (m *screen) letter(key string) tea.Cmd {
	if len(key) != 1 || m.handOver() > 0 {
		return nil
	}
	if n := int(key[0] - '1'); key >= "1" && key <= "9" && n < len(m.options()) {
		all := m.options()
		return m.apply(&all[n])
	}
	if i := strings.Index(keysOfCards, key); i >= 0 && !m.over && i < len(m.cards()) {
		m.choose(i)
	}
	return nil
}

// apply makes the person's move, after a question if the move ends the game for the person.
func (m *screen) apply(c *record.Choice) tea.Cmd {
	s := m.session
	m.question = m.words.Asks(s.Game(), s.Observe(s.Seat()), c)
	if m.assist == helpNone && c.Type == record.Declare {
		m.question = "You then show your hand. Declare?" // whether it is right or not
	}
	if m.question != "" {
		m.asked = c
		return nil
	}
	return m.make(c)
}

// make makes the person's move.
func (m *screen) make(c *record.Choice) tea.Cmd {
	if m.assist == helpLearn {
		m.busy, m.thinker = true, "the adviser"
		return func() tea.Msg {
			m.lock.Lock()
			defer m.lock.Unlock()
			missed, err := m.session.Missed(c.Action)
			if err != nil {
				return applied{advanced{err: err}, nil}
			}
			events, err := m.session.Apply(c.Action)
			return applied{advanced{events, err}, missed}
		}
	}
	events, err := m.session.Apply(c.Action)
	m.tell(events)
	if !m.saved(err) {
		return tea.Quit
	}
	return m.goOn()
}
