package record

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Text returns the record in the short notation for people: the header and the deal as tags,
// then a line for each turn. It is like the PGN of chess. What the rules do by themselves
// stands in braces as a comment; [ParseText] computes it again. The record must be of the
// whole game and agree with the rules of g.
//
//	[Version "1"]
//	[Game "indian"]
//	…
//	[Upcard "4S"]
//
//	1. 0 ^4S -KH       seat 0 draws 4S from the pile and discards KH
//	2. 1 +JS -9D       seat 1 draws JS from the stock and discards 9D
//	3. 0 +2H !9C       seat 0 draws 2H and declares with 9C
//	{declared: seat 0 wins, gains 34 -34}
//
// The other moves are drop, pass, knock, =3C4C5C for a meld and >6C for a lay-off. A
// probability follows its move, as in -KH@0.25.
func (r *Record) Text(g Game) (string, error) {
	var b strings.Builder
	last := game.NoPlayer // the seat of the line
	turn, line := 0, false
	end := func() {
		if line {
			b.WriteByte('\n')
		}
		line, last = false, game.NoPlayer
	}
	err := r.Play(g, func(s game.State, m Move) error {
		if b.Len() == 0 {
			r.tags(&b)
		}
		if m.Action == game.NoAction {
			end()
			return nil
		}
		for i, e := range m.Events {
			switch {
			case e.Type == Reshuffle:
				end()
				b.WriteString("{the pile becomes the stock}\n")
			case i == 0 || m.Events[i-1].Type == Reshuffle: // the move
				if e.Seat != last {
					end()
					turn++
					fmt.Fprintf(&b, "%d. %d", turn, e.Seat)
					line, last = true, e.Seat
				}
				b.WriteString(" " + move(&e))
				if e.Probability != 0 {
					b.WriteString("@" + strconv.FormatFloat(e.Probability, 'g', -1, 64))
				}
			case e.Type == Score || e.Type == Deal || e.Type == End:
				end()
				b.WriteString("{" + remark(&e) + "}\n")
				if e.Type == Deal {
					turn = 0
				}
			}
		}
		return nil
	})
	return b.String(), err
}

// tags writes the header and the deal.
func (r *Record) tags(b *strings.Builder) {
	tag := func(name string, value any) { fmt.Fprintf(b, "[%s %q]\n", name, fmt.Sprint(value)) }
	tag("Version", r.Version)
	tag("Game", r.Game)
	tag("Env", r.Env)
	tag("Rules", rulesText(r.Rules))
	for p, name := range r.Seats {
		tag(fmt.Sprint("Seat", p), name)
	}
	if o := r.Origin; o != nil {
		tag("Seed", *o.Seed)
		tag("DealNumber", o.Deal)
		if o.Attempt > 0 {
			tag("Attempt", o.Attempt)
		}
		if o.Keep != game.NoPlayer {
			tag("Keep", o.Keep)
		}
	}
	if p := r.Place; p != nil {
		tag("Episode", p.Episode)
		tag("Shard", p.Shard)
		tag("Batch", p.Batch)
	}
	e := &r.Events[0]
	tag("Starter", e.Starter)
	for p, hand := range e.Hands {
		tag(fmt.Sprint("Hand", p), card.Format(hand))
	}
	if e.Wildcard != card.None {
		tag("Wildcard", e.Wildcard)
	}
	if e.Upcard != card.None {
		tag("Upcard", e.Upcard)
	}
	if e.Stock != nil {
		tag("Stock", card.Format(e.Stock))
	}
	if e.Key != nil {
		tag("Key", *e.Key)
	}
	b.WriteByte('\n')
}

// rulesText returns the options of rules as words, such as "cap=80 jokers=2".
func rulesText(rules json.RawMessage) string {
	var values map[string]json.RawMessage // numbers, and words in quotation marks
	if json.Unmarshal(rules, &values) != nil {
		return ""
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		words = append(words, name+"="+strings.Trim(string(values[name]), `"`))
	}
	return strings.Join(words, " ")
}

// remark returns what the rules did, in words.
func remark(e *Event) string {
	numbers := func(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }
	var s string
	switch e.Type {
	case Deal:
		s = fmt.Sprintf("hand %d, seat %d begins:", e.Hand, e.Starter)
		for _, hand := range e.Hands {
			s += " " + card.Format(hand) + ";"
		}
		return s + " upcard " + e.Upcard.String()
	case Score:
		s = "score"
		if e.Hand > 0 {
			s = fmt.Sprintf("hand %d: %s", e.Hand, e.Ending)
		}
		if e.Points != nil {
			s += ", points " + numbers(e.Points)
		}
		if e.Scored != nil {
			s += ", scored " + numbers(e.Scored) + ", now " + numbers(e.Scores)
		}
		return s
	}
	s = string(e.Ending)
	if e.Winner != game.NoPlayer {
		s += fmt.Sprintf(": seat %d wins", e.Winner)
	}
	return s + ", gains " + numbers(e.Gains)
}

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
