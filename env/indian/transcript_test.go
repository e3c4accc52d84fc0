package indian_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata; review the diff")

// TestTranscripts plays the games of testdata/transcripts/*.txt and compares
// every table with the file. A file has a header up to the first empty line:
//
//	# what the game shows
//	rules PRESET option=value ...
//	hand CARDS          one line a seat, in order; what is missing is filled up
//	wildcard CARD
//	pile CARD
//	stock CARDS         the next one first; the rest follows shuffled
//	key NUMBER          of later reshuffles, 0 if it is not given
//
// Then come commands after "> ", each followed by what it gives:
//
//	> ACTION            the action, then the whole table or the refusal
//	> declare CARD: CARDS / CARDS / ...   an explicit grouping
//	> look SEAT         the table as the seat sees it
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) < 10 {
		t.Fatalf("found the transcripts %v, %v, want at least 10", files, err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := retell(string(data))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(data) {
				t.Errorf("%s tells another story than the rules: run with -update and review the diff; got\n%s", name, got)
			}
		})
	}
}

// retell returns the transcript with all answers written anew.
func retell(text string) (string, error) {
	head, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		return "", fmt.Errorf("no empty line after the header")
	}
	g, s, err := dealt(strings.Split(head, "\n"))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(head + "\n\n" + s.String())
	for line := range strings.Lines(body) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "> ")
		if !ok {
			continue
		}
		answer, err := obey(g, s, command)
		if err != nil {
			return "", fmt.Errorf("command %q: %w", command, err)
		}
		b.WriteString("\n> " + command + "\n" + answer)
	}
	return b.String(), nil
}

// dealt deals the game of a header.
func dealt(lines []string) (*indian.Game, *indian.State, error) {
	rules := indian.Paper()
	var hands [][]card.Card
	var wildcard, pile, stock []card.Card
	var key uint64
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		var err error
		var cards []card.Card
		switch word {
		case "#", "":
			continue
		case "rules":
			rules, err = parseRules(rest)
		case "key":
			key, err = strconv.ParseUint(rest, 10, 64)
		default:
			cards, err = card.ParseAll(rest)
		}
		switch word {
		case "hand":
			hands = append(hands, cards)
		case "wildcard":
			wildcard = cards
		case "pile":
			pile = cards
		case "stock":
			stock = cards
		case "rules", "key":
		default:
			err = fmt.Errorf("the header does not know %q", word)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	g, err := indian.New(rules)
	if err != nil {
		return nil, nil, err
	}
	deck, err := order(g, hands, wildcard, pile, stock)
	if err != nil {
		return nil, nil, err
	}
	s := g.NewTable()
	return g, s, g.DealDeck(s, deck, key)
}

// order returns the deck that deals the given cards under any Dealing, with the
// cards that are not given in a fixed random order.
func order(g *indian.Game, hands [][]card.Card, wildcard, pile, stock []card.Card) ([]card.Card, error) {
	r := g.Rules()
	rest := card.BagOf(g.Deck()...)
	take := func(cards []card.Card) error {
		for _, c := range cards {
			if !rest.Remove(c) {
				return fmt.Errorf("%v is dealt more often than it is there", c)
			}
		}
		return nil
	}
	for len(hands) < r.Seats {
		hands = append(hands, nil)
	}
	for _, cards := range append([][]card.Card{wildcard, pile, stock}, hands...) {
		if err := take(cards); err != nil {
			return nil, err
		}
	}
	filler := rest.Append(nil)
	card.Shuffle(filler, rand.NewPCG(3, 3))
	fill := func(cards []card.Card, n int) []card.Card {
		for len(cards) < n {
			cards = append(cards, filler[0])
			filler = filler[1:]
		}
		return cards
	}
	for p := range hands {
		hands[p] = fill(hands[p], r.HandSize)
	}
	var deck []card.Card
	for i := range r.Seats * r.HandSize {
		if r.Dealing == indian.Blocks {
			deck = append(deck, hands[i/r.HandSize][i%r.HandSize])
		} else {
			deck = append(deck, hands[i%r.Seats][i/r.Seats])
		}
	}
	deck = append(append(deck, fill(wildcard, 1)...), fill(pile, 1)...)
	return append(append(deck, stock...), filler...), nil
}

// obey carries out a command and returns its answer.
func obey(g *indian.Game, s *indian.State, command string) (string, error) {
	if seat, ok := strings.CutPrefix(command, "look "); ok {
		p, err := strconv.Atoi(seat)
		if err != nil {
			return "", err
		}
		o := new(indian.Observation)
		s.Observe(game.Player(p), o)
		return o.String(), nil
	}
	text, melds, explicit := strings.Cut(command, ":")
	a, err := g.ParseAction(text)
	if err != nil {
		return "", err
	}
	if explicit {
		var groups [][]card.Card
		for part := range strings.SplitSeq(melds, "/") {
			cards, err := card.ParseAll(part)
			if err != nil {
				return "", err
			}
			groups = append(groups, cards)
		}
		err = s.DeclareGrouping(indian.DeclareCard(a), groups)
	} else {
		err = s.Apply(a)
	}
	if err != nil {
		return err.Error() + "\n", nil
	}
	return s.String(), nil
}

// parseRules reads a preset and changes of it.
func parseRules(text string) (indian.Rules, error) {
	words := strings.Fields(text)
	r, err := indian.Preset(words[0])
	if err != nil {
		return r, err
	}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		n, isNumber := strconv.Atoi(value)
		number := map[string]*int{
			"seats": &r.Seats, "packs": &r.Packs, "jokers": &r.Jokers, "hand-size": &r.HandSize,
			"first-drop": &r.FirstDrop, "middle-drop": &r.MiddleDrop, "cap": &r.Cap, "max-rounds": &r.MaxRounds,
		}[name]
		switch {
		case number != nil && isNumber == nil:
			*number = n
		case name == "dealing" && choose(&r.Dealing, value),
			name == "wildcard" && choose(&r.Wildcard, value),
			name == "recycling" && choose(&r.Recycling, value),
			name == "counting" && choose(&r.Counting, value),
			name == "relief" && choose(&r.Relief, value),
			name == "taking" && choose(&r.Taking, value),
			name == "throwing-back" && choose(&r.ThrowingBack, value),
			name == "declaring" && choose(&r.Declaring, value):
		default:
			return r, fmt.Errorf("unknown rule %q", w)
		}
	}
	return r, r.Validate()
}

// choose sets v to the value whose String is the word, if there is one.
func choose[T interface {
	~uint8
	String() string
}](v *T, word string) bool {
	for x := range T(4) {
		if x.String() == word {
			*v = x
			return true
		}
	}
	return false
}
