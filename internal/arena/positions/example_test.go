package positions_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"rummygym/internal/arena/positions"
)

// A position of a frozen set, and an answer to it.
func Example() {
	lines, _, err := positions.ShippedSet("gin")
	if err != nil {
		log.Fatal(err)
	}
	set, err := positions.Read(bytes.NewReader(lines))
	if err != nil {
		log.Fatal(err)
	}
	set = set[:1]
	e := set[0]
	fmt.Println(e.ID, e.Kind, e.Difficulty)
	for _, m := range e.Moves {
		fmt.Printf("%s: %.1f ± %.1f points\n", m.Name, m.Cost, m.CostErr)
	}
	answers, err := positions.Answers(strings.NewReader(`{"id": "gin-eaai-00001", "answer": "knock"}`), set)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("accuracy", positions.Score(set, answers.Answers, 100, .95, 1)[0].Accuracy)
	// Output:
	// gin-eaai-00001 knock clear
	// knock: 0.0 ± 0.0 points
	// pass: 6.5 ± 0.8 points
	// accuracy 1
}
