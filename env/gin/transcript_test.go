package gin_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata; review the diff")

// TestTranscripts plays the games of testdata/transcripts/*.txt and compares
// every table with the file. A file has a header up to the first empty line:
//
//	# what the game shows
//	rules PRESET option=value ...
//	hand CARDS          one line a seat, in order; what is missing is filled up
//	upcard CARD
//	stock CARDS         the next one first; the rest follows shuffled
//	key NUMBER          of the starter and of later hands, 0 if it is not given
//
// Then come commands after "> ", each followed by what it gives:
//
//	> ACTION            the action, then the whole table or the refusal
//	> wait TURNS        so many turns draw from the stock and throw what they drew
//	> look SEAT         the table as the seat sees it
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) < 15 {
		t.Fatalf("found the transcripts %v, %v, want at least 15", files, err)
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
func dealt(lines []string) (*gin.Game, *gin.State, error) {
	rules := gin.EAAI()
	var hands [][]card.Card
	var upcard, stock []card.Card
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
		case "upcard":
			upcard = cards
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
	g, err := gin.New(rules)
	if err != nil {
		return nil, nil, err
	}
	deck, err := order(hands, upcard, stock)
	if err != nil {
		return nil, nil, err
	}
	s := g.NewTable()
	return g, s, g.DealDeck(s, deck, key)
}

// order returns the deck that deals the given cards, with the cards that are not
// given in a fixed random order.
func order(hands [][]card.Card, upcard, stock []card.Card) ([]card.Card, error) {
	for len(hands) < 2 {
		hands = append(hands, nil)
	}
	rest := card.All
	for _, c := range slices.Concat(hands[0], hands[1], upcard, stock) {
		if !rest.Has(c) {
			return nil, fmt.Errorf("%v is dealt twice", c)
		}
		rest = rest.Without(c)
	}
	filler := list(rest)
	card.Shuffle(filler, rand.NewPCG(3, 3))
	fill := func(cards []card.Card, n int) []card.Card {
		for len(cards) < n {
			cards = append(cards, filler[0])
			filler = filler[1:]
		}
		return cards
	}
	a, b := fill(hands[0], 10), fill(hands[1], 10)
	var deck []card.Card
	for i := range 10 {
		deck = append(deck, a[i], b[i])
	}
	return slices.Concat(deck, fill(upcard, 1), stock, filler), nil
}

// obey carries out a command and returns its answer.
func obey(g *gin.Game, s *gin.State, command string) (string, error) {
	word, rest, _ := strings.Cut(command, " ")
	n, notNumber := strconv.Atoi(rest)
	switch {
	case word == "look" && notNumber == nil:
		o := new(gin.Observation)
		s.Observe(game.Player(n), o)
		return o.String(), nil
	case word == "wait" && notNumber == nil:
		for range n {
			drawn := s.AppendStock(nil)[0]
			if err := s.Apply(gin.DrawStock); err != nil {
				return "", err
			}
			if err := s.Apply(gin.CardOf(drawn)); err != nil {
				return "", err
			}
		}
		return s.String(), nil
	}
	a, err := g.ParseAction(command)
	if err != nil {
		return "", err
	}
	if err := s.Apply(a); err != nil {
		return err.Error() + "\n", nil
	}
	return s.String(), nil
}

// parseRules reads a preset and changes of it.
func parseRules(text string) (gin.Rules, error) {
	words := strings.Fields(text)
	r, err := gin.Preset(words[0])
	if err != nil {
		return r, err
	}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		n, isNumber := strconv.Atoi(value)
		number := map[string]*int{
			"knock-limit": &r.KnockLimit, "gin-bonus": &r.GinBonus, "big-gin-bonus": &r.BigGinBonus, "undercut-bonus": &r.UndercutBonus,
			"target": &r.Target, "game-bonus": &r.GameBonus, "box-bonus": &r.BoxBonus,
			"max-hands": &r.MaxHands, "max-turns": &r.MaxTurns, "max-upcards": &r.MaxUpcards, "lay-off-limit": &r.LayOffLimit,
		}[name]
		switch {
		case number != nil && isNumber == nil:
			*number = n
		case name == "episode" && pick(&r.Episode, value),
			name == "starter" && pick(&r.Starter, value),
			name == "knock-card" && pick(&r.KnockCard, value),
			name == "knock-order" && pick(&r.KnockOrder, value),
			name == "throwing-back" && pick(&r.ThrowingBack, value),
			name == "tie" && pick(&r.Tie, value),
			name == "stock-end" && pick(&r.StockEnd, value),
			name == "repeat" && pick(&r.Repeat, value),
			name == "melding" && pick(&r.Melding, value),
			name == "laying-off" && pick(&r.LayingOff, value),
			name == "answer" && pick(&r.Answer, value):
		default:
			return r, fmt.Errorf("unknown rule %q", w)
		}
	}
	return r, r.Validate()
}

// pick sets v to the value whose String is the word, if there is one.
func pick[T interface {
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
