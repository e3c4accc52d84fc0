package cli

import (
	"strings"
	"testing"

	"rummygym/internal/must"

	"github.com/charmbracelet/x/ansi"
)

const wideTable = `A sentence is broken between its words, wherever the window ends.

against         games  win rate ± s.e.      gain ± s.e.
───────────────────────────────────────────────────────
min-dist-opp      200  0.4650 ± 0.0191    -4.03 ± 1.67
random          1,000             -    -1100.00 ± 21.67
`

// TestWindow fits a table into windows of several widths, written in pieces of several sizes.
func TestWindow(t *testing.T) {
	const narrow = `A sentence is broken between its words,
wherever the window ends.

against         games  win rate ± s.e.  …
─────────────────────────────────────────
min-dist-opp      200  0.4650 ± 0.0191  …
random          1,000             -  …
`
	for size := 1; size < 60; size += 7 {
		var b strings.Builder
		w := &window{w: &b, columns: 41}
		for at := 0; at < len(wideTable); at += size {
			must.Get(w.Write([]byte(wideTable[at:min(at+size, len(wideTable))])))(t)
		}
		must.Do(t, w.flush())
		if text, ok := strings.CutPrefix(b.String(), narrow); !ok || !strings.Contains(text, "--wide") {
			t.Fatalf("in pieces of %d:\n%s", size, b.String())
		}
	}
	var b strings.Builder
	w := &window{w: &b, columns: 80, coloured: true}
	w.Write([]byte("Flags:\n  --wide\n" + wideTable))
	w.flush()
	if text := b.String(); !strings.HasPrefix(text, bold+"Flags:"+plain+"\n  --wide\n") || strings.Count(text, faint+"───") != 1 || ansi.Strip(text) != "Flags:\n  --wide\n"+wideTable {
		t.Errorf("in colour:\n%q", text)
	}
	for columns := 10; columns < 80; columns++ {
		var b strings.Builder
		w := &window{w: &b, columns: columns}
		w.Write([]byte(wideTable))
		w.flush()
		for line := range strings.Lines(b.String()) {
			if n := ansi.StringWidth(strings.TrimSuffix(line, "\n")); n > columns {
				t.Errorf("a line of %d characters in a window of %d: %q", n, columns, line)
			}
		}
		if columns >= 66 && b.String() != wideTable {
			t.Errorf("the table changes in a window of %d:\n%s", columns, b.String())
		}
	}
}
