package main

import "github.com/spf13/cobra"

// newTrainCommand returns the command that holds those that train.
func newTrainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train what agents play by",
		Long: `train holds the commands that make what agents play by: tables and networks. Each
writes a file that follows from its flags alone.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTrainBeliefCommand(), newTrainCFRCommand(), newTrainCloneCommand(), newTrainValueCommand(), newTrainPPOCommand(), newTrainMCCommand())
	return cmd
}
