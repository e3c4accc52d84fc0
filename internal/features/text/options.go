package text

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/record"
	"rummygym/internal/options"
)

// Options choose what a text says, and how it names cards.
type Options struct {
	Rules   bool   `json:"rules"`   // begin with the rules
	Legal   bool   `json:"legal"`   // list the legal moves
	Numbers bool   `json:"numbers"` // what a solver counts: melds, points, MinDist, outs, and what each move leaves
	History string `json:"history"` // which events: since (the seat's last decision), all or none

	Cards   string  `json:"cards"`   // how cards are written: letters (9C) or symbols (9♣)
	Relabel string  `json:"relabel"` // letters of the suits that are written for C, D, H and S, such as "SHCD"; "": those
	Names   *uint64 `json:"names"`   // seed of made-up names of ranks and suits, which a first line explains; nil: the usual ones
}

// The values of Options.History and Options.Cards.
const (
	Since   = "since"
	All     = "all"
	None    = "none"
	Letters = "letters"
	Symbols = "symbols"
)

// Default returns the usual options: legal moves, and what happened since the last decision.
func Default() Options { return Options{Legal: true, History: Since, Cards: Letters} }

// labels are how the cards of a text are called.
type labels struct {
	suits  [card.NumSuits]card.Suit // that are written for the suits
	moved  bool                     // whether a suit is written as another
	names  [256]string              // of the cards that are written
	legend string                   // explains made-up names; "" without
}

// labels returns the labels of the options, or the error of a value.
func (o *Options) labels() (*labels, error) {
	if !slices.Contains([]string{Since, All, None}, o.History) {
		return nil, fmt.Errorf("history is %q: want %s, %s or %s", o.History, Since, All, None)
	}
	l := &labels{suits: [card.NumSuits]card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades}}
	if o.Relabel != "" {
		const letters = "CDHS"
		to := strings.ToUpper(o.Relabel)
		for i, letter := range letters {
			at := strings.IndexByte(letters, to[min(i, len(to)-1)])
			if len(to) != card.NumSuits || at < 0 || strings.Count(to, string(letter)) != 1 {
				return nil, fmt.Errorf("relabel is %q: want the four letters %s in another order", o.Relabel, letters)
			}
			l.suits[i] = card.Suit(at)
			l.moved = l.moved || at != i
		}
	}
	for i := range card.NumKinds {
		l.names[card.FromIndex(i)] = card.FromIndex(i).String()
	}
	l.names[card.None] = card.None.String()
	switch {
	case o.Cards != Letters && o.Cards != Symbols:
		return nil, fmt.Errorf("cards are %q%s: want %s or %s", o.Cards, options.Suggest(o.Cards, []string{Letters, Symbols}), Letters, Symbols)
	case o.Names != nil && o.Cards == Symbols:
		return nil, errors.New("cards with made-up names have no symbols: leave one of cards and names out")
	case o.Names != nil:
		l.invent(*o.Names)
	case o.Cards == Symbols:
		for c := range card.All.Each() {
			l.names[c] = c.Rank().String() + string([]rune("♣♦♥♠")[c.Suit()])
		}
	}
	return l, nil
}

// invent gives the cards made-up names: a syllable for the rank and a letter for the suit.
func (l *labels) invent(seed uint64) {
	ranks := strings.Fields("ba de fi go ku la me ni po ru sa te vi")
	suits := strings.Fields("w x y z")
	src := rand.New(rand.NewPCG(seed, 0x6e616d6573))
	src.Shuffle(len(ranks), func(i, j int) { ranks[i], ranks[j] = ranks[j], ranks[i] })
	src.Shuffle(len(suits), func(i, j int) { suits[i], suits[j] = suits[j], suits[i] })
	for c := range card.All.Each() {
		l.names[c] = ranks[c.Rank()] + suits[c.Suit()]
	}
	words := strings.Fields("ace two three four five six seven eight nine ten jack queen king")
	for i, word := range words {
		words[i] = ranks[i] + " is the " + word
	}
	of := strings.Fields("clubs diamonds hearts spades")
	for i, word := range of {
		of[i] = suits[i] + " is " + word
	}
	l.legend = "A card is called by its rank and its suit. Ranks: " + strings.Join(words, ", ") + ". Suits: " + strings.Join(of, ", ") + ".\n"
}

// plain reports whether the cards have the notation of the project.
func (l *labels) plain() bool { return !l.moved && l.names[0] == card.Card(0).String() }

// card returns the card that is written for c.
func (l *labels) card(c card.Card) card.Card {
	if l.moved && c < card.Joker {
		return card.New(c.Rank(), l.suits[c.Suit()])
	}
	return c
}

// name returns the name of the card that is written as c.
func (l *labels) name(c card.Card) string { return l.names[c] }

// row returns the cards that are written for cards, in the same order: it has a meaning.
func (l *labels) row(cards []card.Card) []card.Card {
	if !l.moved || cards == nil {
		return cards
	}
	to := make([]card.Card, len(cards))
	for i, c := range cards {
		to[i] = l.card(c)
	}
	return to
}

// list returns the cards that are written for cards, in ascending order if those are.
func (l *labels) list(cards []card.Card) []card.Card {
	to := l.row(cards)
	if l.moved && slices.IsSorted(cards) {
		slices.Sort(to)
	}
	return to
}

// each returns lists of which each is what to returns for it.
func each(of [][]card.Card, to func([]card.Card) []card.Card) [][]card.Card {
	of = slices.Clone(of)
	for i := range of {
		of[i] = to(of[i])
	}
	return of
}

// events returns events with the cards that are written.
func (l *labels) events(events []record.Event) []record.Event {
	if !l.moved {
		return events
	}
	events = slices.Clone(events)
	for i := range events {
		e := &events[i]
		e.Card, e.Wildcard, e.Upcard = l.card(e.Card), l.card(e.Wildcard), l.card(e.Upcard)
		e.Cards, e.Onto, e.Stock, e.Hands = l.list(e.Cards), l.list(e.Onto), l.row(e.Stock), each(e.Hands, l.list)
		e.Melds = slices.Clone(e.Melds)
		for p := range e.Melds {
			e.Melds[p] = each(e.Melds[p], l.row)
		}
	}
	return events
}
