package options_test

import (
	"encoding/json"
	"fmt"

	"rummygym/internal/options"
)

// Options are bound to variables, here to a field of some rules.
func Example() {
	rules := struct{ Seats, Cap int }{2, 80}
	list := options.List{
		options.Number("seats", "number of players", &rules.Seats, 2, 6),
		options.Number("cap", "maximum cost of a hand", &rules.Cap, 1, 1000),
	}
	fmt.Println(list.Set("seats", "4"), list.Set("seat", "4"))
	text, err := json.Marshal(list)
	fmt.Println(rules.Seats, string(text), err)
	// Output:
	// <nil> option seat is not known, did you mean "seats"?
	// 4 {"cap":80,"seats":4} <nil>
}
