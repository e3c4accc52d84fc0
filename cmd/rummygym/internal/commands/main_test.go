package commands

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"testing"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/catalog"
)

var long = flag.Bool("long", false, "play 1,000 games of each kind with the Python bot of examples/bot; replay datasets of 1,000 games of each preset, 10,000 of those with small packs or hands, and send them through records")

// program runs the commands of the tests.
var program = clitest.Program{
	cli.Command("tournament"),
	cli.Command("ladder"),
	cli.Command("eval"),
	cli.Command("exploit"),
	cli.Command("collect"),
	cli.Command("review"),
	NewBotCommand,
	NewAgentsCommand,
	NewRulesCommand,
	NewSolveCommand,
	NewDatasetCommand,
	NewRecordCommand,
	NewReplayCommand,
	NewPositionsCommand,
	NewTrainCommand,
	NewPolicyCommand,
}

// TestMain runs the command bot instead of the tests if it is the first argument. The word
// stopping-agent is followed by an agent and a file.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == "bot":
		os.Exit(program.Execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	case len(os.Args) == 4 && os.Args[1] == "stopping-agent":
		if err := serveUntilStopped(os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		os.Exit(m.Run())
	}
}

// serveUntilStopped serves an agent, which stops after 100 lines unless there is the file.
func serveUntilStopped(agent, file string) error {
	lines, to := io.Pipe()
	go func() {
		in := bufio.NewReader(os.Stdin)
		_, limited := os.Stat(file)
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
	return catalog.ServeAgent(lines, os.Stdout, agent, 64)
}
