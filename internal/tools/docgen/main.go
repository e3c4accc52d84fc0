// Command docgen writes the parts of pages that are made from the code, from what the program prints, and
// from recorded results: the text between the lines "begin NAME" and "end NAME", and a few whole files. One is NOTICE:
// the licences of the modules that the programs link, and the sentences that they ask for. It fails if a
// licence asks for more than a notice.
//
//	go run ./internal/tools/docgen                      all pages
//	go run ./internal/tools/docgen docs/speed.md        one page
//	go run ./internal/tools/docgen NOTICE               the licences alone
//	go run ./internal/tools/docgen -ladder out/ladder   play the ladders that docs/agents.md reports, first
//	go run ./internal/tools/docgen -leaderboard         ask the agents about the frozen positions, first
//	go run ./internal/tools/docgen -exact               compute the exact results of docs/exact.md, first
//
// It runs in the root of the module. Its test says which page is stale.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/record"
	"rummygym/features/encoder"
	"rummygym/internal/catalog"
)

// A part is what is written between two lines of a file. The part "" is the whole file.
type part struct {
	file, name string
	write      func() (string, error)
}

// parts returns all parts, those first that others are made from.
func (p program) parts() []part {
	indian, gin := catalog.Indian, catalog.Gin
	return []part{
		{"cmd/rummygym/testdata/tournament.csv", "", p.prints("tournament", "--agents", "min-dist-outs,min-dist-opp,min-dist-avail,min-dist-score,min-dist,min-score,defeat-seeking,random", "--games", "1000", "--seed", "1", "--format", "csv")},
		{"cmd/rummygym/testdata/tournament-gin.csv", "", p.prints("tournament", "--game", "gin-match", "--agents", "fitness,sigra,independent-heuristics,stubborn,late-knock,medium,simple,random-unmelded", "--games", "500", "--seed", "1", "--format", "csv")},
		{"docs/how-to-play.md", "gin", guide(gin)},
		{"docs/how-to-play.md", "indian", guide(indian)},
		{"docs/how-to-play.md", "gin-match", guide(catalog.GinMatch)},
		{"docs/how-to-play.md", "indian-match", guide(catalog.IndianMatch)},
		{"docs/indian-rummy.md", "rules", p.rules(indian)},
		{"docs/indian-rummy.md", "actions", indianActions},
		{"docs/indian-rummy.md", "observations", observations(indian, catalog.AllFields)},
		{"docs/indian-rummy.md", "endings", endings(indian)},
		{"docs/gin-rummy.md", "rules-gin", p.rules(gin)},
		{"docs/gin-rummy.md", "actions-gin", ginActions},
		{"docs/gin-rummy.md", "observations-gin", observations(gin, catalog.AllFields)},
		{"docs/gin-rummy.md", "endings-gin", endings(gin)},
		{"docs/matches.md", "options", p.rules(catalog.IndianMatch, "match", "seats", "pool-limit", "rejoins", "split", "match-deals", "entry", "target", "game-bonus", "box-bonus", "shut-out", "games-at-once", "max-deals")},
		{"docs/matches.md", "match", observations(catalog.GinMatch, encoder.MatchGroup)},
		{"docs/agents.md", "ladder", ladder(indian)},
		{"docs/agents.md", "agents", agents(indian)},
		{"docs/agents.md", "levels", levels(indian)},
		{"docs/agents.md", "levels-gin", levels(gin)},
		{"docs/agents.md", "ladder-gin", ladder(gin)},
		{"docs/agents.md", "agents-gin", agents(gin)},
		{"docs/datasets.md", "columns", columns},
		{"docs/datasets.md", "results", func() (string, error) { return datasets.Markdown(datasets.ResultColumns(&datasets.Meta{})), nil }},
		{"docs/records.md", "fields", func() (string, error) { return record.Markdown(), nil }},
		{"docs/records.md", "indian-json", p.recordOf("--agents", "min-dist,min-score")},
		{"docs/text.md", "gin", textDecision("gin", 79)},
		{"docs/text.md", "indian", textDecision("indian", 3)},
		{"docs/positions.md", "sets", p.positionSets},
		{"docs/language-models.md", "leaderboard", leaderboard},
		{"docs/exact.md", "gin", exact(gin)},
		{"docs/exact.md", "indian", exact(indian)},
		{"docs/review.md", "table", p.review},
		{"docs/play.md", "table", fenced("text", screens+"midgame-80x24.txt")},
		{"docs/speed.md", "training", training},
		{"NOTICE", "", wheel.notice},
		{"npm/NOTICE", "", npm.notice},
	}
}

