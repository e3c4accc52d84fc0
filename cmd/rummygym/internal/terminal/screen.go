package terminal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/card"
	"rummygym/env/record"
	"rummygym/internal/advice"
	"rummygym/internal/session"
)

// keysOfCards are the keys that choose cards: no key that does something else.
const keysOfCards = "abcdefgijklmnoprtvwxyz"

// screen plays on the whole terminal. It is a Bubble Tea model.
type screen struct {
	session *session.Session
	games   int    // number of games; 0: until the person quits
	assist  assist // help with the person's hand
	lock    sync.Mutex

	// What is drawn, as it was when the session was last asked.
	words   record.Words
	scene   scene
	choices []record.Choice
	over    bool
	title   string
	events  []record.Event // of the game, that the person has seen
	read    int            // number of events whose results the person has read; events after the next result wait
	sheet   []string       // after the game
	hint    []string       // of this decision, if the person has asked for it

	width, height int
	order         order
	deal          [2]int   // game and hand in which the person arranged the hand
	kept          string   // file of the person's order; "": none
	lessons       []string // what the last turn missed
	judged        bool     // whether a move of the game was judged
	fresh         bool     // the person's next move is the first of a turn
	cursor        int      // index of a card in the order of the hand, -1 for none
	option        int      // index in options
	page          []string
	scroll        int
	note          string         // an answer to the last key
	asked         *record.Choice // the choice of which the screen asks whether it is meant
	question      string         // about asked

	busy     bool   // an agent is thinking
	thinker  string // the agent
	leaving  bool   // the person has quit
	pausing  bool   // the person has typed ctrl-Z
	finished bool   // the last game has ended
	err      error  // why the program ends
}

// playScreen plays until the person quits or the last game has ended. The person's order of the hand is kept in a file.
func playScreen(ctx context.Context, s *session.Session, games int, help assist, kept string, in, out *os.File) error {
	m := newScreen(s, games, help)
	m.kept = kept
	m.restore()
	_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler()).Run()
	m.lock.Lock() // an agent may still be thinking
	defer m.lock.Unlock()
	return errors.Join(err, m.err)
}

// newScreen returns a model at the beginning of the game in progress.
func newScreen(s *session.Session, games int, help assist) *screen {
	m := &screen{session: s, games: games, assist: help, width: 80, height: 24}
	if help == helpNone {
		m.order.by = bySuit
	}
	m.begin()
	return m
}

// begin shows the game in progress from its beginning.
func (m *screen) begin() {
	m.words = m.session.NewWords()
	for i, name := range m.words.Names {
		m.words.Names[i] = cli.Visible(name)
	}
	m.words.Card = paint
	if m.session.Seat() >= 0 {
		m.words.Names[m.session.Seat()] = "You"
	}
	m.events = m.session.Events()
	m.read = len(m.events)
	m.judged = false
	m.refresh()
}

// tell adds events to what happened.
func (m *screen) tell(events []record.Event) {
	m.events = append(m.events, events...)
	m.refresh()
}

// plays reports whether a card can be played. A card from the discard pile may not go back at once.
func (m *screen) plays(card card.Card) bool {
	return slices.ContainsFunc(m.choices, func(c record.Choice) bool { return c.Plays() && c.Card == card })
}

// refresh asks the session what is to be drawn.
func (m *screen) refresh() {
	s := m.session
	m.scene = sceneOf(s, &m.words)
	m.choices = s.Choices()
	m.over = s.Over()
	m.title = fmt.Sprintf("%s · game %d", s.Rules().Type().Title, s.Number()+1)
	if s.Practice() {
		m.title += " · practice"
	}
	if x := s.Instruction(); x != nil {
		m.title = title(s)
		if x.Text != "" {
			m.page, m.scroll = lessonPage(x), 0
		}
	}
	m.option, m.cursor = 0, -1
	m.hint, m.sheet = nil, nil
	if m.order.own != nil {
		if m.order.own = arranged(m.order.own, m.scene.hands[0].cards()); m.dealt() != m.deal {
			m.order.own = nil
		}
		m.keep()
	}
	if m.playsCards() {
		// The last card that may be played, which is in no meld, or the card drawn if that is in none and may be played.
		cards := m.cards()
		for i, c := range cards {
			if m.plays(c) {
				m.cursor = i
			}
		}
		h := &m.scene.hands[0]
		if (m.assist == helpNone || slices.Contains(h.hand.Unmelded, h.drawn)) && !m.scene.isJoker(h.drawn) && m.plays(h.drawn) {
			for i, c := range cards { // of two copies the second
				if c == h.drawn {
					m.cursor = i
				}
			}
		}
		m.option = len(listed(m.choices))
	}
	if m.over && len(s.Results()) > 1 {
		m.sheet = append([]string{""}, sheet(s)...)
	}
	m.finished = m.over && m.games > 0 && len(s.Results()) >= m.games
}

