package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed" // the front end
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"rummygym/env/game"
	"rummygym/env/record"
)

//go:generate go tool esbuild page/replay.js --bundle --minify --format=iife --target=es2022 --charset=utf8 --log-level=warning --alias:preact=./npm/preact/preact.mjs --alias:preact/hooks=./npm/preact/hooks.mjs --alias:htm=./npm/htm/htm.module.js --outfile=zreplay.js
//go:generate go tool esbuild page/style.css --bundle --minify --charset=utf8 --log-level=warning --outfile=zstyle.css

var (
	//go:embed zreplay.js
	script string
	//go:embed zstyle.css
	style string
	//go:embed npm/preact/LICENSE
	preactLicence string
)

// licences is what the licences of the libraries in a page ask for. htm is under the Apache License.
var licences = strings.TrimSpace(preactLicence) + `

htm 3.1.1 (https://github.com/developit/htm)
Copyright 2018 Google Inc.
Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
`

// Replay is a page that shows a game event by event.
type Replay struct {
	Title   string          // name of the game for people, such as "Gin Rummy"
	Phrases *record.Phrases // the words of the game; nil: the page tells passes and endings by the words of the rules
	Record  *record.Record  // the whole game, or what one seat saw; see [record.Record.View]
	Review  *Review         // nil without one

	Why map[int][]record.Reason // why hands are scored as they are, by the index of the event score; nil: the page does not say it
}

// HTML returns the page. It holds the record as it is: a page for a player that must not know the
// other hands needs the record of its view. Texts of the record are data and never HTML. An error
// names what makes no table: the record has no deal, a seat that does not exist, or lists that are not
// one value for each seat; or the review is of another game.
func (r *Replay) HTML() ([]byte, error) {
	if err := checkRecord(r.Record); err != nil {
		return nil, err
	}
	if r.Review != nil {
		if err := r.Review.check(r.Record); err != nil {
			return nil, err
		}
	}
	data, err := r.data()
	if err != nil {
		return nil, err
	}
	packed, err := pack(data)
	if err != nil {
		return nil, err
	}
	return replayPage(html.EscapeString(r.Title+": "+strings.Join(r.Record.Seats, " – ")), packed), nil
}

// replayPage returns the page with a title and packed data.
func replayPage(title, packed string) []byte {
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<style>%s</style>
<div id="page"></div>
%s%s</script>
<!--
This page uses Preact (https://preactjs.com) and htm.

%s-->
<script>%s</script>
</html>
`, digest(script), digest(style), title, style, dataTag, packed, licences, script)
}

// dataTag stands before the data of a page.
const dataTag = `<script id="data" type="application/gzip">`

// Data returns the data of a page that HTML made, a JSON object; docs/review.md describes it.
func Data(page []byte) ([]byte, error) {
	_, rest, _ := bytes.Cut(page, []byte(dataTag))
	packed, _, found := bytes.Cut(rest, []byte("</script>"))
	if !found {
		return nil, errors.New("the page has no data: want one that rummygym wrote")
	}
	r, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("the data of the page: %w", err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("the data of the page: %w", err)
	}
	return data, nil
}

// pack returns data compressed by gzip, in Base64: a review of a long match has 200 kB without.
func pack(data []byte) (string, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// data returns the data of the page as JSON.
func (r *Replay) data() ([]byte, error) {
	return json.Marshal(struct {
		Title   string                  `json:"title"`
		Phrases *record.Phrases         `json:"phrases"`
		Record  json.RawMessage         `json:"record"`
		Why     map[int][]record.Reason `json:"why,omitempty"`
		Review  *Review                 `json:"review,omitempty"`
	}{r.Title, r.Phrases, appendRecord(nil, r.Record), r.Why, r.Review})
}

// appendRecord appends a record as JSON.
func appendRecord(data []byte, r *record.Record) []byte {
	data = r.Header.AppendJSON(data)
	data = append(bytes.TrimSuffix(data, []byte("}")), `,"events":[`...)
	for i := range r.Events {
		if i > 0 {
			data = append(data, ',')
		}
		data = r.Events[i].AppendJSON(data)
	}
	return append(data, `]}`...)
}

// digest returns the source of a Content-Security-Policy that allows exactly this text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// checkRecord returns an error if no table can be rebuilt from the record. It does not know the rules.
func checkRecord(r *record.Record) error {
	if len(r.Events) == 0 || r.Events[0].Type != record.Deal {
		return fmt.Errorf("the record does not begin with the event deal")
	}
	n := len(r.Seats)
	if int(r.Viewer) >= n {
		return fmt.Errorf("field view of the record is %d: want a seat from 0 to %d", r.Viewer, n-1)
	}
	for i := range r.Events {
		if err := checkSeats(&r.Events[i], n); err != nil {
			return fmt.Errorf("event %d (%s): %w", i+1, r.Events[i].Type, err)
		}
	}
	return nil
}

// checkSeats returns an error if an event is not of a table of n seats.
func checkSeats(e *record.Event, n int) error {
	for name, seat := range map[string]game.Player{"seat": e.Seat, "starter": e.Starter, "winner": e.Winner} {
		if int(seat) >= n {
			return fmt.Errorf("field %s is %d: want a seat from 0 to %d", name, seat, n-1)
		}
	}
	for name, have := range map[string]int{
		"hands": len(e.Hands), "points": len(e.Points), "melds": len(e.Melds), "scored": len(e.Scored), "scores": len(e.Scores), "gains": len(e.Gains),
	} {
		if have != n && (have != 0 || name == "hands" && e.Type == record.Deal) {
			return fmt.Errorf("field %s has %d values: want one for each of %d seats", name, have, n)
		}
	}
	return nil
}
