package recipe_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"

	"rummygym/internal/arena/positions"
	"rummygym/internal/must"
	"rummygym/internal/recipe"
	"rummygym/internal/table"
)

// some returns a file with every nth position of the frozen set gin, and its entries.
func some(t *testing.T, nth int) (string, []positions.Entry) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "some.jsonl.gz")
	shown, _, err := run(t, "positions show", `{"set": "gin"}`)
	must.Do(t, err)
	var lines strings.Builder
	n := 0
	for line := range strings.Lines(inFormat(t, shown, table.JSON)) {
		if n++; n%nth == 1 {
			lines.WriteString(line)
		}
	}
	packed := must.Get(os.Create(path))(t)
	w := gzip.NewWriter(packed)
	must.Get(w.Write([]byte(lines.String())))(t)
	must.Do(t, w.Close())
	must.Do(t, packed.Close())
	return path, must.Get(positions.Read(strings.NewReader(lines.String())))(t)
}

// TestPositions scores answers to a file of positions.
func TestPositions(t *testing.T) {
	lines, set := some(t, 20)
	answers := filepath.Join(t.TempDir(), "answers.jsonl")
	var text strings.Builder
	for _, e := range set {
		text.Write(must.Get(json.Marshal(map[string]string{"id": e.ID, "answer": e.Best}))(t))
		text.WriteByte('\n')
	}
	must.Do(t, os.WriteFile(answers, []byte(text.String()), 0o666))
	res, _, err := run(t, "positions score", fmt.Sprintf(`{"answers": %q, "positions": %q}`, answers, lines))
	must.Do(t, err)
	if all := res.(*recipe.PositionScoreResult).Rows[0]; all.Positions != 100 || all.Accuracy != 1 || all.Cost != 0 {
		t.Errorf("the best moves have %+v", all)
	}
	if csv := inFormat(t, res, table.CSV); !strings.HasPrefix(csv, "group,positions,missing,illegal,accuracy,") {
		t.Errorf("CSV %q", csv)
	}
	mean := map[string]float64{}
	for _, agent := range []string{"simple", "random"} {
		said, _, err := run(t, "positions answer", fmt.Sprintf(`{"agent": %q, "positions": %q}`, agent, lines))
		must.Do(t, err)
		must.Do(t, os.WriteFile(answers, []byte(inFormat(t, said, table.JSON)), 0o666))
		res, _, err := run(t, "positions score", fmt.Sprintf(`{"answers": %q, "positions": %q}`, answers, lines))
		must.Do(t, err)
		all := res.(*recipe.PositionScoreResult).Rows[0]
		if mean[agent] = all.Cost; all.Illegal+all.Missing > 0 {
			t.Errorf("%s has %+v", agent, all)
		}
	}
	if mean["simple"] >= mean["random"] {
		t.Errorf("mean costs %v", mean)
	}
	must.Do(t, os.WriteFile(answers, []byte("{\"id\": \"gin-eaai-00001\"}\n"), 0o666))
	_, _, err = run(t, "positions score", fmt.Sprintf(`{"answers": %q, "positions": %q}`, answers, lines))
	must.Fail(t, err, answers, "line 1", "field answer")
}

