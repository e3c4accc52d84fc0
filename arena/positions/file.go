package positions

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"

	"rummygym/internal/strictjson"
	"rummygym/table"
)

// The files of a set.
const (
	LinesFile     = "positions.jsonl"
	ParquetFile   = "positions.parquet"
	CardFile      = "README.md"
	QuestionsFile = "questions.jsonl" // of a sealed set: the positions without answers
)

// WriteLines writes a set as JSON Lines.
func WriteLines(w io.Writer, set []Entry) error {
	return writeEach(w, set, func(e *Entry) any { return e })
}

// WriteQuestions writes a set without its answers as JSON Lines.
func WriteQuestions(w io.Writer, set []Entry) error {
	type question struct {
		ID       string          `json:"id"`
		Game     string          `json:"game"`
		Rules    string          `json:"rules"`
		Text     string          `json:"text"`
		Position json.RawMessage `json:"position"`
	}
	return writeEach(w, set, func(e *Entry) any { return question{e.ID, e.Game, e.Rules, e.Text, e.Position} })
}

func writeEach(w io.Writer, set []Entry, of func(*Entry) any) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for i := range set {
		if err := enc.Encode(of(&set[i])); err != nil {
			return err
		}
	}
	return out.Flush()
}

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
const TableVersion = "2"

// Columns returns the columns of a set in tables.
func Columns() table.Columns[Entry] {
	cols := table.Fields[Entry]()
	cols.Text("position", "the position as JSON, which `rummygym.Position.from_json` reads", func(e *Entry) string { return string(e.Position) })
	cols.Nested("moves", "list of the legal moves, in the order of the text: name, words, what a solver counts after the move, cost in points and in win chance with standard errors", movesOf, func(e *Entry) any { return e.Moves })
	cols.Nested("exact", "struct of what solvers say of the position: best grouping with deadwood or MinScore, MinDist, outs, best lay-offs", exactOf, func(e *Entry) any { return e.Exact })
	return cols
}

// WriteParquet writes a set as a Parquet file.
func WriteParquet(w io.Writer, set []Entry) error {
	out := table.Output[Entry]{Table: table.New(Columns(), set), Version: TableVersion}
	return out.Write(w, table.Parquet)
}

// Fields returns a Markdown table of the fields of an entry.
func Fields() string { return table.Markdown(Columns()) }

// Read reads a set from JSON Lines. An error names the line and the field.
func Read(r io.Reader) (set []Entry, err error) {
	seen := map[string]bool{}
	err = eachLine(r, func(_ int, line []byte) error {
		var e Entry
		if err := strictjson.UnmarshalKnown(line, &e); err != nil {
			return fmt.Errorf("%w: want a position of rummygym positions", err)
		}
		switch {
		case e.ID == "" || seen[e.ID]:
			return fmt.Errorf("field id is %q: want an id that no other position has", e.ID)
		case len(e.Moves) == 0:
			return fmt.Errorf("field moves is empty: want the legal moves with their costs, which questions lack")
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

// Count is the number of positions of a kind and a class of difficulty.
type Count struct {
	Kind     string `json:"kind" doc:"kind of the decisions"`
	Close    int    `json:"close" doc:"positions whose best two moves differ by less than 2 standard errors"`
	Moderate int    `json:"moderate" doc:"by 2 to 6 standard errors"`
	Clear    int    `json:"clear" doc:"by 6 or more"`
}

// Counts counts the positions of a set, without twins, by kind and difficulty.
func Counts(set []Entry) (all []Count) {
	for _, kind := range Kinds() {
		c := Count{Kind: kind}
		for i := range set {
			if e := &set[i]; e.Kind == kind && e.TwinOf == "" {
				switch e.Difficulty {
				case Close:
					c.Close++
				case Moderate:
					c.Moderate++
				default:
					c.Clear++
				}
			}
		}
		if c.Close+c.Moderate+c.Clear > 0 {
			all = append(all, c)
		}
	}
	return all
}

// Card is what the dataset card of a set says of its making.
type Card struct {
	Title   string      // of the game
	Made    [][2]string // names and values of the settings
	Entries []Entry
}

// Write writes the card in the format of Hugging Face.
func (c *Card) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `---
pretty_name: Positions of %[1]s with answers
task_categories: [question-answering, text-generation]
language: [en]
tags: [games, card-games, imperfect-information, rummy]
configs: [{config_name: default, data_files: %[2]s}]
---

# Positions of %[1]s with answers

%[3]d decisions of %[1]s, each as text and as JSON with its legal moves, what every move costs with its standard error, and
what exact solvers say of the hand. Made by rummygym; docs/positions.md of the project describes the format and the method.

## How it was made

`, c.Title, ParquetFile, len(c.Entries))
	for _, m := range c.Made {
		fmt.Fprintf(out, "- %s: %s\n", m[0], m[1])
	}
	fmt.Fprint(out, "\n## Decisions\n\n")
	v := table.ViewOf(table.Fields[Count]())
	fmt.Fprint(out, v.Markdown(Counts(c.Entries)))
	fmt.Fprintf(out, "\nTwins, which are the same with other suits, are not counted.\n\n## Fields\n\n%s", Fields())
	return out.Flush()
}

// Originals returns the positions of a set without the twins.
func Originals(set []Entry) (all []Entry) {
	for _, e := range set {
		if e.TwinOf == "" {
			all = append(all, e)
		}
	}
	return all
}
