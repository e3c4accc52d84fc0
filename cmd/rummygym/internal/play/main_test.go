package play

import (
	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// program runs the commands of this package.
var program = clitest.Program{
	NewTournamentCommand,
	NewLadderCommand,
	NewEvalCommand,
	NewTuneCommand,
	NewShapleyCommand,
	NewAgentsCommand,
	NewRulesCommand,
	NewHandsCommand,
	NewTransitionsCommand,
}
