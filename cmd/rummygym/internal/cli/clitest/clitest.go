// Package clitest runs command lines within the process of a test.
//
//	var program = clitest.Program{NewSolveCommand}
//	out := program.Succeed(t, "solve", "--wild", "7", "AS", "2S", "3S")
package clitest

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// Program is a program with some commands, given by their constructors. Every command
// line gets new commands.
type Program []func() *cobra.Command

// Execute runs a command line as the program does and returns its exit status.
func (p Program) Execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{Use: "rummygym", SilenceUsage: true, SilenceErrors: true}
	for _, create := range p {
		root.AddCommand(create())
	}
	return cli.Execute(ctx, root, args, stdin, stdout, stderr)
}

// Run runs a command line with the given standard input and returns its exit status,
// standard output and standard error.
func (p Program) Run(t testing.TB, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = p.Execute(context.Background(), args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// Succeed runs a command line, requires exit status 0, and returns standard output.
func (p Program) Succeed(t testing.TB, args ...string) string {
	t.Helper()
	status, out, errs := p.Run(t, "", args...)
	if status != 0 {
		t.Fatalf("rummygym %s: exit status %d, %s", strings.Join(args, " "), status, errs)
	}
	return out
}

// Fail runs a command line, requires exit status 1 or 2, a message on standard error and no
// standard output, and returns the message.
func (p Program) Fail(t testing.TB, args ...string) string {
	t.Helper()
	status, out, errs := p.Run(t, "", args...)
	if status != 1 && status != 2 || errs == "" || out != "" {
		t.Fatalf("rummygym %s: exit status %d, output %q, message %q; want 1 or 2, no output and a message", strings.Join(args, " "), status, out, errs)
	}
	return errs
}

// WantAll reports every word that the text does not contain.
func WantAll(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in:\n%s", w, text)
		}
	}
}
