// Command rummygym plays, solves, measures and records Indian Rummy and Gin Rummy. It
// offers the gym, the exact solvers and the papers' agents on the command line.
//
// This package only collects the commands, which stand in internal/commands, internal/terminal (play and
// watch) and internal/serve; internal/cli holds the code that they share. Results go to standard output, progress and messages to standard
// error. docs/cli.md describes the exit statuses.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/agents/external"
	"rummygym/internal/builtin"
)

func main() {
	// The first ctrl-C, SIGTERM or SIGHUP (the terminal is gone) asks the command to finish cleanly. A
	// second one ends the process at once, with the outside programs that it started.
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	ctx, stop := context.WithCancelCause(context.Background())
	go func() {
		first, ok := (<-signals).(syscall.Signal)
		if !ok {
			first = syscall.SIGINT
		}
		stop(cli.SignalError{Signal: first})
		<-signals
		external.KillAll()
		os.Exit(cli.SignalError{Signal: first}.ExitStatus())
	}()
	if err := openFiles(); err != nil {
		fmt.Fprintln(os.Stderr, "rummygym:", err)
		os.Exit(1)
	}
	os.Exit(cli.Execute(ctx, newRootCommand(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// openFiles finds the built-in networks and tables of a program that does not contain them: in the folder files beside the
// folder of the program.
func openFiles() error {
	path, err := os.Executable()
	if err == nil {
		path, _ = filepath.EvalSymlinks(path)
	}
	return builtin.Open(filepath.Join(filepath.Dir(path), "..", "files")) // whose error names the folder
}
