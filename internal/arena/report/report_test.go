package report_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/internal/arena/reference"
	"rummygym/internal/arena/report"
	"rummygym/internal/must"
	"rummygym/internal/table"
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

// written returns what a function writes.
func written(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, write(&b))
	return b.Bytes()
}

func write(t *testing.T, s *arena.Summary, f table.Format) []byte {
	t.Helper()
	return written(t, func(w io.Writer) error { return report.Write(w, s, f) })
}

// goldens compares the text, CSV and JSON of a report with the files of a name in testdata. It checks that the Arrow file is reproducible, and that no format hides an error of the writer.
func goldens[R any](t *testing.T, name string, cols []table.Column[R], write func(io.Writer, table.Format) error) {
	t.Helper()
	of := func(f table.Format) []byte { return written(t, func(w io.Writer) error { return write(w, f) }) }
	must.Match(t, "testdata/"+name+".txt", of(table.Readable))
	must.Match(t, "testdata/"+name+".csv", of(table.CSV))
	must.Match(t, "testdata/"+name+".json", of(table.JSON))
	if a := of(table.Arrow); !bytes.Equal(a, of(table.Arrow)) || len(a) == 0 {
		t.Errorf("%s: the Arrow file is empty or not reproducible", name)
	}
	for _, f := range table.Formats {
		if err := write(full{}, f); err == nil {
			t.Errorf("%s: %s: no error on a full disk", name, f)
		}
	}
	seen := map[string]bool{}
	for _, c := range cols {
		if seen[c.Name] || c.Doc == "" {
			t.Errorf("%s: two columns %s, or one without a meaning", name, c.Name)
		}
		seen[c.Name] = true
	}
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
	summary := func(name string, s *arena.Summary) {
		t.Helper()
		goldens(t, name, report.Columns(s), func(w io.Writer, f table.Format) error { return report.Write(w, s, f) })
	}
	summary("two", two)
	must.Match(t, "testdata/long.txt", write(t, long, table.Readable))
	must.Match(t, "testdata/three.txt", write(t, three, table.Readable))
	must.Match(t, "testdata/three.csv", write(t, three, table.CSV))

	matches := madeUpGin([]string{"simple", "stubborn", "sigra"}, game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true}, 100)
	hands := madeUpGin([]string{"simple"}, game.Terms{Game: "hand", Void: "void", AnyStarter: true, NoDrops: true}, 100)
	summary("matches", matches)
	must.Match(t, "testdata/hands.txt", write(t, hands, table.Readable))

	authors := must.Get(reference.Open("authors"))(t)
	var b bytes.Buffer
	must.Do(t, report.WriteComparison(&b, madeUp([]string{"random", "min-score", "min-dist", "min-dist-opp"}, 2, 1000), authors))
	must.Match(t, "testdata/comparison.txt", b.Bytes())
	b.Reset()
	for _, name := range []string{"sigra-paper", "fitness-paper", "gin-measured"} {
		table := must.Get(reference.Open(name))(t)
		agents := []string{"simple", "medium", "independent-heuristics", "fitness", "stubborn", "sigra"}
		must.Do(t, report.WriteComparison(&b, madeUpGin(agents, game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true}, 500), table))
	}
	must.Match(t, "testdata/eitherseat.txt", b.Bytes())
	b.Reset()
	must.Do(t, report.WriteComparison(&b, madeUp([]string{"simple"}, 2, 10), authors))
	if want := "\nNo pair of this tournament stands in the table authors.\n"; b.String() != want {
		t.Errorf("comparison of unknown agents: %q, want %q", b.String(), want)
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

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }
