package web

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/must"
)

const lines = `{"type":"game","version":1,"game":"gin","env":"GinRummy-v1","rules":{"target":100},"seats":["NAME","simple"]}
{"type":"deal","hand":1,"starter":0,"hands":[["AC","4C"],["6C","TC"]],"upcard":"9H","stock_size":2,"stock":["6H","QS"],"key":"7"}
{"type":"draw","seat":0,"from":"stock","card":"6H"}
{"type":"discard","seat":0,"card":"AC"}
`

// read returns the first record of a text.
func read(t *testing.T, text string) *record.Record {
	t.Helper()
	return must.Get(record.NewReader(strings.NewReader(text)).Next())(t)
}

// dataOf returns the data of a page.
func dataOf(t *testing.T, page []byte) (data struct {
	Title  string
	Record struct {
		View   *int
		Seats  []string
		Events []record.Event
	}
	Review *Review
}) {
	t.Helper()
	unpacked := must.Get(Data(page))(t)
	must.Do(t, json.Unmarshal(unpacked, &data))
	return data
}

func TestDataOfOtherPages(t *testing.T) {
	page := must.Get((&Replay{Record: read(t, lines)}).HTML())(t)
	tag := strings.Index(string(page), dataTag) + len(dataTag)
	for _, c := range []struct{ page, want string }{
		{"<!doctype html>", "has no data"},
		{string(page[:tag+20]), "has no data"},
		{string(page[:tag]) + "!" + string(page[tag+1:]), "the data of the page: "},
		{string(page[:tag+20]) + "</script>", "the data of the page: "},
	} {
		if data, err := Data([]byte(c.page)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q gives %q and the error %v, want %s", c.page, data, err, c.want)
		}
	}
}

func TestReplayData(t *testing.T) {
	rec := read(t, lines)
	page := must.Get((&Replay{Title: "Gin Rummy", Record: rec}).HTML())(t)
	data := dataOf(t, page)
	if data.Title != "Gin Rummy" || len(data.Record.Events) != 3 || data.Review != nil || data.Record.View != nil {
		t.Errorf("the data are %+v", data)
	}
	for i := range rec.Events {
		if got, want := data.Record.Events[i].AppendJSON(nil), rec.Events[i].AppendJSON(nil); !bytes.Equal(got, want) {
			t.Errorf("event %d is %s, want %s", i, got, want)
		}
	}
	for _, want := range []string{"default-src 'none'", "MIT License", "Copyright 2018 Google", "<title>Gin Rummy: NAME – simple</title>"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, bad := range []string{"unsafe", " src=", "<link", "@import", "url(h", "fetch(", "XMLHttpRequest", "WebSocket", "import("} {
		if bytes.Contains(page, []byte(bad)) {
			t.Errorf("the page has %q", bad)
		}
	}
	again, err := (&Replay{Title: "Gin Rummy", Record: rec}).HTML()
	if err != nil || !bytes.Equal(again, page) {
		t.Errorf("the same record makes another page (%v)", err)
	}
}

// Texts of a record are data, whatever they contain.
func TestReplayEscapesTexts(t *testing.T) {
	name := `</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>&amp;"` + "\u2028"
	quoted := must.Get(json.Marshal(name))(t)
	rec := read(t, strings.Replace(lines, `"NAME"`, string(quoted), 1))
	page := must.Get((&Replay{Title: `<b onclick="x">`, Record: rec}).HTML())(t)
	if n := bytes.Count(page, []byte("<script")); n != 2 {
		t.Errorf("the page has %d scripts, want the data and the program", n)
	}
	for _, bad := range []string{"<img", "alert(1)</script", "<b ", "onclick=\"x\""} {
		if bytes.Contains(page, []byte(bad)) {
			t.Errorf("the page has %q as HTML", bad)
		}
	}
	must.Equal(t, dataOf(t, page).Record.Seats[0], name, "the name")
}

// A page of a view holds nothing that the seat could not know.
func TestReplayOfView(t *testing.T) {
	page := must.Get((&Replay{Title: "Gin Rummy", Record: read(t, lines).View(1)}).HTML())(t)
	data := dataOf(t, page)
	if data.Record.View == nil || *data.Record.View != 1 {
		t.Errorf("the view is %v, want 1", data.Record.View)
	}
	for _, hidden := range []string{`"4C"`, `"6H"`, `"QS"`, `"key":`} {
		if bytes.Contains(page, []byte(hidden)) {
			t.Errorf("the page of seat 1 has %s", hidden)
		}
	}
}

func TestReplayReview(t *testing.T) {
	rec := read(t, lines)
	win, points := .5, -2.
	other := record.OfCard(record.Discard, 0, rec.Events[1].Card)
	good := &Review{Decisions: []Decision{{Event: 3, Text: "discard 9♥", Made: Estimate{Win: &win}, Cost: Estimate{Points: &points}, Alternatives: []Alternative{{Text: "discard 4♣", Line: []record.Event{other}}}}}}
	page := must.Get((&Replay{Title: "Gin Rummy", Record: rec, Review: good}).HTML())(t)
	got := dataOf(t, page).Review
	if got == nil || len(got.Decisions) != 1 || *got.Decisions[0].Made.Win != win || got.Decisions[0].Alternatives[0].Line[0].Card != other.Card {
		t.Errorf("the review is %+v", got)
	}
	for _, c := range []struct {
		review Review
		want   string
	}{
		{Review{Decisions: []Decision{{Event: 1}}}, "decision 1 of the review is event 1 of the record, which is not a move"},
		{Review{Decisions: []Decision{{Event: 4}}}, "event 4"},
		{Review{Decisions: []Decision{{Event: 2, Alternatives: []Alternative{{Text: "pass"}}}}}, "it or alternative 1 has no text"},
		{Review{Decisions: []Decision{{Event: 2, Text: "pass", Alternatives: []Alternative{{}}}}}, "it or alternative 1 has no text"},
		{Review{Decisions: []Decision{{Event: 2, Text: "pass", Alternatives: []Alternative{{Text: "pass"}}}}}, "alternative 1 has no events"},
		{Review{Decisions: []Decision{{Event: 2, Text: "pass", Alternatives: []Alternative{{Text: "pass", Line: []record.Event{record.New(record.Drop, 2)}}}}}}, "field seat is 2"},
	} {
		must.Refuse((&Replay{Record: rec, Review: &c.review}).HTML())(t, c.want)
	}
}

func TestReplayRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"{\"type\":\"deal\"", "\n{\"type\":\"drop\",\"seat\":0}\n{\"type\":\"deal\"", "does not begin with the event deal"},
		{`"seat":0,"card"`, `"seat":2,"card"`, "event 3 (discard): field seat is 2: want a seat from 0 to 1"},
		{`["6C","TC"]]`, `["6C","TC"],[]]`, "event 1 (deal): field hands has 3 values: want one for each of 2 seats"},
		{`"simple"]`, `"simple"],"view":4`, "field view of the record is 4: want a seat from 0 to 1"},
	} {
		rec := read(t, strings.Replace(lines, c.old, c.new, 1))
		must.Refuse((&Replay{Record: rec}).HTML())(t, c.want)
	}
	empty := &record.Record{Header: record.Header{Seats: []string{"a", "b"}, Viewer: game.NoPlayer}}
	if _, err := (&Replay{Record: empty}).HTML(); err == nil {
		t.Error("a record without events makes a page")
	}
}

// The libraries are those of the npm registry.
func TestLibrariesAreUnchanged(t *testing.T) {
	check := exec.Command("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS")
	check.Dir = "npm"
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("web/npm differs from its SHA256SUMS (%v): make npm fetches the files again\n%s", err, out)
	}
	files, err := filepath.Glob("npm/*/*")
	if err != nil || len(files) != 8 {
		t.Errorf("web/npm has the files %v (%v), want 8", files, err)
	}
}

// No module of the front end is long, none writes HTML as text, and none but those of the engine of
// the play page reaches for the network.
func TestFrontEnd(t *testing.T) {
	allowed := map[string][]string{"page/engine.js": {"fetch("}, "page/worker.js": {"fetch("}, "page/style.css": {"@import"}, "page/play.css": {"@import"}, "page/serve.css": {"@import"}}
	files, err := filepath.Glob("page/*")
	if err != nil || len(files) < 10 {
		t.Fatalf("the front end has the files %v (%v)", files, err)
	}
	for _, f := range files {
		text := must.Get(os.ReadFile(f))(t)
		if n := bytes.Count(text, []byte("\n")); n > 300 {
			t.Errorf("%s has %d lines", f, n)
		}
		for _, bad := range []string{"nnerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "XMLHttpRequest", "WebSocket", "http:", "https:", "@import"} {
			if bytes.Contains(text, []byte(bad)) && !slices.Contains(allowed[f], bad) {
				t.Errorf("%s has %q", f, bad)
			}
		}
	}
	if n := len(script) + len(style); n > 64<<10 {
		t.Errorf("program and style have %d bytes", n)
	}
	for _, bad := range []string{"</script", "<!--", "</style", "sourceMappingURL"} {
		if strings.Contains(script+style, bad) {
			t.Errorf("what the page embeds has %q", bad)
		}
	}
}
