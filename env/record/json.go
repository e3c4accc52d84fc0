package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/options"
	"rummygym/internal/plaintext"
	"rummygym/internal/strictjson"
)

// Record is a game: its header and its events.
type Record struct {
	Header
	Events []Event

	line  int   // of the header in its file, from 1; 0 if the record is of no file
	lines []int // of the events

	before int // number of events that do not count in errors
}

// The types of lines that are not events.
const (
	headerType  Type = "game"    // the header of a game
	datasetType Type = "dataset" // what holds for all games of a dataset
)

// Over reports whether the record has the end of its game.
func (r *Record) Over() bool {
	return len(r.Events) > 0 && r.Events[len(r.Events)-1].Type == End
}

// at names the place of event i in errors.
func (r *Record) at(i int) string {
	s := fmt.Sprintf("event %d", i+1-r.before)
	if i < len(r.lines) {
		s = fmt.Sprintf("line %d, %s", r.lines[i], s)
	}
	if i < len(r.Events) {
		s += fmt.Sprintf(" (%s)", r.Events[i].Type)
	}
	return s
}

// AppendJSON appends the line of the header, and one line for each event.
func (r *Record) AppendJSON(dst []byte) []byte {
	dst = append(r.Header.AppendJSON(dst), '\n')
	for i := range r.Events {
		dst = append(r.Events[i].AppendJSON(dst), '\n')
	}
	return dst
}

// AppendJSON appends the JSON object of the header.
func (h *Header) AppendJSON(dst []byte) []byte { return appendLine(dst, headerType, headerFields, h) }

// AppendJSON appends the JSON object of the event. Fields without a meaning for its type are
// left out. It panics if the type is not one of [Types].
func (e *Event) AppendJSON(dst []byte) []byte {
	k := kindOf(e.Type)
	if k == nil {
		panic(fmt.Sprintf("record: %q is not a type of event", e.Type))
	}
	return appendLine(dst, e.Type, k.fields, e)
}

// appendLine appends the JSON object of a line, which begins with its type.
func appendLine[T any](dst []byte, t Type, fields []field[T], of *T) []byte {
	dst = append(dst, `{"type":"`...)
	dst = append(dst, t...)
	dst = append(dst, '"')
	return appendMembers(dst, fields, of)
}

// MarshalJSON returns the JSON object of the event.
func (e Event) MarshalJSON() ([]byte, error) {
	if kindOf(e.Type) == nil {
		return nil, fmt.Errorf("record: %q is not a type of event", e.Type)
	}
	return e.AppendJSON(nil), nil
}

// UnmarshalJSON sets the event from a JSON object. Unknown and missing fields are errors that
// name them.
func (e *Event) UnmarshalJSON(data []byte) error {
	t, object, err := parseLine(data)
	if err != nil {
		return err
	}
	return e.parse(t, object)
}

func (e *Event) parse(t Type, object map[string]json.RawMessage) error {
	k := kindOf(t)
	if k == nil {
		names := typeNames()
		return fmt.Errorf("type %q is not one of events%s: want %s", t, options.Suggest(string(t), names), strings.Join(names, ", "))
	}
	next := New(t, game.NoPlayer)
	if err := parseFields(k.fields, &next, object, "type"); err != nil {
		return err
	}
	*e = next
	return nil
}

func typeNames() []string {
	var names []string
	for _, t := range Types() {
		names = append(names, string(t))
	}
	return names
}

// parse sets the header from the object of its line.
func (h *Header) parse(object map[string]json.RawMessage) error {
	next := Header{Viewer: game.NoPlayer}
	if raw, ok := object["version"]; ok && string(raw) != fmt.Sprint(Version) {
		return fmt.Errorf("field version is %s: this program reads version %d of the format", shorten(raw), Version)
	}
	if err := parseFields(headerFields, &next, object, "type"); err != nil {
		return err
	}
	if n := len(next.Seats); n < 2 {
		return fmt.Errorf("field seats has %d names, want one for each of 2 to %d seats", n, game.MaxPlayers)
	}
	*h = next
	return nil
}

