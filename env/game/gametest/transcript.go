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
)

// Transcripts are games told in the files testdata/transcripts/*.txt of a package.
// A file has a header up to the first empty line:
//
//	# what the game shows
//	rules PRESET option=value ...
//	WORD CARDS          what is dealt, see Lines
//	key NUMBER          of later chance events, 0 if it is not given
//
// Then come commands after "> ", each followed by what it gives:
//
//	> ACTION            the action, then the whole table or the refusal
//	> look SEAT         the table as the seat sees it
//	> ...               what Obey knows
type Transcripts struct {
	// Game returns the game under the rules of a header, see ParseRules. It must
	// be a Decker.
	Game func(rules string) (game.Game, error)

	// Lines are the words that cards of a header stand after.
	Lines []string

	// Deck returns the deck that deals the cards of the header.
	Deck func(g game.Game, h *Header) []card.Card

	// Obey carries out a command that is neither an action nor a look, and reports
	// whether it knows it. It may be nil.
	Obey func(s game.State, command string) (known bool, err error)
}

// Run plays all files, which must be at least so many, and compares every table
// with the file, as [Golden] does.
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
			Golden(t, path, told)
		})
	}
}

// retell returns the transcript with all answers written anew.
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

// obey carries out a command and returns its answer.
func (tr *Transcripts) obey(g game.Game, s game.State, command string) (string, error) {
	if seat, ok := strings.CutPrefix(command, "look "); ok {
		p, err := strconv.Atoi(seat)
		if err != nil {
			return "", err
		}
		return fmt.Sprint(observe(g, s, game.Player(p))), nil
	}
	known, err := false, error(nil)
	if tr.Obey != nil {
		known, err = tr.Obey(s, command)
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

// Header is what the header of a transcript gives.
type Header struct {
	rules string
	key   uint64
	lines map[string][][]card.Card // by word
	rest  []card.Card
}

// header reads the header of a transcript.
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
			err = fmt.Errorf("the header does not know %q", word)
		}
		if err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Rest returns the cards that were neither given nor filled in, in a fixed random
// order.
func (h *Header) Rest() []card.Card { return h.rest }

// Fill returns the cards of the i-th line with that word, filled up to n from the
// front of Rest. A line that is not there has none.
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

// deal takes the cards given from the deck and keeps the others.
func (h *Header) deal(deck []card.Card) error {
	rest := card.BagOf(deck...)
	for _, lines := range h.lines {
		for _, c := range slices.Concat(lines...) {
			if !rest.Remove(c) {
				return fmt.Errorf("%v is dealt more often than it is there", c)
			}
		}
	}
	h.rest = rest.Append(nil)
	card.ShuffleSeeded(h.rest, 3, 3)
	return nil
}
