package options

import "fmt"

// Word returns the word of v, a value of an enumeration that counts from 0. If v has no
// word, it returns the name of the enumeration and the number, such as "Phase(7)".
func Word[T ~uint8](enum string, v T, words ...string) string {
	if int(v) < len(words) {
		return words[v]
	}
	return fmt.Sprintf("%s(%d)", enum, uint8(v))
}
