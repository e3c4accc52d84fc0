package datasets

import (
	"encoding/json"
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"

	"rummygym/env/game"
	"rummygym/internal/table"
)

// ObservationPrefix is the prefix of the names of columns of observation fields.
const ObservationPrefix = "obs_"

// Column describes one column of a dataset.
type Column struct {
	Name  string
	Type  arrow.DataType
	Doc   string      // meaning and unit, one line
	Field *game.Field // the field it holds, or nil
}

// nameType is the dictionary type of columns with few distinct names.
var nameType = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}

// Columns lists the columns of a dataset in order. It is the single source of the Arrow
// schema, the field metadata, the reader's checks and the printed table. They depend on the
// layout, the number of actions and BestOf.
func Columns(m *Meta) []Column {
	layout, actions := m.GameLayout(), m.Actions
	columns := []Column{
		{"episode", arrow.PrimitiveTypes.Int64, "number of the episode, from 0, unique in the dataset", nil},
		{"step", arrow.PrimitiveTypes.Int32, "number of the decision in the episode, from 0, all players together", nil},
		{"player", arrow.PrimitiveTypes.Int8, "seat of the player to move, from 0", nil},
		{"agent", nameType, "specification of the agent at that seat", nil},
		{"phase", nameType, "phase of the decision", nil},
	}
	for i := range layout {
		f := &layout[i]
		columns = append(columns, Column{ObservationPrefix + f.Name, fieldType(f), f.Doc, f})
	}
	columns = append(columns, []Column{
		{"mask", arrow.FixedSizeListOf(int32(actions), arrow.FixedWidthTypes.Boolean), "legal actions, true at each number that was allowed", nil},
		{"action", arrow.PrimitiveTypes.Uint16, "the action taken; 65535 on a final observation", nil},
		{"probability", arrow.PrimitiveTypes.Float64, "probability in (0, 1] with which the agent chose the action; 1 where it did not choose at random", nil},
		{"reward", arrow.PrimitiveTypes.Float32, "points this player received after the action and before its next decision or the end", nil},
		{"return_to_end", arrow.PrimitiveTypes.Float32, "sum of this player's rewards from this row to the end, undiscounted", nil},
		{"terminated", arrow.FixedWidthTypes.Boolean, "the player's last decision in a game that the rules ended", nil},
		{"truncated", arrow.FixedWidthTypes.Boolean, "the player's last decision in a game that a limit of the collector cut off", nil},
		{"seed", arrow.PrimitiveTypes.Uint64, "seed of the run; with deal it gives the cards", nil},
		{"deal", arrow.PrimitiveTypes.Int64, dealDoc(m), nil},
		{"winner", arrow.PrimitiveTypes.Int8, winnerDoc, nil},
		{"ending", nameType, endingDoc, nil},
		{"gain", arrow.PrimitiveTypes.Int32, gainDoc, nil},
		{"rounds", arrow.PrimitiveTypes.Int32, roundsDoc, nil},
	}...)
	if m.BestOf > 1 {
		columns = append(columns, attemptColumn(m))
	}
	return columns
}

// What columns mean that decisions and results have.
const (
	winnerDoc = "seat that won the game, -1 without a winner"
	endingDoc = "how the game ended, the rules' word for it; empty if it was cut off"
	gainDoc   = "points this player gained in the game; all seats together gain 0"
	roundsDoc = "rounds begun in the game; a round is one turn of each player, or in a match one hand"
)

func dealDoc(m *Meta) string {
	doc := "number of the deal in the run of that seed, from 0"
	if m.BestOf > 1 {
		doc += "; attempts at it after the first share only what the agent named first sees of it"
	}
	return doc
}

func attemptColumn(m *Meta) Column {
	return Column{"attempt", arrow.PrimitiveTypes.Int32, fmt.Sprintf("number of the recorded attempt at the deal, from 0: of %d, the one in which the agent named first gained most, the first of equals", m.BestOf), nil}
}

