package record

import (
	"fmt"
	"slices"
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
	Target  int                    // number of points that ends a match, told with its score; 0: it is not told
	Reasons func(*Event) []Reason  // the reasons for a score, see [Explainer]; nil: they are not told
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
			verdict = "the declaration is wrong" + w.fault(&e.Fault, e.Cards)
		}
		return []string{w.clause(p, "declare", "with "+w.card(e.Card)+": "+verdict)}
	case Drop:
		return []string{w.clause(p, "drop", "out of the game")}
	case Reshuffle:
		return []string{"the stock is empty: the pile is shuffled, " + Count(e.StockSize, "card")}
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

// fault says why a declaration of cards is wrong, after ": ".
func (w *Words) fault(f *Fault, cards []card.Card) string {
	if f.Lacks == "" {
		return ""
	}
	return fmt.Sprintf(": it lacks a %s, and %s are left over (%s)", strings.ReplaceAll(f.Lacks, "-", " "), w.Cards(f.Left(cards)), Count(f.Cost, "point"))
}

// Asks returns the question whether a choice is meant that ends the game for the player, "" for other choices: to drop, to knock, or
// to declare wrongly with the hand of the observation.
func (w *Words) Asks(g Described, obs game.Observation, c *Choice) string {
	switch judge, ok := g.(Judge); {
	case c.Type == Drop:
		return fmt.Sprintf("You then pay %s. Drop out?", Count(c.Cost, "point"))
	case c.Type == Declare && ok:
		if f, cards := judge.Fault(obs, c.Card); f.Lacks != "" {
			return "The declaration is wrong" + w.fault(&f, cards) + ". Declare?"
		}
	case c.Type == Knock && c.Card == card.None:
		return fmt.Sprintf("A knock ends the hand, and your deadwood is %d. Knock?", g.Hand(obs).Points)
	case c.Type == Knock:
		return "A knock ends the hand. Knock?"
	}
	return ""
}

// Question returns what the player to move is asked between deals, in sentences, or "" in a deal. See [Standing].
func (w *Words) Question(g Described, obs game.Observation) string {
	if match, ok := g.(Standing); ok {
		return match.Question(obs, w.Name)
	}
	return ""
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
	if result := w.result(e); result != "" {
		lines = append(lines, result)
	}
	return append(lines, w.Why(e)...)
}

// Why says why a hand is scored as it is, in sentences such as "you pay 80: no pure sequence, so all cards count (81, at most 80)".
func (w *Words) Why(e *Event) (lines []string) {
	if w.Reasons == nil || e.Type != Score {
		return nil
	}
	for _, r := range w.Reasons(e) {
		line := r.Why
		if r.Seat != game.NoPlayer {
			line = w.clause(r.Seat, "pay", fmt.Sprintf("%d: %s", r.Points, r.Why))
		}
		lines = append(lines, line)
	}
	return lines
}

// result says how a hand was scored, and the score of the match. It is "" in games that are one deal, which
// only have an end.
func (w *Words) result(e *Event) string {
	if e.Scored == nil {
		return ""
	}
	result := w.count(e)
	if result == "" {
		result = w.ending(e.Ending).Text
		switch {
		case e.Winner == game.NoPlayer:
		case e.Scored[e.Winner] == 0: // in a pool the others add points
			result += ": " + w.clause(e.Winner, "win", "")
		default:
			result += ": " + w.clause(e.Winner, "score", fmt.Sprint(e.Scored[e.Winner]))
		}
	}
	if e.Hand > 0 {
		var scores []string
		for p, n := range e.Scores {
			scores = append(scores, fmt.Sprintf("%s %d", w.Name(game.Player(p)), n))
		}
		result += "; score: " + strings.Join(scores, ", ")
		if w.Target > 0 {
			result += fmt.Sprintf(" of %d", w.Target)
		}
	}
	return result
}

// count says how a hand of two players was counted, see [Ended.Count]; "" if it was not.
func (w *Words) count(e *Event) string {
	text := w.ending(e.Ending).Count
	if text == "" || len(e.Points) != 2 || len(e.Scored) != 2 {
		return ""
	}
	winner := max(e.Winner, 0) // without one both have the same
	loser := 1 - winner
	less, more := min(e.Points[0], e.Points[1]), max(e.Points[0], e.Points[1])
	sum := fmt.Sprintf("%d - %d", more, less)
	if bonus := e.Scored[winner] - (more - less); bonus > 0 {
		sum = fmt.Sprintf("%d + %d", bonus, more-less)
	}
	sum += fmt.Sprintf(" = %d", e.Scored[winner])
	var b strings.Builder
	for found := true; found; {
		var before, token string
		before, text, found = strings.Cut(text, "{")
		b.WriteString(before)
		token, text, _ = strings.Cut(text, "}")
		who, verb, _ := strings.Cut(token, " ")
		p := winner
		if strings.EqualFold(who, "L") {
			p = loser
		}
		switch {
		case who == "sum":
			b.WriteString(sum)
		case who == "w" || who == "l":
			fmt.Fprint(&b, e.Points[p])
		case verb != "":
			b.WriteString(w.clause(p, verb, ""))
		case who != "":
			b.WriteString(w.Name(p))
		}
	}
	return b.String()
}

// HandOf returns the events of the hand that a score belongs to, up to the score, or nil.
func HandOf(events []Event, score *Event) []Event {
	deal := 0
	for i := range events {
		switch e := &events[i]; {
		case e.Type == Deal:
			deal = i
		case e.Type == Score && e.Hand == score.Hand:
			return events[deal : i+1]
		}
	}
	return nil
}

// Outcome says how a hand ended, from its events: the last move, with the cards that were laid off and how the hand and
// the game were counted, but without the cards that are shown. A line is a sentence.
func (w *Words) Outcome(events []Event) (lines []string) {
	last := slices.IndexFunc(events, func(e Event) bool { return e.Type == Knock })
	score := slices.IndexFunc(events, func(e Event) bool { return e.Type == Score })
	if score < 0 {
		score = len(events)
	}
	for i := score - 1; i >= 0 && last < 0; i-- {
		if events[i].Seat != game.NoPlayer {
			last = i
		}
	}
	last = max(0, last)
	for i := range events[last:] {
		switch e := &events[last+i]; {
		case e.Type == Score:
			lines = append(append(lines, w.result(e)), w.Why(e)...)
		case i == 0 || e.Type == LayOff || e.Type == End || last+i > score: // after the score players answer
			lines = append(lines, w.Event(e)...)
		}
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	for i, line := range lines {
		lines[i] = w.capital(line)
	}
	return lines
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

// end says who won a game, and how much. At tables of more than two it says what the others gain too.
func (w *Words) end(e *Event) string {
	text := w.ending(e.Ending).Text + ": "
	if e.Winner == game.NoPlayer && !slices.ContainsFunc(e.Gains, func(n int) bool { return n != 0 }) {
		return text + "nobody wins"
	}
	var others []string
	for p, n := range e.Gains {
		if game.Player(p) != e.Winner {
			others = append(others, fmt.Sprintf("%s %+d", w.Name(game.Player(p)), n))
		}
	}
	if e.Winner == game.NoPlayer {
		return text + strings.Join(others, ", ")
	}
	text += w.clause(e.Winner, "win", fmt.Sprint(e.Gains[e.Winner]))
	if len(others) == 1 {
		return text
	}
	return text + " (" + strings.Join(others, ", ") + ")"
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
		return phrase(w.Accepts, c.Phase, accepting).Choice + When(c.Cost > 0, " for "+Count(c.Cost, "point"))
	}
	return c.Name
}
