package play

import (
	"context"
	"os"
	"testing"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// TestMain runs the command agent instead of the tests if it is the first argument.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "agent" {
		os.Exit(program.Execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// program runs the commands of this package.
var program = clitest.Program{
	cli.Command("tournament"),
	cli.Command("ladder"),
	cli.Command("eval"),
	cli.Command("exploit"),
	NewAgentsCommand,
	NewAgentCommand,
	NewRulesCommand,
}
