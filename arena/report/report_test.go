package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"rummygym/arena"
	"rummygym/arena/reference"
	"rummygym/arena/report"
	"rummygym/env/game"
	"rummygym/internal/golden"
)

// madeUp returns the summary of a made-up tournament. The win rate of agent i against
// agent j grows with i − j, and one in ten games ends by a drop.
func madeUp(agents []string, seats, games int) *arena.Summary {
	res := &arena.Result{Setup: arena.Setup{
		Game: "made up", Rules: "made up", Seats: seats, Games: games, Seed: 7, Agents: agents,
		Deals: arena.FreshDeals, RoundLimit: 9, Lineups: arena.RoundRobin(len(agents), seats),
	}}
	for _, l := range res.Lineups {
		records := make([]arena.Record, games)
		for i := range records {
			r := arena.Record{Ending: "declared", Rounds: uint16(1 + i%9), Turns: uint16(seats * (1 + i%9)), Winner: game.Player(1 + i%(seats-1))}
			if i*10 < games*(5+l[0]-l[1]) {
				r.Winner = 0
			}
			if i%10 == 3 {
				r.Ending, r.Drops = "first-drop", 1<<((int(r.Winner)+1)%seats)
			}
			for s := range seats {
				if r.Gains[s] = -int16(5 + i%7); s == int(r.Winner) {
					r.Gains[s] = int16((seats - 1) * (5 + i%7))
				}
			}
			records[i] = r
		}
		res.Records = append(res.Records, records)
	}
	return arena.Summarize(res, arena.Settings{Resamples: 100})
}

func write(t *testing.T, s *arena.Summary, f report.Format) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.Write(&b, s, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// madeUpGin returns the summary of made-up matches or hands of Gin Rummy.
func madeUpGin(agents []string, terms game.Terms, games int) *arena.Summary {
	res := madeUp(agents, 2, games).Result
	res.Terms, res.RoundLimit = terms, 0
	for l := range res.Records {
		for i := range res.Records[l] {
			r := &res.Records[l][i]
			r.Drops, r.Ending = 0, []game.Ending{"won", "gin", "undercut", "knock"}[i%4]
			if terms.Void == "" {
				r.Ending = "won"
			} else if i%25 == 0 {
				r.Ending, r.Winner, r.Gains = "void", game.NoPlayer, [game.MaxPlayers]int16{}
			}
		}
	}
	s := arena.Summarize(res, arena.Settings{Resamples: 100})
	against, err := s.AgainstOpponent(agents[0])
	if err != nil {
		panic(err)
	}
	s.Against = against
	return s
}

func TestGolden(t *testing.T) {
	two := madeUp([]string{"random", "min-dist", "min-dist-opp"}, 2, 100)
	long := madeUp([]string{"min-dist:variant=released", "min-score"}, 2, 1000)
	three := madeUp([]string{"random", "min-dist"}, 3, 30)
	golden.Equal(t, "testdata/two.txt", write(t, two, report.Table))
	golden.Equal(t, "testdata/two.json", write(t, two, report.JSON))
	golden.Equal(t, "testdata/two.csv", write(t, two, report.CSV))
	golden.Equal(t, "testdata/long.txt", write(t, long, report.Table))
	golden.Equal(t, "testdata/three.txt", write(t, three, report.Table))
	golden.Equal(t, "testdata/three.csv", write(t, three, report.CSV))
	golden.Equal(t, "testdata/columns.md", []byte(report.Markdown(report.Columns(two))))

	matches := madeUpGin([]string{"simple", "stubborn", "sigra"}, game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true}, 100)
	hands := madeUpGin([]string{"simple"}, game.Terms{Game: "hand", Void: "void", AnyStarter: true, NoDrops: true}, 100)
	golden.Equal(t, "testdata/matches.txt", write(t, matches, report.Table))
	golden.Equal(t, "testdata/matches.json", write(t, matches, report.JSON))
	golden.Equal(t, "testdata/matches.csv", write(t, matches, report.CSV))
	golden.Equal(t, "testdata/matches.md", []byte(report.Markdown(report.Columns(matches))))
	golden.Equal(t, "testdata/hands.txt", write(t, hands, report.Table))

	authors, err := reference.Open("authors")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.WriteComparison(&b, madeUp([]string{"random", "min-score", "min-dist", "min-dist-opp"}, 2, 1000), authors); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "testdata/comparison.txt", b.Bytes())
	b.Reset()
	for _, name := range []string{"sigra-paper", "fitness-paper", "gin-measured"} {
		table, err := reference.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		agents := []string{"simple", "medium", "independent-heuristics", "fitness", "stubborn", "sigra"}
		if err := report.WriteComparison(&b, madeUpGin(agents, game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true}, 500), table); err != nil {
			t.Fatal(err)
		}
	}
	golden.Equal(t, "testdata/eitherseat.txt", b.Bytes())
	b.Reset()
	if err := report.WriteComparison(&b, madeUp([]string{"simple"}, 2, 10), authors); err != nil {
		t.Fatal(err)
	}
	if want := "\nNo pair of this tournament stands in the table authors.\n"; b.String() != want {
		t.Errorf("comparison of unknown agents: %q, want %q", b.String(), want)
	}
}

