package table

import "fmt"

// Plural returns a number with a noun, which gets an s unless the number is 1.
func Plural[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
