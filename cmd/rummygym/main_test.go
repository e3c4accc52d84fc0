package main

import "rummygym/cmd/rummygym/internal/cli/clitest"

// program runs all commands.
var program = clitest.Program(commands())
