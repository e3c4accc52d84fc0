package tabular

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"

	"rummygym/env/game"
	"rummygym/internal/safefile"
	"rummygym/internal/strictjson"
)

// Header says what a table is for and where it comes from. It is the first line of the file, a JSON object.
type Header struct {
	Format   string          `json:"format"`
	Digest   string          `json:"digest"`
	Game     string          `json:"game"`
	Rules    json.RawMessage `json:"rules"`    // all options, as the rules marshal to
	Probe    string          `json:"probe"`    // see Probe, in hexadecimal
	Method   string          `json:"method"`   // how it was computed
	NashConv float64         `json:"nashconv"` // in points per game
	Value    float64         `json:"value"`    // gain of seat 0 between two players of the table, in points per game
	Rows     int             `json:"rows"`
	Cells    int             `json:"cells"` // actions of all rows
}

// format names the format and its version.
const format = "rummygym-tabular-1"

// Row is a row of a table.
type Row struct {
	Key           uint64 // see Next
	View          uint64 // of the observation alone
	Weight        float32
	Actions       []game.Action // ascending
	Probabilities []float32
}

// Table is a table in memory. It does not change, and is safe for concurrent use.
type Table struct {
	Header
	keys, views   []uint64 // by row, which are sorted by view and then by key
	weights       []float32
	first         []int32 // by row: its first cell; then the number of cells
	actions       []game.Action
	probabilities []float32
}

// New returns the table of rows, of which no two have the same key.
func New(h Header, rows []Row) *Table {
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(cmp.Compare(a.View, b.View), cmp.Compare(a.Key, b.Key)) })
	t := &Table{Header: h, first: []int32{0}}
	for _, r := range rows {
		t.keys, t.views, t.weights = append(t.keys, r.Key), append(t.views, r.View), append(t.weights, r.Weight)
		t.actions, t.probabilities = append(t.actions, r.Actions...), append(t.probabilities, r.Probabilities...)
		t.first = append(t.first, int32(len(t.actions)))
	}
	t.Format, t.Digest, t.Rows, t.Cells = format, safefile.Placeholder, len(t.keys), len(t.actions)
	return t
}

// Append appends the file of the table: the header, then by row the key, the key of the observation, the weight and the
// number of actions, then by cell the action and its probability, all little-endian.
func (t *Table) Append(dst []byte) ([]byte, error) {
	begin := len(dst)
	h := t.Header
	h.Digest = safefile.Placeholder
	head, err := json.Marshal(h)
	if err != nil {
		return dst, err
	}
	dst = append(append(dst, head...), '\n')
	for i := range t.keys {
		dst = binary.LittleEndian.AppendUint64(dst, t.keys[i])
		dst = binary.LittleEndian.AppendUint64(dst, t.views[i])
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(t.weights[i]))
		dst = append(dst, byte(t.first[i+1]-t.first[i]))
	}
	for k := range t.actions {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(t.actions[k]))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(t.probabilities[k]))
	}
	return dst, safefile.Seal(dst[begin:])
}

// Sizes of a row and a cell in a file.
const (
	rowSize  = 8 + 8 + 4 + 1
	cellSize = 2 + 4
)

// Read parses the file of a table.
func Read(data []byte) (*Table, error) {
	head, rest, ok := bytes.Cut(data, []byte("\n"))
	if !ok || !bytes.Contains(head, []byte(format)) {
		return nil, errors.New("it is not a table of an agent: want a file of \"rummygym train equilibrium\"")
	}
	if err := safefile.Verify(data); err != nil {
		return nil, err
	}
	t := new(Table)
	if err := strictjson.Unmarshal(head, &t.Header); err != nil {
		return nil, fmt.Errorf("the first line: %w", err)
	}
	if t.Rows < 0 || t.Cells < 0 || t.Rows > len(rest)/rowSize || t.Cells > len(rest)/cellSize || t.Rows*rowSize+t.Cells*cellSize != len(rest) {
		return nil, fmt.Errorf("it has %d bytes after its first line, which says %d rows and %d cells: %w", len(rest), t.Rows, t.Cells, io.ErrUnexpectedEOF)
	}
	rows, cells := rest[:t.Rows*rowSize], rest[t.Rows*rowSize:]
	t.keys, t.views, t.weights, t.first = make([]uint64, t.Rows), make([]uint64, t.Rows), make([]float32, t.Rows), make([]int32, t.Rows+1)
	for i := range t.Rows {
		r := rows[i*rowSize:]
		t.keys[i], t.views[i] = binary.LittleEndian.Uint64(r), binary.LittleEndian.Uint64(r[8:])
		t.weights[i] = math.Float32frombits(binary.LittleEndian.Uint32(r[16:]))
		t.first[i+1] = t.first[i] + int32(r[20])
		if r[20] == 0 {
			return nil, fmt.Errorf("row %d has no actions", i)
		}
	}
	if int(t.first[t.Rows]) != t.Cells {
		return nil, fmt.Errorf("its rows have %d actions, and its first line says %d", t.first[t.Rows], t.Cells)
	}
	t.actions, t.probabilities = make([]game.Action, t.Cells), make([]float32, t.Cells)
	for k := range t.Cells {
		c := cells[k*cellSize:]
		t.actions[k] = game.Action(binary.LittleEndian.Uint16(c))
		t.probabilities[k] = math.Float32frombits(binary.LittleEndian.Uint32(c[2:]))
		if p := t.probabilities[k]; !(p >= 0 && p <= 1) {
			return nil, fmt.Errorf("cell %d has the probability %v", k, p)
		}
	}
	return t, nil
}

// For returns an error if the table is not of the game g, whose rules marshal to the given JSON.
func (t *Table) For(g game.Game, rules json.RawMessage) error {
	if t.Game != g.Name() {
		return fmt.Errorf("the table is for the game %q, and not for %s", t.Game, g.Name())
	}
	var a, b bytes.Buffer
	if json.Compact(&a, t.Rules) != nil || json.Compact(&b, rules) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		return fmt.Errorf("the table is for the rules %s, and these are %s", t.Rules, rules)
	}
	if p := probeText(g); t.Probe != p {
		return errors.New("another version of the program, in which agents observed other things, made the table: compute it again")
	}
	return nil
}

// probeText returns the probe of a game as it stands in a header.
func probeText(g game.Game) string { return fmt.Sprintf("%016x", Probe(g)) }

// HeaderOf returns the header of a table of g with the given rules.
func HeaderOf(g game.Game, rules json.RawMessage) Header {
	return Header{Game: g.Name(), Rules: rules, Probe: probeText(g)}
}

// rows returns the rows of an observation, and that of the information set among them, -1 if there is none.
func (t *Table) rows(view, key uint64) (from, to, row int) {
	from = sort.Search(len(t.views), func(i int) bool { return t.views[i] >= view })
	row = -1
	for to = from; to < len(t.views) && t.views[to] == view; to++ {
		if t.keys[to] == key {
			row = to
		}
	}
	return from, to, row
}
