package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// visible is a writer that replaces the characters with which text can act on a terminal or
// hide on it by JSON's escapes, such as \u001b: all control characters except the ends of lines
// and tabs, the characters that turn the direction of text, and bytes that are not UTF-8. Names
// in files may have such characters. What is JSON stays equal JSON.
type visible struct {
	w    io.Writer
	rest []byte // the beginning of a character whose other bytes are still to come
	err  error  // the first of a write, which cobra ignores where it prints help
}

// Write writes p.
func (v *visible) Write(p []byte) (n int, err error) {
	defer func() { v.err = cmp.Or(v.err, err) }()
	if len(v.rest) == 0 && !bytes.ContainsFunc(p, hidden) {
		return v.w.Write(p)
	}
	text := append(v.rest, p...)
	end := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if at := len(text) - n; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	v.rest = bytes.Clone(text[end:])
	if _, err := io.WriteString(v.w, Visible(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Binary returns the standard output of a command for bytes that are not text. What is written to it
// is not escaped.
func Binary(cmd *cobra.Command) io.Writer {
	w := cmd.OutOrStdout()
	if v, is := w.(*visible); is {
		return v.w
	}
	return w
}

// Terminal returns the terminal that a command reads from and writes to, and false if standard
// input or output is something else, such as a pipe, or the terminal cannot place text. What is
// written to out is not escaped: see Visible.
func Terminal(cmd *cobra.Command) (in, out *os.File, ok bool) {
	w := Binary(cmd)
	in, reads := cmd.InOrStdin().(*os.File)
	out, writes := w.(*os.File)
	ok = reads && writes && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd())) && os.Getenv("TERM") != "dumb"
	return in, out, ok
}

// flush writes what is left. It returns the first error of all writes.
func (v *visible) flush() error {
	err := v.err
	if len(v.rest) > 0 && err == nil {
		_, err = io.WriteString(v.w, Visible(string(v.rest)))
	}
	v.rest = nil
	return err
}

// hidden reports whether a character must be escaped. The bytes of a broken one are
// utf8.RuneError, which may also stand for itself.
func hidden(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case utf8.RuneError, '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// Visible returns text with escapes in place of the characters that could act on a terminal.
func Visible(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case r == utf8.RuneError || !hidden(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[n:]
	}
	return b.String()
}
