package belief

import (
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/cmd/rummygym/internal/record"
	"rummygym/cmd/rummygym/internal/train"
)

// program runs the commands of the tests.
var program = clitest.Program{
	NewBeliefCommand,
	record.NewCollectCommand,
	record.NewDatasetCommand,
	train.NewTrainCommand,
	train.NewPolicyCommand,
}
