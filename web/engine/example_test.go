package engine_test

import (
	"encoding/json"
	"fmt"

	"rummygym/web/engine"
)

// A page begins a table and is told what the person sees and can do.
func Example() {
	e := engine.New(engine.Config{})
	defer e.Close()
	var a engine.Answer
	data := e.Do([]byte(`{"id": 1, "do": "new", "game": "gin", "rules": "openspiel", "agents": ["sigra"], "seed": "7"}`))
	if err := json.Unmarshal(data, &a); err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range a.State.Choices {
		fmt.Println(c.Text)
	}
	// Output:
	// take 9♥ from the pile
	// pass
}
