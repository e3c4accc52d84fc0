package record

import (
	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// program runs the commands of this package.
var program = clitest.Program{
	NewCollectCommand,
	NewDatasetCommand,
	NewReplayCommand,
	NewRecordCommand,
}
