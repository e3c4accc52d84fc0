// Command rummygym plays, solves, measures and records Indian Rummy and Gin Rummy:
// the gym, the exact solvers and the papers' agents from a shell.
//
// Every subcommand is one file and one function newNameCommand. Results go to
// standard output, progress and messages to standard error; the exit status is
// 0 when everything asked for was done, 130 when the user stopped a command that
// can go on later, else 1. This package wires the others
// together and holds no rules, metrics or agents of its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// The first ctrl-C asks the command to finish cleanly; after it, a second
	// one has its usual effect of ending the process at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes the command line args (without the program's name) and returns
// the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(stderr, "rummygym:", err)
		var stopped interface{ ExitStatus() int }
		if errors.As(err, &stopped) {
			return stopped.ExitStatus()
		}
		return 1
	}
	return 0
}
