package cli

import (
	"context"
	"errors"
	"fmt"
	"rummygym/internal/options"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// StoppedError reports that the user stopped a command. Its text says how to resume it.
type StoppedError struct{ Text string }

// Error returns the text.
func (e *StoppedError) Error() string { return e.Text }

// SignalError is the cause with which a context ends at a signal.
type SignalError struct{ Signal syscall.Signal }

// Error returns the name of the signal.
func (e SignalError) Error() string { return fmt.Sprintf("stopped by %v", e.Signal) }

// Unwrap returns context.Canceled, so that the cause of a context is of the kind of its error.
func (e SignalError) Unwrap() error { return context.Canceled }

// ExitStatus returns the status that shells report for a program ended by the signal: 130 for
// ctrl-C, 143 for SIGTERM, 129 for SIGHUP.
func (e SignalError) ExitStatus() int { return 128 + int(e.Signal) }

// stopped reports whether err says that the end of ctx stopped the command.
func stopped(ctx context.Context, err error) bool {
	return errors.As(err, new(*StoppedError)) || ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// stopStatus returns the exit status of a command that ctx stopped: that of its signal, or of ctrl-C
// if the user stopped the command in another way.
func stopStatus(ctx context.Context) int {
	s := SignalError{syscall.SIGINT}
	errors.As(context.Cause(ctx), &s)
	return s.ExitStatus()
}

// ResumeLine returns the command line that resumes cmd from the checkpoint at path, or with --resume
// alone if that has no value.
func ResumeLine(cmd *cobra.Command, path string) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range cmd.Flags().Args() {
		words = append(words, options.Quote(arg))
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch {
		case flag.Name == "checkpoint" || flag.Name == "resume":
		case flag.Value.Type() == "stringSlice":
			list := flag.Value.String() // in brackets, quoted as in CSV
			words = append(words, "--"+flag.Name, options.Quote(list[1:len(list)-1]))
		case flag.Value.Type() == "stringArray":
			for _, v := range flag.Value.(pflag.SliceValue).GetSlice() {
				words = append(words, "--"+flag.Name, options.Quote(v))
			}
		default:
			words = append(words, "--"+flag.Name+"="+options.Quote(flag.Value.String())) // "=" because the value of some flags is optional
		}
	})
	words = append(words, "--resume")
	if flag := cmd.Flags().Lookup("resume"); flag == nil || flag.NoOptDefVal == "" {
		words = append(words, options.Quote(path))
	}
	return strings.Join(words, " ")
}
