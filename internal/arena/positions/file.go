package positions

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"

	"rummygym/internal/strictjson"
	"rummygym/internal/table"
)

// The files of a set.
const (
	LinesFile = "positions.jsonl"
	ArrowFile = "positions.arrow"
	CardFile  = "README.md"
)

// The Arrow types of the nested columns, by the JSON of the values.
var (
	words    = arrow.BinaryTypes.String
	whole    = arrow.PrimitiveTypes.Int64
	number   = arrow.PrimitiveTypes.Float64
	movesOf  = arrow.ListOf(structOf("name", words, "text", words, "distance", whole, "outs", whole, "points", whole, "cost", number, "cost_se", number, "win_cost", number, "win_cost_se", number))
	cardsOf  = arrow.ListOf(words)
	handOf   = structOf("melds", arrow.ListOf(structOf("kind", words, "cards", cardsOf, "counts", arrow.FixedWidthTypes.Boolean)), "unmelded", cardsOf, "points", whole, "measure", words, "distance", whole)
	layOffOf = structOf("melds", arrow.ListOf(cardsOf), "laid_off", arrow.ListOf(structOf("card", words, "onto", whole)), "unmelded", cardsOf, "deadwood", whole)
	exactOf  = structOf("hand", handOf, "outs", arrow.ListOf(structOf("card", words, "copies", whole)), "lay_off", layOffOf)
)

// structOf returns the type of a struct with fields of these names and types, which may be null.
func structOf(fields ...any) arrow.DataType {
	var all []arrow.Field
	for i := 0; i < len(fields); i += 2 {
		all = append(all, arrow.Field{Name: fields[i].(string), Type: fields[i+1].(arrow.DataType), Nullable: true})
	}
	return arrow.StructOf(all...)
}

// TableVersion is the version of the columns.
const TableVersion = "3"

// Columns returns the columns of a set in tables.
func Columns() table.Columns[Entry] {
	cols := table.Fields[Entry]()
	cols.Text("position", "the position as JSON, which `rummygym.Position.from_json` reads", func(e *Entry) string { return string(e.Position) })
	cols.Nested("moves", "list of the legal moves, in the order of the text: name, words, what a solver counts after the move, cost in points and in win chance with standard errors", movesOf, func(e *Entry) any { return e.Moves })
	cols.Nested("exact", "struct of what solvers say of the position: best grouping with deadwood or MinScore, MinDist, outs, best lay-offs", exactOf, func(e *Entry) any { return e.Exact })
	return cols
}

// Read reads a set from JSON Lines. An error names the line and the field.
func Read(r io.Reader) (set []Entry, err error) {
	seen := map[string]bool{}
	err = eachLine(r, func(_ int, line []byte) error {
		var e Entry
		if err := strictjson.UnmarshalKnown(line, &e); err != nil {
			return fmt.Errorf("%w: want a position of a set", err)
		}
		switch {
		case e.ID == "" || seen[e.ID]:
			return fmt.Errorf("field id is %q: want an id that no other position has", e.ID)
		case len(e.Moves) == 0:
			return fmt.Errorf("field moves is empty: want the legal moves with their costs")
		}
		if _, err := e.Move(e.Best); err != nil {
			return fmt.Errorf("field best: %w", err)
		}
		seen[e.ID] = true
		set = append(set, e)
		return nil
	})
	if err == nil && len(set) == 0 {
		err = fmt.Errorf("there is no position")
	}
	return set, err
}
