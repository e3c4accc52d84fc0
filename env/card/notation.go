package card

import (
	"fmt"
	"slices"
	"strings"
)

const (
	rankLetters = "A23456789TJQK"
	suitLetters = "CDHS"
	jokerText   = "JK"
)

// String returns the letter of the suit: C, D, H or S.
func (s Suit) String() string {
	if s < NumSuits {
		return suitLetters[s : s+1]
	}
	return fmt.Sprintf("Suit(%d)", uint8(s))
}

// String returns the character of the rank, A 2 … 9 T J Q K, and "-" for NoRank.
func (r Rank) String() string {
	switch {
	case r < NumRanks:
		return rankLetters[r : r+1]
	case r == NoRank:
		return "-"
	}
	return fmt.Sprintf("Rank(%d)", uint8(r))
}

// String returns the notation that [Parse] reads: rank then suit ("AS", "TD"),
// "JK" for a printed joker, and "--" for None.
func (c Card) String() string {
	switch {
	case c == Joker:
		return jokerText
	case c == None:
		return "--"
	case c.Valid():
		return c.Rank().String() + c.Suit().String()
	}
	return fmt.Sprintf("Card(%d)", uint8(c))
}

// ParseRank reads a rank: A 2 … 9 T J Q K, or 10, in either case.
func ParseRank(s string) (Rank, error) {
	if s == "10" {
		return Ten, nil
	}
	if len(s) == 1 {
		if i := strings.IndexByte(rankLetters, upper(s[0])); i >= 0 {
			return Rank(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a rank: want A, 2-9, T (or 10), J, Q or K", s)
}

// suitSymbols are the symbols of suits, and the letters that they stand for. The last two are
// invisible: they ask for the symbol as text or as a picture.
var suitSymbols = strings.NewReplacer("♣", "C", "♧", "C", "♦", "D", "♢", "D", "♥", "H", "♡", "H", "♠", "S", "♤", "S",
	"\ufe0e", "", "\ufe0f", "")

// Parse reads a card: rank then suit ("AS", "9C", "TD" or "10D"), or "JK" for a
// printed joker, in either case. The suit may be a symbol ("3♠"), may come first ("S3", "♠3"), and both may be
// words ("three of spades", "joker").
func Parse(s string) (Card, error) {
	c, ok := parse(s)
	if !ok {
		c, ok = parseWords(s)
	}
	if ok {
		return c, nil
	}
	return None, fmt.Errorf("%q is not a card: want a rank (A 2-9 T J Q K) and a suit (C D H S) as in TD, or JK", s)
}

// parseWords reads a card with symbols or words, or whose suit comes first.
func parseWords(s string) (Card, bool) {
	plain := suitSymbols.Replace(s)
	if strings.TrimSpace(s) != s {
		return None, false
	}
	words := strings.FieldsFunc(strings.ToLower(plain), func(r rune) bool { return r == ' ' || r == '-' })
	words = slices.DeleteFunc(words, func(w string) bool { return w == "of" || w == "the" })
	switch len(words) {
	case 1:
		if w := words[0]; w == "joker" || w == "🃏" {
			return Joker, true
		} else if c, ok := parse(w); ok {
			return c, true
		} else {
			return parse(w[1:] + w[:1]) // the suit comes first
		}
	case 2:
		if words[0] == "printed" && words[1] == "joker" {
			return Joker, true
		}
		rank, suit := words[0], strings.TrimSuffix(words[1], "s")
		if i := slices.Index(rankWords, rank); i >= 0 {
			rank = rankLetters[i : i+1]
		}
		if i := slices.Index(suitWords, suit); i >= 0 {
			suit = suitLetters[i : i+1]
		} else if plain == s {
			return None, false // "T H" may be a list
		}
		return parse(rank + suit)
	}
	return None, false
}

var (
	rankWords = strings.Fields("ace two three four five six seven eight nine ten jack queen king")
	suitWords = strings.Fields("club diamond heart spade")
)

// parse reads a card without symbols.
func parse(s string) (Card, bool) {
	if strings.EqualFold(s, jokerText) {
		return Joker, true
	}
	if n := len(s); n >= 2 {
		if i := strings.IndexByte(suitLetters, upper(s[n-1])); i >= 0 {
			if r, err := ParseRank(s[:n-1]); err == nil {
				return New(r, Suit(i)), true
			}
		}
	}
	return None, false
}

// ParseWild reads what determines the wild rank: a rank, or the card turned up, whose rank is wild;
// a printed joker makes aces wild (lal2025grouping). The card is None for a rank.
func ParseWild(s string) (Rank, Card, error) {
	if r, err := ParseRank(s); err == nil {
		return r, None, nil
	}
	switch c, err := Parse(s); {
	case err != nil:
		return 0, None, fmt.Errorf("%q is neither a rank (A 2-9 T J Q K) nor a card such as TD or JK", s)
	case c == Joker:
		return Ace, c, nil
	default:
		return c.Rank(), c, nil
	}
}

// ParseAll reads cards separated by white space or commas, as [Parse] does. The error gives the
// position of the bad card, counted from 1.
func ParseAll(s string) ([]Card, error) {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' })
	cards := make([]Card, 0, len(words))
	for len(words) > 0 {
		c, err := Parse(words[0])
		n := 1
		for more := 2; err != nil && more <= min(4, len(words)); more++ { // "ten hearts" to "ten of the hearts"
			if long, wrong := Parse(strings.Join(words[:more], " ")); wrong == nil {
				c, err, n = long, nil, more
			}
		}
		if err != nil {
			return nil, fmt.Errorf("card %d: %w", len(cards)+1, err)
		}
		cards, words = append(cards, c), words[n:]
	}
	return cards, nil
}

// MustParseAll is [ParseAll] for texts of the program itself: it panics on an error.
func MustParseAll(s string) []Card {
	cards, err := ParseAll(s)
	if err != nil {
		panic(err)
	}
	return cards
}

// MarshalText returns the text of the rank, see [Rank.String].
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText sets the rank from a text that [ParseRank] accepts.
func (r *Rank) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRank(string(text))
	return err
}

// MarshalText returns the notation of the card, or an error if c is not valid.
func (c Card) MarshalText() ([]byte, error) {
	if !c.Valid() {
		return nil, fmt.Errorf("card: %v has no notation", c)
	}
	return []byte(c.String()), nil
}

// UnmarshalText sets the card from a notation that [Parse] accepts. On error the card
// is unchanged.
func (c *Card) UnmarshalText(text []byte) error {
	p, err := Parse(string(text))
	if err == nil {
		*c = p
	}
	return err
}

// Format joins the notation of cards with spaces.
func Format(cards []Card) string {
	var b strings.Builder
	for i, c := range cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
	}
	return b.String()
}

// String returns the cards of the set in ascending order, separated by spaces.
func (cs Cards) String() string { return Bag{Once: cs}.String() }

// String returns the cards of the bag in the order of [Bag.Each], separated by spaces.
func (b Bag) String() string { return Format(b.Append(nil)) }

// BySuit returns the cards with a bar between the suits, and the printed jokers
// after them if there are any: "3C 4C | TD |  | 2S KS | JK".
func (b Bag) BySuit() string {
	parts := make([]string, 0, NumSuits+1)
	for suit := range Suit(NumSuits) {
		lane := OfSuit(suit)
		parts = append(parts, Bag{Once: b.Once & lane, Twice: b.Twice & lane, Thrice: b.Thrice & lane}.String())
	}
	if b.Jokers > 0 {
		parts = append(parts, Bag{Jokers: b.Jokers}.String())
	}
	return strings.Join(parts, " | ")
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}
