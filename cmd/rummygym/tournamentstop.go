package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"rummygym/agents/arena"
)

// stoppedError says that the user stopped a command, and how to go on.
type stoppedError struct{ text string }

func (e *stoppedError) Error() string { return e.text }

// ExitStatus returns 130, as shells have it for a program that ctrl-C ended.
func (e *stoppedError) ExitStatus() int { return 130 }

// stopped writes what was played, unless a checkpoint has it, and returns an
// error that says how to go on.
func (f *tournamentFlags) stopped(cmd *cobra.Command, res *arena.Result) error {
	text := fmt.Sprintf("stopped after %d of %d games", res.Played(), res.Total())
	path, _ := f.checkpoint.path() // checked before
	if path == "" && res.Played() > 0 {
		path = checkpointName("tournament", &res.Setup)
		if err := arena.WriteFile(path, res); err != nil {
			return &stoppedError{fmt.Sprintf("%s, which are lost: %v", text, err)}
		}
	}
	if path == "" {
		return &stoppedError{text}
	}
	return &stoppedError{fmt.Sprintf("%s; go on with:\n%s", text, resumeLine(cmd, path))}
}

// checkpointName returns the name of the checkpoint of a command for which the
// user named none: the same for the same games.
func checkpointName(command string, s *arena.Setup) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%+v", *s)
	return fmt.Sprintf("%s-%08x.arrow", command, h.Sum32())
}

// resumeLine returns the command line that goes on from a checkpoint.
func resumeLine(cmd *cobra.Command, path string) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range cmd.Flags().Args() {
		words = append(words, quote(arg))
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch {
		case flag.Name == "checkpoint" || flag.Name == "resume":
		case flag.Value.Type() == "stringSlice":
			words = append(words, "--"+flag.Name, quote(strings.Join(flag.Value.(pflag.SliceValue).GetSlice(), ",")))
		case flag.Value.Type() == "stringArray":
			for _, v := range flag.Value.(pflag.SliceValue).GetSlice() {
				words = append(words, "--"+flag.Name, quote(v))
			}
		default:
			words = append(words, "--"+flag.Name+"="+quote(flag.Value.String())) // "=" for flags that need no value
		}
	})
	return strings.Join(append(words, "--resume", quote(path)), " ")
}

// quote returns a word as a shell reads it back.
func quote(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%"
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// gameBar is a progress bar, on a terminal only.
type gameBar struct {
	w           io.Writer
	show        bool
	text, items string // what is done, and of what
	bar         *progressbar.ProgressBar
}

// newGameBar returns a bar of games that is drawn on w if that is a terminal.
func newGameBar(w io.Writer) *gameBar { return newBar(w, "playing", "games") }

// newBar returns a bar that is drawn on w if that is a terminal.
func newBar(w io.Writer, text, items string) *gameBar {
	f, ok := w.(*os.File)
	return &gameBar{w: w, show: ok && term.IsTerminal(int(f.Fd())), text: text, items: items}
}

// set shows that done of total are finished.
func (b *gameBar) set(done, total int) {
	if !b.show {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(b.w), progressbar.OptionSetDescription(b.text), progressbar.OptionShowCount(),
			progressbar.OptionShowIts(), progressbar.OptionSetItsString(b.items), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())
	}
	_ = b.bar.Set(done) // a bar that cannot be drawn is no reason to stop
}

// tell changes the text before the bar.
func (b *gameBar) tell(text string) {
	if b.text = text; b.bar != nil {
		b.bar.Describe(text)
	}
}

// close takes the bar away.
func (b *gameBar) close() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
