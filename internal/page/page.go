// Package page rewrites the parts of Markdown files that programs make.
package page

import (
	"fmt"
	"os"
	"strings"
)

// Replace returns text with part between the lines <!-- begin NAME --> and <!-- end NAME -->,
// which must occur once.
func Replace(text, name, part string) (string, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	head, rest, ok := strings.Cut(text, begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed || strings.Contains(tail, begin) {
		return "", fmt.Errorf("want the lines %q and %q once each, in this order", strings.TrimSpace(begin), end)
	}
	return head + begin + part + end + tail, nil
}

// Rewrite replaces the part of that name in the file at path.
func Rewrite(path, name, part string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	fresh, err := Replace(string(text), name, part)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(fresh), 0o666)
}
