package table_test

import (
	"fmt"
	"os"

	"rummygym/internal/table"
)

// This example writes the same rows as text and as JSON.
func Example() {
	type score struct {
		Agent string  `json:"agent" doc:"who plays"`
		Rate  float64 `json:"win_rate" doc:"share of games won" digits:"3"`
	}
	out := table.Output[score]{Table: table.New(table.Fields[score](), []score{{"simple", 0.5}, {"medium", 2. / 3}})}
	for _, f := range []table.Format{table.Readable, table.JSON} {
		if err := out.Write(os.Stdout, f); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// agent  win_rate
	//   simple     0.500
	//   medium     0.667
	// {"agent":"simple","win_rate":0.5}
	// {"agent":"medium","win_rate":0.6666666666666666}
}
