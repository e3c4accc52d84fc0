package facts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/internal/strictjson"
)

// The default deck of a hand of Indian Rummy: that of preset paper.
const (
	DefaultPacks   = 1 // packs of 52 cards
	DefaultPrinted = 2 // printed jokers
)

// Limits of hands of Indian Rummy.
const (
	IndianMaxCards = mindist.MaxSize + 1 // cards in a hand, with the card drawn
	MaxPrinted     = 20                  // printed jokers in a deck
)

// An indianInput is one hand as a JSON object. Other fields are ignored.
type indianInput struct {
	Cards   []string `json:"cards"`
	Wild    *string  `json:"wild"`
	Packs   *int     `json:"decks"`
	Printed *int     `json:"printed"`
	Gone    []string `json:"gone"`
}

// An IndianHand is a hand of Indian Rummy, checked against its deck.
type IndianHand struct {
	Hand    card.Bag
	Wild    card.Rank
	Packs   int      // packs of 52 cards in the deck
	Printed int      // printed jokers in the deck
	Unseen  card.Bag // the deck without the hand and the cards gone
}

// indianWants describes the expected values of the fields of an indianInput.
var indianWants = map[string]string{
	"cards": `a list of cards such as ["AS","TD","JK"]`, "wild": `a rank such as "7" or "K", or the card turned up such as "9D"`,
	"decks": "a whole number", "printed": "a whole number", "gone": "a list of cards",
}

// ParseIndianHand reads a hand from a JSON object with the fields cards, wild, decks (default
// [DefaultPacks]), printed (default [DefaultPrinted]) and gone (default none). The field wild is a
// rank, or the card turned up, which then is gone too (see [card.ParseWild]). Other fields are
// ignored. An error names the field, the position in it, counted from 1, and the expected value.
func ParseIndianHand(line []byte) (IndianHand, error) {
	var in indianInput
	if err := decodeLine(line, &in, indianWants); err != nil {
		return IndianHand{}, err
	}
	if in.Cards == nil {
		return IndianHand{}, errors.New(`field "cards" is missing: want a list such as ["AS","TD","JK"]`)
	}
	if in.Wild == nil {
		return IndianHand{}, errors.New(`field "wild" is missing: want the wild rank, such as "7" or "K"`)
	}
	wild, turned, err := card.ParseWild(*in.Wild)
	if err != nil {
		return IndianHand{}, fmt.Errorf(`field "wild": %w`, err)
	}
	packs, printed := DefaultPacks, DefaultPrinted
	if in.Packs != nil {
		packs = *in.Packs
	}
	if in.Printed != nil {
		printed = *in.Printed
	}
	hand, err := parseCards("cards", in.Cards)
	if err != nil {
		return IndianHand{}, err
	}
	gone, err := parseCards("gone", in.Gone)
	if err != nil {
		return IndianHand{}, err
	}
	if turned != card.None {
		gone = append(gone, turned)
	}
	return NewIndianHand(hand, wild, packs, printed, gone)
}

// decodeLine decodes the JSON object on a line to in. wants describes the expected values of
// its fields, for errors.
func decodeLine(line []byte, in any, wants map[string]string) error {
	d := json.NewDecoder(bytes.NewReader(line))
	if err := d.Decode(in); err != nil {
		return jsonError(err, wants)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one JSON value: want one object per line")
	}
	if err := strictjson.Check(line); err != nil {
		return fmt.Errorf("field %w", err)
	}
	return nil
}

// jsonError returns a readable error for an error of decoding: what is wrong, and the
// expected value from wants.
func jsonError(err error, wants map[string]string) error {
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		if wrong.Field == "" {
			return fmt.Errorf("a JSON %s, want an object with the field \"cards\" and others", wrong.Value)
		}
		return fmt.Errorf("field %q is a JSON %s, want %s", wrong.Field, wrong.Value, wants[wrong.Field])
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("the line ends within a JSON value")
	}
	return errors.New(`not JSON: want an object such as {"cards":["AS","TD","JK"],"wild":"7"} for Indian Rummy, {"cards":["AS","TD"]} for Gin Rummy`)
}

// parseCards parses the cards of a field.
func parseCards(field string, words []string) ([]card.Card, error) {
	cards := make([]card.Card, len(words))
	for i, w := range words {
		c, err := card.Parse(w)
		if err != nil {
			return nil, fmt.Errorf("field %q, card %d: %w", field, i+1, err)
		}
		cards[i] = c
	}
	return cards, nil
}