const screens = "cmd/rummygym/internal/terminal/testdata/"

// fresh returns the file as it is, and as it is with the part written anew.
func (p part) fresh() (old, fresh string, err error) {
	text, err := os.ReadFile(p.file)
	if err != nil && !(p.name == "" && errors.Is(err, fs.ErrNotExist)) {
		return "", "", err
	}
	if fresh, err = p.write(); err == nil && p.name != "" {
		fresh, err = replace(string(text), p.name, fresh)
	}
	if err != nil {
		return "", "", fmt.Errorf("%s, part %q: %w", p.file, p.name, err)
	}
	return string(text), fresh, nil
}

// replace returns text with part between the lines <!-- begin NAME --> and <!-- end NAME -->, which must occur once.
func replace(text, name, part string) (string, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	head, rest, ok := strings.Cut(text, begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed || strings.Contains(tail, begin) {
		return "", fmt.Errorf("want the lines %q and %q once each, in this order", strings.TrimSpace(begin), end)
	}
	return head + begin + part + end + tail, nil
}

func main() {
	games := flag.String("ladder", "", "play the ladders that docs/agents.md reports, with their games in this `folder`: of an earlier run, or new ones, which take about ten minutes on two cores")
	game := flag.String("game", "", "play only the ladder of this game")
	exact := flag.Bool("exact", false, "compute what the built-in agents lose in small games for docs/exact.md, which takes minutes")
	flag.Parse()
	if err := run(*games, *game, *exact, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "docgen:", err)
		os.Exit(1)
	}
}

func run(games, game string, exact bool, files []string) error {
	p, remove, err := build()
	if err != nil {
		return err
	}
	defer remove()
	if games != "" {
		if err := p.playLadders(games, game); err != nil {
			return err
		}
	}
	if exact {
		if err := p.computeExact(); err != nil {
			return err
		}
	}
	for _, part := range p.parts() {
		if len(files) > 0 && !slices.Contains(files, part.file) {
			continue
		}
		old, fresh, err := part.fresh()
		if err != nil {
			return err
		}
		if old != fresh {
			if err := os.WriteFile(part.file, []byte(fresh), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// A program is the path of the command rummygym.
type program string

// build builds the command in a temporary folder, which remove removes.
func build() (p program, remove func(), err error) {
	dir, err := os.MkdirTemp("", "docgen")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	p = program(filepath.Join(dir, "rummygym"))
	if out, err := exec.Command("go", "build", "-o", string(p), "./cmd/rummygym").CombinedOutput(); err != nil {
		remove()
		return "", nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return p, remove, nil
}

// run returns what a command line prints.
func (p program) run(args ...string) (string, error) {
	var errs bytes.Buffer
	cmd := exec.Command(string(p), args...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("rummygym %s: %w\n%s", strings.Join(args, " "), err, &errs)
	}
	return string(out), nil
}

func (p program) prints(args ...string) func() (string, error) {
	return func() (string, error) { return p.run(args...) }
}

// fenced returns the contents of a file as code.
func fenced(language, path string) func() (string, error) {
	return func() (string, error) {
		text, err := os.ReadFile(path)
		return code(language, string(text)), err
	}
}

func code(language, text string) string {
	return "```" + language + "\n" + strings.TrimRight(text, "\n") + "\n```\n"
}
