package gametest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// A Twin is a second, simple implementation of a game. It need not be fast.
type Twin interface {
	Legal(game.Action) bool
	Apply(game.Action) // applies a legal action
	Clone() Twin
}

// board is a state and its legal actions.
type board struct {
	game.State
	legal game.Mask
}

// perft counts the sequences of exactly len(below)+1 legal actions from b.
func perft(b *board, below []board) int {
	b.Legal(&b.legal)
	if len(below) == 0 {
		return b.legal.Count()
	}
	n := 0
	next := &below[0]
	for a := range b.legal.Each() {
		next.CopyFrom(b.State)
		if err := next.Apply(a); err != nil {
			panic("gametest: a legal action is rejected: " + err.Error())
		}
		n += perft(next, below[1:])
	}
	return n
}

// twinPerft is perft of a Twin with the given number of actions.
func twinPerft(t Twin, actions, depth int) int {
	sum := 0
	for a := range game.Action(actions) {
		if !t.Legal(a) {
			continue
		}
		if depth == 1 {
			sum++
			continue
		}
		next := t.Clone()
		next.Apply(a)
		sum += twinPerft(next, actions, depth-1)
	}
	return sum
}

// perftPath is a file with one line per count: the transcript whose deal is used, the
// depth, and the number of sequences of that many legal actions.
const perftPath = "testdata/perft.txt"

// perftLine is a line of the file.
type perftLine struct {
	deal         string
	depth, count int
}

// readPerft returns the lines of the file.
func readPerft(t testing.TB) (lines []perftLine) {
	t.Helper()
	data, err := os.ReadFile(perftPath)
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(string(data)) {
		var l perftLine
		if strings.HasPrefix(text, "#") {
			continue
		}
		if _, err := fmt.Sscan(text, &l.deal, &l.depth, &l.count); err != nil {
			t.Fatalf("%s: %q: %v", perftPath, text, err)
		}
		lines = append(lines, l)
	}
	return lines
}

// start returns the game of the line and the boards, the first of them dealt.
func (tr *Transcripts) start(t testing.TB, l perftLine) (game.Game, []board) {
	t.Helper()
	text, err := os.ReadFile("testdata/transcripts/" + l.deal + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	g, s, err := tr.deal(string(text))
	if err != nil {
		t.Fatal(err)
	}
	boards := make([]board, l.depth)
	boards[0].State = s
	for i := range boards[1:] {
		boards[i+1].State = g.NewState()
	}
	return g, boards
}

// Perft checks the counts of testdata/perft.txt, at least 50. It compares counts up to
// depth plain with the twin of the deal too. With -short it skips counts deeper than
// short. The flag -update rewrites it.
func (tr *Transcripts) Perft(t *testing.T, short, plain int, twin func(dealt game.State) Twin) {
	lines := readPerft(t)
	if len(lines) < 50 {
		t.Fatalf("%s has %d lines", perftPath, len(lines))
	}
	var b strings.Builder
	b.WriteString("# deal of a transcript, depth, number of sequences of so many legal actions\n")
	for _, l := range lines {
		count := l.count
		if !testing.Short() || l.depth <= short || must.Updating() {
			g, boards := tr.start(t, l)
			count = perft(&boards[0], boards[1:])
			if l.depth <= plain {
				if want := twinPerft(twin(boards[0].State), g.NumActions(), l.depth); count != want {
					t.Errorf("%s, depth %d: counted %d, the twin %d", l.deal, l.depth, count, want)
				}
			}
		}
		fmt.Fprintln(&b, l.deal, l.depth, count)
	}
	must.Match(t, perftPath, b.String())
}

// BenchmarkPerft measures the count of the line of testdata/perft.txt with the given
// deal and depth, and checks it.
func (tr *Transcripts) BenchmarkPerft(b *testing.B, deal string, depth int) {
	for _, l := range readPerft(b) {
		if l.deal != deal || l.depth != depth {
			continue
		}
		_, boards := tr.start(b, l)
		for b.Loop() {
			if n := perft(&boards[0], boards[1:]); n != l.count {
				b.Fatalf("counted %d, want %d", n, l.count)
			}
		}
		b.ReportMetric(float64(l.count*b.N)/b.Elapsed().Seconds(), "sequences/s")
		return
	}
	b.Fatalf("%s lacks %s to depth %d", perftPath, deal, depth)
}
