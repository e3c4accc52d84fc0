package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// StoppedError reports that the user stopped a command. Its text says how to resume it.
type StoppedError struct{ Text string }

// Error returns the text.
func (e *StoppedError) Error() string { return e.Text }

// ExitStatus returns 130, the status that shells report for a program ended by ctrl-C.
func (e *StoppedError) ExitStatus() int { return 130 }

// ResumeLine returns the command line that resumes cmd from the checkpoint at path.
func ResumeLine(cmd *cobra.Command, path string) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range cmd.Flags().Args() {
		words = append(words, Quote(arg))
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch {
		case flag.Name == "checkpoint" || flag.Name == "resume":
		case flag.Value.Type() == "stringSlice":
			list := flag.Value.String() // in brackets, quoted as in CSV
			words = append(words, "--"+flag.Name, Quote(list[1:len(list)-1]))
		case flag.Value.Type() == "stringArray":
			for _, v := range flag.Value.(pflag.SliceValue).GetSlice() {
				words = append(words, "--"+flag.Name, Quote(v))
			}
		default:
			words = append(words, "--"+flag.Name+"="+Quote(flag.Value.String())) // "=" because the value of some flags is optional
		}
	})
	return strings.Join(append(words, "--resume", Quote(path)), " ")
}

// Quote returns s quoted for a shell, if it needs quotes.
func Quote(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%"
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
