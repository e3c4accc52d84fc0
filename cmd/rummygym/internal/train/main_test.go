package train

import (
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/cmd/rummygym/internal/record"
)

// program runs the commands of the tests.
var program = clitest.Program{
	NewTrainCommand,
	NewPolicyCommand,
	cli.Command("collect"),
	record.NewDatasetCommand,
	cli.Command("tournament"),
	cli.Command("eval"),
}
