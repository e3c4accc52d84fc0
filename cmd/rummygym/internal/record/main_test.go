package record

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"testing"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// TestMain serves the agent of the second argument instead of the tests if the first one is agent.
// It stops after 100 lines unless there is a file of the name of the third argument.
func TestMain(m *testing.M) {
	if len(os.Args) != 4 || os.Args[1] != "agent" {
		os.Exit(m.Run())
	}
	lines, to := io.Pipe()
	go func() {
		in := bufio.NewReader(os.Stdin)
		_, limited := os.Stat(os.Args[3])
		for n := 0; n < 100 || limited == nil; n++ {
			line, err := in.ReadBytes('\n')
			if err == nil {
				_, err = to.Write(line)
			}
			if err != nil {
				break
			}
		}
		to.Close()
	}()
	if err := rummygym.ServeAgent(lines, os.Stdout, os.Args[2], 64); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// program runs the commands of this package.
var program = clitest.Program{
	cli.Command("collect"),
	NewDatasetCommand,
	NewReplayCommand,
	cli.Command("review"),
	NewPositionsCommand,
	NewRecordCommand,
}
