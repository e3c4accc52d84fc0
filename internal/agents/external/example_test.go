package external_test

import (
	"fmt"

	"rummygym/internal/agents/external"
	"rummygym/internal/agents/spec"
)

// The parts of a spec, and the name of its agents in results.
func ExampleParse() {
	parsed, err := external.Parse("exec:{python bot.py --depth 3}:start=30s:move=500ms")
	if err != nil {
		panic(err)
	}
	s := spec.Settings[external.Spec](parsed)
	fmt.Println(s.Command)
	fmt.Println(s.Move, s.Start)
	fmt.Println(parsed.Canonical())
	// Output:
	// python bot.py --depth 3
	// 500ms 30s
	// exec:python bot.py --depth 3:move=500ms
}
