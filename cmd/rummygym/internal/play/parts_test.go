package play

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/arena"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// Parts that are played on their own and merged, in any order, print the bytes of one run, in
// every format.
func TestParts(t *testing.T) {
	for name, command := range map[string]string{
		"tournament": "tournament --agents min-dist,random,min-score --games 10 --seed 3 --resamples 20 --ztest random",
		"deals":      "tournament --agents min-dist,random --games 9 --same-deals --resamples 20",
		"gin":        "tournament --game gin --episode hand --agents simple,random --games 7 --resamples 20",
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
				out := program.Succeed(t, run...)
				clitest.WantAll(t, out, dir, ": part "+part)
				if again := program.Succeed(t, run...); again != out { // a part that is there is kept
					t.Errorf("repeated: %s, want %s", again, out)
				}
			}
			for _, format := range []string{"table", "json", "csv", "arrow"} {
				one := append(args, "--format", format)
				want := program.Succeed(t, one...)
				if got := program.Succeed(t, append(one, "--merge", strings.Join(files, ","))...); got != want {
					t.Errorf("format %s: the merged parts print\n%s\nand one run\n%s", format, got, want)
				}
			}
		})
	}
}

func TestPartsRefuse(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	run := func(args string) []string { return strings.Fields(strings.ReplaceAll(args, "DIR", dir)) }
	const base = "tournament --agents min-dist,random --games 8 --resamples 20 "
	for _, part := range []string{"1/4", "2/4", "4/4", "1/2"} {
		program.Succeed(t, run(base+"--part "+part+" --checkpoint DIR/"+strings.Replace(part, "/", "-", 1))...)
	}
	program.Succeed(t, run("ladder --agents min-dist,random --games 8 --resamples 20 --part 1/1 --checkpoint DIR/ladder")...)
	// The same part by another version of the program, and one that is not finished.
	for name, change := range map[string]func(*arena.Result){
		"other":  func(r *arena.Result) { r.Part.Program = "rummygym v9" },
		"cut":    func(r *arena.Result) { r.Records[1][3] = arena.Record{} },
		"whole":  func(r *arena.Result) { r.Part = nil },
		"beyond": func(r *arena.Result) { r.Records[1][4] = r.Records[1][3] },
	} {
		r := must.Get(arena.ReadFile(file("2-4")))(t)
		change(r)
		must.Do(t, arena.WriteFile(file(name), r))
	}
	for _, c := range []struct{ args, want string }{
		{base + "--merge DIR/1-4,DIR/4-4", "of 4 parts these are missing: 2, 3"},
		{base + "--merge DIR/1-4,DIR/4-4,DIR/1-4", "1-4: part 1/4 is in " + file("1-4") + " too"},
		{base + "--merge DIR/1-4,DIR/1-2", "1-2: part 1/2, but the files before it are parts of 4"},
		{base + "--merge DIR/1-4,DIR/other", "part 2/4 is of rummygym v9, and this is rummygym "},
		{base + "--merge DIR/1-4,DIR/cut", "part 2/4 is not finished, game 3 of lineup 1 is missing"},
		{base + "--merge DIR/1-4,DIR/beyond", "part 2/4 has game 4 of lineup 1, which is not in it"},
		{base + "--merge DIR/whole", "no part of a tournament"},
		{base + "--merge DIR/none", "none: no such file"},
		{base + "--seed 2 --merge DIR/1-4", "seed 1 (want 2)"},
		{base + "--games 9 --merge DIR/1-4", "part 1/4 is of 8 games of each lineup, want 9"},
		{base + "--part 2/4 --checkpoint DIR/1-4", "part 1/4 (want 2/4)"},
		{base + "--part 2/4 --resume DIR/1-4", "part 1/4 (want 2/4)"},
		{base + "--resume DIR/1-4", "part 1/4 (want none)"},
		{base + "--part 2/4", "add --checkpoint FILE"},
		{base + "--part 5/4 --checkpoint DIR/x", "--part 5/4: want I/N"},
		{base + "--part 1/4 --checkpoint DIR/x --ztest min-score", "--ztest: "},
		{base + "--part 1/4 --checkpoint DIR/x --compare nobody", "--compare: "},
		{base + "--merge DIR/1-4 --checkpoint DIR/x", "merge"},
		{"ladder --agents min-dist,random --games 8 --adaptive 2 --part 1/2 --checkpoint DIR/x", "an adaptive ladder cannot be divided, because each round depends on all games before it: remove --adaptive"},
		{"ladder --agents random,min-dist --games 8 --merge DIR/ladder", "agents min-dist,random (want random,min-dist)"},
		{"ladder --agents min-dist,random --games 8 --slow random --slow-games 4 --merge DIR/ladder", "it was played with other numbers of games"},
		{"eval min-dist --against random --games 8 --sprt 0,10 --merge DIR/1-4", "a sequential test cannot be divided, because all games before decide when it stops: remove --sprt"},
	} {
		clitest.WantAll(t, program.Fail(t, run(c.args)...), c.want)
	}
	if _, err := os.Stat(file("x")); err == nil {
		t.Error("a refused command leaves a file")
	}
}
