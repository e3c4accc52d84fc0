package train

import (
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/cmd/rummygym/internal/play"
	"rummygym/cmd/rummygym/internal/record"
)

// program runs the commands of the tests.
var program = clitest.Program{
	NewTrainCommand,
	NewPolicyCommand,
	record.NewCollectCommand,
	record.NewDatasetCommand,
	play.NewTournamentCommand,
	play.NewEvalCommand,
}