// NewIndianHand returns the hand of the given cards, from a deck of packs of 52 cards with a
// number of printed jokers, of which the cards gone cannot be drawn any more. It fails unless
// the hand has 1 to 14 cards, and hand and cards gone together have no more copies of a card
// than the deck.
func NewIndianHand(cards []card.Card, wild card.Rank, packs, printed int, gone []card.Card) (IndianHand, error) {
	if packs < 1 || packs > card.MaxCopies {
		return IndianHand{}, fmt.Errorf("decks is %d, want 1 to %d packs of 52 cards", packs, card.MaxCopies)
	}
	if printed < 0 || printed > MaxPrinted {
		return IndianHand{}, fmt.Errorf("printed is %d, want 0 to %d printed jokers in the whole deck", printed, MaxPrinted)
	}
	if n := len(cards); n < 1 || n > IndianMaxCards {
		return IndianHand{}, fmt.Errorf("a hand of %d cards, want 1 to %d", n, IndianMaxCards)
	}
	h := IndianHand{Hand: card.BagOf(cards...), Wild: wild, Packs: packs, Printed: printed}
	h.Unseen = card.BagOf(card.AppendDeck(nil, packs, printed)...)
	for i, c := range cards {
		if !h.Unseen.Remove(c) {
			return IndianHand{}, fmt.Errorf("card %d of the hand: the deck has no further %v (decks %d, printed %d): if the game has more packs, set decks", i+1, c, packs, printed)
		}
	}
	for i, c := range gone {
		if !h.Unseen.Remove(c) {
			return IndianHand{}, fmt.Errorf("card %d of the cards gone: the deck has no further %v outside the hand (decks %d, printed %d)", i+1, c, packs, printed)
		}
	}
	return h, nil
}

// An IndianAnswer is the analysis of a hand of Indian Rummy.
type IndianAnswer struct {
	MinScore         int           `json:"minscore"`                 // capped at meld.Cap
	MinScoreUncapped int           `json:"minscore_uncapped"`        // not capped
	MinDist          int           `json:"mindist"`                  // without regard to availability
	MinDistAvailable int           `json:"mindist_avail"`            // mindist.Unreachable if no declaration can be reached
	Groups           [][]card.Card `json:"groups"`                   // melds of the grouping that reaches MinScore
	Deadwood         []card.Card   `json:"deadwood"`                 // the cards outside them
	Freed            *card.Card    `json:"freed,omitempty"`          // the 14th card, in neither
	ExpectedTurns    *float64      `json:"expected_turns,omitempty"` // of hands of 13 and 14 cards, to two places
}

// Solve returns the analysis of the hand.
func (h IndianHand) Solve() IndianAnswer {
	g := meld.Group(h.Hand, h.Wild)
	a := IndianAnswer{
		MinScore:         min(g.Score, meld.Cap),
		MinScoreUncapped: g.Score,
		MinDist:          mindist.Of(h.Hand, h.Wild),
		MinDistAvailable: mindist.Available(h.Hand, h.Wild, h.Unseen),
		Groups:           make([][]card.Card, len(g.Melds)),
		Deadwood:         append([]card.Card{}, g.Deadwood...),
	}
	if turns, ok := h.ExpectedTurns(); ok {
		turns = math.Round(100*turns) / 100
		a.ExpectedTurns = &turns
	}
	for i, m := range g.Melds {
		a.Groups[i] = m.Cards
	}
	if g.Freed != card.None {
		a.Freed = &g.Freed
	}
	return a
}

// ExpectedTurns returns the estimated number of turns until a declaration, which is
// mindist.Unreachable if no declaration can be reached, and false for a hand of less than 13
// cards, which no player has in a game.
func (h IndianHand) ExpectedTurns() (turns float64, ok bool) {
	switch {
	case h.Hand.Count() < mindist.MaxSize:
		return 0, false
	case mindist.Available(h.Hand, h.Wild, h.Unseen) == mindist.Unreachable:
		return mindist.Unreachable, true
	}
	return mindist.ExpectedTurns(h.Hand, h.Wild, h.Unseen), true
}

// A Discard is a discard and the facts of the hand that it leaves.
type Discard struct {
	Card card.Card `json:"card"`
	Facts
}

// Discards returns the discards from the hand, best first.
func (h IndianHand) Discards() []Discard {
	rules := indian.Paper()
	all := indianHand{&rules, h.Hand, h.Unseen, h.Wild}
	var list []Discard
	for i := range card.NumKinds {
		if c := card.FromIndex(i); h.Hand.Of(c) > 0 {
			list = append(list, Discard{c, all.without(c).facts()})
		}
	}
	SortDiscards(list)
	return list
}

// SortDiscards sorts discards, best first.
func SortDiscards(list []Discard) {
	slices.SortStableFunc(list, func(a, b Discard) int { return Compare(&a.Facts, &b.Facts) })
}
