package terminal

import (
	"context"
	"os"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/cmd/rummygym/internal/commands"
)

// program runs the commands of this package, and the command that serves an agent.
var program = clitest.Program{NewPlayCommand, NewWatchCommand, commands.NewBotCommand}

// asProgram in the environment makes the test binary run its arguments as a command line.
const asProgram = "RUMMYGYM_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(program.Execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}
