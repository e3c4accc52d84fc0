package external

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"rummygym/env/record"
	"rummygym/internal/must"
)

// TestPage checks docs/protocol.md: its lines are messages, byte for byte as they are written
// here, and it explains every member and option.
func TestPage(t *testing.T) {
	data := must.Get(os.ReadFile("../../../docs/protocol.md"))(t)
	page := string(data)
	_, lines, _ := strings.Cut(page, "<!-- begin lines -->")
	lines, _, ok := strings.Cut(lines, "<!-- end lines -->")
	if !ok {
		t.Fatal("the page has no lines")
	}
	seen := map[string]int{}
	for line := range strings.Lines(lines) {
		from, text, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		var is struct{ Type string }
		if err := json.Unmarshal([]byte(text), &is); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		seen[from+is.Type]++
		message, known := map[string]any{">hello": &Hello{}, ">act": &Act{}, ">end": &End{}, "<hello": &Answer{}, "<act": &Move{}}[from+is.Type]
		if !known {
			t.Errorf("%s: no message of this side", line)
			continue
		}
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(message); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if again := bytes.TrimSpace(lineOf(message)); string(again) != text {
			t.Errorf("the line\n%s\nis written\n%s", text, again)
		}
		switch m := message.(type) {
		case *Act:
			var events []record.Event
			if err := json.Unmarshal(m.Events, &events); err != nil || len(events) == 0 {
				t.Errorf("%s: events: %v", text, err)
			}
		case *Answer:
			if _, err := parseAnswer([]byte(text)); err != nil {
				t.Error(err)
			}
		case *Move:
			if _, err := parseMove([]byte(text), 2); err != nil {
				t.Error(err)
			}
		}
	}
	if len(seen) != 5 {
		t.Errorf("the page shows the messages %v, want all 5", seen)
	}
	for _, m := range []any{Hello{}, Answer{}, Act{}, Move{}, End{}} {
		for f := range reflect.TypeOf(m).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "type" && !strings.Contains(page, "`"+name+"`") {
				t.Errorf("the page does not explain the member %s of %T", name, m)
			}
		}
	}
	_, page, _ = strings.Cut(page, "\n## Options\n")
	for _, o := range entry().Options {
		row := "| `" + o.Name + "` | "
		_, row, _ = strings.Cut(page, row)
		row, _, _ = strings.Cut(row, "\n")
		if o.Default != "" && !strings.HasSuffix(row, "| "+o.Default+" |") {
			t.Errorf("option %s: the row %q lacks the default %s", o.Name, row, o.Default)
		}
	}
}

// FuzzLine checks that no line of a program gives a message outside the protocol.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		`{"type":"hello","protocol":1,"name":"x","tables":64}`, `{"type":"act","table":0,"action":"pass"}`,
		`{"type":"act","table":-1,"action":""}`, `{"type":"act","action":"pass"}`, `{"type":"act","table":1e99}`, `{"type":"hello","protocol":1,"tables":-1}`,
		`{"type":"hello","protocol":1,"name":"\u001b[2J"}`, `{`, ``, `null`, `[]`, `"act"`, `{"type":null}`, "\xff", `{"type":"act","type":"hello"}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if a, err := parseAnswer(line); err == nil {
			again, err := parseAnswer(lineOf(a))
			if a.Tables < 1 || a.Tables > MaxTables || err != nil || !reflect.DeepEqual(again, a) {
				t.Errorf("%q is %+v, which is %+v, %v when read again", line, a, again, err)
			}
		}
		if m, err := parseMove(line, 3); err == nil {
			again, err := parseMove(lineOf(m), 3)
			if m.Table < 0 || m.Table > 2 || err != nil || again != m {
				t.Errorf("%q is %+v, which is %+v, %v when read again", line, m, again, err)
			}
		}
	})
}
