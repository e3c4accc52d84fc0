package game

import "fmt"

// Word returns the word of v, a value of an enum of that name whose values are
// counted from 0, or the name and the number, "Phase(7)", if v has none.
func Word[T ~uint8](enum string, v T, words ...string) string {
	if int(v) < len(words) {
		return words[v]
	}
	return fmt.Sprintf("%s(%d)", enum, uint8(v))
}
