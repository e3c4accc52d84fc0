// Package reference holds published and recorded results, and compares a tournament with
// them.
//
//	table, err := reference.Open("authors")
//	comparison := table.Compare(summary)
//
// Start from [Open], which returns a [Table] by name or from a file, and
// [Table.Compare]. The named tables are:
//
//	authors, authors-drop  Indian Rummy: results of the authors of saha2025mindist without
//	                       and with drops, 10,000 games per ordered pair
//	sigra-paper            Gin Rummy: Table 3 of goldman2021evaluating
//	fitness-paper          Gin Rummy: cardfitness2021
//	gin-measured           Gin Rummy: measured with the authors' programs
//
// [CompareTableI] compares with Table I of saha2025mindist itself.
package reference

import (
	"bytes"
	_ "embed" // the authors' results
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"rummygym/internal/safefile"
)

var (
	//go:embed data/indian-authors-nodrop.csv
	authorsNoDrop []byte
	//go:embed data/indian-authors-drop.csv
	authorsDrop []byte
)

// authorsGames is the number of games of each row of the authors' results.
const authorsGames = 10_000

// Table is a list of results of pairs of agents.
type Table struct {
	Name    string
	About   string // description, one line
	Authors bool   // the table has the format of the authors of saha2025mindist, so their program made it
	// EitherSeat is set if pairs are not ordered by seat. Names must then match
	// with their options.
	EitherSeat bool
	Pairs      []Pair
	Margins    []Margin
}

// Pair is the result of the first-named agent, which moves first, against the second.
// Values that a table does not have are NaN, or zero in a table with EitherSeat, which has
// win rates only.
type Pair struct {
	First, Second string  // names of the agents as the baselines have them
	Games         int     // games played
	Win           float64 // win rate of the first-named
	Gain          float64 // its mean gain in points
	MedianGain    float64
	MedianRounds  float64

	FirstLabel, SecondLabel string // names in the table, "" if they are First and Second
	PaperSays               string // the paper's figure next to a measured one, "" if none
}

// Margin is the difference between the win rates of the first and the second agent
// against a common opponent.
type Margin struct {
	First, Second, Opponent string
	Games                   int     // games of each agent
	Difference              float64 // difference of the win rates, to two places
}

// names maps the names of agents in the authors' tables to ours.
var names = map[string]string{
	"Random": "random", "Defeat": "defeat-seeking", "Minscore": "min-score", "Mindist": "min-dist",
	"Mindistscore": "min-dist-score", "MindistOpp": "min-dist-opp",
}

// Names returns the names of the built-in tables.
func Names() []string {
	return []string{"authors", "authors-drop", "sigra-paper", "fitness-paper", "gin-measured"}
}

// Open returns the built-in table of that name, one of [Names], or reads the CSV file of
// that name. The file has the format of the authors of saha2025mindist or that of
// "rummygym tournament --format csv".
func Open(name string) (*Table, error) {
	switch name {
	case "sigra-paper", "fitness-paper", "gin-measured":
		return openGin(name)
	case "authors":
		return Read(bytes.NewReader(authorsNoDrop), name)
	case "authors-drop":
		return Read(bytes.NewReader(authorsDrop), name)
	}
	f, err := safefile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("no table %q: want %s or a CSV file: %w", name, strings.Join(Names(), ", "), err)
	}
	defer f.Close()
	return Read(f, name)
}

// Read reads a table in CSV. Errors name the table, the line and the column.
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

// row parses the records of a table.
type row struct {
	authors bool           // the table has the authors' format
	at      map[string]int // index of each column by name
}

// The columns from which a Pair is read, in our format and in the authors'. A table must
// have all of them.
var (
	ourColumns     = []string{"first", "second", "games", "win_rate", "gain_mean", "gain_median", "rounds_median"}
	authorsColumns = []string{"win % (p1)", "avg gain (p1)", "med gain (p1)", "med nrounds"}
)

func newRow(header []string) (row, error) {
	r := row{at: map[string]int{}}
	for i, h := range header {
		if of, ok := strings.CutPrefix(h, "hands_"); ok { // of matches, whose rounds are hands
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
			return row{}, fmt.Errorf("no column %q: want the columns %s, or two columns without a name and then %s",
				c, strings.Join(ourColumns, ", "), strings.Join(authorsColumns, ", "))
		}
	}
	return r, nil
}

// pair parses one record.
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
	for i, dst := range []*float64{&p.Win, &p.Gain, &p.MedianGain, &p.MedianRounds} {
		*dst = number(columns[i])
	}
	if len(errs) == 0 && (p.Games < 1 || !(p.Win >= 0 && p.Win <= 1)) {
		errs = append(errs, fmt.Errorf("win rate %v of %d games: want a rate from 0 to 1 of at least 1 game", p.Win, p.Games))
	}
	return p, errors.Join(errs...)
}

// find returns the pair of these names, or otherwise that of the names without their
// options. In a table with EitherSeat it finds full names only, in either order.
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
	for _, strip := range []func(string) string{func(n string) string { return n }, base} {
		a, b := strip(first), strip(second)
		if i := slices.IndexFunc(t.Pairs, func(p Pair) bool { return p.First == a && p.Second == b }); i >= 0 {
			return t.Pairs[i], true
		}
	}
	return Pair{}, false
}

// base returns the name of an agent without its options: "min-dist" of
// "min-dist:drop=5".
func base(name string) string {
	name, _, _ = strings.Cut(name, ":")
	return name
}
