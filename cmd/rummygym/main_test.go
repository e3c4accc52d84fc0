package main

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// program runs all commands.
var program = clitest.Program(func() (all []func() *cobra.Command) {
	for _, g := range groups() {
		all = append(all, g.create...)
	}
	return all
}())
