package terminal

import (
	"fmt"
	"rummygym/internal/advice"
	"slices"
	"strings"
	"unicode/utf8"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/features/facts"
	"rummygym/internal/session"
	"rummygym/internal/table"
)

// title names a game of a session.
func title(s *session.Session) string {
	if x := s.Instruction(); x != nil {
		return fmt.Sprintf("%s, lesson %d of %d: %s", s.Rules().Type().Title, x.Number, x.Of, x.Title)
	}
	kind := "Game"
	if s.Practice() {
		kind = "Practice game"
	}
	return fmt.Sprintf("%s %d of %s, rules %s", kind, s.Number()+1, s.Rules().Type().Title, session.RulesName(s.Rules()))
}

// opponents lists the other players in the order of play.
func opponents(s *session.Session, words *record.Words) string {
	var names []string
	for i := range s.Players() {
		if p := s.SeatOf(i); p != s.Seat() {
			names = append(names, words.Names[p])
		}
	}
	return strings.Join(names, ", ")
}

// sheet returns the score sheet: a line for each game, and the sums.
func sheet(s *session.Session) []string {
	words := s.NewWords()
	names := make([]string, len(s.Players()))
	for i := range names {
		names[i] = words.Name(s.SeatOf(i))
	}
	line := func(head string, values []string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%-7s", head)
		for i, v := range values {
			fmt.Fprintf(&b, "  %*s", max(6, utf8.RuneCountInString(names[i])), v)
		}
		return b.String()
	}
	numbers := func(gains []int) (words []string) {
		for _, g := range gains {
			words = append(words, fmt.Sprintf("%+d", g))
		}
		return words
	}
	lines := []string{line("points", names)}
	hands := func(of []session.HandResult) {
		for i, h := range of {
			var scored []string
			for _, n := range h.Scored {
				scored = append(scored, strings.TrimPrefix(fmt.Sprint(n), "0"))
			}
			text := line(fmt.Sprintf(" hand %d", i+1), scored)
			if h.Worth != nil {
				text += fmt.Sprintf("  %+.0f %% of the match", 100**h.Worth)
			}
			lines = append(lines, strings.TrimRight(text, " "))
		}
	}
	sums := make([]int, len(names))
	for i, r := range s.Results() {
		hands(r.Hands)
		for p, g := range r.Gains {
			sums[p] += g
		}
		text := line(fmt.Sprintf("game %d", i+1), numbers(r.Gains))
		if r.Practice {
			text += "  practice"
		}
		lines = append(lines, text)
	}
	if !s.Over() {
		hands(s.Hands())
	}
	return append(lines, line("sum", numbers(sums)))
}

// hintLines says what a hint says, with at most the given number of cards or moves of a kind.
func hintLines(h *advice.Hint, s *session.Session, words *record.Words, most int) (lines []string) {
	if d := h.Hand.Distance; d != nil {
		lines = append(lines, fmt.Sprintf("The hand is %s from a declaration (MinDist %d) and costs %d points.", table.Plural(*d, "card"), *d, h.Hand.Points))
	} else if h.Hand.Measure != "" {
		what := "points"
		if h.Hand.Measure != what {
			what += " of " + h.Hand.Measure
		}
		lines = append(lines, fmt.Sprintf("The hand has %d %s.", h.Hand.Points, what))
	}
	lines = append(lines, adviceLines(h, s, words, most)...)
	if len(h.Outs) > 0 {
		n := 0
		var cards []card.Card
		for _, o := range h.Outs {
			n += o.Copies
			cards = append(cards, o.Card)
		}
		slices.Sort(cards)
		lines = append(lines, fmt.Sprintf("Outs, the cards that help (%d not seen yet): %s.", n, words.Cards(cards)))
	}
	for i, d := range h.Discards {
		if i == most {
			break
		}
		if i == 0 {
			lines = append(lines, "Best discards by what they leave:")
		}
		text := fmt.Sprintf("  %s: ", words.Cards([]card.Card{d.Card}))
		if d.Distance != nil {
			text += fmt.Sprintf("MinDist %d, %s, %s", *d.Distance, table.Plural(*d.Outs, "out"), table.Plural(*d.Points, "point"))
		} else {
			text += fmt.Sprintf("%s %d, %s", h.Hand.Measure, *d.Points, table.Plural(*d.Outs, "out"))
		}
		lines = append(lines, text)
	}
	return lines
}

// advice says what the adviser would do, and what it thinks of other moves.
func adviceLines(h *advice.Hint, s *session.Session, words *record.Words, most int) (lines []string) {
	choices := s.Choices()
	name := func(v advice.Value) string {
		if i := slices.IndexFunc(choices, func(c record.Choice) bool { return c.Action == v.Action }); i >= 0 {
			return words.Choice(&choices[i])
		}
		return v.Name
	}
	line := "The adviser would " + name(advice.Value{Action: h.Action, Name: h.Name})
	value := func(x float64) string { return amount(x, h.Unit) }
	for i, v := range h.Values {
		switch {
		case i == 0 && v.Wins:
			line += ", which wins"
		case i == 0 && h.Unit == advice.Wins:
			line += ": it expects to win " + value(v.Value)
		case i == 0 && v.Value >= 0:
			line += ": it expects to gain " + value(v.Value)
		case i == 0:
			line += ": it expects to lose " + value(-v.Value)
		case i == most || v.Wins || h.Values[0].Wins:
			return append(lines, line+".")
		default:
			if i == 1 {
				lines = append(lines, line+".")
				line = "Worse: "
			} else {
				line += ", "
			}
			line += name(v) + " by " + value(v.Behind)
			if v.Error > 0 {
				line += " ± " + strings.TrimSuffix(value(v.Error), " points")
			}
		}
	}
	return append(lines, line+".")
}

// lesson says what a move missed.
func lesson(m *session.Missed, choices []record.Choice, words *record.Words) []string {
	name := func(a game.Action) string {
		i := slices.IndexFunc(choices, func(c record.Choice) bool { return c.Action == a })
		return words.Choice(&choices[i])
	}
	line := fmt.Sprintf("Missed: the adviser would %s, not %s", name(m.Best), name(m.Made))
	if m.Behind != nil {
		line = fmt.Sprintf("Missed: %s was %s better than %s", name(m.Best), amount(*m.Behind, m.Unit), name(m.Made))
	}
	lines := []string{line + "."}
	if m.Left != nil {
		lines = append(lines, fmt.Sprintf("It leaves %s; yours leaves %s.", leaves(m.Leaves), leaves(m.Left)))
	}
	return lines
}

// amount says a value of a hint.
func amount(x float64, unit string) string {
	if unit == advice.Wins {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.1f points", x)
}

// leaves says what a discard leaves.
func leaves(d *facts.Discard) (text string) {
	if d.Distance != nil {
		text = fmt.Sprintf("MinDist %d, ", *d.Distance)
	}
	return text + table.Plural(*d.Outs, "out") + ", " + table.Plural(*d.Points, "point")
}

// played reports whether a choice of a type plays a card.
func played(all []record.Choice, t record.Type) (cards []card.Card) {
	for _, c := range all {
		if c.Type == t && c.Plays() {
			cards = append(cards, c.Card)
		}
	}
	return cards
}
