package recipe

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"rummygym/internal/arena/positions"
	"rummygym/internal/options"
	"rummygym/internal/table"
)

// positionListHelp is the text of the command.
var positionListHelp = Help{
	Use:   "list",
	Short: "List the frozen sets of positions",
	Long: `list prints the sets of positions that are part of the program, with the SHA-256 of each set. In
answer and score, --positions accepts the name of such a set instead of a file.`,
	Example: `  rummygym positions list`,
	Formats: rowFormats,
}

// positionShowHelp is the text of the command.
var positionShowHelp = Help{
	Use:   "show SET",
	Short: "Print a frozen set of positions",
	Long: `show prints a frozen set. With --format json, the output is the file whose SHA-256 is printed by
"positions list". With --format arrow, the moves and the exact answers are nested columns. With
--out, show writes a folder with the set as JSON Lines and as an Arrow file, and the dataset card.`,
	Example: `  rummygym positions show gin --format json > gin.jsonl
  rummygym positions show indian --out indian-positions`,
	Formats: rowFormats,
}

// PositionSets lists the frozen sets of positions. Its result is a [*PositionSetsResult].
type PositionSets struct {
	shell `options:"-"`
}

// NewPositionSets returns the recipe of "positions list".
func NewPositionSets() *PositionSets {
	f := new(PositionSets)
	f.bindAlone(f)
	return f
}

// PositionSetRow describes a frozen set.
type PositionSetRow struct {
	Name      string `json:"name" doc:"name of the set"`
	Positions int    `json:"positions" doc:"number of positions"`
	Rules     int    `json:"rules" doc:"number of different game rules among its positions"`
	Bytes     int    `json:"bytes" doc:"size as JSON Lines"`
	SHA256    string `json:"sha256" doc:"SHA-256 of the JSON Lines"`
}

// PositionSetsResult is a row for each frozen set.
type PositionSetsResult struct{ Rows []PositionSetRow }

// Write writes the rows.
func (r *PositionSetsResult) Write(w io.Writer, f table.Format) error {
	out := table.Output[PositionSetRow]{Table: table.New(table.Fields[PositionSetRow](), r.Rows)}
	return out.Write(w, f)
}

// run lists the sets.
func (f *PositionSets) run(context.Context, *Host) (Result, error) {
	r := new(PositionSetsResult)
	for _, name := range positions.Shipped() {
		set, digest, err := readPositions(name)
		if err != nil {
			return nil, err
		}
		rules := map[string]bool{}
		for i := range set {
			rules[set[i].Rules] = true
		}
		lines, _, err := positions.ShippedSet(name)
		if err != nil {
			return nil, err
		}
		r.Rows = append(r.Rows, PositionSetRow{name, len(set), len(rules), len(lines), digest})
	}
	return r, nil
}

// PositionSet prints a frozen set of positions. Its result is a [*PositionSetResult].
type PositionSet struct {
	shell `options:"-"`
	Set   string `option:"set" argument:"true" doc:"name of a frozen set, of those that list prints"`
	Out   string `option:"out" folder:"true" doc:"folder for the set as JSON Lines and as an Arrow file, and its dataset card; it must be empty or not exist"`
}

// NewPositionSet returns the recipe of "positions show".
func NewPositionSet() *PositionSet {
	f := new(PositionSet)
	f.bindAlone(f)
	return f
}

// PositionSetResult is the positions of a frozen set.
type PositionSetResult struct {
	Entries []positions.Entry

	lines []byte
}

// Write writes the positions: as JSON the bytes of the set.
func (r *PositionSetResult) Write(w io.Writer, f table.Format) error {
	if f == table.JSON || f == table.Lines {
		_, err := w.Write(r.lines)
		return err
	}
	out := table.Output[positions.Entry]{Table: table.New(positions.Columns(), r.Entries), Version: positions.TableVersion}
	if f == table.Readable {
		out.Columns = out.Columns[:len(out.Columns)-3] // the nested ones have no place on a screen
		out.Columns = slices.DeleteFunc(out.Columns, func(c table.Column[positions.Entry]) bool { return c.Name == "rules" || c.Name == "text" })
	}
	return out.Write(w, f)
}

// run reads the set, and writes its folder if there is one.
func (f *PositionSet) run(context.Context, *Host) (Result, error) {
	lines, card, err := positions.ShippedSet(f.Set)
	if err != nil {
		return nil, err
	}
	set, err := positions.Read(bytes.NewReader(lines))
	if err != nil {
		return nil, err
	}
	r := &PositionSetResult{set, lines}
	if f.Out != "" {
		if err := f.write(r, card); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// write writes the set, as JSON Lines and as an Arrow file, and its dataset card to the folder of the option out, which must be
// empty or not exist.
func (f *PositionSet) write(r *PositionSetResult, card string) error {
	if names, err := os.ReadDir(f.Out); err == nil && len(names) > 0 || err != nil && !os.IsNotExist(err) {
		return options.FileFault(fmt.Errorf("--out: %s already exists and is not an empty folder: name another one", f.Out))
	}
	if err := os.MkdirAll(f.Out, 0o777); err != nil {
		return err
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{positions.LinesFile, func(w io.Writer) error { return r.Write(w, table.Lines) }},
		{positions.ArrowFile, func(w io.Writer) error { return r.Write(w, table.Arrow) }},
		{positions.CardFile, func(w io.Writer) error { _, err := io.WriteString(w, card); return err }},
	} {
		out := OutFile{Option: "out", Path: filepath.Join(f.Out, file.name)}
		if err := out.Stream(file.write); err != nil {
			return err
		}
	}
	return nil
}

// readPositions reads the set of the option positions: a frozen one, or a file. The digest is the SHA-256 of its JSON Lines.
func readPositions(name string) (set []positions.Entry, digest string, err error) {
	read := func(r io.Reader) (err error) {
		sum := sha256.New()
		set, err = positions.Read(io.TeeReader(r, sum))
		digest = hex.EncodeToString(sum.Sum(nil))
		return err
	}
	if !slices.Contains(positions.Shipped(), name) {
		err = reading("positions", name, nil, read)
		return set, digest, err
	}
	lines, _, err := positions.ShippedSet(name)
	if err == nil {
		err = read(bytes.NewReader(lines))
	}
	return set, digest, err
}
