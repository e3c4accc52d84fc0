package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/must"
)

// run runs a command line of the program.
func run(ctx context.Context, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = cli.Execute(ctx, newRootCommand(), args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// TestBadLines runs command lines that are wrong. Each gives one sentence with the words, exit
// status 2, or 1 if a file is at fault, and leaves nothing behind.
func TestBadLines(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{"junk": "junk\n", "junk.safetensors": "junk\n", "games.jsonl": ""}
	for name, text := range files {
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	for _, c := range []struct {
		line   string // words, separated by spaces
		status int
		words  string // parts of the message, separated by |
	}{
		// Folders in place of files.
		{"train mc --out x --config .", 1, "--config|. is a folder, not a regular file"},
		{"tournament --agents random,min-dist --resume .", 1, "is a folder"},
		{"tournament --agents random,min-dist --compare .", 1, "is a folder"},
		// Commands and arguments.
		{"solv", 2, `"solv"|did you mean "solve"`},
		{"train dqn", 2, `"rummygym train"|"dqn"|--help`},
		{"completion bash now", 2, `"now"`},
		{"play gin", 2, `"gin"|rummygym `},
		{"play --seats 4", 2, `want at least 55|--preset club`},
		{"tournament min-dist random", 2, `want "rummygym tournament`},
		{"dataset info", 2, `info DIR`},
		{"eval", 2, `eval AGENT`},
		{"bot run", 2, `run AGENT`},
		{"bot run min-dits", 2, `"min-dits"|did you mean "min-dist"`},
		// Flags.
		{"--nosuch", 2, `--nosuch|--help`},
		{"play --records x", 2, `no flag --records: `},
		{"solve --wilf 7 AS", 2, `--wilf|did you mean "wild"`},
		{"solve AS --wild", 2, `--wild has no value|wild RANK`},
		{"eval min-dist --games", 2, `--games has no value|whole number|20000`},
		{"eval min-dist --games x", 2, `--games x|whole number|20000`},
		{"eval min-dist --games 3", 2, `--games 3|even number`},
		{"eval min-dist --confidence 2", 2, `--confidence 2|0.95`},
		{"eval min-dist --drops perhaps", 2, `--drops|"perhaps"|learner`},
		{"eval min-dist --seed -1", 2, `--seed -1|from 0`},
		{"eval min-dist --against=", 2, `--against is empty|as in random`},
		{"eval min-dist --sprt 5", 2, `--sprt 5|two numbers`},
		{"tournament --agents=", 2, `--agents is empty|as in random`},
		{"tournament --same-deals=some", 2, `"some"|fresh, seats or all`},
		{"tournament --compare authors --format json", 2, `--compare prints readable tables`},
		{"tournament --seats 6", 2, `deck of 54 cards|seats 6`},
		{"collect --agents random,random --games 1000000000 --shard-games 1 --out d", 2, `1000000000 games|1000000 shards`},
		{"collect --agents random --out d", 2, `--agents names 1 agent,|2 seats`},
		{"collect --games 1 --out d", 2, `--agents is missing`},
		{"collect --agents random,random --out s3://bucket/games", 2, `--out s3://bucket/games|this machine`},
		{"collect --agents random,random --out d --fields none-such", 2, `--fields|"none-such"|counts`},
		{"collect --agents random,random --out d --recipe none-such", 2, `--recipe|"none-such"|random-16`},
		{"dataset info s3://bucket/games", 2, `s3://bucket/games|this machine`},
		{"train mc --out x --layers 128,9000000000", 2, `--layers 9000000000|to 65536`},
		{"train mc --out x --layers wide", 2, `--layers wide|whole numbers|128,128`},
		{"replay data --episode first", 2, `--episode first|whole number`},
		{"tournament --part 1/2", 2, `--part 1/2|add --checkpoint FILE`},
		{"train mc --out x --learning-rate -1", 2, `learning rate -1|above 0`},
		{"train mc --out x --best none", 2, `"none"|one of samples, turns`},
		{"play --against random,random", 2, `2 agents are named|want 1`},
		// Agents, rules and cards.
		{"eval min-dits --games 2", 2, `"min-dits"|did you mean "min-dist"`},
		{"eval min-dist:drp=3 --games 2", 2, `"drp"|did you mean "drop"`},
		{"eval min-dist:drop=x --games 2", 2, `drop="x"|from 1 to 9`},
		{"eval search:playout=search --games 2", 2, `playout|rollouts=|min-dist-opp`},
		{"tournament --agents min-dist,,random --games 1", 2, `--agents|""|min-dist`},
		{"rules --preset clb", 2, `--preset|"clb"|did you mean "club"`},
		{"rules --seats 9", 2, `seats is 9|2 to 6`},
		{"rules --game gin --seats 3", 2, `--seats|Gin Rummy|the game indian`},
		{"solve --wild 7 3X", 2, `"3X"|as in TD`},
		{"solve --wild 7 3S 3S", 2, `card 2|3S|decks 1`},
		{"solve 3S", 2, `--wild is missing|--wild 7`},
		// Files.
		{"dataset info data", 1, `data: no such file|check the path`},
		{"tournament --compare none-such", 1, `--compare|"none-such"|CSV file`},
		{"train mc --resume run", 1, `--resume|run|--out run`},
		{"eval min-dist --resume none", 1, `--resume|none does not exist|--checkpoint none`},
		{"play --resume none", 1, `none: no such file|check the path`},
		{"eval exec:nosuchprogram --games 2", 1, `"nosuchprogram"|no such program on the path`},
		{"train mc --out x --config none.json", 1, `--config|none.json: no such file|check the path`},
		{"tournament --games 1 --agents random --games-out games.jsonl", 1, `--games-out|games.jsonl already exists`},
		{"tournament --games 1 --agents random --compare junk", 1, `--compare|junk|columns`},
		{"eval min-dist --resume junk", 1, `--resume|junk|damaged`},
		{"eval min-dist --checkpoint junk", 1, `--checkpoint|junk already exists`},
		{"replay junk", 1, `junk|folder`},
		{"review junk", 1, `junk holds no game|file of records|folder of a dataset`},
		{"play --level easy --against min-dist", 2, `--level and --against exclude each other`},
		{"record check junk", 1, `junk|line 1`},
		{"serve --dataset junk", 1, `--dataset|junk|folder`},
		{"train data --data junk --out x", 1, `--data|junk|folder`},
		{"train mc --out x --config junk", 1, `--config|junk|damaged`},
		{"eval learned:junk.safetensors --games 2", 1, `junk.safetensors|bytes`},
		{"eval data-driven:network=junk --game gin --games 2", 1, `network="junk"|bytes`},
		{"positions answer random --positions none.jsonl", 1, `--positions: none.jsonl: no such file`},
	} {
		status, out, errs := run(t.Context(), strings.Fields(c.line)...)
		if status != c.status || out != "" {
			t.Errorf("rummygym %s: exit status %d, want %d; output %q, message %s", c.line, status, c.status, out, errs)
		}
		if !strings.HasPrefix(errs, "rummygym: ") || strings.Count(errs, "\n") != 1 {
			t.Errorf("rummygym %s: want one line that begins with the program, got %q", c.line, errs)
		}
		for word := range strings.SplitSeq(c.words, "|") {
			if !strings.Contains(errs, word) {
				t.Errorf("rummygym %s: %q is missing in %s", c.line, word, errs)
			}
		}
		for _, internal := range []string{"strconv", "Config.", "goroutine", "stat ", "exec: ", "invalid character", "%!"} {
			if strings.Contains(errs, internal) {
				t.Errorf("rummygym %s: the message has %q: %s", c.line, internal, errs)
			}
		}
		if left, err := os.ReadDir("."); err != nil || len(left) != len(files) {
			t.Fatalf("rummygym %s: left %v, %v", c.line, left, err)
		}
		for name, text := range files {
			if now, err := os.ReadFile(name); err != nil || string(now) != text {
				t.Fatalf("rummygym %s: %s has %q, %v", c.line, name, now, err)
			}
		}
	}
}

// TestExtraWords gives every command more words than it takes, and an unknown flag.
func TestExtraWords(t *testing.T) {
	t.Chdir(t.TempDir())
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		path := strings.Fields(c.CommandPath())[1:]
		status, out, errs := run(t.Context(), append(path, "--no-such-flag")...)
		if status != 2 || out != "" || !strings.Contains(errs, "--no-such-flag") || !strings.Contains(errs, c.CommandPath()) {
			t.Errorf("%s --no-such-flag: exit status %d, %q, %s", c.CommandPath(), status, out, errs)
		}
		if strings.Contains(c.Use, "...") {
			return // takes any number of words
		}
		status, out, errs = run(t.Context(), append(path, "no", "such", "word")...)
		if status != 2 || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s with three words: exit status %d, %q, %s", c.CommandPath(), status, out, errs)
		}
	}
	visit(newRootCommand())
}

// TestStatusOfStops stops commands before they begin.
func TestStatusOfStops(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{"collect --agents random,random --out d", "tournament --games 1"} {
		for status, cause := range map[int]error{130: cli.SignalError{Signal: 2}, 143: cli.SignalError{Signal: 15}} {
			ctx, stop := context.WithCancelCause(t.Context())
			stop(cause)
			if got, out, errs := run(ctx, strings.Fields(line)...); got != status || out != "" || !strings.Contains(errs, "stopped") || strings.Contains(errs, "context") {
				t.Errorf("rummygym %s after %v: exit status %d, want %d; output %q, message %s", line, cause, got, status, out, errs)
			}
		}
	}
}

// TestLongMatches plays agents that never knock against each other: a line says so at the first
// match that reaches its limit.
func TestLongMatches(t *testing.T) {
	const never = "sigra:variant=september:sk=off"
	for _, line := range []string{"tournament --agents " + never, "eval " + never + " --against " + never} {
		status, out, errs := run(t.Context(), strings.Fields(line+" --game gin-match --max-deals 3 --games 8 --workers 2")...)
		if status != 0 || out == "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, never+" and "+never) || !strings.Contains(errs, "limit of 3 hands") {
			t.Errorf("%s: exit status %d, %s", line, status, errs)
		}
	}
	if _, _, errs := run(t.Context(), "tournament", "--game", "gin-match", "--agents", "simple", "--games", "4"); errs != "" {
		t.Errorf("matches that end give the line %s", errs)
	}
}
