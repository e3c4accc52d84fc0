package record

import (
	"fmt"
	"strings"

	"rummygym/env/card"
)

// Section is a part of the rules in words: a heading and sentences, of which empty ones are left out.
type Section struct {
	Heading   string   `json:"heading"`
	Sentences []string `json:"sentences"`
}

// Guide tells on one screen how a game is played: what a player does, an example, and what is scored.
type Guide struct {
	Steps    []string  `json:"steps"`    // what a player does, in order, some sentences each
	Hand     Hand      `json:"hand"`     // an example
	Caption  string    `json:"caption"`  // what the example counts
	Scores   []Price   `json:"scores"`   // what is scored or paid
	Sections []Section `json:"sections"` // the rules of the table in full, those of the game's text
}

// Text returns the guide without the sections, as Markdown that also reads as plain text. card writes a card; nil: its
// notation.
func (g *Guide) Text(write func(card.Card) string) string {
	w := Words{Card: write}
	var b strings.Builder
	for i, step := range g.Steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, step)
	}
	var groups []string
	for _, m := range g.Hand.Melds {
		groups = append(groups, fmt.Sprintf("%s (%s)", w.Cards(m.Cards), m.Kind))
	}
	if len(g.Hand.Unmelded) > 0 {
		groups = append(groups, w.Cards(g.Hand.Unmelded)+" (left over)")
	}
	if len(groups) > 0 {
		fmt.Fprintf(&b, "\nAn example: %s. %s\n\n", strings.Join(groups, ", "), g.Caption)
	}
	for _, s := range g.Scores {
		fmt.Fprintf(&b, "- %s: %s\n", s.What, s.Points)
	}
	return b.String()
}

// Price is what something scores or costs.
type Price struct {
	What   string `json:"what"`
	Points string `json:"points"` // a number, or a sum in words
}

// Paragraph returns sentences, some of which may be empty, as one paragraph.
func Paragraph(sentences ...string) string {
	return strings.Join(strings.Fields(strings.Join(sentences, " ")), " ")
}

// Prose returns the rules of a game in words: Markdown that also reads as plain text, each section one
// paragraph in one line. The first section begins with what counts in every game.
func Prose(title string, sections ...Section) string {
	text, counts := "# "+title+"\n", "Unless you are told otherwise, only points count: gain as many as you can, or lose as few, on average over many games. "
	for _, s := range sections {
		text += "\n## " + s.Heading + "\n\n" + counts + Paragraph(s.Sentences...) + "\n"
		counts = ""
	}
	return text
}

// When returns the sentence if it is true under the rules, or "".
func When(isTrue bool, sentence string) string {
	if isTrue {
		return sentence
	}
	return ""
}

// Count returns a number of things, such as "1 point" or "2 points".
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}
