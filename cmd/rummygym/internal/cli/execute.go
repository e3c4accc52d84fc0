// Package cli holds the code that the groups of commands share: the flags for games, rules,
// agents and output formats, the tables of recorded datasets, and the execution of a
// command line. Each group is a sibling package. The groups do not import each other,
// except that train uses the evaluation of play, and reproduce the recipes of record.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Execute runs a command line, given without the program's name, and returns the exit
// status: 0 on success, the result of the method ExitStatus of an error that has one, and
// 1 otherwise. On standard output and in errors, control characters are escaped: names in files
// may have them.
func Execute(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &visible{w: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	if err := errors.Join(root.ExecuteContext(ctx), out.flush()); err != nil {
		fmt.Fprintln(stderr, "rummygym:", escaped(err.Error()))
		var stopped interface{ ExitStatus() int }
		if errors.As(err, &stopped) {
			return stopped.ExitStatus()
		}
		return 1
	}
	return 0
}