// fieldType returns the Arrow type of an observation field: its DType, or a
// fixed-size list of it in row-major order if the field has a shape.
func fieldType(f *game.Field) arrow.DataType {
	t := scalarType(f.DType)
	if f.Shape == nil {
		return t
	}
	return arrow.FixedSizeListOf(int32(f.Size()), t)
}

func scalarType(d game.DType) arrow.DataType {
	switch d {
	case game.Uint8:
		return arrow.PrimitiveTypes.Uint8
	case game.Int8:
		return arrow.PrimitiveTypes.Int8
	case game.Int16:
		return arrow.PrimitiveTypes.Int16
	case game.Int32:
		return arrow.PrimitiveTypes.Int32
	case game.Float32:
		return arrow.PrimitiveTypes.Float32
	}
	panic(fmt.Sprintf("datasets: field type %q is not one of uint8, int8, int16, int32, float32", d))
}

// Schema returns the Arrow schema of the decisions of a shard. The metadata of each column holds its
// meaning under the key "doc", and for observation fields also "shape", "low" and
// "high". The metadata of the schema holds the [Meta] of the dataset under "rummygym", as JSON. No column is nullable.
func Schema(m *Meta) (*arrow.Schema, error) { return schemaOf(Columns(m), metaKey, m) }

// schemaOf returns the Arrow schema of a table, with m under the given key.
func schemaOf(columns []Column, key string, m *Meta) (*arrow.Schema, error) {
	text, err := m.JSON()
	if err != nil {
		return nil, err
	}
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		keys, values := []string{"doc"}, []string{c.Doc}
		if f := c.Field; f != nil {
			shape, _ := json.Marshal(f.Shape)
			keys = append(keys, "shape", "low", "high")
			values = append(values, string(shape), fmt.Sprint(f.Low), fmt.Sprint(f.High))
		}
		fields[i] = arrow.Field{Name: c.Name, Type: c.Type, Metadata: arrow.NewMetadata(keys, values)}
	}
	meta := arrow.NewMetadata([]string{key}, []string{text})
	return arrow.NewSchema(fields, &meta), nil
}

// parseSchema parses the metadata of a shard's schema, those of the dataset under the given key, and
// checks that the columns match them.
func parseSchema(schema *arrow.Schema, key string, columnsOf func(*Meta) []Column) (*Meta, error) {
	md := schema.Metadata()
	text, ok := md.GetValue(key)
	if !ok {
		return nil, fmt.Errorf("the schema metadata has no key %q: the file was not written by rummygym collect", key)
	}
	m, err := ReadMeta(text)
	if err != nil {
		return nil, err
	}
	columns := columnsOf(m)
	if schema.NumFields() != len(columns) {
		return nil, fmt.Errorf("%d columns, want %d", schema.NumFields(), len(columns))
	}
	for i, c := range columns {
		f := schema.Field(i)
		if f.Name != c.Name || !arrow.TypeEqual(f.Type, c.Type) {
			return nil, fmt.Errorf("column %d is %s of type %v, want %s of type %v", i, f.Name, f.Type, c.Name, c.Type)
		}
	}
	return m, nil
}

// TypeName returns the name of the element type of the column.
func (c *Column) TypeName() string {
	switch t := c.Type.(type) {
	case *arrow.FixedSizeListType:
		return t.Elem().String()
	case *arrow.DictionaryType:
		return "dictionary of " + t.ValueType.String()
	}
	return c.Type.String()
}

// Shape returns the shape of the column's entry in one row, or nil for a scalar.
func (c *Column) Shape() []int {
	t, ok := c.Type.(*arrow.FixedSizeListType)
	switch {
	case !ok:
		return nil
	case c.Field != nil:
		return c.Field.Shape
	}
	return []int{int(t.Len())}
}

// Markdown returns a table with one row per column.
func Markdown(columns []Column) string {
	var v table.View[Column]
	v.Add(func(c *Column) []string {
		shape := ""
		if s := c.Shape(); s != nil {
			shape = fmt.Sprint(s)
		}
		return []string{"`" + c.Name + "`", c.TypeName(), shape, c.Doc}
	}, "column", "type", "shape", "meaning")
	return v.Markdown(columns)
}
