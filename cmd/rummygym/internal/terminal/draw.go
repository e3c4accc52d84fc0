package terminal

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"rummygym/env/card"
	"rummygym/env/record"
)

// The styles. Nothing is told by colour alone: suits have signs, a chosen card has brackets, and a
// choice has an arrow.
var (
	suitStyles = [card.NumSuits]lipgloss.Style{
		card.Clubs:    lipgloss.NewStyle().Foreground(lipgloss.Green),
		card.Diamonds: lipgloss.NewStyle().Foreground(lipgloss.BrightBlue),
		card.Hearts:   lipgloss.NewStyle().Foreground(lipgloss.BrightRed),
		card.Spades:   lipgloss.NewStyle().Bold(true),
	}
	jokerStyle  = lipgloss.NewStyle().Foreground(lipgloss.Magenta).Bold(true)
	barStyle    = lipgloss.NewStyle().Reverse(true).Bold(true)
	faintStyle  = lipgloss.NewStyle().Faint(true)
	strongStyle = lipgloss.NewStyle().Bold(true)
)

var suitSigns = [card.NumSuits]string{card.Clubs: "♣", card.Diamonds: "♦", card.Hearts: "♥", card.Spades: "♠"}

// face returns a card as it is printed on it, such as 10♥, two or three cells wide.
func face(c card.Card) string {
	if c == card.Joker {
		return "JK"
	}
	rank := c.Rank().String()
	if c.Rank() == card.Ten {
		rank = "10"
	}
	return rank + suitSigns[c.Suit()]
}

func styleOf(c card.Card) lipgloss.Style {
	if c == card.Joker {
		return jokerStyle
	}
	return suitStyles[c.Suit()]
}

// paint returns the face of a card in the colour of its suit.
func paint(c card.Card) string { return styleOf(c).Render(face(c)) }

// picture is a screen to draw: the table, what happened, and what can be done.
type picture struct {
	width, height int
	title         string
	scene         scene
	log           []string // what happened, the newest last
	hint          []string // shown instead of log, the first lines first
	foot          []string // choices and keys
	order         order    // of the first hand
	noHelp        bool     // how the first hand stands is not told
	cursor        int      // index of the chosen card of the first hand, -1 for none
	letters       string   // the keys of the cards of the first hand; "": none
}

// The details of a picture, from the richest; the first that fits is drawn.
const (
	boxes     = iota // cards as boxes
	boxedHand        // the hands as boxes, the piles as a line
	rows             // a row for each group of a hand
	dense            // all groups of a hand in a row
	details
)

// minLog is the number of lines that what happened has at least, where there is room.
const minLog = 4

// draw returns the lines of the picture, at most height, none of them wider than width.
func (p *picture) draw() string {
	if p.width <= 0 || p.height <= 0 {
		return ""
	}
	var foot []string
	for _, line := range p.foot {
		foot = append(foot, p.wrap(line)...)
	}
	var above, below []string
	for detail := range details {
		above, below = p.above(detail), p.below(detail)
		if len(above)+len(below)+len(foot)+minLog <= p.height && p.fits(above) && p.fits(below) {
			break
		}
	}
	room := p.height - len(above) - len(below) - len(foot)
	lines := append(above, p.news(room)...)
	lines = append(append(lines, below...), foot...)
	if extra := len(lines) - p.height; extra > 0 { // what can be done is at the bottom
		lines = lines[extra:]
	}
	for i, line := range lines {
		lines[i] = ansi.Truncate(line, p.width, "…")
	}
	return strings.Join(lines, "\n")
}

// fits reports whether no line is too wide.
func (p *picture) fits(lines []string) bool {
	for _, line := range lines {
		if ansi.StringWidth(line) > p.width {
			return false
		}
	}
	return true
}

// wrap breaks a line between words.
func (p *picture) wrap(line string) []string {
	return strings.Split(ansi.Wrap(line, p.width, " "), "\n")
}

