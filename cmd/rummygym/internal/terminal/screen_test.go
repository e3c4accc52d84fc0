package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/must"
	"rummygym/internal/session"
)

// keyCodes are the codes of keys without a character, by their names in tmux.
var keyCodes = map[string]rune{
	"Left": tea.KeyLeft, "Right": tea.KeyRight, "Up": tea.KeyUp, "Down": tea.KeyDown, "Enter": tea.KeyEnter,
	"Home": tea.KeyHome, "End": tea.KeyEnd, "Tab": tea.KeyTab, "Escape": tea.KeyEscape,
}

// press gives a model a key, by its name in tmux, and then all that follows from it. It reports
// whether the program ends.
func press(m tea.Model, key string) (ends bool) {
	k := tea.KeyPressMsg{Code: keyCodes[key]}
	switch {
	case k.Code != 0:
	case key == "Space":
		k = tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case key == "C-c":
		k = tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
	default:
		k = tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
	}
	_, cmd := m.Update(k)
	return follow(m, cmd)
}

// follow gives a model the messages of a command, and of the commands that follow.
func follow(m tea.Model, cmd tea.Cmd) (ends bool) {
	for cmd != nil {
		msg := cmd()
		if _, ok := msg.(tea.QuitMsg); ok {
			return true
		}
		_, cmd = m.Update(msg)
	}
	return false
}

// newSession starts a session of a test.
func newSession(t testing.TB, name, text, agents string, seed uint64) *session.Session {
	t.Helper()
	s := must.Get(session.New(session.Config{Rules: rules(t, name, text), Agents: strings.Split(agents, ","), Seed: seed}))(t)
	t.Cleanup(s.Close)
	return s
}

// started returns the model of a new session.
func started(s *session.Session, games int) *screen {
	m := newScreen(s, games, fullHelp)
	follow(m, m.Init())
	return m
}

// keysFor returns the keys that make a move: the letter of its card, and its number.
func keysFor(t testing.TB, m *screen, a game.Action) (keys []string) {
	t.Helper()
	for _, c := range m.choices {
		if c.Action != a {
			continue
		}
		i := slices.Index(m.cards(), c.Card)
		var yes []string
		if c.Type == record.Knock {
			yes = []string{"y"} // it is asked
		}
		if !c.Plays() {
			return append([]string{fmt.Sprint(slices.IndexFunc(listed(m.choices), func(x record.Choice) bool { return x.Action == a }) + 1)}, yes...)
		}
		keys = append(keys, keysOfCards[i:i+1])
		cursor, option := m.cursor, m.option
		m.choose(i)
		n := slices.IndexFunc(m.options(), func(x record.Choice) bool { return x.Action == a })
		last := fmt.Sprint(n + 1)
		if n == m.option {
			last = "Enter"
		}
		m.cursor, m.option = cursor, option
		return append(append(keys, last), yes...)
	}
	t.Fatalf("action %d is not among the choices", a)
	return nil
}

