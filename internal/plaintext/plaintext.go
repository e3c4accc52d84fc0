// Package plaintext recognises what is not UTF-8 text by its first bytes, so that errors name it, and
// shortens the text that errors quote.
//
//	start, _ := in.Peek(plaintext.Start)
//	mark, err := plaintext.Check(start)
//	in.Discard(mark)
package plaintext

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Start is the number of bytes that [Check] looks at.
const Start = 6

// mark is the byte order mark of UTF-8, which some editors write.
const mark = "\ufeff"

// compressions are the formats of compressed files, by their first bytes.
var compressions = []struct{ start, name, tool string }{
	{"\x1f\x8b", "gzip", "zcat"},
	{"\x28\xb5\x2f\xfd", "Zstandard", "zstdcat"},
	{"\xfd7zXZ", "xz", "xzcat"},
	{"BZh", "bzip2", "bzcat"},
	{"PK\x03\x04", "zip", "unzip -p"},
}

// Check takes the first bytes of an input, [Start] of them if it has so many. It returns the number of
// bytes of a byte order mark, which is no text, or an error for what is compressed or is UTF-16.
func Check(start []byte) (skip int, err error) {
	for _, c := range compressions {
		if bytes.HasPrefix(start, []byte(c.start)) {
			return 0, fmt.Errorf("it is compressed by %s: want text, as %s prints it", c.name, c.tool)
		}
	}
	if bytes.HasPrefix(start, []byte(mark)) {
		return len(mark), nil
	}
	if bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff")) || len(start) >= 2 && (start[0] == 0) != (start[1] == 0) {
		return 0, errors.New("it is UTF-16: save it as UTF-8, as iconv -f UTF-16 -t UTF-8 does")
	}
	return 0, nil
}

// quoted matches a quotation of a message, or one of its words.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[^\s":]+`)

// Brief returns a message whose quotations and words have at most 100 characters each, with "…" for the rest, but
// leaves paths of at most 1,000.
func Brief(message string) string {
	return quoted.ReplaceAllStringFunc(message, func(text string) string {
		runes, quote := []rune(text), text[:1]
		path := strings.Contains(text, "/") && !strings.ContainsAny(text, " {}[") && len(runes) < 1000
		if quote != `"` {
			quote = ""
		}
		if len(runes) <= 100+2*len(quote) || path {
			return text
		}
		return string(runes[:100+len(quote)]) + "…" + quote
	})
}
