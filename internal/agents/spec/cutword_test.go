package spec_test

import (
	"testing"

	"rummygym/internal/agents/spec"
	"rummygym/internal/must"
)

func TestCutWord(t *testing.T) {
	for _, c := range []struct {
		text, word, rest string
		ok               bool
	}{
		{"", "", "", true},
		{"a:b", "a", ":b", true},
		{"{a:b}:c:d", "{a:b}", ":c:d", true},
		{"table=ü.txt:x", "table=ü.txt", ":x", true},
		{"{a:b", "{a:b", "", false},
		{"a}:b", "a}:b", "", false},
		{"a:b}", "a", ":b}", true}, // only the braces of the word count
	} {
		word, rest, ok := spec.CutWord(c.text)
		must.Equal(t, word, c.word, "the word of %q", c.text)
		must.Equal(t, rest, c.rest, "the rest of %q", c.text)
		must.Equal(t, ok, c.ok, "whether the braces of %q match", c.text)
	}
}
