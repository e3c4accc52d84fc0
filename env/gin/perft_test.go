package gin_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
)

// perft counts the sequences of exactly depth legal actions from s on. boards has
// a scratch state for each depth below.
func perft(s *gin.State, boards []*gin.State) int {
	var legal game.Mask
	s.Legal(&legal)
	if len(boards) == 0 {
		return legal.Count()
	}
	n := 0
	next := boards[0]
	for a := range legal.Each() {
		next.CopyFrom(s)
		if err := next.Apply(a); err != nil {
			panic(err)
		}
		n += perft(next, boards[1:])
	}
	return n
}

// naivePerft is perft of the plain game.
func naivePerft(n *naive, depth int) int {
	sum := 0
	for a := range game.Action(gin.NumActions) {
		if !n.legal(a) {
			continue
		}
		if depth == 1 {
			sum++
			continue
		}
		next := n.clone()
		next.apply(a)
		sum += naivePerft(next, depth-1)
	}
	return sum
}

// A perftLine is a line of testdata/perft.txt: the deal of a transcript, and how
// many sequences of depth legal actions follow it.
type perftLine struct {
	deal         string
	depth, count int
}

// readPerft returns the lines of the file.
func readPerft(t testing.TB) (lines []perftLine) {
	t.Helper()
	data, err := os.ReadFile("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(string(data)) {
		var l perftLine
		if strings.HasPrefix(text, "#") {
			continue
		}
		if _, err := fmt.Sscan(text, &l.deal, &l.depth, &l.count); err != nil {
			t.Fatalf("testdata/perft.txt: %q: %v", text, err)
		}
		lines = append(lines, l)
	}
	return lines
}

// start returns the deal of the line, and scratch states for perft.
func (l perftLine) start(t testing.TB) (*gin.State, []*gin.State) {
	t.Helper()
	text, err := os.ReadFile("testdata/transcripts/" + l.deal + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\n\n")
	g, s, err := dealt(strings.Split(head, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	boards := make([]*gin.State, l.depth-1)
	for i := range boards {
		boards[i] = g.NewTable()
	}
	return s, boards
}

// TestPerft compares the counts of testdata/perft.txt, the small ones also with
// those of the plain game. With -update it writes the file.
func TestPerft(t *testing.T) {
	var b strings.Builder
	b.WriteString("# deal of a transcript, depth, number of sequences of so many legal actions\n")
	lines := readPerft(t)
	if len(lines) < 50 {
		t.Fatalf("testdata/perft.txt has %d lines", len(lines))
	}
	for _, l := range lines {
		if testing.Short() && l.depth > 6 && !*update {
			continue
		}
		s, boards := l.start(t)
		got := perft(s, boards)
		if got != l.count && !*update {
			t.Errorf("%s, depth %d: counted %d, want %d", l.deal, l.depth, got, l.count)
		}
		if l.depth <= 4 || l.depth <= 6 && !testing.Short() {
			if want := naivePerft(naiveOf(s), l.depth); got != want {
				t.Errorf("%s, depth %d: counted %d, the plain game %d", l.deal, l.depth, got, want)
			}
		}
		fmt.Fprintln(&b, l.deal, l.depth, got)
	}
	if *update {
		if err := os.WriteFile("testdata/perft.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkPerft counts a deal to depth 8 and checks the count.
func BenchmarkPerft(b *testing.B) {
	for _, l := range readPerft(b) {
		if l.deal != "openspiel-knock" || l.depth != 8 {
			continue
		}
		s, boards := l.start(b)
		for b.Loop() {
			if n := perft(s, boards); n != l.count {
				b.Fatalf("counted %d, want %d", n, l.count)
			}
		}
		b.ReportMetric(float64(l.count*b.N)/b.Elapsed().Seconds(), "sequences/s")
		return
	}
	b.Fatal("testdata/perft.txt lacks openspiel-knock to depth 8")
}
