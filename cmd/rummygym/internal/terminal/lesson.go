package terminal

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/card"
	"rummygym/internal/session"
)

// errSkip ends a lesson that the person skips.
var errSkip = errors.New("skip")

// lessons plays the lessons of the game from one on.
func (f *playFlags) lessons(cmd *cobra.Command) error {
	for _, name := range f.rules.Given() {
		if name != "game" {
			return fmt.Errorf("--%s: the lessons have their own rules: leave it out", name)
		}
	}
	r, err := f.rules.Rules()
	if err != nil {
		return err
	}
	in, out, full := cli.Terminal(cmd)
	lines := readLines(cmd.Context(), cmd.InOrStdin())
	for n := f.lesson; ; n++ {
		s, err := session.New(session.Config{Rules: r, Lesson: n})
		if err != nil {
			return cli.Usage(fmt.Errorf("--lesson: %w", err))
		}
		if f.plain || !full {
			p := &plain{session: s, games: 1, out: cmd.OutOrStdout()}
			err = p.play(cmd.Context(), lines)
		} else {
			err = playScreen(cmd.Context(), s, 1, fullHelp, "", in, out)
		}
		s.Close()
		skipped := errors.Is(err, errSkip)
		switch {
		case errors.Is(err, context.Canceled):
			return &cli.StoppedError{Text: "stopped"}
		case err != nil && !skipped:
			return err
		case !s.Over() && !skipped: // the person quit
			return nil
		case n == s.Instruction().Of:
			fmt.Fprintf(cmd.OutOrStdout(), "That was the last lesson. Play: %s --game %s --level beginner --assist learn\n", cmd.CommandPath(), r.Type().Name)
			return nil
		}
	}
}

// lessonLines returns what a lesson says, its question alone after a wrong choice.
func lessonLines(x *session.Instruction) (lines []string) {
	parts := strings.Split(x.Text, "\n")
	switch {
	case x.Wrong:
		lines, parts = []string{"Not that. " + x.Said}, parts[len(parts)-1:]
	case x.Said != "":
		lines = []string{"Right. " + x.Said}
	}
	return append(lines, parts...)
}

var cardInText = regexp.MustCompile(`\b([A2-9TJQK][CDHS]|JK)\b`)

// lessonPage returns what a lesson says, with cards as the screen writes them.
func lessonPage(x *session.Instruction) []string {
	lines := lessonLines(x)
	for i := range lines {
		lines[i] = cardInText.ReplaceAllStringFunc(lines[i], func(name string) string {
			c, err := card.Parse(name)
			if err != nil {
				return name
			}
			return paint(c)
		})
	}
	return strings.Split(strings.Join(lines, "\n\n"), "\n")
}

// teach prints what a lesson says.
func (p *plain) teach(x *session.Instruction) {
	p.print("\n")
	for _, line := range lessonLines(x) {
		p.print("%s\n", ansi.Wordwrap(line, textWidth, ""))
	}
}
