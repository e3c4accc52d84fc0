package web_test

import (
	"bytes"
	"fmt"
	"strings"

	"rummygym/env/record"
	"rummygym/internal/web"
)

// A page is made of a record, here of a game that has just begun.
func Example() {
	const text = `{"type":"game","version":1,"game":"gin","env":"GinRummy-v1","rules":{},"seats":["sigra","simple"]}
{"type":"deal","hand":1,"starter":0,"hands":[["AC","4C"],null],"upcard":"9H","stock_size":31}
`
	rec, err := record.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	page, err := (&web.Replay{Title: "Gin Rummy", Record: rec}).HTML()
	if err != nil {
		fmt.Println(err)
		return
	}
	first, _, _ := bytes.Cut(page, []byte("\n"))
	fmt.Printf("%s, less than 100 kB: %t\n", first, len(page) < 100_000)
	// Output: <!doctype html>, less than 100 kB: true
}
