package record

import (
	"fmt"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Words says in English what happens in a game.
type Words struct {
	Phrases                        // of the game
	Names   []string               // of the players by seat
	You     game.Player            // the seat that is addressed, or game.NoPlayer
	Card    func(card.Card) string // writes a card; nil: its notation
}

// card writes a card.
func (w *Words) card(c card.Card) string {
	if w.Card == nil {
		return c.String()
	}
	return w.Card(c)
}

// Cards writes cards.
func (w *Words) Cards(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = w.card(c)
	}
	return strings.Join(words, " ")
}

// Name returns the name of a seat: you, or that of the agent.
func (w *Words) Name(p game.Player) string {
	switch {
	case p == game.NoPlayer:
		return "nobody"
	case p == w.You:
		return "you"
	}
	return w.Names[p]
}

// clause returns "you draw" or "NAME draws": the words follow the verb.
func (w *Words) clause(p game.Player, verb, words string) string {
	if p != w.You {
		verb = third(verb)
	}
	return strings.TrimSpace(w.Name(p) + " " + verb + " " + words)
}

// third returns the third person of a verb.
func third(verb string) string {
	switch verb {
	case "do":
		return "does"
	case "have":
		return "has"
	case "pass":
		return "passes"
	}
	return verb + "s"
}

// Events says what happened, a line for each sentence: a draw and the discard after it are one.
func (w *Words) Events(events []Event) (lines []string) {
	for i := 0; i < len(events); i++ {
		all := w.Event(&events[i])
		if next := i + 1; events[i].Type == Draw && next < len(events) && events[next].Seat == events[i].Seat {
			_, verb, _ := strings.Cut(w.Event(&events[next])[0], w.Name(events[i].Seat)+" ")
			all[0] += " and " + verb
			i = next
		}
		for _, line := range all {
			lines = append(lines, w.capital(line))
		}
	}
	return lines
}

// capital writes the first letter of a sentence large, unless it begins with a name.
func (w *Words) capital(line string) string {
	for p, name := range w.Names {
		if game.Player(p) != w.You && strings.HasPrefix(line, name) {
			return line
		}
	}
	return strings.ToUpper(line[:1]) + line[1:]
}

// Event says what happened, in one or more sentences without a full stop, each a line. A first
// letter is in lower case where it may follow other words.
func (w *Words) Event(e *Event) []string {
	p := e.Seat
	switch e.Type {
	case Deal:
		return []string{w.deal(e)}
	case Draw:
		switch {
		case e.From == Pile && e.Card == card.None:
			return []string{w.clause(p, "want", "the upcard, and the limit of upcards ends the hand")}
		case e.From == Pile:
			return []string{w.clause(p, "take", w.card(e.Card)+" from the pile")}
		case e.Card == card.None:
			return []string{w.clause(p, "draw", "from the stock")}
		}
		return []string{w.clause(p, "draw", w.card(e.Card)+" from the stock")}
	case Discard:
		return []string{w.clause(p, "discard", w.card(e.Card))}
	case Declare:
		verdict := "the declaration is valid"
		if !e.Valid {
			verdict = "the declaration is wrong"
		}
		return []string{w.clause(p, "declare", "with "+w.card(e.Card)+": "+verdict)}
	case Drop:
		return []string{w.clause(p, "drop", "out of the game")}
	case Reshuffle:
		return []string{"the stock is empty: the pile is shuffled, " + NumCards(e.StockSize)}
	case Pass:
		p := phrase(w.Passes, e.Phase, passing)
		return []string{w.clause(e.Seat, p.Verb, p.Object)}
	case Accept:
		p := phrase(w.Accepts, e.Phase, accepting)
		return []string{w.clause(e.Seat, p.Verb, p.Object)}
	case Knock:
		return []string{w.clause(p, "knock", "")}
	case Meld:
		return []string{w.clause(p, "meld", w.Cards(e.Cards))}
	case LayOff:
		return []string{w.clause(p, "lay", "off "+w.card(e.Card)+" onto "+w.Cards(e.Onto))}
	case Score:
		return w.score(e)
	case End:
		return []string{w.end(e)}
	}
	return []string{string(e.Type)}
}

