package card

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

func TestNotation(t *testing.T) {
	for i := range NumKinds {
		c := FromIndex(i)
		s := c.String()
		for _, text := range []string{s, strings.ToLower(s), strings.Replace(s, "T", "10", 1)} {
			if got, err := Parse(text); err != nil || got != c {
				t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, c)
			}
		}
	}
	for text, want := range map[string]Card{
		"AS": New(Ace, Spades), "9C": New(Nine, Clubs), "TD": New(Ten, Diamonds),
		"10D": New(Ten, Diamonds), "kh": New(King, Hearts), "JK": Joker, "jk": Joker, "JC": New(Jack, Clubs),
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "A", "S", "1S", "11S", "100D", "SX", "T H", "ten", "hearts", "of", "aces", "ten of", "AX", "ASS", "J", "JKK", "-S", "♠", "♠♠", "A♠S", "♠JK", "A ", " AS", "\x00S"} {
		if got, err := Parse(text); err == nil || got != None {
			t.Errorf("Parse(%q) = %v, %v, want None and an error", text, got, err)
		}
	}
	for what, want := range map[string]string{
		None.String():             "--",
		Card(13).String():         "Card(13)",
		NoRank.String():           "-",
		Rank(14).String():         "Rank(14)",
		Suit(4).String():          "Suit(4)",
		Hearts.String():           "H",
		Cards(0).String():         "",
		BagOf(Joker, 0).String():  "AC JK",
		Format([]Card{0, None}):   "AC --",
		(OfRank(Queen)).String():  "QC QD QH QS",
		BagOf(17, 17, 0).String(): "AC 2D 2D",
		BagOf(17, 17, 0).BySuit(): "AC | 2D 2D |  | ",
		BagOf(Joker, 0).BySuit():  "AC |  |  |  | JK",
	} {
		must.Equal(t, what, want, "notation")
	}
}

func TestParseSymbols(t *testing.T) {
	for text, want := range map[string]string{"3♠": "3S", "♠3": "3S", "10♦": "TD", "♢10": "TD", "k♥\ufe0f": "KH", "♡a": "AH", "♣\ufe0eQ": "QC", "2♧": "2C", "J♤": "JS", "10 ♥": "TH",
		"H10": "TH", "sa": "AS", "ten of hearts": "TH", "the Ten of the Hearts": "TH", "10 of hearts": "TH", "queen-of-spades": "QS", "3 clubs": "3C",
		"Joker": "JK", "printed joker": "JK", "🃏": "JK"} {
		if got, err := Parse(text); err != nil || got.String() != want {
			t.Errorf("Parse(%q) = %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestParseWild(t *testing.T) {
	for text, want := range map[string]struct {
		rank Rank
		card Card
	}{"7": {Seven, None}, "10": {Ten, None}, "QC": {Queen, New(Queen, Clubs)}, "♣Q": {Queen, New(Queen, Clubs)}, "jk": {Ace, Joker}} {
		if rank, c, err := ParseWild(text); err != nil || rank != want.rank || c != want.card {
			t.Errorf("ParseWild(%q) = %v, %v, %v, want %v", text, rank, c, err, want)
		}
	}
	for _, text := range []string{"", "11", "♠", "Q C"} {
		if _, _, err := ParseWild(text); err == nil || !strings.Contains(err.Error(), "neither a rank") {
			t.Errorf("ParseWild(%q): error %v", text, err)
		}
	}
}

func TestParseAll(t *testing.T) {
	want := []Card{New(Ace, Spades), New(Ten, Diamonds), Joker}
	for _, text := range []string{"AS TD JK", "AS,10d,jk", " as\t10D\r\nJK ", "AS, TD, JK",
		"ace of spades, ten of diamonds, joker", "SA ten of the diamonds printed joker"} {
		if got, err := ParseAll(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("ParseAll(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	if got, err := ParseAll("AS TD 1X JK"); err == nil || got != nil || !strings.Contains(err.Error(), "card 3") || !strings.Contains(err.Error(), `"1X"`) {
		t.Errorf("ParseAll with a bad third card = %v, %v, want an error with its position and text", got, err)
	}
	if got, err := ParseAll(" "); err != nil || len(got) != 0 {
		t.Errorf("ParseAll of white space = %v, %v, want no cards", got, err)
	}
}

func TestCardsInJSON(t *testing.T) {
	hand := []Card{New(Ten, Diamonds), Joker}
	text, err := json.Marshal(hand)
	if err != nil || string(text) != `["TD","JK"]` {
		t.Errorf("Marshal(%v) = %s, %v", hand, text, err)
	}
	var back []Card
	if err := json.Unmarshal([]byte(`["10d","jk"]`), &back); err != nil || !slices.Equal(back, hand) {
		t.Errorf("Unmarshal gives %v, %v, want %v", back, err, hand)
	}
	if _, err := json.Marshal(None); err == nil {
		t.Error("Marshal(None) returns no error")
	}
	c := New(Ace, Clubs)
	if err := c.UnmarshalText([]byte("XX")); err == nil || c != New(Ace, Clubs) {
		t.Errorf("UnmarshalText of an invalid card returns %v and changes the card to %v", err, c)
	}
}

// FuzzParse checks that writing and parsing again a parsed card gives the same card.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"AS", "10d", "JK", "tc", "", "1", "♥2", "QQ", "JJ", "AS TD, 10H\nJK"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if c, err := Parse(s); err == nil {
			back, err := Parse(c.String())
			if err != nil || back != c || !c.Valid() || len(s) > 3 && !strings.ContainsAny(s, "♣♧♦♢♥♡♠♤\ufe0e\ufe0f") {
				t.Errorf("Parse(%q) = %v, which is parsed again as %v, %v", s, c, back, err)
			}
		}
		cards, err := ParseAll(s)
		if err != nil {
			return
		}
		back, err := ParseAll(Format(cards))
		if err != nil || !slices.Equal(back, cards) {
			t.Errorf("ParseAll(%q) = %v, which is parsed again as %v, %v", s, cards, back, err)
		}
	})
}
