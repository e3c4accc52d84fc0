package engine_test

import (
	"context"
	"encoding/json"
	"fmt"

	"rummygym/internal/web/engine"
)

// A page begins a table and is told what the person sees and can do.
func Example() {
	e := engine.New(engine.Config{})
	defer e.Close()
	var a engine.Answer
	e.Do(context.Background(), []byte(`{"id": 1, "do": "new", "game": "gin", "rules": "openspiel", "agents": ["sigra"], "seed": "7"}`), func(data []byte) {
		if err := json.Unmarshal(data, &a); err != nil {
			fmt.Println(err)
		}
	})
	if a.State == nil {
		return
	}
	for _, c := range a.State.Choices {
		fmt.Println(c.Text)
	}
	// Output:
	// take 9♥ from the pile
	// pass
}
