// Package cli holds the code that the groups of commands share: the flags for games, rules,
// agents and output formats, the tables of recorded datasets, and the execution of a
// command line. Each group is a sibling package. The groups do not import each other.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/internal/plaintext"
)

// The exit statuses of the program. A command that a signal stopped ends with 128 and the number
// of the signal: 130 after ctrl-C, 143 after SIGTERM, 129 after SIGHUP.
const (
	statusFailure = 1 // the command failed
	statusUsage   = 2 // the command line is wrong, and nothing was done
)

// Execute runs a command line, given without the program's name, and returns the exit
// status: 0 on success, 2 for a wrong command line, 128 and its number for a command that a signal
// stopped, and 1 otherwise. On standard output and in errors, control characters are escaped:
// names in files may have them.
func Execute(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &visible{w: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(flagError)
	started := false
	prepare(root, &started)
	err := root.ExecuteContext(ctx)
	if failed := out.flush(); failed != nil && (err == nil || !started) {
		err, started = failed, true // the command was right
	}
	if err == nil {
		return 0
	}
	if !started {
		err = Usage(err) // of an error before the command ran
	}
	text := message(ctx, err)
	if !errors.As(err, new(*StoppedError)) { // its text is a command line
		text = plaintext.Brief(text)
	}
	fmt.Fprintln(stderr, "rummygym:", Visible(text))
	return status(ctx, err)
}

// status returns the exit status of an error.
func status(ctx context.Context, err error) int {
	switch {
	case stopped(ctx, err):
		return stopStatus(ctx)
	case isUsage(err):
		return statusUsage
	}
	return statusFailure
}

// message returns the text of an error for the user. Errors of files lose the name of the system
// call, those of tournaments the name of their package, and files that are not there get a hint.
func message(ctx context.Context, err error) string {
	text := strings.Replace(err.Error(), "arena: ", "", 1)
	if stopped(ctx, err) && !errors.As(err, new(*StoppedError)) {
		return "stopped"
	}
	var file *fs.PathError
	if !errors.As(err, &file) {
		return text
	}
	plain := fmt.Sprintf("%s: %v", file.Path, file.Err)
	if errors.Is(err, fs.ErrNotExist) && strings.HasSuffix(text, file.Error()) {
		plain += ": check the path"
	}
	return strings.Replace(text, file.Error(), plain, 1)
}
