package solve

import (
	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// program runs the command of this package.
var program = clitest.Program{
	NewSolveCommand,
}
