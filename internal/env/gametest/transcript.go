package gametest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// Transcripts are recorded games in the files testdata/transcripts/*.txt of a package.
// A file has a header up to the first empty line:
//
//	# a description of the game
//	rules PRESET option=value ...
//	WORD CARDS          cards to deal, see Lines
//	key NUMBER          key of later chance events, default 0
//
// Then come commands after "> ", each followed by its output:
//
//	> ACTION            an action; its output is the whole table or the error
//	> look SEAT         the table as the seat sees it
//	> ...               other commands, see Command
type Transcripts struct {
	// Game returns the game under the rules of a header, see ParseRules. The game
	// must be a Decker.
	Game func(rules string) (game.Game, error)

	// Lines are the first words of the header lines with cards.
	Lines []string

	// Deck returns a deck whose deal gives the cards of the header.
	Deck func(g game.Game, h *Header) []card.Card

	// Command executes a command that is neither an action nor a look, and reports
	// whether it knows the command. It may be nil.
	Command func(s game.State, command string) (known bool, err error)
}

// Run plays all files, of which there must be at least the given number, and compares
// every table with the file, as [Golden] does.
func (tr *Transcripts) Run(t *testing.T, least int) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) < least {
		t.Fatalf("found the transcripts %v, %v, want at least %d", files, err, least)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			told, err := tr.retell(string(text))
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			must.Match(t, path, told)
		})
	}
}

// retell returns the transcript with all outputs written again.
func (tr *Transcripts) retell(text string) (string, error) {
	g, s, err := tr.deal(text)
	if err != nil {
		return "", err
	}
	head, body, _ := strings.Cut(text, "\n\n")
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%v", head, s)
	for line := range strings.Lines(body) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "> ")
		if !ok {
			continue
		}
		answer, err := tr.obey(g, s, command)
		if err != nil {
			return "", fmt.Errorf("command %q: %w", command, err)
		}
		b.WriteString("\n> " + command + "\n" + answer)
	}
	return b.String(), nil
}

// deal deals the game of a transcript.
func (tr *Transcripts) deal(text string) (game.Game, game.State, error) {
	h, err := tr.header(text)
	if err != nil {
		return nil, nil, err
	}
	g, err := tr.Game(h.rules)
	if err != nil {
		return nil, nil, err
	}
	if err := h.deal(g.(Decker).Deck()); err != nil {
		return nil, nil, err
	}
	s := g.NewState()
	return g, s, g.DealDeck(s, tr.Deck(g, h), h.key)
}

// obey executes a command and returns its output.
func (tr *Transcripts) obey(g game.Game, s game.State, command string) (string, error) {
	if seat, ok := strings.CutPrefix(command, "look "); ok {
		p, err := strconv.Atoi(seat)
		if err != nil {
			return "", err
		}
		return fmt.Sprint(observe(g, s, game.Player(p))), nil
	}
	known, err := false, error(nil)
	if tr.Command != nil {
		known, err = tr.Command(s, command)
	}
	if !known {
		a, unknown := g.ParseAction(command)
		if unknown != nil {
			return "", unknown
		}
		err = s.Apply(a)
	}
	var refusal *game.IllegalAction
	switch {
	case err == nil:
		return fmt.Sprint(s), nil
	case errors.As(err, &refusal):
		return err.Error() + "\n", nil
	}
	return "", err
}

// Header is the parsed header of a transcript.
type Header struct {
	rules string
	key   uint64
	lines map[string][][]card.Card // by word
	rest  []card.Card
}

// header parses the header of a transcript.
func (tr *Transcripts) header(text string) (*Header, error) {
	head, _, ok := strings.Cut(text, "\n\n")
	if !ok {
		return nil, errors.New("no empty line after the header")
	}
	h := &Header{lines: map[string][][]card.Card{}}
	for line := range strings.Lines(head) {
		word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		var err error
		switch {
		case word == "#":
		case word == "rules":
			h.rules = rest
		case word == "key":
			h.key, err = strconv.ParseUint(rest, 10, 64)
		case slices.Contains(tr.Lines, word):
			var cards []card.Card
			cards, err = card.ParseAll(rest)
			h.lines[word] = append(h.lines[word], cards)
		default:
			err = fmt.Errorf("the header has the unknown word %q", word)
		}
		if err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Rest returns the cards that are neither in the header nor filled in, in a fixed
// random order.
func (h *Header) Rest() []card.Card { return h.rest }

// Fill returns the cards of the i-th line with the given word, filled up to n cards
// from the front of Rest. A missing line has no cards.
func (h *Header) Fill(word string, i, n int) []card.Card {
	var cards []card.Card
	if i < len(h.lines[word]) {
		cards = h.lines[word][i]
	}
	more := max(0, n-len(cards))
	cards = slices.Concat(cards, h.rest[:more])
	h.rest = h.rest[more:]
	return cards
}

// deal removes the cards of the header from the deck and keeps the others.
func (h *Header) deal(deck []card.Card) error {
	rest := card.BagOf(deck...)
	for _, lines := range h.lines {
		for _, c := range slices.Concat(lines...) {
			if !rest.Remove(c) {
				return fmt.Errorf("%v is dealt more often than the deck has it", c)
			}
		}
	}
	h.rest = rest.Append(nil)
	card.ShuffleSeeded(h.rest, 3, 3)
	return nil
}