// parseLine parses an object and returns its type.
func parseLine(data []byte) (t Type, object map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(data, &object); err != nil || object == nil {
		return "", nil, fmt.Errorf("%s is not a JSON object, such as {\"type\":\"draw\",…}", shorten(bytes.TrimSpace(data)))
	}
	if err := strictjson.Check(data); err != nil {
		return "", nil, fmt.Errorf("field %w", err)
	}
	raw, ok := object["type"]
	if !ok {
		return "", nil, errors.New("field type is missing: want game for a header, or the type of an event")
	}
	s, err := text(raw)
	if err != nil {
		return "", nil, fmt.Errorf("field type is %s: %w", shorten(raw), err)
	}
	return Type(s), object, nil
}

// Limits of what a Reader accepts.
const (
	maxLine    = 1 << 26 // bytes of a line; metadata of datasets are long
	maxEvents  = 1 << 20 // events of a game
	maxPending = 1 << 28 // bytes of the lines of a game
)

// Reader reads records from a file of JSON lines: one game after another, each with its header.
// A line of type dataset may come before the first game. Empty lines and a byte order mark are skipped.
type Reader struct {
	in      *bufio.Reader
	line    int    // of data
	data    []byte // a line not used yet
	dataset json.RawMessage
	started bool
}

// NewReader returns a reader of records.
func NewReader(r io.Reader) *Reader { return &Reader{in: bufio.NewReaderSize(r, 1<<16)} }

// Dataset returns the contents of the line of type dataset, or nil if there is none. Only
// package datasets knows its fields.
func (r *Reader) Dataset() (json.RawMessage, error) {
	if !r.started {
		r.started = true
		data, err := r.peek()
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		t, _, err := parseLine(data)
		if err == nil && t == datasetType {
			r.dataset, r.data = slices.Clone(json.RawMessage(data)), nil
		}
	}
	return r.dataset, nil
}

// peek returns the next line that is not empty, which stays the next one until r.data is nil.
func (r *Reader) peek() ([]byte, error) {
	if r.line == 0 {
		start, _ := r.in.Peek(plaintext.Start)
		skip, err := plaintext.Check(start)
		if err != nil {
			return nil, err
		}
		_, _ = r.in.Discard(skip) // they were peeked
	}
	for len(r.data) == 0 {
		r.line++
		var line []byte
		for {
			part, err := r.in.ReadSlice('\n')
			line = append(line, part...)
			if len(line) > maxLine {
				return nil, fmt.Errorf("line %d has more than %d bytes: want a header or an event on each line", r.line, maxLine)
			}
			if err == bufio.ErrBufferFull {
				continue
			}
			if err == io.EOF && len(line) == 0 {
				return nil, io.EOF
			}
			if err != nil && err != io.EOF {
				return nil, fmt.Errorf("line %d: %w", r.line, err)
			}
			break
		}
		r.data = bytes.TrimSpace(line)
	}
	return r.data, nil
}

// Next returns the next game, or io.EOF after the last one. Errors name the line. The record is
// well formed; whether it agrees with the rules is what [Record.Play] tells.
func (r *Reader) Next() (*Record, error) {
	if _, err := r.Dataset(); err != nil {
		return nil, err
	}
	data, err := r.peek()
	if err != nil {
		return nil, err
	}
	rec := &Record{line: r.line}
	t, object, err := parseLine(data)
	if err == nil && t != headerType {
		err = fmt.Errorf("type is %q: want game, because a header comes before the events", t)
	}
	if err == nil {
		err = rec.Header.parse(object)
	}
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", r.line, err)
	}
	r.data = nil
	for size := 0; ; {
		data, err := r.peek()
		if err == io.EOF {
			return rec, nil
		}
		if err != nil {
			return nil, err
		}
		t, object, err := parseLine(data)
		if err == nil && t == headerType {
			return rec, nil
		}
		if size += len(data); size > maxPending || len(rec.Events) == maxEvents {
			return nil, fmt.Errorf("line %d: the game of line %d has more than %d events or %d bytes", r.line, rec.line, maxEvents, maxPending)
		}
		var e Event
		if err == nil {
			err = e.parse(t, object)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", r.line, err)
		}
		if rec.Over() {
			return nil, fmt.Errorf("line %d: event %s after the end of the game of line %d", r.line, e.Type, rec.line)
		}
		rec.Events, rec.lines = append(rec.Events, e), append(rec.lines, r.line)
		r.data = nil
	}
}

// Line returns the line of the header in the file that the record was read from, or 0.
func (r *Record) Line() int { return r.line }