// cards returns the person's cards in the order in which they are drawn.
func (m *screen) cards() (cards []card.Card) {
	for _, g := range m.scene.hands[0].groups(m.order) {
		cards = append(cards, g.cards...)
	}
	return cards
}

// playsCards reports whether the person can play a card.
func (m *screen) playsCards() bool {
	for _, c := range m.choices {
		if c.Plays() {
			return true
		}
	}
	return false
}

// options returns what the person can do, with the chosen card: the list has these numbers.
func (m *screen) options() []record.Choice {
	all := listed(m.choices)
	if m.cursor < 0 || !m.playsCards() {
		return all
	}
	chosen := m.cards()[m.cursor]
	var with []record.Choice
	for _, c := range m.choices {
		if !c.Plays() || c.Card != chosen {
			continue
		}
		// A declaration that is known to be valid comes first.
		if c.Type == record.Declare && len(played(m.choices, record.Declare)) < len(played(m.choices, record.Discard)) {
			with = append([]record.Choice{c}, with...)
		} else {
			with = append(with, c)
		}
	}
	return append(all, with...)
}

// advanced is the message that agents have moved.
type advanced struct {
	events []record.Event
	err    error
}

// applied is the message that the person has moved, with what the move missed.
type applied struct {
	advanced
	missed *session.Missed
}

// hinted is the message that a hint was found.
type hinted struct {
	hint *advice.Hint
	err  error
}

// Init lets the agents move, if it is their turn.
func (m *screen) Init() tea.Cmd { return m.goOn() }

// goOn lets the next agent move.
func (m *screen) goOn() tea.Cmd {
	if m.session.Over() || m.session.Turn() || m.handOver() > 0 {
		return nil
	}
	m.busy, m.thinker, m.fresh = true, m.words.Names[m.session.Current()], true
	return func() tea.Msg {
		m.lock.Lock()
		defer m.lock.Unlock()
		events, err := m.session.Advance()
		return advanced{events, err}
	}
}

// Update reacts to a key, a size of the window, or the end of an agent's thinking.
func (m *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m, m.key(msg.String())
	case advanced:
		return m, m.advance(msg)
	case applied:
		m.learn(msg.missed)
		return m, m.advance(msg.advanced)
	case hinted:
		m.busy = false
		if msg.err != nil {
			m.note = msg.err.Error()
		} else {
			m.hint = hintLines(msg.hint, m.session, &m.words, 6)
		}
		switch {
		case m.leaving:
			return m, tea.Quit
		case m.pausing:
			return m, m.pause()
		}
	case tea.ResumeMsg:
		return m, m.goOn()
	}
	return m, nil
}

// advance shows moves, and goes on.
func (m *screen) advance(msg advanced) tea.Cmd {
	m.busy = false
	m.tell(msg.events)
	switch {
	case !m.saved(msg.err) || m.leaving:
		return tea.Quit
	case m.pausing:
		return m.pause()
	}
	return m.goOn()
}

// learn notes what a move missed, of which there may be several in a turn.
func (m *screen) learn(missed *session.Missed) {
	if m.fresh || !m.judged {
		m.lessons = nil
	}
	m.judged, m.fresh = true, false
	if missed != nil {
		m.lessons = append(m.lessons, lesson(missed, m.choices, &m.words)...)
	}
}

// saved notes a game that was not saved; any other error ends the program.
func (m *screen) saved(err error) bool {
	var unsaved *session.UnsavedError
	if errors.As(err, &unsaved) {
		m.note = err.Error()
	} else if _, wrong := errors.AsType[*session.WrongChoice](err); err != nil && !wrong { // the lesson says why
		m.err = err
		return false
	}
	return true
}