// news returns the hint, or the end of what happened, as many lines as there is room.
func (p *picture) news(room int) []string {
	if room <= 0 {
		return nil
	}
	var lines []string
	for _, line := range p.hint {
		lines = append(lines, p.wrap(line)...)
	}
	if len(lines) > room {
		return append(lines[:room-1], faintStyle.Render("… h again for all"))
	} else if p.hint != nil {
		return append(lines, make([]string, room-len(lines))...)
	}
	for i := len(p.log) - 1; i >= 0 && len(lines) < room; i-- {
		lines = append(p.wrap(p.log[i]), lines...)
	}
	for len(lines) < room {
		lines = append(lines, "")
	}
	return lines[len(lines)-room:]
}

// above returns what is drawn above the news: the title, the other players, the piles.
func (p *picture) above(detail int) []string {
	x := &p.scene
	title, info := " "+p.title, strings.Join(x.info, " · ")+" "
	gap := p.width - ansi.StringWidth(title) - ansi.StringWidth(info)
	var lines []string
	if gap >= 2 {
		lines = []string{barStyle.Render(title + strings.Repeat(" ", gap) + info)}
	} else {
		lines = append(lines, barStyle.Render(ansi.Truncate(title, p.width, "…")+strings.Repeat(" ", max(0, p.width-ansi.StringWidth(title)))))
		lines = append(lines, p.wrap(strings.TrimSpace(info))...)
	}
	for i := range x.seats {
		lines = append(lines, p.seat(&x.seats[i]))
	}
	switch {
	case x.closed:
		return lines
	case detail == boxes:
		return append(lines, p.piles()...)
	}
	top := "empty"
	if x.top != card.None {
		top = paint(x.top)
	}
	return append(lines, fmt.Sprintf("Stock %d   Pile %s%s", x.stock, top, p.beneath()))
}

// seat returns the line of a player whose hand is hidden.
func (p *picture) seat(s *seatScene) string {
	mark := "  "
	if s.mover {
		mark = "▸ "
	}
	line := mark + strongStyle.Render(s.name) + "  " + record.Count(s.Hidden, "card")
	if len(s.Known) > 0 {
		line += "  holds " + painted(s.Known)
	}
	for _, m := range s.Melds {
		line += "  [" + painted(m) + "]"
	}
	if s.status != "" {
		line += "  " + s.status
	}
	return line
}

// painted returns cards with spaces between them.
func painted(cards []card.Card) string {
	faces := make([]string, len(cards))
	for i, c := range cards {
		faces[i] = paint(c)
	}
	return strings.Join(faces, " ")
}

// beneath tells how many cards are under the top of the pile.
func (p *picture) beneath() string {
	if n := p.scene.pileSize; n > 1 {
		return fmt.Sprintf("  (%d cards)", n)
	}
	return ""
}

// piles draws the stock and the pile.
func (p *picture) piles() []string {
	x := &p.scene
	top := "   "
	if x.top != card.None {
		top = cell(x.top)
	}
	back, stock := "▒▒▒", fmt.Sprintf("stock %d", x.stock)
	if x.stock == 0 {
		back = "   "
	}
	pile := "pile"
	if x.pileSize > 0 {
		pile = fmt.Sprintf("pile %d", x.pileSize)
	}
	if x.top != card.None && x.isJoker(x.top) {
		pile += " (joker)"
	}
	return []string{
		"   ┌───┐     ┌───┐",
		"   │" + faintStyle.Render(back) + "│     │" + top + "│",
		"   └───┘     └───┘",
		faintStyle.Render(fmt.Sprintf("  %-9s  %s", stock, pile)),
	}
}

// cell returns a card right-aligned in three cells.
func cell(c card.Card) string {
	return strings.Repeat(" ", 3-ansi.StringWidth(face(c))) + paint(c)
}

// below returns the hands that are seen.
func (p *picture) below(detail int) (lines []string) {
	for i := range p.scene.hands {
		h := &p.scene.hands[i]
		head := strongStyle.Render(h.name)
		if h.mover {
			head = "▸ " + head
		}
		for _, m := range h.Melds {
			head += "  [" + painted(m) + "]"
		}
		switch {
		case p.scene.closed:
			head += "  " + h.status
		case h.status != "":
			head += "  " + p.measure(h) + ", " + h.status
		default:
			head += "  " + p.measure(h)
		}
		letters, cursor := "", -1
		if i == 0 {
			letters, cursor = p.letters, p.cursor
		}
		lines = append(lines, head)
		switch detail {
		case boxes, boxedHand:
			lines = append(lines, p.boxes(h, letters, cursor)...)
		default:
			lines = append(lines, p.rows(h, letters, cursor, detail == dense)...)
		}
	}
	return lines
}

