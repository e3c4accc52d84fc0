package record_test

import (
	"encoding/json"
	"fmt"
	"os"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/record"
)

// The beginning of a hand of Gin Rummy, and what seat 1 sees of it.
func Example() {
	g, err := gin.New(gin.OpenSpiel())
	if err != nil {
		panic(err)
	}
	s := g.NewState()
	g.Deal(s, game.DealSource(1, 0))
	rules, err := json.Marshal(g.Rules())
	if err != nil {
		panic(err)
	}
	header, err := record.NewHeader(g, "GinRummy-v1", rules, []string{"Ann", "Bob"})
	if err != nil {
		panic(err)
	}
	r := record.NewRecorder(g)
	rec := &record.Record{Header: header, Events: r.AppendDeal(nil, s)}
	for _, move := range []string{"pass", "draw upcard", "KS"} {
		a, err := g.ParseAction(move)
		if err != nil {
			panic(err)
		}
		if rec.Events, err = r.AppendMove(rec.Events, s, a, 1); err != nil {
			panic(err)
		}
		if err := s.Apply(a); err != nil {
			panic(err)
		}
	}
	for _, e := range rec.View(1).Events {
		os.Stdout.Write(append(e.AppendJSON(nil), '\n'))
	}
	fmt.Println("by the rules:", rec.Play(g, nil))
	// Output:
	// {"type":"deal","hand":1,"starter":0,"hands":[null,["3C","7C","4D","6D","TD","KD","6H","5S","TS","KS"]],"upcard":"8S","stock_size":31}
	// {"type":"pass","seat":0,"phase":"first-upcard"}
	// {"type":"draw","seat":1,"from":"pile","card":"8S"}
	// {"type":"discard","seat":1,"card":"KS"}
	// by the rules: <nil>
}
