package cli

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// kinds describes the values of flags by their types.
var kinds = map[string]string{
	"int":         "a whole number",
	"int64":       "a whole number",
	"uint64":      "a whole number from 0 to " + strconv.FormatUint(math.MaxUint64, 10),
	"float64":     "a number",
	"intSlice":    "whole numbers, comma-separated",
	"duration":    "a time with its unit, such as 30s or 5m",
	"bool":        "true or false",
	"string":      "a text",
	"stringSlice": "a text, or several, comma-separated",
	"stringArray": "a text",
}

// interval is the least and greatest value of a flag.
type interval struct{ low, high int64 }

// limits holds the values that flags of whole numbers may have, by name. They bound the memory
// that a command takes for what one mistyped digit asks.
var limits = map[string]interval{
	"":            {0, 1_000_000_000}, // other flags
	"games":       {1, 1_000_000_000},
	"eval-games":  {0, 100_000_000},
	"hands":       {1, 100_000_000},
	"workers":     {0, 4096},
	"jobs":        {0, 4096},
	"tables":      {1, 65_536},
	"batch":       {1, 1_000_000},
	"layers":      {1, 65_536},
	"horizon":     {1, 1_000_000},
	"replay":      {0, 100_000_000},
	"buffer":      {0, 100_000_000},
	"resamples":   {1, 1_000_000},
	"port":        {0, 65_535},
	"best-of":     {1, 1_000_000},
	"shard-games": {1, 100_000_000},
	"batch-rows":  {1, 10_000_000},
	"steps":       {1, 1_000_000_000_000},
	"start-steps": {0, 1_000_000_000},
	"eval-every":  {0, 1_000_000_000_000},
	"row":         {1, 1_000_000_000_000},
	"warmup":      {0, 1_000_000_000_000},
}

// limitsOf returns the limits of a flag of whole numbers. A default outside of them, such as -1
// for none, is allowed too.
func limitsOf(flag *pflag.Flag) interval {
	in, ok := limits[flag.Name]
	if !ok {
		in = limits[""]
	}
	if n, err := strconv.ParseInt(flag.DefValue, 10, 64); err == nil {
		in.low = min(in.low, n)
	}
	return in
}

// wanted describes the values that a flag takes.
func wanted(flag *pflag.Flag) string {
	kind := flag.Value.Type()
	what, ok := kinds[kind]
	if !ok || strings.HasPrefix(kind, "string") {
		usage, _, _ := strings.Cut(flag.Usage, ";")
		return usage
	}
	if kind == "int" || kind == "int64" {
		in := limitsOf(flag)
		what += fmt.Sprintf(" from %d to %d", in.low, in.high)
	}
	switch example := strings.Trim(flag.DefValue, "[]"); {
	case kind == "bool" || kind == "duration" || kind == "uint64":
	case example != "" && example != "0" && !strings.HasPrefix(example, "-"):
		what += ", such as " + example
	}
	return what
}

// remote matches the address of something that is not on this machine, such as s3://bucket/key.
var remote = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`)

// CheckFlags returns an error for the first flag given whose value no command can mean: a whole
// number outside of its limits, a number that is not finite, the address of a place that is not
// on this machine, or a file as the folder of --plots. Commands check the rest. Execute calls it; commands that set flags themselves
// call it again.
func CheckFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil {
			err = checkFlag(flag)
		}
	})
	return err
}

func checkFlag(flag *pflag.Flag) error {
	values := []string{flag.Value.String()}
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		values = list.GetSlice()
	}
	for _, v := range values {
		switch flag.Value.Type() {
		case "int", "int64", "intSlice":
			n, err := strconv.ParseInt(v, 10, 64)
			if in := limitsOf(flag); err == nil && (n < in.low || n > in.high) {
				return fmt.Errorf("--%s %s: want a whole number from %d to %d", flag.Name, v, in.low, in.high)
			}
		case "float64":
			if x, err := strconv.ParseFloat(v, 64); err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
				return fmt.Errorf("--%s %s: want %s", flag.Name, v, wanted(flag))
			}
		case "string", "stringSlice", "stringArray":
			if flag.Name == "plots" {
				if info, err := os.Stat(v); err == nil && !info.IsDir() {
					return FileFault(fmt.Errorf("--plots: %s is a file: want a folder", v))
				}
			}
			if remote.MatchString(v) {
				return fmt.Errorf("--%s %s: want a path on this machine: addresses are not supported, so copy the files (for a bucket, mount it)", flag.Name, v)
			}
		}
	}
	return nil
}

// checkArguments returns an error for the first argument that is the address of a place that is
// not on this machine.
func checkArguments(args []string) error {
	for _, v := range args {
		if remote.MatchString(v) {
			return fmt.Errorf("%s: want a path on this machine: addresses are not supported, so copy the files (for a bucket, mount it)", v)
		}
	}
	return nil
}
