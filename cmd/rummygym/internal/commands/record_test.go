package commands

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/record"
	"rummygym/internal/features/text"
	"rummygym/internal/must"
)

// written writes a text to a file of the test.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// piped returns a path of a pipe with a text, as a shell makes it for <(command).
func piped(t *testing.T, text string) string {
	t.Helper()
	r, w := must.Get2(os.Pipe())(t)
	go func() {
		_, _ = w.WriteString(text) // the reader may stop before the end
		_ = w.Close()
	}()
	t.Cleanup(func() { _ = r.Close() })
	return fmt.Sprintf("/dev/fd/%d", r.Fd())
}

// Records are read once, and so from a pipe too. What is not UTF-8 text is named.
func TestRecordInputs(t *testing.T) {
	dir := collectedAs(t, "--agents", "random,min-dist", "--games", "2")
	dataset := program.Succeed(t, "dataset", "export", "--records", "-", dir)
	games := dataset[strings.Index(dataset, "\n")+1:]
	for _, text := range []string{games, dataset, "\ufeff" + games, "\n\n" + games} {
		if got := program.Succeed(t, "record", "convert", piped(t, text)); got != games {
			t.Errorf("a pipe with %.60q is converted to %.200q", text, got)
		}
	}
	clitest.WantAll(t, program.Succeed(t, "record", "check", piped(t, games)), ": 2 games, ")
	if one, other := program.Succeed(t, "replay", "--html", "-", written(t, games)), program.Succeed(t, "replay", "--html", "-", piped(t, games)); one != other {
		t.Error("replay makes another page of a pipe than of a file")
	}
	again := filepath.Join(t.TempDir(), "again")
	program.Succeed(t, "dataset", "import", "--out", again, piped(t, dataset))
	clitest.WantAll(t, program.Succeed(t, "dataset", "validate", "--replay", again), "2 ")

	var gz, wide bytes.Buffer
	w := gzip.NewWriter(&gz)
	must.Get(w.Write([]byte(games)))(t)
	must.Do(t, w.Close())
	for _, u := range utf16.Encode([]rune("\ufeff" + games)) {
		wide.Write([]byte{byte(u), byte(u >> 8)})
	}
	for text, want := range map[string]string{gz.String(): "compressed by gzip: want text, as zcat prints it", wide.String(): "it is UTF-16: save it as UTF-8"} {
		file := written(t, text)
		for _, args := range [][]string{{"record", "check"}, {"record", "convert"}, {"replay", "--html", "-"}, {"review"}, {"dataset", "import", "--out", filepath.Join(t.TempDir(), "x")}} {
			clitest.WantAll(t, program.Fail(t, append(args, file)...), file, want)
		}
	}
	// Leading lines count.
	clitest.WantAll(t, program.Fail(t, "record", "check", written(t, "\n\n"+strings.Replace(games, `"starter":`, `"starter":1,"starter":`, 1))), `line 4: field "starter" is there twice`)
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
	clitest.WantAll(t, program.Succeed(t, "record", "convert", "--from", "openspiel", "../../../../internal/env/foreign/testdata/openspiel.txt"), `"seats":["player 0","player 1"]`, `"gains":[17,-17]`)
	clitest.WantAll(t, program.Succeed(t, "record", "convert", "--from", "eaai", "../../../../env/gin/testdata/gin-hands.jsonl"), `"type":"lay-off"`)
	const log = "../../../../internal/env/foreign/testdata/eaai.log"
	clitest.WantAll(t, program.Succeed(t, "record", "convert", "--from", "eaai-log", log), `"game":"gin-match"`, `"ending":"target-reached"`)
	for _, command := range [][]string{{"record", "check"}, {"review"}} {
		clitest.WantAll(t, program.Fail(t, append(command, log)...), "record convert --from eaai-log")
	}
	packed := must.Get(os.Open("../../../../internal/env/foreign/testdata/kaggle.json.gz"))(t)
	defer packed.Close()
	replay := written(t, string(must.Get(io.ReadAll(must.Get(gzip.NewReader(packed))(t)))(t)))
	clitest.WantAll(t, program.Fail(t, "review", replay), "record convert --from kaggle")
	converted := filepath.Join(t.TempDir(), "games.jsonl")
	program.Succeed(t, "record", "convert", "--from", "kaggle", "--out", converted, replay)
	clitest.WantAll(t, program.Succeed(t, "record", "check", converted), ": 1 game, 0 of them without an end, ")
	clitest.WantAll(t, program.Succeed(t, "review", "--rollouts", "100", converted), "seat 1, player 1: ")
	clitest.WantAll(t, program.Fail(t, "record", "check", written(t, "")), "is empty")
	clitest.WantAll(t, program.Fail(t, "record", "check", written(t, "hello")), "line 1: ")
	if got := program.Succeed(t, "record", "schema"); got != string(record.Schema()) {
		t.Errorf("the schema is %.100s", got)
	}
	if got := program.Succeed(t, "positions", "schema"); got != string(text.Schema()) {
		t.Errorf("the schema of positions is %.100s", got)
	}
}
