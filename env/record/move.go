package record

import (
	"slices"
	"strings"

	"rummygym/env/card"
)

// move returns the word for a move.
func move(e *Event) string {
	switch e.Type {
	case Draw:
		switch {
		case e.From != Pile:
			return "+" + e.Card.String()
		case e.Card == card.None: // a limit of upcards ends the hand
			return "^"
		}
		return "^" + e.Card.String()
	case Discard:
		return "-" + e.Card.String()
	case Declare:
		return "!" + e.Card.String()
	case LayOff:
		return ">" + e.Card.String()
	case Meld:
		return "=" + strings.ReplaceAll(card.Format(e.Cards), " ", "")
	}
	return string(e.Type)
}

// canonical returns the word that [move] returns for the same move in another notation: other letters
// of cards, as [card.Parse] takes them, other case, and the cards of a meld in another order. A word that is no
// move is returned as it is.
func canonical(word string) string {
	switch {
	case word == "^--": // as older versions wrote it
		return "^"
	case word == "" || !strings.Contains("+^-!>=", word[:1]):
		return strings.ToLower(word)
	}
	var cards []card.Card
	for rest := word[1:]; rest != ""; {
		n := min(len(rest), longestCard)
		c, err := card.Parse(rest[:n])
		for ; err != nil && n > 1; c, err = card.Parse(rest[:n]) {
			n--
		}
		if err != nil {
			return word
		}
		cards, rest = append(cards, c), rest[n:]
	}
	slices.Sort(cards)
	return word[:1] + strings.ReplaceAll(card.Format(cards), " ", "")
}

// longestCard is the number of bytes of the longest notation of a card, such as 10♠ with the mark of a picture.
const longestCard = len("10♠\ufe0f")
