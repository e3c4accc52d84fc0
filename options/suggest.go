package options

import (
	"fmt"
	"strings"
)

// Suggest returns a question with the name that is most similar to word, as in
// `, did you mean "min-dist"?`, or "" if no name is similar.
func Suggest(word string, names []string) string {
	best, distance := "", len(word)/3+2
	for _, n := range names {
		if d := edits(strings.ToLower(word), n); d < distance {
			best, distance = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// edits returns the Levenshtein distance of two texts, in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