// JSON, CSV and Arrow have the same columns and values.
func TestFormatsAgree(t *testing.T) {
	for _, s := range []*arena.Summary{madeUp([]string{"a", "b"}, 2, 50), madeUp([]string{"a", "b"}, 4, 50), madeUp([]string{"a"}, 2, 1)} {
		cols := report.Columns(s)
		rows, err := csv.NewReader(bytes.NewReader(write(t, s, report.CSV))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Version string
			Setup   arena.Setup
			Players []map[string]any
			Pairs   []map[string]json.RawMessage
		}
		if err := json.Unmarshal(write(t, s, report.JSON), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Version != report.Version || doc.Setup.Seed != 7 || len(doc.Players) != len(s.Agents) {
			t.Errorf("version %q, seed %d, %d players", doc.Version, doc.Setup.Seed, len(doc.Players))
		}
		file, err := ipc.NewFileReader(bytes.NewReader(write(t, s, report.Arrow)))
		if err != nil {
			t.Fatal(err)
		}
		batch, err := file.Record(0)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 1+len(s.Pairs) || len(doc.Pairs) != len(s.Pairs) || int(batch.NumRows()) != len(s.Pairs) || int(batch.NumCols()) != len(cols) {
			t.Fatalf("%d CSV lines, %d JSON pairs, %d Arrow rows of %d columns for %d lineups", len(rows), len(doc.Pairs), batch.NumRows(), batch.NumCols(), len(s.Pairs))
		}
		for i, c := range cols {
			if rows[0][i] != c.Name || batch.ColumnName(i) != c.Name || c.Doc == "" {
				t.Errorf("column %d: %q in CSV, %q in Arrow, want %q and a meaning (%q)", i, rows[0][i], batch.ColumnName(i), c.Name, c.Doc)
			}
			for l := range s.Pairs {
				fromCSV := rows[1+l][i]
				fromJSON := strings.Trim(string(doc.Pairs[l][c.Name]), `"`)
				if fromJSON == "null" {
					fromJSON = ""
				}
				fromArrow := strings.Trim(batch.Column(i).ValueStr(l), `"`)
				if fromArrow == array.NullValueStr {
					fromArrow = ""
				}
				if !same(fromCSV, fromJSON) || !same(fromCSV, fromArrow) {
					t.Errorf("%s of lineup %d: %q in CSV, %q in JSON, %q in Arrow", c.Name, l, fromCSV, fromJSON, fromArrow)
				}
			}
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// same reports whether two texts are equal, or are numbers that are equal up to rounding.
func same(a, b string) bool {
	if a == b {
		return true
	}
	var x, y float64
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && math.Abs(x-y) <= 1e-12*math.Abs(x)
}

// A CSV report can be read as a table for comparison.
func TestCSVIsATable(t *testing.T) {
	s := madeUp([]string{"a", "b:x=1"}, 2, 200)
	table, err := reference.Read(bytes.NewReader(write(t, s, report.CSV)), "own")
	if err != nil {
		t.Fatal(err)
	}
	c := table.Compare(s)
	if len(c.Rows) != 4 || c.Skilled.ChiSquare > 1e-20 {
		t.Errorf("%d rows with chi-square %v for a tournament compared with itself, want 4 and 0", len(c.Rows), c.Skilled.ChiSquare)
	}
}

func TestColumnNamesAreUnique(t *testing.T) {
	for seats := 2; seats <= game.MaxPlayers; seats++ {
		seen := map[string]bool{}
		for _, c := range report.Columns(madeUp([]string{"a", "b"}, seats, 20)) {
			if seen[c.Name] {
				t.Errorf("%d seats: two columns %s", seats, c.Name)
			}
			seen[c.Name] = true
		}
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range report.Formats {
		if got, err := report.ParseFormat(string(f)); got != f || err != nil {
			t.Errorf("ParseFormat(%q) = %q, %v", f, got, err)
		}
	}
	want := `"xml" is not a format: want table, json, csv, arrow`
	if _, err := report.ParseFormat("xml"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := report.Write(new(bytes.Buffer), madeUp([]string{"a"}, 2, 1), "xml"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWriteErrorsAreReturned(t *testing.T) {
	s := madeUp([]string{"a", "b"}, 2, 10)
	for _, f := range report.Formats {
		if err := report.Write(full{}, s, f); err == nil {
			t.Errorf("%s: no error on a full disk", f)
		}
	}
}
