package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// readLines reads lines until the end of input, without their ends. It stops when ctx is done,
// after at most one more line.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// verb is the first word of moves, with what it chooses.
type verb struct {
	word string
	fits func(*record.Choice) bool
}

var verbs = []verb{
	{"draw", drawsFrom(record.Stock)},
	{"stock", drawsFrom(record.Stock)},
	{"take", drawsFrom(record.Pile)},
	{"pile", drawsFrom(record.Pile)},
	{"upcard", drawsFrom(record.Pile)},
	{"drop", isType(record.Drop)},
	{"pass", isType(record.Pass)},
	{"discard", isType(record.Discard)},
	{"throw", isType(record.Discard)},
	{"declare", isType(record.Declare)},
	{"knock", isType(record.Knock)},
	{"lay", isType(record.LayOff)},
	{"meld", isType(record.Meld)},
}

// fillers are the words between the first word of a move and its cards.
var fillers = []string{"off", "out", "with", "from", "the", "stock", "pile", "upcard"}

func drawsFrom(from record.Source) func(*record.Choice) bool {
	return func(c *record.Choice) bool { return c.Type == record.Draw && c.From == from }
}

func isType(t record.Type) func(*record.Choice) bool {
	return func(c *record.Choice) bool { return c.Type == t }
}

// listed returns the choices that have a number in the list: those that play no card.
func listed(all []record.Choice) (list []record.Choice) {
	for _, c := range all {
		if !c.Plays() {
			list = append(list, c)
		}
	}
	return list
}

// parseMove returns the choice that a line names: by its number in the list, by a card, in the
// words of the list, or in others such as "draw", "discard 9C", "declare TD", "meld 3C 4C 5C".
func parseMove(line string, g game.Game, say *record.Words, all []record.Choice) (record.Choice, error) {
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 {
		return record.Choice{}, errors.New("nothing is typed")
	}
	for _, c := range all {
		if strings.EqualFold(strings.Join(words, " "), say.Choice(&c)) {
			return c, nil
		}
	}
	if n, err := strconv.Atoi(line); err == nil {
		list := listed(all)
		switch {
		case len(list) == 0:
			return record.Choice{}, fmt.Errorf("%d is not a card: name one of the hand, such as %s", n, all[0].Card)
		case n < 1 || n > len(list):
			return record.Choice{}, fmt.Errorf("%d is not a number of the list: want 1 to %d", n, len(list))
		}
		return list[n-1], nil
	}
	if a, err := g.ParseAction(strings.Join(words, " ")); err == nil {
		if i := slices.IndexFunc(all, func(c record.Choice) bool { return c.Action == a }); i >= 0 {
			return all[i], nil
		}
	}
	fits := func(c *record.Choice) bool { return c.Plays() && c.Type != record.Declare }
	cards, errCards := card.ParseAll(strings.Join(words, " "))
	if errCards != nil {
		i := slices.IndexFunc(verbs, func(v verb) bool { return v.word == words[0] })
		if i < 0 {
			return record.Choice{}, fmt.Errorf("%q is neither a move nor a card", line)
		}
		fits = verbs[i].fits
		if words[0] == "draw" && slices.Contains(words, "pile") {
			fits = drawsFrom(record.Pile)
		}
		rest := slices.DeleteFunc(words[1:], func(w string) bool { return slices.Contains(fillers, w) })
		if cards, errCards = card.ParseAll(strings.Join(rest, " ")); errCards != nil {
			return record.Choice{}, errCards
		}
	}
	var found []record.Choice
	for _, c := range all {
		if fits(&c) && names(&c, cards) {
			found = append(found, c)
		}
	}
	holds := func(x card.Card) bool {
		return slices.ContainsFunc(all, func(c record.Choice) bool { return c.Plays() && c.Card == x })
	}
	switch {
	case len(found) == 0 && len(cards) == 1 && !holds(cards[0]) && slices.ContainsFunc(all, func(c record.Choice) bool { return c.Plays() }):
		return record.Choice{}, fmt.Errorf("%v cannot be played: it is not in your hand, or not allowed now", cards[0])
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return record.Choice{}, fmt.Errorf("%q fits %d moves: name the card too", line, len(found))
	}
	return record.Choice{}, fmt.Errorf("%q is not possible now", line)
}

// names reports whether cards, which may be none, name a choice.
func names(c *record.Choice, cards []card.Card) bool {
	switch {
	case len(cards) == 0:
		return true
	case c.Type == record.Meld:
		return card.BagOf(cards...) == card.BagOf(c.Cards...)
	}
	return len(cards) == 1 && cards[0] == c.Card
}