// orderOf returns the order of a hand: that of the picture for the first one, or by melds.
func (p *picture) orderOf(h *handScene) order {
	if h == &p.scene.hands[0] {
		return p.order
	}
	return order{}
}

// measure says how a hand stands, or without help how many cards it has.
func (p *picture) measure(h *handScene) string {
	if p.noHelp {
		return record.Count(h.count(), "card")
	}
	return h.measure()
}

// boxes draws a hand as boxes, a box for each group, with a line of keys and one of labels.
func (p *picture) boxes(h *handScene, letters string, cursor int) []string {
	var all, now [5]string // top, faces, bottom, keys, labels
	var lines []string
	flush := func() {
		for i, line := range now {
			if i != 3 || letters != "" {
				lines = append(lines, line)
			}
		}
		now = all
	}
	n, drawn := 0, h.drawn
	groups := h.groups(p.orderOf(h))
	for at, g := range groups {
		width := 4*len(g.cards) + 1
		if used := ansi.StringWidth(now[0]); used > 0 && used+1+width > p.width {
			flush()
		}
		box := [5]string{"┌", "│", "└", " ", ""}
		for j, c := range g.cards {
			joint := [2]string{"┬", "┴"}
			if j == len(g.cards)-1 {
				joint = [2]string{"┐", "┘"}
			}
			edge := "───"
			if c == drawn {
				edge, drawn = "new", card.None
			}
			box[0] += edge + joint[0]
			text, key := cell(c), "    "
			if letters != "" {
				key = " " + string(letters[n]) + "  "
			}
			if n == cursor {
				text = styleOf(c).Reverse(true).Render(strings.Repeat(" ", 3-ansi.StringWidth(face(c))) + face(c))
				key = "[" + string(letters[n]) + "] "
			}
			box[1] += text + "│"
			mark := "───"
			if p.scene.isJoker(c) {
				mark = "─*─"
			}
			box[2] += mark + joint[1]
			box[3] += key
			n++
		}
		label := g.label
		if ansi.StringWidth(label) < width {
			label = " " + label
		}
		if at < len(groups)-1 {
			label = ansi.Truncate(label, width, "")
		}
		box[4] = pad(label, width)
		if !g.melds {
			box[4] = faintStyle.Render(box[4])
		}
		for i := range now {
			if now[i] != "" {
				now[i] += " "
			}
			now[i] += pad(box[i], width)
		}
	}
	flush()
	return lines
}

// rows draws a hand as text: a row for each group, or all of them in as few rows as fit.
func (p *picture) rows(h *handScene, letters string, cursor int, together bool) (lines []string) {
	n, row := 0, ""
	drawn := h.drawn
	add := func(word, gap string) {
		switch {
		case row == "":
			row = " " + word
		case ansi.StringWidth(row)+len(gap)+ansi.StringWidth(word) > p.width:
			lines = append(lines, row)
			row = "  " + word
		default:
			row += gap + word
		}
	}
	for i, g := range h.groups(p.orderOf(h)) {
		if !together {
			if g.label != "" {
				add(faintStyle.Render(g.label), " ")
			}
		} else if i > 0 {
			add("|", " ")
		}
		for _, c := range g.cards {
			word := paint(c)
			if p.scene.isJoker(c) && c != card.Joker {
				word += "*"
			}
			if c == drawn {
				word, drawn = "+"+word, card.None
			}
			gap := " "
			if letters != "" {
				gap = "  "
				key := string(letters[n])
				if word = faintStyle.Render(key) + " " + word; n == cursor {
					word = styleOf(c).Reverse(true).Render("[" + key + " " + face(c) + "]")
				}
			}
			add(word, gap)
			n++
		}
		if !together {
			lines, row = append(lines, row), ""
		}
	}
	if row != "" {
		lines = append(lines, row)
	}
	return lines
}

// pad fills a text up with spaces.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-ansi.StringWidth(text)))
}
