package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"rummygym/env/card"
	"rummygym/env/record"
)

// View draws the screen.
func (m *screen) View() tea.View {
	v := tea.NewView(m.draw())
	v.AltScreen = true
	v.WindowTitle = "rummygym"
	return v
}

// draw returns the text of the screen.
func (m *screen) draw() string {
	if n := m.handOver(); m.page == nil && (n > 0 || m.over) {
		if n == 0 {
			n = len(m.events)
		}
		return m.result(m.events[:n])
	}
	p := picture{width: m.width, height: m.height, title: m.title, scene: m.scene, hint: m.hint, log: m.words.Events(m.events), foot: m.foot(), order: m.order, noHelp: m.assist == helpNone, cursor: -1}
	if m.judged {
		p.log = append(p.log, m.lessons...)
		if len(m.lessons) == 0 {
			p.log = append(p.log, "Nothing missed in your last turn.")
		}
	}
	if m.page != nil {
		return p.page(m.page, &m.scroll)
	}
	if (m.playsCards() || m.cursor >= 0) && !m.busy {
		p.letters, p.cursor = keysOfCards, m.cursor
	}
	return p.draw()
}

// foot returns what the person can do.
func (m *screen) foot() (lines []string) {
	keys := "s sort · = score · ? help · q quit"
	if m.session.Practice() {
		keys = "u undo · " + keys
	}
	switch {
	case m.session.Instruction() != nil:
		keys = "h lesson · esc skip it · " + keys
	case m.assist != helpNone:
		keys = "h hint · " + keys
	}
	keys = "arrows, enter · < > move · " + keys
	if m.over || m.handOver() > 0 {
		keys = "= score · ? help · q quit"
		if m.session.Practice() {
			keys = "u undo · " + keys
		}
	}
	switch {
	case m.asked != nil:
		return []string{strongStyle.Render(m.question), "y yes · any other key no"}
	case m.note != "":
		lines = append(lines, strongStyle.Render(capital(m.note)+"."))
	case m.busy:
		lines = append(lines, faintStyle.Render(m.thinker+" …"))
	case m.finished:
		lines = append(lines, strongStyle.Render("Enter ends."))
	case m.handOver() > 0:
		lines = append(lines, strongStyle.Render("n deals the next hand, q quits."))
	case m.over:
		lines = append(lines, strongStyle.Render("n deals the next game, q quits."))
	default:
		var words []string
		for i, c := range m.options() {
			word := fmt.Sprintf("%d %s", i+1, m.words.Choice(&c))
			if i == m.option {
				word = "▸" + strongStyle.Render(word)
			} else {
				word = " " + word
			}
			words = append(words, word)
		}
		if question := m.words.Question(m.session.Game(), m.session.Observe(m.session.Seat())); question != "" {
			lines = append(lines, strongStyle.Render(question))
		}
		lines = append(lines, strings.Join(words, "   "))
	}
	return append(lines, faintStyle.Render(keys))
}

// result draws the end of a hand or of a game: the hands that are open, and how they are counted. The events are those
// up to the end.
func (m *screen) result(events []record.Event) string {
	for i := len(events) - 1; i > 0; i-- {
		if events[i].Type == record.Deal {
			events = events[i:]
			break
		}
	}
	x := scene{wild: events[0].Wild, closed: true}
	hands := record.ShownHands(events)
	for i := range hands {
		p := (max(0, int(m.session.Seat())) + i) % len(hands)
		h := handScene{seatScene: seatScene{name: m.words.Names[p]}, drawn: card.None, hand: hands[p]}
		switch {
		case h.count() > 0:
			h.status = record.Count(h.hand.Points, "point")
			x.hands = append(x.hands, h)
		case h.hand.Points > 0:
			x.info = append(x.info, fmt.Sprintf("%s: out of the game for %s", h.name, record.Count(h.hand.Points, "point")))
		}
	}
	p := picture{width: m.width, height: m.height, title: m.title, scene: x, log: append(m.words.Outcome(events), m.sheet...), foot: m.foot(), cursor: -1}
	return p.draw()
}

// page draws a page of text instead of the table.
func (p *picture) page(text []string, scroll *int) string {
	var lines []string
	for _, line := range text {
		lines = append(lines, p.wrap(line)...)
	}
	room := max(1, p.height-1)
	*scroll = min(*scroll, max(0, len(lines)-room))
	end := "any key: back"
	if len(lines) > room {
		end = "↑ ↓ space scroll · any other key: back"
	}
	lines = lines[*scroll:min(len(lines), *scroll+room)]
	for len(lines) < room {
		lines = append(lines, "")
	}
	return strings.Join(append(lines, faintStyle.Render(end)), "\n")
}

const screenHelp = `KEYS (the rules in full are below)
← →  choose a card; so does its letter
↑ ↓  choose what to do
enter  do it; so does the number before it
h  hint: how the hand stands, what a strong player would do, what helps
s  sort the hand by suits, by ranks, by melds
< >  move the chosen card in the hand; so does shift with ← →
|  begin a group with the chosen card, or join its group to the one before
u  take back your last move (--practice)
=  score sheet
q  save and quit; so does ctrl-C
ctrl-Z  stop; fg in the shell goes on

THE TABLE
▸ is before the player to move and before what enter does. "holds" lists the cards that a player took from the pile and still has. "new" is above the card that you have just drawn, * under a joker.

YOUR HAND
It is sorted by melds. Indian Rummy: a meld in brackets saves no points yet, because a pure sequence and a second sequence come first; MinDist is the number of cards that are missing to a declaration. Gin Rummy: deadwood is what counts against you, the points outside melds.`

// scrolled returns where a page begins after a key, and whether that key scrolls.
func scrolled(key string, scroll, height int) (next int, ok bool) {
	by := map[string]int{"down": 1, "up": -1, "pgdown": height - 2, "space": height - 2, "pgup": 2 - height}[key]
	return max(0, scroll+by), by != 0
}
