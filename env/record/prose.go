package record

import (
	"fmt"
	"strings"
)

// Section is a part of the rules in words: a heading and sentences, of which empty ones are left out.
type Section struct {
	Heading   string
	Sentences []string
}

// Prose returns the rules of a game in words: Markdown that also reads as plain text, each section one
// paragraph in one line.
func Prose(title string, sections ...Section) string {
	text := "# " + title + "\n"
	for _, s := range sections {
		text += "\n## " + s.Heading + "\n\n" + strings.Join(strings.Fields(strings.Join(s.Sentences, " ")), " ") + "\n"
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
