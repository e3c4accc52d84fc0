package table_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"rummygym/internal/must"
	"rummygym/internal/table"
)

// deal is a row with a field of every kind.
type deal struct {
	Name string `json:"name" doc:"who plays"`
	place
	Wins  int      `json:"wins" doc:"games won"`
	Seed  uint64   `json:"seed,omitempty" doc:"of the games"`
	Rate  float64  `json:"rate" doc:"share won" digits:"3"`
	Gain  float64  `json:"gain" doc:"points" digits:"-1"`
	Error *float64 `json:"error" doc:"standard error"`
	Best  bool     `json:"best" doc:"wins most"`
	Note  []string `json:"note"` // no column
}

type place struct {
	Seat int8 `json:"seat" doc:"from 0"`
}

func deals() []deal {
	se := 1e-7
	return []deal{
		{"simple", place{1}, 12, math.MaxUint64, 1. / 3, 1234567.5, &se, true, []string{"a"}},
		{`"quoted, & <odd>"` + "\nß", place{0}, -1, 0, math.NaN(), math.Inf(1), nil, false, nil},
		{"", place{0}, 0, 7, 0, -1e-9, nil, false, nil},
	}
}

func write(t *testing.T, o *table.Output[deal], f table.Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := o.Write(&b, f); err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	return b.String()
}

// cells returns the values of a table in a format, row by row, as JSON, null for what is not there.
func cells(t *testing.T, f table.Format, text string, cols []table.Column[deal]) (rows [][]string) {
	t.Helper()
	switch f {
	case table.JSON:
		for line := range strings.Lines(text) {
			var object map[string]json.RawMessage
			if err := json.Unmarshal([]byte(line), &object); err != nil || len(object) != len(cols) {
				t.Fatalf("%s: %v, want %d fields", line, err, len(cols))
			}
			var row []string
			for _, c := range cols {
				row = append(row, string(object[c.Name]))
			}
			rows = append(rows, row)
		}
	case table.CSV:
		all := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
		for _, record := range all[1:] {
			for i, c := range cols {
				switch {
				case all[0][i] != c.Name:
					t.Errorf("column %d is %s in CSV, want %s", i, all[0][i], c.Name)
				case c.Kind == table.Text:
					quoted, _ := json.Marshal(record[i])
					record[i] = string(quoted)
				case record[i] == "":
					record[i] = "null"
				}
			}
			rows = append(rows, record)
		}
	case table.Arrow:
		file := must.Get(ipc.NewFileReader(strings.NewReader(text)))(t)
		defer file.Close()
		batch := must.Get(file.Record(0))(t)
		for i, c := range cols {
			if field := batch.Schema().Field(i); field.Name != c.Name || field.Metadata.Values()[0] != c.Doc {
				t.Errorf("column %d is %v in Arrow, want %s: %s", i, field, c.Name, c.Doc)
			}
		}
		for r := range int(batch.NumRows()) {
			var row []string
			for _, a := range batch.Columns() {
				value := any(nil)
				if !a.IsNull(r) {
					value = a.(interface{ GetOneForMarshal(int) any }).GetOneForMarshal(r)
				}
				text, _ := json.Marshal(value)
				row = append(row, string(text))
			}
			rows = append(rows, row)
		}
		for _, want := range []string{"rummygym.deals/1", "rummygym.deals", `"[2]"`} {
			if !strings.Contains(fmt.Sprint(file.Schema().Metadata()), want) {
				t.Errorf("the metadata of the Arrow file is %v, want %s", file.Schema().Metadata(), want)
			}
		}
	}
	return rows
}

