// Package table writes tables: as text for people, JSON, CSV, Arrow and Markdown.
//
// A [Table] has rows of any type and columns, each with a name, a kind, a meaning and the value of a row. Columns are
// listed with the methods of [Columns], or made by [Fields] from the fields of a struct. An [Output] adds what a
// format has beside the table, and writes it:
//
//	rows := []score{{"simple", 0.5}, {"medium", math.NaN()}}
//	err := (&table.Output[score]{Table: table.New(table.Fields[score](), rows)}).Write(os.Stdout, table.CSV)
//
// All formats have the same values. Values that are not defined, such as NaN, are null, and empty in CSV and text.
// Equal tables give equal bytes. A [View] is a table of texts, for people.
package table

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
)

// Format is the output format of a table.
type Format string

// The formats.
const (
	Readable Format = "table" // text for people
	JSON     Format = "json"
	CSV      Format = "csv"
	Arrow    Format = "arrow" // an Arrow IPC file

	// Lines is JSON with one object per row and line, also where [JSON] is a document. It is for programs.
	Lines Format = "lines"
)

// Formats holds the formats that people choose from.
var Formats = []Format{Readable, JSON, CSV, Arrow}

// Table is a table: its columns, and the rows one after the other. An error in place of a row ends what is written.
type Table[R any] struct {
	Columns []Column[R]
	Rows    iter.Seq2[R, error]
}

// New returns the table of the rows.
func New[R any](cols []Column[R], rows []R) Table[R] {
	return Table[R]{cols, func(yield func(R, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}}
}

// Collect returns all rows.
func (t *Table[R]) Collect() (rows []R, err error) {
	for row, err := range t.Rows {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Output is a table with what its formats write beside it.
type Output[R any] struct {
	Table[R]

	Text     func(out *bufio.Writer) // writes the text for people; nil for View
	View     *View[R]                // what text and CSV show; nil for the columns
	Layout   Layout                  // of View as text
	Document any                     // what JSON writes, indented; nil for one object per row and line
	Object   func(*R) any            // the object of a row without Document; nil for one of the columns, in order

	// Metadata of the Arrow file, each if it is not empty: the version of the columns, and Setup, as JSON, under Key.
	// The metadata of each field has the meaning of the column under the key doc.
	Version, Key string
	Setup        any
}

// Write writes the table in a format.
func (o *Output[R]) Write(w io.Writer, f Format) error {
	switch f {
	case Readable:
		out := bufio.NewWriter(w)
		if o.Text != nil {
			o.Text(out)
			return out.Flush()
		}
		rows, err := o.Collect()
		if err != nil {
			return err
		}
		o.view().Write(out, o.Layout, rows)
		return out.Flush()
	case JSON:
		if o.Document != nil {
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			return enc.Encode(o.Document)
		}
		return o.writeLines(w)
	case Lines:
		return o.writeLines(w)
	case CSV:
		return o.writeCSV(w)
	case Arrow:
		return o.writeArrow(w)
	}
	return fmt.Errorf("%q is not a format: want one of %q", f, Formats)
}

// view returns what text and CSV show.
func (o *Output[R]) view() *View[R] {
	if o.View != nil {
		return o.View
	}
	v := ViewOf(o.Columns)
	return &v
}

// writeCSV writes a line with the names of the columns and one line per row.
func (o *Output[R]) writeCSV(w io.Writer) error {
	out, v := csv.NewWriter(w), o.view()
	out.Write(v.heads) // the writer keeps its error
	for row, err := range o.Rows {
		if err != nil {
			return err
		}
		if err := out.Write(v.row(&row)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// writeLines writes one line of JSON per row.
func (o *Output[R]) writeLines(w io.Writer) error {
	enc := json.NewEncoder(w)
	for row, err := range o.Rows {
		if err != nil {
			return err
		}
		var object any = object[R]{o.Columns, &row}
		if o.Object != nil {
			object = o.Object(&row)
		}
		if err := enc.Encode(object); err != nil {
			return err
		}
	}
	return nil
}

// MarshalJSON returns a list with an object for each row.
func (t Table[R]) MarshalJSON() ([]byte, error) {
	rows, err := t.Collect()
	if err != nil {
		return nil, err
	}
	objects := make([]object[R], len(rows))
	for i := range rows {
		objects[i] = object[R]{t.Columns, &rows[i]}
	}
	return json.Marshal(objects)
}

// object is a row with the columns as its fields, in order.
type object[R any] struct {
	columns []Column[R]
	row     *R
}

// MarshalJSON returns the object.
func (o object[R]) MarshalJSON() ([]byte, error) {
	var fields Object
	for i := range o.columns {
		fields = append(fields, o.columns[i].Name, o.columns[i].Value(o.row))
	}
	return fields.MarshalJSON()
}

// Object is a JSON object whose fields are in order: a name, its value, the next name, and so on.
type Object []any

// MarshalJSON returns the object.
func (o Object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := 0; i < len(o); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		v, err := json.Marshal(o[i+1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o[i], err)
		}
		b = append(append(strconv.AppendQuote(b, o[i].(string)), ':'), v...)
	}
	return append(b, '}'), nil
}
