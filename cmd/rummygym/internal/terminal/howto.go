package terminal

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/session"
)

// helpPage returns how to play, which is one screen of usual size, a text about the keys, and the rules of the game in words.
func helpPage(keys string, s *session.Session, width int) []string {
	guide := catalog.GuideOf(s.Rules())
	lines := append(howTo(&guide, width), strings.Split("\n"+keys+"\n\n"+s.Rules().Text(), "\n")...)
	for i, line := range lines {
		if heading, ok := strings.CutPrefix(line, "#"); ok {
			lines[i] = strings.ToUpper(strings.TrimLeft(heading, "# "))
		}
	}
	return lines
}

// howTo returns a guide as lines. Its prices are in two columns where they fit.
func howTo(g *record.Guide, width int) []string {
	prices := g.Scores
	short := *g
	short.Scores = nil
	lines := []string{"HOW TO PLAY (the keys are below)"}
	for line := range strings.SplitSeq(strings.TrimSpace(short.Text(paint)), "\n") {
		if line != "" {
			lines = append(lines, line)
		}
	}
	column := (width - 2) / 2
	var row string
	for i, p := range prices {
		text := fmt.Sprintf("%s: %s", p.What, p.Points)
		switch {
		case row != "" && ansi.StringWidth(text) <= column:
			lines, row = append(lines, pad(row, column)+"  "+text), ""
			continue
		case row != "":
			lines = append(lines, row)
		}
		if row = text; ansi.StringWidth(text) > column || i == len(prices)-1 {
			lines, row = append(lines, row), ""
		}
	}
	return lines
}