func (w *Words) deal(e *Event) string {
	var b strings.Builder
	if e.Hand > 0 {
		fmt.Fprintf(&b, "hand %d is dealt", e.Hand)
	} else {
		b.WriteString("the cards are dealt")
	}
	if e.Wildcard != card.None {
		fmt.Fprintf(&b, "; %s is turned up, so %s are jokers", w.card(e.Wildcard), Plural(e.Wild))
	}
	if e.Upcard != card.None {
		fmt.Fprintf(&b, "; the pile begins with %s", w.card(e.Upcard))
	}
	if e.Starter != game.NoPlayer {
		b.WriteString("; " + w.clause(e.Starter, "move", "first"))
	}
	return b.String()
}

// Plural returns the name of the cards of a rank, such as sevens.
func Plural(r card.Rank) string {
	return [...]string{"aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings", "no ranks"}[r]
}

// score says how a hand or a game was scored: first the cards that are shown, then the result.
func (w *Words) score(e *Event) (lines []string) {
	for p, hand := range e.Hands {
		if hand == nil {
			continue
		}
		held := w.Cards(hand)
		if e.Melds != nil {
			held = w.grouped(e, p)
		}
		if held == "" {
			held = "no cards left"
		}
		line := w.Name(game.Player(p)) + ": " + held
		if p < len(e.Points) {
			line += fmt.Sprintf("  (%d points)", e.Points[p])
		}
		lines = append(lines, line)
	}
	if e.Scored == nil {
		return lines
	}
	result := w.ending(e.Ending)
	if e.Winner != game.NoPlayer {
		result += ": " + w.clause(e.Winner, "score", fmt.Sprint(e.Scored[e.Winner]))
	}
	if e.Hand > 0 {
		var scores []string
		for p, n := range e.Scores {
			scores = append(scores, fmt.Sprintf("%s %d", w.Name(game.Player(p)), n))
		}
		result += "; score: " + strings.Join(scores, ", ")
	}
	return append(lines, result)
}

// NumCards returns a number of cards in words, such as "1 card".
func NumCards(n int) string {
	if n == 1 {
		return "1 card"
	}
	return fmt.Sprintf("%d cards", n)
}

// grouped returns a hand that is shown, its melds first.
func (w *Words) grouped(e *Event, p int) string {
	left := card.BagOf(e.Hands[p]...)
	var groups []string
	for _, m := range e.Melds[p] {
		left = left.Minus(card.BagOf(m...))
		groups = append(groups, w.Cards(m))
	}
	if rest := left.Append(nil); len(rest) > 0 {
		unmelded := w.Cards(rest)
		if len(groups) > 0 {
			unmelded = "and " + unmelded
		}
		groups = append(groups, unmelded)
	}
	return strings.Join(groups, ", ")
}

// end says who won a game, and its gains.
func (w *Words) end(e *Event) string {
	text := w.ending(e.Ending) + ": "
	if e.Winner == game.NoPlayer {
		return text + "nobody wins"
	}
	var gains []string
	for p, n := range e.Gains {
		gains = append(gains, fmt.Sprintf("%s %+d", w.Name(game.Player(p)), n))
	}
	return text + w.clause(e.Winner, "win", "("+strings.Join(gains, ", ")+")")
}

// Choice says what a choice does, in the imperative.
func (w *Words) Choice(c *Choice) string {
	switch c.Type {
	case Draw:
		if c.From == Pile {
			return "take " + w.card(c.Card) + " from the pile"
		}
		return "draw from the stock"
	case Drop:
		return fmt.Sprintf("drop out for %d points", c.Cost)
	case Discard:
		return "discard " + w.card(c.Card)
	case Declare:
		return "declare with " + w.card(c.Card)
	case LayOff:
		return "lay off " + w.card(c.Card)
	case Meld:
		return "meld " + w.Cards(c.Cards)
	case Knock:
		if c.Card != card.None {
			return "knock with " + w.card(c.Card)
		}
		return "knock"
	case Pass:
		return phrase(w.Passes, c.Phase, passing).Choice
	case Accept:
		return phrase(w.Accepts, c.Phase, accepting).Choice
	}
	return c.Name
}