// TestLeaderboard adds rows to a file, and checks which options belong together.
func TestLeaderboard(t *testing.T) {
	dir := t.TempDir()
	board, answers := filepath.Join(dir, "board.json"), filepath.Join(dir, "answers.jsonl")
	score := func(settings string) error {
		_, _, err := run(t, "positions score", fmt.Sprintf(`{"answers": %q, "positions": "gin", %s}`, answers, settings))
		return err
	}
	list, _, err := run(t, "positions list", "{}")
	must.Do(t, err)
	sets := list.(*recipe.PositionSetsResult).Rows
	lines, _ := some(t, 40)
	for _, agent := range []string{"simple", "random"} {
		said, _, err := run(t, "positions answer", fmt.Sprintf(`{"agent": %q, "positions": %q}`, agent, lines))
		must.Do(t, err)
		must.Do(t, os.WriteFile(answers, []byte(inFormat(t, said, table.JSON)), 0o666))
		for range map[string]int{"random": 2, "simple": 1}[agent] { // a second row takes the place of the first
			must.Do(t, score(fmt.Sprintf(`"leaderboard": %q, "name": %q, "kind": "built-in", "settings": "s"`, board, agent)))
		}
	}
	read := must.Get(positions.ReadLeaderboard(strings.NewReader(string(must.Get(os.ReadFile(board))(t)))))(t)
	if len(read.Rows) != 2 || read.Rows[0].Name != "simple" || read.Rows[1].Name != "random" || len(read.Rows[0].Kinds) < 5 {
		t.Fatalf("rows %+v", read.Rows)
	}
	digest := sha256.Sum256(must.Get(os.ReadFile(answers))(t))
	for _, s := range sets {
		if r := read.Rows[1]; s.Name == "gin" && (r.SetSHA256 != s.SHA256 || r.Positions != s.Positions || r.Settings != "s" || r.Answers != hex.EncodeToString(digest[:])) {
			t.Errorf("row %+v of the set %+v", r, s)
		}
	}
	must.Do(t, os.WriteFile(answers, []byte(`{"id":"gin-eaai-00001","answer":null,"invalid":"empty","prompt_tokens":2000000,"completion_tokens":1000000}`), 0o666))
	must.Do(t, score(fmt.Sprintf(`"leaderboard": %q, "name": "m", "input-price": 0.5, "output-price": 2`, board)))
	read = must.Get(positions.ReadLeaderboard(strings.NewReader(string(must.Get(os.ReadFile(board))(t)))))(t)
	if r := read.Rows[2]; r.Name != "m" || r.Kind != positions.Model || r.Spent != 3 || r.Invalid["empty"] != 1 || r.Missing != 2000 || r.CompletionTokens != 1000000 {
		t.Errorf("row %+v", r)
	}
	must.Fail(t, score(fmt.Sprintf(`"leaderboard": %q`, board)), "--leaderboard needs --name")
	must.Fail(t, score(`"name": "m"`), "add --leaderboard")
	must.Fail(t, score(fmt.Sprintf(`"leaderboard": %q, "name": "m", "input-price": -1`, board)), "--input-price is -1")
	must.Do(t, os.WriteFile(board, []byte("{}"), 0o666))
	must.Fail(t, score(fmt.Sprintf(`"leaderboard": %q, "name": "m"`, board)), board, "field version is 0")
}

// TestPositionSet checks that a frozen set has the same positions in all forms.
func TestPositionSet(t *testing.T) {
	out := filepath.Join(t.TempDir(), "gin")
	res, _, err := run(t, "positions show", fmt.Sprintf(`{"set": "gin", "out": %q}`, out))
	must.Do(t, err)
	lines := must.Get(os.ReadFile(filepath.Join(out, positions.LinesFile)))(t)
	if inFormat(t, res, table.JSON) != string(lines) {
		t.Error("the folder has other lines than JSON")
	}
	digest := sha256.Sum256(lines)
	list, _, err := run(t, "positions list", "{}")
	must.Do(t, err)
	if text := inFormat(t, list, table.Readable); !strings.Contains(text, hex.EncodeToString(digest[:])) {
		t.Errorf("the list lacks the SHA-256 %x:\n%s", digest, text)
	}
	rows := must.Get(ipc.NewFileReader(bytes.NewReader(must.Get(os.ReadFile(filepath.Join(out, positions.ArrowFile)))(t))))(t)
	defer rows.Close()
	n := int64(0)
	for i := range rows.NumRecords() {
		n += must.Get(rows.RecordAt(i))(t).NumRows()
	}
	must.Equal(t, n, 2000, "rows of the Arrow file")
	_, _, err = run(t, "positions show", fmt.Sprintf(`{"set": "gin", "out": %q}`, out))
	must.Fail(t, err, "--out", "not an empty folder")
	_, _, err = run(t, "positions show", `{"set": "whist"}`)
	must.Fail(t, err, `"whist" is not a frozen set`)
}
