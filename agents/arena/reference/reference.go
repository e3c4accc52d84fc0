// Package reference holds published and recorded results, and sets a tournament
// beside them.
//
// Start from [Open], which reads a [Table] by name or from a file, and
// [Table.Compare]. Known by name are the results of the authors of paper 000,
// "authors" (without drops) and "authors-drop", 10,000 games an ordered pair;
// [TableI] is Table I of the paper itself. For Gin Rummy they are "sigra-paper",
// "fitness-paper" and "gin-measured", see [SigraPaper], [FitnessPaper] and
// [GinMeasured].
package reference

import (
	"bytes"
	_ "embed" // the authors' results
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

var (
	//go:embed data/indian-authors-nodrop.csv
	authorsNoDrop []byte
	//go:embed data/indian-authors-drop.csv
	authorsDrop []byte
)

// authorsGames is the number of games behind each row of the authors' results.
const authorsGames = 10_000

// Table is a list of results of ordered pairs of agents.
type Table struct {
	Name    string
	About   string // what it is, a line
	Authors bool   // in the format of the authors of paper 000, and so by their program
	// EitherSeat is set where a pair is of two players, whoever sits where. Names
	// then stand for the agents of just these options.
	EitherSeat bool
	Pairs      []Pair
	Margins    []Margin
}

// Pair is the result of the first-named, who moves first, against the second.
// What a table does not tell is NaN, or zero in a table of EitherSeat, which tells
// win rates only.
type Pair struct {
	First, Second string  // names as the baselines have them, options apart
	Games         int     // games played
	Win           float64 // win rate of the first-named
	Gain          float64 // its mean gain in points
	MedianGain    float64
	MedianRounds  float64
	LowRounds     float64 // 2.5th percentile
	HighRounds    float64 // 97.5th percentile
	AtLimit       float64 // share of games that reached the limit of rounds

	FirstLabel, SecondLabel string // names in the table, where others than ours
	PaperSays               string // of measured figures: what the paper has
}

// Margin tells by how much more of its games the first-named wins than the second
// does, both against a common opponent.
type Margin struct {
	First, Second, Opponent string
	Games                   int     // of each
	More                    float64 // difference of the win rates, to two places
}

// names maps the authors' names of agents to ours.
var names = map[string]string{
	"Random": "random", "Defeat": "defeat-seeking", "Minscore": "min-score", "Mindist": "min-dist",
	"Mindistscore": "min-dist-score", "MindistOpp": "min-dist-opp",
}

// Names returns the names that [Open] knows.
func Names() []string {
	return []string{"authors", "authors-drop", "sigra-paper", "fitness-paper", "gin-measured"}
}

// Open returns the table of that name, one of [Names], or reads the file of that
// name: the format of the authors of paper 000, or what "rummygym tournament
// --format csv" prints.
func Open(name string) (*Table, error) {
	switch name {
	case "sigra-paper":
		return SigraPaper(), nil
	case "fitness-paper":
		return FitnessPaper(), nil
	case "gin-measured":
		return GinMeasured()
	case "authors":
		return Read(bytes.NewReader(authorsNoDrop), name)
	case "authors-drop":
		return Read(bytes.NewReader(authorsDrop), name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("no table %q: want %s or a CSV file: %w", name, strings.Join(Names(), ", "), err)
	}
	defer f.Close()
	return Read(f, name)
}

// Read reads a table in CSV. An error names the table, the line and the column.
func Read(r io.Reader, name string) (*Table, error) {
	in := csv.NewReader(r)
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("table %s is empty: want a line of column names", name)
	}
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", name, err)
	}
	row, err := newRow(header)
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", name, err)
	}
	t := &Table{Name: name, Authors: row.authors}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", name, err)
		}
		p, err := row.pair(record)
		if err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("table %s, line %d: %w", name, line, err)
		}
		t.Pairs = append(t.Pairs, p)
	}
	if len(t.Pairs) == 0 {
		return nil, fmt.Errorf("table %s has no rows", name)
	}
	return t, nil
}

