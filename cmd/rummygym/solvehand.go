package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/features"
)

// What a hand that does not say otherwise comes from: the deck of preset paper.
const (
	solvePacks   = 1
	solvePrinted = 2
)

// Limits of what solve takes.
const (
	solveMaxCards   = 14 // cards in a hand
	solveMaxPrinted = 20 // printed jokers in a deck
)

// A solveInput is one hand as a line of JSON has it. Other fields are ignored.
type solveInput struct {
	Cards   []string `json:"cards"`
	Wild    *string  `json:"wild"`
	Packs   *int     `json:"decks"`
	Printed *int     `json:"printed"`
	Gone    []string `json:"gone"`
}

// A solveHand is one hand, checked against its deck.
type solveHand struct {
	hand    card.Bag
	wild    card.Rank
	packs   int      // packs of 52 cards in the deck
	printed int      // printed jokers in the deck
	unseen  card.Bag // the deck without the hand and the cards that are gone
}

// solveWants says what the fields of a solveInput should be.
var solveWants = map[string]string{
	"cards": `a list of cards such as ["AS","TD","JK"]`, "wild": `a rank such as "7" or "K"`,
	"decks": "a whole number", "printed": "a whole number", "gone": "a list of cards",
}

// parseSolveLine reads one hand from a JSON object. The error names the field
// and the place in it, counted from 1, and what was expected.
func parseSolveLine(line []byte) (solveHand, error) {
	var in solveInput
	if err := decodeLine(line, &in, solveWants); err != nil {
		return solveHand{}, err
	}
	if in.Cards == nil {
		return solveHand{}, errors.New(`field "cards" is missing: want a list such as ["AS","TD","JK"]`)
	}
	if in.Wild == nil {
		return solveHand{}, errors.New(`field "wild" is missing: want the wild rank, such as "7" or "K"`)
	}
	wild, err := card.ParseRank(*in.Wild)
	if err != nil {
		return solveHand{}, fmt.Errorf(`field "wild": %w`, err)
	}
	packs, printed := solvePacks, solvePrinted
	if in.Packs != nil {
		packs = *in.Packs
	}
	if in.Printed != nil {
		printed = *in.Printed
	}
	hand, err := parseSolveCards("cards", in.Cards)
	if err != nil {
		return solveHand{}, err
	}
	gone, err := parseSolveCards("gone", in.Gone)
	if err != nil {
		return solveHand{}, err
	}
	return newSolveHand(hand, wild, packs, printed, gone)
}

// decodeLine reads one JSON object from a line. wants says what its fields should
// be.
func decodeLine(line []byte, in any, wants map[string]string) error {
	d := json.NewDecoder(bytes.NewReader(line))
	if err := d.Decode(in); err != nil {
		return jsonError(err, wants)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one JSON value: want one object a line")
	}
	return nil
}

// jsonError returns err in terms of the line: what is wrong and what is wanted.
func jsonError(err error, wants map[string]string) error {
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		if wrong.Field == "" {
			return fmt.Errorf("a JSON %s, want an object with the field cards and others", wrong.Value)
		}
		return fmt.Errorf("field %q is a JSON %s, want %s", wrong.Field, wrong.Value, wants[wrong.Field])
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("the line ends within a JSON value")
	}
	return fmt.Errorf("not JSON: %w", err)
}

// parseSolveCards reads the cards of a field.
func parseSolveCards(field string, words []string) ([]card.Card, error) {
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

// newSolveHand returns the hand, checked: 1 to 14 cards, and together with the
// cards gone no more copies of a card than the deck holds.
func newSolveHand(cards []card.Card, wild card.Rank, packs, printed int, gone []card.Card) (solveHand, error) {
	if packs < 1 || packs > card.MaxCopies {
		return solveHand{}, fmt.Errorf("decks is %d, want 1 to %d packs of 52 cards", packs, card.MaxCopies)
	}
	if printed < 0 || printed > solveMaxPrinted {
		return solveHand{}, fmt.Errorf("printed is %d, want 0 to %d printed jokers in the whole deck", printed, solveMaxPrinted)
	}
	if n := len(cards); n < 1 || n > solveMaxCards {
		return solveHand{}, fmt.Errorf("a hand of %d cards, want 1 to %d", n, solveMaxCards)
	}
	h := solveHand{hand: card.BagOf(cards...), wild: wild, packs: packs, printed: printed}
	h.unseen = card.BagOf(card.AppendDeck(nil, packs, printed)...)
	for i, c := range cards {
		if !h.unseen.Remove(c) {
			return solveHand{}, fmt.Errorf("card %d of the hand: one %v more than the deck holds (decks %d, printed %d)", i+1, c, packs, printed)
		}
	}
	for i, c := range gone {
		if !h.unseen.Remove(c) {
			return solveHand{}, fmt.Errorf("card %d of those gone: one %v more than the deck holds beside the hand (decks %d, printed %d)", i+1, c, packs, printed)
		}
	}
	return h, nil
}

// A solveAnswer is what solve prints for a hand, as a line of JSON.
type solveAnswer struct {
	MinScore         int           `json:"minscore"`          // capped at meld.Cap
	MinScoreUncapped int           `json:"minscore_uncapped"` //
	MinDist          int           `json:"mindist"`           //
	MinDistAvailable int           `json:"mindist_avail"`     // features.Unreachable if no declaration can be reached
	Groups           [][]card.Card `json:"groups"`            // melds of the grouping that reaches MinScore
	Deadwood         []card.Card   `json:"deadwood"`          // the cards outside them
	Freed            *card.Card    `json:"freed,omitempty"`   // the 14th card, in neither
}

// answer solves the hand.
func (h solveHand) answer() any { return h.solve() }

func (h solveHand) solve() solveAnswer {
	g := meld.Group(h.hand, h.wild)
	a := solveAnswer{
		MinScore:         min(g.Score, meld.Cap),
		MinScoreUncapped: g.Score,
		MinDist:          features.MinDist(h.hand, h.wild),
		MinDistAvailable: features.MinDistAvailable(h.hand, h.wild, h.unseen),
		Groups:           make([][]card.Card, len(g.Melds)),
		Deadwood:         append([]card.Card{}, g.Deadwood...),
	}
	for i, m := range g.Melds {
		a.Groups[i] = m.Cards
	}
	if g.Freed != card.None {
		a.Freed = &g.Freed
	}
	return a
}