// plainText returns the screen without colours and without blanks at the ends of lines.
func plainText(screen string) string {
	lines := strings.Split(ansi.Strip(screen), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

// mustFit checks that a screen is not larger than the window.
func mustFit(t testing.TB, screen string, width, height int) {
	t.Helper()
	lines := strings.Split(screen, "\n")
	if len(lines) > height {
		t.Fatalf("%d lines in a window of %d x %d:\n%s", len(lines), width, height, ansi.Strip(screen))
	}
	for _, line := range lines {
		if n := ansi.StringWidth(line); n > width {
			t.Fatalf("a line of %d cells in a window of %d x %d: %q", n, width, height, ansi.Strip(line))
		}
	}
}

// windows are the sizes at which screens are drawn; in the first two everything must be there.
var windows = [][2]int{{80, 24}, {40, 20}, {200, 60}, {60, 30}, {20, 8}, {7, 2}, {1, 1}}

// seeResults passes the result of a hand, if there is one: enter does not, and the result fits every window.
func seeResults(t *testing.T, m *screen) {
	t.Helper()
	for m.handOver() > 0 {
		for _, w := range windows {
			m.Update(tea.WindowSizeMsg{Width: w[0], Height: w[1]})
			mustFit(t, m.draw(), w[0], w[1])
		}
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		before := m.draw()
		for range 3 {
			press(m, "Enter")
		}
		if m.draw() != before || !strings.Contains(ansi.Strip(before), "n deals the next hand") || !strings.Contains(ansi.Strip(before), "score: ") {
			t.Fatalf("the result is\n%s\nand after enter\n%s", ansi.Strip(before), ansi.Strip(m.draw()))
		}
		if press(m, "n") {
			t.Fatal("n ends the program")
		}
	}
}

// Whole games played by keys make the records of the same moves, and at each moment the table fits
// the window, whatever its size.
func TestScreenGames(t *testing.T) {
	for _, c := range []struct{ game, rules, against string }{
		{"indian", "paper", "min-dist-opp"},
		{"indian", "club seats=6", "min-dist"},
		{"indian", "paper declaring=any-cards hand-size=10", "min-dist"},
		{"gin-match", "classic target=50", "sigra"},
		{"gin", "openspiel", "simple"},
	} {
		t.Run(c.game+" "+c.rules, func(t *testing.T) {
			s, script1 := newSession(t, c.game, c.rules, c.against, 9), newSession(t, c.game, c.rules, c.against, 9)
			m := started(s, 2)
			moves := script(t, script1)
			for i, a := range moves {
				seeResults(t, m)
				if m.playsCards() && !m.plays(m.cards()[m.cursor]) {
					t.Fatalf("move %d: %v is chosen, and cannot be played", i, m.cards()[m.cursor])
				}
				for _, w := range windows {
					m.Update(tea.WindowSizeMsg{Width: w[0], Height: w[1]})
					text := m.draw()
					mustFit(t, text, w[0], w[1])
					if w[0] < 40 {
						continue
					}
					text = ansi.Strip(text)
					for _, x := range m.cards() {
						if !strings.Contains(text, face(x)) {
							t.Fatalf("move %d, %v: %s is not on the screen:\n%s", i, w, face(x), text)
						}
					}
					if top := m.scene.top; top != card.None && !strings.Contains(text, face(top)) {
						t.Fatalf("move %d, %v: the pile %s is not on the screen:\n%s", i, w, face(top), text)
					}
				}
				for _, key := range keysFor(t, m, a) {
					if press(m, key) {
						t.Fatalf("move %d: %s ends the program", i, key)
					}
				}
				if m.note != "" {
					t.Fatalf("move %d: %s", i, m.note)
				}
			}
			if !m.over || m.finished || !bytes.Equal(s.Records(), script1.Records()) {
				t.Fatal("the record is not that of the moves")
			}
			if press(m, "Enter") || s.Number() != 0 {
				t.Fatal("enter passes the result")
			}
			if press(m, "n") || s.Number() != 1 || m.over {
				t.Fatal("n does not deal the next game")
			}
			must.Do(t, script1.Next())
			for _, a := range script(t, script1) {
				seeResults(t, m)
				for _, key := range keysFor(t, m, a) {
					press(m, key)
				}
			}
			m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
			if !m.finished || !strings.Contains(ansi.Strip(m.draw()), "Enter ends.") || !press(m, "Enter") || m.err != nil {
				t.Error("the second game is not the last one")
			}
			if !bytes.Equal(s.Records(), script1.Records()) {
				t.Error("the record of the second game is not that of the moves")
			}
		})
	}
}

// What the screens look like.
func TestScreenPictures(t *testing.T) {
	for _, c := range []struct {
		name, game, rules, against string
		seed                       uint64
		keys                       string
	}{
		{"draw", "indian", "paper", "min-dist-opp", 12, ""},
		{"discard", "indian", "paper", "min-dist-opp", 12, "1 Left Left"},
		{"suits", "indian", "paper", "min-dist-opp", 12, "1 s"},
		{"hint", "indian", "paper", "min-dist-opp", 12, "1 h"},
		{"sixplayers", "indian", "club seats=6", "min-dist", 12, "1"},
		{"midgame", "indian", "paper", "min-dist-opp", 23, ""},
		{"end", "indian", "paper", "min-dist-opp", 12, ""},
		{"ginknock", "gin-match", "eaai", "simple", 12, ""},
		{"ginhand", "gin-match", "eaai", "simple", 12, ""},
		{"help", "gin-match", "eaai", "simple", 12, "?"},
		{"small", "indian", "medium", "min-dist-outs", 12, "1 h"},
		{"ginsmall", "gin", "small", "sigra", 12, "2 h"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSession(t, c.game, c.rules, c.against, c.seed)
			m := started(s, 0)
			there := map[string]func() bool{ // some moves on
				"ginknock": func() bool { return m.choices[0].Type == record.Knock },
				"midgame":  func() bool { return len(m.events) > 20 && m.playsCards() },
				"end":      func() bool { return m.over },
				"ginhand":  func() bool { return m.handOver() > 0 },
			}[c.name]
			if there != nil {
				fork := newSession(t, c.game, c.rules, c.against, c.seed)
				for _, a := range script(t, fork) {
					if there() {
						break
					}
					for _, key := range keysFor(t, m, a) {
						press(m, key)
					}
				}
			}
			for _, key := range strings.Fields(c.keys) {
				press(m, key)
			}
			for _, w := range windows[:2] {
				m.Update(tea.WindowSizeMsg{Width: w[0], Height: w[1]})
				must.Match(t, fmt.Sprintf("testdata/%s-%dx%d.txt", c.name, w[0], w[1]), plainText(m.draw()))
			}
		})
	}
}

// Keys that are not moves.
func TestScreenKeys(t *testing.T) {
	s := must.Get(session.New(session.Config{Rules: rules(t, "indian", ""), Agents: []string{"min-dist"}, Seed: 3, Practice: true}))(t)
	defer s.Close()
	m := started(s, 0)
	says := func(key, want string) {
		t.Helper()
		if press(m, key) {
			t.Fatalf("%s ends the program", key)
		}
		if text := ansi.Strip(m.draw()); !strings.Contains(text, want) {
			t.Errorf("after %s the screen does not say %q:\n%s", key, want, text)
		}
	}
	begin := m.draw()
	says("u", "Not now: there is no move to take back.")
	says("?", "HOW TO PLAY")
	says("Down", "Try to be the first to declare")
	says("Space", "choose a card")
	says("Space", "One pack of 52 cards")
	says("Up", "CARDS AND JOKERS")
	says("x", "1 draw from the stock")
	says("=", "sum")
	says("q", "1 draw from the stock") // back from the page
	says("Down", "▸2 take")
	says("Up", "▸1 draw")
	says("Up", "▸3 drop")
	says("Tab", "▸1 draw")
	says("9", "▸1 draw")
	says("h", "The adviser would")
	says("h", "any key: back")
	says("x", "The adviser would")
	says("1", "new")
	chosen := m.cards()[m.cursor]
	says("s", "clubs")
	if m.cards()[m.cursor] != chosen {
		t.Error("another card is chosen after sorting")
	}
	press(m, "s") // by rank
	says("s", "unmelded")
	says("Right", "discard")
	at := m.cursor
	says("Left", "discard")
	if n := len(m.cards()); (m.cursor+1)%n != at {
		t.Errorf("card %d is left of card %d", m.cursor, at)
	}
	says("a", "[a]")
	says("Enter", "You draw")
	says("u", "Your last move is taken back.")
	says("u", "Your last move is taken back.")
	says("z", "1 draw from the stock") // the note is gone
	if m.draw() != begin {
		t.Errorf("after undo the screen is\n%s\nnot\n%s", m.draw(), begin)
	}
	if !press(m, "q") || m.err != nil {
		t.Error("q does not end the program")
	}
	if !press(m, "C-c") || !errors.Is(m.err, context.Canceled) {
		t.Errorf("ctrl-C ends with %v", m.err)
	}
}

// While an agent thinks, keys wait for it: nothing but the end is remembered.
func TestScreenBusy(t *testing.T) {
	s := newSession(t, "indian", "", "min-dist", 3)
	m := started(s, 0)
	press(m, "1")
	_, cmd := m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if cmd == nil || !m.busy || !strings.Contains(ansi.Strip(m.draw()), "min-dist …") {
		t.Fatal("no agent thinks after the discard")
	}
	for _, key := range "12hus" {
		if _, other := m.Update(tea.KeyPressMsg{Code: key, Text: string(key)}); other != nil {
			t.Errorf("%c does something meanwhile", key)
		}
	}
	if _, other := m.Update(tea.KeyPressMsg{Code: 'q', Text: "q"}); other != nil {
		t.Error("q ends the program in the middle of a move")
	}
	if _, quit := m.Update(cmd()); quit == nil {
		t.Error("q was forgotten")
	}
}

// The watcher steps through games of agents.
func TestWatcher(t *testing.T) {
	s := must.Get(session.New(session.Config{Rules: rules(t, "indian", "club seats=3"), Agents: []string{"min-dist", "random", "min-dist-opp"}, Seat: game.NoPlayer, Seed: 4}))(t)
	defer s.Close()
	m := newWatcher(s, 2, game.NoPlayer, 2)
	if m.Init() == nil {
		t.Fatal("the watcher waits for nothing")
	}
	// forward shows the next move, whose time has come.
	forward := func() {
		t.Helper()
		_, cmd := m.Update(ticked(m.tick))
		if m.busy {
			m.Update(cmd())
		}
		for _, w := range windows {
			m.Update(tea.WindowSizeMsg{Width: w[0], Height: w[1]})
			mustFit(t, m.draw(), w[0], w[1])
		}
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	}
	for range 10 {
		forward()
	}
	if m.at != 10 || len(m.frames) != 11 {
		t.Fatalf("move %d of %d after 10 ticks", m.at, len(m.frames)-1)
	}
	if m.Update(ticked(m.tick - 1)); m.at != 10 || m.busy {
		t.Error("a late tick moves on")
	}
	now := m.draw()
	must.Equal(t, strings.Count(ansi.Strip(now), "MinDist"), 3, "hands are shown")
	press(m, "Space")
	if m.running || m.wait() != nil {
		t.Error("space does not stop")
	}
	press(m, "Left")
	press(m, "Left")
	if m.at != 8 || m.draw() == now {
		t.Errorf("move %d after two steps back", m.at)
	}
	press(m, "Right")
	press(m, "End")
	press(m, "Home")
	if m.at != 0 {
		t.Errorf("move %d after home", m.at)
	}
	press(m, "End")
	if m.at != 10 {
		t.Errorf("move %d after end", m.at)
	}
	press(m, "v")
	one := ansi.Strip(m.draw())
	if !strings.Contains(one, "The view of min-dist") || strings.Count(one, "MinDist") != 1 {
		t.Errorf("the view of a seat is\n%s", one)
	}
	for _, line := range []string{"random  ", "min-dist-opp  "} {
		if !strings.Contains(one, line) {
			t.Errorf("%q is missing in\n%s", line, one)
		}
	}
	press(m, "v")
	press(m, "v")
	press(m, "v")
	if m.seat != game.NoPlayer {
		t.Errorf("after all views comes that of seat %d", m.seat)
	}
	for _, k := range []string{"+", "+", "-"} {
		m.Update(tea.KeyPressMsg{Code: rune(k[0]), Text: k})
	}
	must.Equal(t, m.speed, 4, "speed")
	press(m, "?")
	if !strings.Contains(ansi.Strip(m.draw()), "HOW TO PLAY") {
		t.Error("no help")
	}
	press(m, "q")
	m.running = true
	for range 5000 {
		if !m.running {
			break
		}
		forward()
	}
	if m.running || s.Number() != 1 || !s.Over() || !strings.Contains(ansi.Strip(m.draw()), "the end") {
		t.Errorf("game %d, over %v, and the screen is\n%s", s.Number(), s.Over(), ansi.Strip(m.draw()))
	}
	if !press(m, "q") {
		t.Error("q does not end the program")
	}
}

// Who steps back while an agent thinks stays there.
func TestWatcherStepsBack(t *testing.T) {
	s := must.Get(session.New(session.Config{Rules: rules(t, "indian", "paper"), Agents: []string{"min-dist"}, Seat: game.NoPlayer, Seed: 1}))(t)
	t.Cleanup(s.Close)
	m := newWatcher(s, 1, game.NoPlayer, 2)
	for range 3 {
		_, thinks := m.Update(ticked(m.tick))
		m.Update(thinks())
	}
	_, thinks := m.Update(ticked(m.tick))
	press(m, "Left")
	if m.Update(thinks()); m.at != 2 || len(m.frames) != 5 {
		t.Errorf("move %d of %d is shown", m.at, len(m.frames)-1)
	}
}