// TestFormatsAgree compares JSON, CSV and Arrow with the rows, value by value.
func TestFormatsAgree(t *testing.T) {
	cols := table.Fields[deal]()
	for _, with := range [][]deal{deals(), nil} {
		o := table.Output[deal]{Table: table.New(cols, with), Version: "rummygym.deals/1", Key: "rummygym.deals", Setup: []int{2}}
		for _, f := range []table.Format{table.JSON, table.CSV, table.Arrow} {
			text := write(t, &o, f)
			if again := write(t, &o, f); again != text {
				t.Errorf("%s: the same table gives other bytes", f)
			}
			rows := cells(t, f, text, cols)
			if len(rows) != len(with) {
				t.Fatalf("%s: %d rows, want %d", f, len(rows), len(with))
			}
			for r := range with {
				for i, c := range cols {
					want := must.Get(json.Marshal(c.Value(&with[r])))(t)
					if !same(rows[r][i], string(want), f == table.CSV && c.Digits > 0) {
						t.Errorf("%s: %s of row %d is %s, want %s", f, c.Name, r, rows[r][i], want)
					}
				}
			}
		}
	}
}

// same reports whether two values are equal as JSON, numbers up to the third decimal if they are rounded.
func same(a, b string, rounded bool) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	if err != nil || err2 != nil || !rounded {
		return a == b || err == nil && err2 == nil && x == y
	}
	return math.Abs(x-y) <= 5e-4
}

// TestFields checks the columns of a struct, and that columns made by hand are the same.
func TestFields(t *testing.T) {
	var want table.Columns[deal]
	want.Text("name", "who plays", func(d *deal) string { return d.Name })
	want.Count("seat", "from 0", func(d *deal) int { return int(d.Seat) })
	want.Count("wins", "games won", func(d *deal) int { return d.Wins })
	want.Seed("seed", "of the games", func(d *deal) uint64 { return d.Seed })
	want.Number("rate", "share won", func(d *deal) float64 { return d.Rate })
	for i, c := range table.Fields[deal]()[:len(want)] {
		if w := want[i]; c.Name != w.Name || c.Kind != w.Kind || c.Doc != w.Doc || c.Value(&deals()[0]) != w.Value(&deals()[0]) {
			t.Errorf("column %d is %+v, want %+v", i, c, w)
		}
	}
}

// TestDocuments checks JSON with something around the rows, and rows that are objects of their own.
func TestDocuments(t *testing.T) {
	two := table.New(table.Fields[deal]()[:2], deals()[:1])
	for want, o := range map[string]table.Output[deal]{
		"{\n  \"rows\": [\n    {\n      \"name\": \"simple\",\n      \"seat\": 1\n    }\n  ]\n}\n": {Table: two, Document: map[string]any{"rows": two}},
		"{\"note\":[\"a\"]}\n": {Table: two, Object: func(d *deal) any { return map[string]any{"note": d.Note} }},
	} {
		if got := write(t, &o, table.JSON); got != want {
			t.Errorf("JSON is\n%s\nwant\n%s", got, want)
		}
	}
	if text, err := json.Marshal(table.New(table.Fields[deal](), nil)); string(text) != "[]" || err != nil {
		t.Errorf("a table without rows is %s in JSON, %v", text, err)
	}
}

// TestText checks the layouts of text, which count characters, not bytes.
func TestText(t *testing.T) {
	o := table.Output[deal]{Table: table.New(table.Fields[deal]()[:5], append(deals()[:1], deal{Name: "größer", Rate: 10}))}
	const right = "    name  seat  wins                  seed    rate\n" +
		"  simple     1    12  18446744073709551615   0.333\n" +
		"  größer     0     0                     0  10.000\n"
	if got := write(t, &o, table.Readable); got != right {
		t.Errorf("the columns as text are\n%s\nwant\n%s", got, right)
	}
	var v table.View[string]
	v.Add(func(s *string) []string { return []string{*s, *s + "!"} }, "", "ö")
	v.Add(func(s *string) []string { return []string{strings.Repeat("x", len(*s)-1)} }, "last")
	rule := strings.Repeat("─", 15) + "\n"
	for layout, want := range map[table.Layout]string{
		table.Ruled: "        ö  last\n" + rule + "a      a!\n" + rule + "bcd  bcd!    xx\n",
		table.Left:  "     ö     last\na    a!    \nbcd  bcd!  xx\n",
	} {
		if got := strings.Join(v.Lines(layout, []string{"a", "bcd"}, 1), ""); got != want {
			t.Errorf("layout %d is\n%s\nwant\n%s", layout, got, want)
		}
	}
	if got, want := v.Markdown([]string{"a"}), "|  | ö | last |\n|---|---|---|\n| a | a! |  |\n"; got != want {
		t.Errorf("in Markdown %q, want %q", got, want)
	}
}

