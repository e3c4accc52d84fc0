package record

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/record"
	"rummygym/internal/page"
)

// written writes a text to a file of the test.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRecordCommands(t *testing.T) {
	for _, args := range [][]string{
		{"--agents", "random,min-dist"},
		{"--game", "gin", "--preset", "openspiel", "--agents", "random,simple"},
	} {
		dir := collectedAs(t, append(args, "--games", "3")...)
		text := program.Succeed(t, "dataset", "export", "--records", "-", dir)
		file := written(t, text)
		clitest.WantAll(t, program.Succeed(t, "record", "check", file), ": 3 games, 0 of them without an end, ")
		games := text[strings.Index(text, "\n")+1:]
		if got := program.Succeed(t, "record", "convert", file); got != games {
			t.Errorf("convert changes the records to\n%s", got)
		}
		short := program.Succeed(t, "record", "convert", "--to", "text", file)
		clitest.WantAll(t, short, "[Version \"1\"]\n", "[Seat0 \"random\"]\n", "\n1. ", "wins, gains")
		if got := program.Succeed(t, "record", "convert", written(t, short)); got != games {
			t.Errorf("the text gives\n%s\nwant\n%s", got, games)
		}
		view := program.Succeed(t, "record", "convert", "--seat", "1", file)
		clitest.WantAll(t, view, `"view":1`, `"hands":[null,[`)
		for _, hidden := range []string{`"stock":[`, `"key"`, `"seed"`, `"place"`} {
			if strings.Contains(view, hidden) {
				t.Errorf("the view of seat 1 has %s", hidden)
			}
		}
		clitest.WantAll(t, program.Fail(t, "record", "check", written(t, view)), "line 1", "only the record of the whole game")
		clitest.WantAll(t, program.Fail(t, "record", "convert", "--seat", "2", file), "--seat: 2 is not a seat")
		bad := written(t, strings.Replace(text, `"card":"`, `"card":"JK`, 1))
		clitest.WantAll(t, program.Fail(t, "record", "check", bad), bad, "line 4", "is not a card")
	}
	clitest.WantAll(t, program.Succeed(t, "record", "convert", "--from", "openspiel", "--to", "text", "../../../../env/gin/foreign/testdata/openspiel.txt"), `[Seat1 "player 1"]`, "gains 17 -17")
	clitest.WantAll(t, program.Succeed(t, "record", "convert", "--from", "eaai", "../../../../env/gin/testdata/gin-hands.jsonl"), `"type":"lay-off"`)
	clitest.WantAll(t, program.Fail(t, "record", "check", written(t, "")), "is empty")
	clitest.WantAll(t, program.Fail(t, "record", "check", written(t, "hello")), `line 1: "hello", want the tags of a game first`)
	clitest.WantAll(t, program.Fail(t, "record", "convert", "--to", "text", "--seat", "0", "x"), "of whole games")
	if got := program.Succeed(t, "record", "schema"); got != string(record.Schema()) {
		t.Errorf("the schema is %.100s", got)
	}
}

//go:generate go test -count=1 -run ^TestRecordsPage$ -update .

// TestRecordsPage checks the tables and examples of docs/records.md; -update rewrites them.
func TestRecordsPage(t *testing.T) {
	const path = "../../../../docs/records.md"
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fresh := string(old)
	replace := func(name, part string) {
		t.Helper()
		if fresh, err = page.Replace(fresh, name, part); err != nil {
			t.Fatal(err)
		}
	}
	replace("fields", record.Markdown())
	gin := collectedAs(t, "--game", "gin", "--preset", "openspiel", "--agents", "simple,simple", "--games", "1", "--fields", "none")
	indian := collectedAs(t, "--agents", "min-dist,min-score", "--games", "1", "--fields", "none")
	for name, dir := range map[string]string{"gin": gin, "indian": indian} {
		lines := program.Succeed(t, "dataset", "export", "--records", "-", "--episode", "0", dir)
		replace(name+"-json", "```json\n"+lines+"```\n")
		replace(name+"-text", "```\n"+program.Succeed(t, "record", "convert", "--to", "text", written(t, lines))+"```\n")
	}
	if *clitest.Update {
		if err := os.WriteFile(path, []byte(fresh), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal([]byte(fresh), old) {
		t.Errorf("%s is stale: run make generate", path)
	}
}