// row knows where the columns of a table are.
type row struct {
	authors bool
	at      map[string]int
}

// The columns that a Pair is read from, ours and the authors'. A table must have
// the names and the win rate.
var (
	ourColumns     = []string{"first", "second", "games", "win_rate", "gain_mean", "gain_median", "rounds_median", "rounds_low", "rounds_high", "rounds_limit_share"}
	authorsColumns = []string{"win % (p1)", "avg gain (p1)", "med gain (p1)", "med nrounds", "low 95% nrounds", "up 95% nrounds", "% nrounds 100"}
)

func newRow(header []string) (row, error) {
	r := row{at: map[string]int{}}
	for i, h := range header {
		if of, ok := strings.CutPrefix(h, "hands_"); ok { // matches of several hands
			h = "rounds_" + of
		}
		r.at[h] = i
	}
	want := ourColumns
	if r.authors = len(header) > 2 && header[0] == "" && header[1] == ""; r.authors {
		want = authorsColumns
	}
	for _, c := range want {
		if _, ok := r.at[c]; !ok {
			return row{}, fmt.Errorf("no column %q: want the columns %s, or two without a name and then %s",
				c, strings.Join(ourColumns, ", "), strings.Join(authorsColumns, ", "))
		}
	}
	return r, nil
}

// pair reads one record.
func (r row) pair(record []string) (Pair, error) {
	var errs []error
	number := func(column string) float64 {
		text := record[r.at[column]]
		if text == "" {
			return math.NaN()
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			errs = append(errs, fmt.Errorf("column %q: %q is not a number", column, text))
		}
		return v
	}
	var p Pair
	columns := authorsColumns
	if r.authors {
		p.First, p.Second, p.Games = record[0], record[1], authorsGames
		for _, n := range []*string{&p.First, &p.Second} {
			our, ok := names[*n]
			if !ok {
				errs = append(errs, fmt.Errorf("%q is not an agent of the authors", *n))
			}
			*n = our
		}
	} else {
		columns = ourColumns[3:]
		p.First, p.Second, p.Games = record[r.at["first"]], record[r.at["second"]], int(number("games"))
	}
	for i, dst := range []*float64{&p.Win, &p.Gain, &p.MedianGain, &p.MedianRounds, &p.LowRounds, &p.HighRounds, &p.AtLimit} {
		*dst = number(columns[i])
	}
	if len(errs) == 0 && (p.Games < 1 || !(p.Win >= 0 && p.Win <= 1)) {
		errs = append(errs, fmt.Errorf("win rate %v of %d games: want a rate from 0 to 1 of at least 1 game", p.Win, p.Games))
	}
	return p, errors.Join(errs...)
}

// find returns the pair of that name, or of those names without their options. In
// a table of EitherSeat it is that of the full names, in either order.
func (t *Table) find(first, second string) (Pair, bool) {
	if t.EitherSeat {
		for _, p := range t.Pairs {
			switch {
			case p.First == first && p.Second == second:
				return p, true
			case p.First == second && p.Second == first:
				p.First, p.Second, p.FirstLabel, p.SecondLabel, p.Win = first, second, p.SecondLabel, p.FirstLabel, 1-p.Win
				return p, true
			}
		}
		return Pair{}, false
	}
	for _, strip := range []func(string) string{func(n string) string { return n }, Base} {
		a, b := strip(first), strip(second)
		if i := slices.IndexFunc(t.Pairs, func(p Pair) bool { return p.First == a && p.Second == b }); i >= 0 {
			return t.Pairs[i], true
		}
	}
	return Pair{}, false
}

// Base returns the name of an agent without its options: "min-dist" of
// "min-dist:drop=5".
func Base(name string) string {
	base, _, _ := strings.Cut(name, ":")
	return base
}
