package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// Parts that are played on their own and put together, in any order, print the bytes of one run, in
// every format. What is missing is played.
func TestParts(t *testing.T) {
	for name, command := range map[string]string{
		"tournament": "tournament --agents min-dist,random,min-score --games 10 --seed 3 --resamples 20 --ztest random",
		"deals":      "tournament --agents min-dist,random --games 9 --same-deals --resamples 20",
		"gin":        "tournament --game gin --agents simple,random --games 7 --resamples 20",
		"eval":       "eval min-dist --against random,min-score --games 26",
		"presets":    "eval min-dist --against random --games 14 --preset paper,paper52",
		"ladder":     "ladder --agents min-dist,random,min-score --games 22 --slow random --slow-games 8 --resamples 20",
	} {
		t.Run(name, func(t *testing.T) {
			args := strings.Fields(command)
			dir := t.TempDir()
			var files []string
			for _, part := range []string{"3/3", "1/3", "2/3"} {
				file := filepath.Join(dir, "part"+part[:1]+".arrow")
				files = append(files, file)
				run := append(args, "--part", part, "--checkpoint", file)
				clitest.WantAll(t, program.Succeed(t, run...), dir, " game")
			}
			for _, format := range []string{"table", "json", "csv", "arrow"} {
				one := append(args, "--format", format)
				want := program.Succeed(t, one...)
				if got := program.Succeed(t, append(one, "--resume", strings.Join(files, ","))...); got != want {
					t.Errorf("format %s: the parts print\n%s\nand one run\n%s", format, got, want)
				}
			}
			missing := program.Succeed(t, append(args, "--resume", strings.Join(files[1:], ","))...)
			must.Equal(t, missing, program.Succeed(t, args...), "without one part")
		})
	}
}

func TestPartsRefuse(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	run := func(args string) []string { return strings.Fields(strings.ReplaceAll(args, "DIR", dir)) }
	const base = "tournament --agents min-dist,random --games 8 --resamples 20 "
	program.Succeed(t, run(base+"--part 1/4 --checkpoint DIR/1-4")...)
	program.Succeed(t, run(base+"--seed 2 --part 2/4 --checkpoint DIR/other")...)
	for _, c := range []struct{ args, want string }{
		{base + "--resume DIR/1-4,DIR/none", "--resume: the file " + file("none") + " does not exist"},
		{base + "--resume DIR/1-4,DIR/other", "other: its games belong to another tournament: they have seed 2 (want 1)"},
		{base + "--seed 2 --resume DIR/1-4", "seed 1 (want 2)"},
		{base + "--games 9 --resume DIR/1-4", "games 8 (want 9)"},
		{base + "--part 1/4 --checkpoint DIR/1-4", "already exists"},
		{base + "--part 2/4", "add --checkpoint FILE"},
		{base + "--part 5/4 --checkpoint DIR/x", "--part 5/4: want I/N"},
		{base + "--part 1/4 --checkpoint DIR/x --ztest min-score", "--ztest: "},
		{base + "--part 1/4 --checkpoint DIR/x --compare nobody", "--compare: "},
		{base + "--resume DIR/1-4 --checkpoint DIR/x", "remove --checkpoint"},
		{"eval min-dist --against random --games 8 --sprt 0,10 --part 1/2 --checkpoint DIR/x", "a sequential test cannot be divided, because all games before decide when it stops: remove --sprt"},
	} {
		clitest.WantAll(t, program.Fail(t, run(c.args)...), c.want)
	}
	if _, err := os.Stat(file("x")); err == nil {
		t.Error("a refused command leaves a file")
	}
}