// full is a disk without space.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestErrors(t *testing.T) {
	o := table.Output[deal]{Table: table.New(table.Fields[deal](), deals())}
	for _, f := range table.Formats {
		if err := o.Write(full{}, f); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v on a full disk", f, err)
		}
	}
	must.Fail(t, o.Write(new(bytes.Buffer), "xml"), `"xml"`)
	broken := table.Output[deal]{Table: table.Table[deal]{Columns: o.Columns, Rows: func(yield func(deal, error) bool) {
		_ = yield(deals()[0], nil) && yield(deal{}, errFull)
	}}}
	for _, f := range table.Formats {
		var b bytes.Buffer
		if err := broken.Write(&b, f); !errors.Is(err, errFull) || f != table.JSON && b.Len() > 0 {
			t.Errorf("%s: error %v of a row that cannot be read, after %q", f, err, &b)
		}
	}
	o.Columns = []table.Column[deal]{{Name: "note", Value: func(d *deal) any { return d.Note }}}
	must.Fail(t, o.Write(new(bytes.Buffer), table.Arrow), "note")
	o.Columns[0].Value = func(*deal) any { return math.NaN() }
	must.Fail(t, o.Write(new(bytes.Buffer), table.JSON), "note")
}

func TestThousands(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.5: "0.5", 12.345: "12.3", 99: "99", 150: "150", 1e6: "1,000,000", 12345.6: "12,346"} {
		must.Equal(t, table.Thousands(v), want, "Thousands(%v)", v)
	}
}

// TestNested checks a column of lists of structs in each format.
func TestNested(t *testing.T) {
	type move struct {
		Name string   `json:"name"`
		Cost *float64 `json:"cost,omitempty"`
	}
	type row struct{ Moves []move }
	cost := .5
	rows := []row{{[]move{{"a<b", &cost}, {"c", nil}}}, {[]move{}}, {nil}}
	of := arrow.ListOf(arrow.StructOf(arrow.Field{Name: "name", Type: arrow.BinaryTypes.String, Nullable: true}, arrow.Field{Name: "cost", Type: arrow.PrimitiveTypes.Float64, Nullable: true}))
	var cols table.Columns[row]
	cols.Nested("moves", "what can be done", of, func(r *row) any { return r.Moves })
	out := func(f table.Format) string {
		var b bytes.Buffer
		must.Do(t, (&table.Output[row]{Table: table.New(cols, rows)}).Write(&b, f))
		return b.String()
	}
	must.Equal(t, out(table.CSV), "moves\n\"[{\"\"name\"\":\"\"a<b\"\",\"\"cost\"\":0.5},{\"\"name\"\":\"\"c\"\"}]\"\n[]\nnull\n", "CSV")
	must.Equal(t, out(table.JSON), "{\"moves\":[{\"name\":\"a\\u003cb\",\"cost\":0.5},{\"name\":\"c\"}]}\n{\"moves\":[]}\n{\"moves\":null}\n", "JSON")
	r := must.Get(ipc.NewFileReader(strings.NewReader(out(table.Arrow))))(t)
	batch := must.Get(r.Record(0))(t)
	must.Equal(t, fmt.Sprint(batch.Column(0)), `[{["a<b" "c"] [0.5 (null)]} {[] []} (null)]`, "Arrow")
	bad := table.Columns[row]{}
	bad.Nested("moves", "", of, func(*row) any { return "no list" })
	must.Fail(t, (&table.Output[row]{Table: table.New(bad, rows)}).Write(&bytes.Buffer{}, table.Arrow), "column moves")
}
