package text

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/features/facts"
)

// Source is the game of which a [Writer] writes, and where its words and numbers come from.
type Source struct {
	Game    record.Described
	Header  record.Header  // env and rules, for JSON
	Title   string         // name of the game for sentences; "": its short name
	Phrases record.Phrases // words of the game
	Names   []string       // of the players by seat; nil: Seat 0 and so on
	Facts   facts.Game     // what the numbers are; nil: those of the hand only
	Rules   func() string  // the rules in words; nil: none
}

// Moment is what a seat knows at one time of a game.
type Moment struct {
	Obs    game.Observation
	Legal  *game.Mask     // legal actions of the player to move
	Events []record.Event // that the seat saw, see [record.Event.SeenBy]; nil if they are not known
	Since  int            // number of Events before the last decision of the seat
}

// Writer writes what a seat knows. It is not safe for concurrent use.
type Writer struct {
	source  Source
	options Options
	labels  *labels
	words   record.Words
	rules   string
	memory  memory
}

// New returns a writer, or the error of an option.
func New(s Source, o Options) (*Writer, error) {
	l, err := o.labels()
	if err != nil {
		return nil, err
	}
	w := &Writer{source: s, options: o, labels: l, words: record.Words{Phrases: s.Phrases, Names: s.Names, Card: l.name}}
	if s.Names == nil {
		for p := range s.Game.Players() {
			w.words.Names = append(w.words.Names, "Seat "+strconv.Itoa(p))
		}
	}
	if w.source.Title == "" {
		w.source.Title = s.Game.Name()
	}
	if o.Rules && s.Rules != nil {
		w.rules = strings.TrimSpace(s.Rules()) + "\n\n"
	}
	return w, nil
}

// Append appends the text of a moment, which ends with a line break.
func (w *Writer) Append(dst []byte, m *Moment) []byte {
	p := w.position(m)
	dst = append(append(dst, w.rules...), w.labels.legend...)
	dst = fmt.Appendf(dst, "%s. You are seat %d of seats 0 to %d.\n", w.source.Title, p.Seat, len(p.Seats)-1)
	dst = w.appendTable(dst, p, nil)
	measure := ""
	if p.Hand != nil {
		measure = p.Hand.Measure
		dst = w.appendOuts(w.appendMelds(dst, p, p.Hand), p)
	}
	dst = w.appendHistory(dst, p)
	switch {
	case p.Mover == game.NoPlayer:
		return append(dst, "The game is over.\n"...)
	case !p.Turn: // what another player decides may be hidden
		return append(dst, "It is not your turn.\n"...)
	}
	dst = append(append(append(dst, "It is your turn: "...), w.source.Phrases.Task(p.Phase)...), ".\n"...)
	if w.options.Legal {
		dst = w.appendMoves(dst, p.Legal, measure)
	}
	return dst
}

// AppendTable appends the part of the text that says how the table stands for the seat, and how its hand
// is sorted by melds. The hand is written in the given groups; nil: by suit.
func (w *Writer) AppendTable(dst []byte, m *Moment, hand [][]card.Card) []byte {
	p := w.table(m)
	return w.appendMelds(w.appendTable(dst, p, hand), p, w.hand(m))
}

// AppendSeen is [Writer.AppendTable] without how the hand is sorted by melds.
func (w *Writer) AppendSeen(dst []byte, m *Moment, hand [][]card.Card) []byte {
	return w.appendTable(dst, w.table(m), hand)
}

// appendTable appends what lies on the table, and the hand of the seat in groups; nil: by suit.
func (w *Writer) appendTable(dst []byte, p *position, hand [][]card.Card) []byte {
	dst = fmt.Appendf(dst, "Turn %d", p.View.Turn)
	for _, fact := range p.Facts {
		dst = append(append(dst, "; "...), fact...)
	}
	dst = append(dst, ".\n"...)
	name := w.labels.name
	if p.Wildcard != nil {
		dst = fmt.Appendf(dst, "Turned up for the jokers: %s.\n", name(*p.Wildcard))
	}
	own := &p.Seats[p.Seat]
	dst = fmt.Appendf(dst, "Your hand, %s", record.Count(len(own.Cards), "card"))
	if len(own.Cards) > 0 {
		dst = append(dst, ": "...)
	}
	for i, group := range hand {
		if i > 0 {
			dst = append(dst, " | "...)
		}
		dst = w.appendNames(dst, w.labels.row(group))
	}
	if hand == nil {
		dst = w.appendBySuit(dst, own.Cards)
	}
	dst = append(dst, ".\n"...)
	if own.Drawn != nil {
		dst = fmt.Appendf(dst, "You have drawn: %s.\n", name(*own.Drawn))
	}
	dst = fmt.Appendf(dst, "Stock: %s. Discard pile: ", record.Count(p.StockSize, "card"))
	switch {
	case p.PileSize == 0:
		dst = append(dst, "empty.\n"...)
	case p.Top == nil:
		dst = fmt.Appendf(dst, "%s.\n", record.Count(p.PileSize, "card"))
	case p.PileSize == 1:
		dst = fmt.Appendf(dst, "%s.\n", name(*p.Top))
	default:
		dst = fmt.Appendf(dst, "%s on top, in all %d cards: ", name(*p.Top), p.PileSize)
		dst = append(w.appendBySuit(dst, p.Pile), ".\n"...)
	}
	for i := range p.Seats {
		at := (int(p.Seat) + i) % len(p.Seats)
		dst = w.appendSeat(dst, &p.Seats[at], i == 0)
	}
	return dst
}

// appendSeat appends what is known of a player.
func (w *Writer) appendSeat(dst []byte, s *seat, self bool) []byte {
	start := len(dst)
	part := func(what string, cards []card.Card) {
		if len(cards) > 0 {
			dst = append(w.appendNames(append(append(dst, what...), ' '), cards), ';')
		}
	}
	if self {
		dst = append(dst, "You:"...)
	} else {
		dst = fmt.Appendf(dst, "%s: %s;", w.words.Names[s.Seat.Seat], record.Count(s.Hidden, "card"))
		part(" among them", s.Known)
		if s.Drawn != nil {
			part(" just taken", []card.Card{*s.Drawn})
		}
	}
	empty := len(dst)
	part(" took", s.Took)
	part(" did not take", s.Refused)
	part(" discarded", s.Discarded)
	for _, meld := range s.Melds {
		part(" melded", meld)
	}
	if s.Knocked {
		dst = append(dst, " knocked;"...)
	}
	if !s.Active {
		dst = append(dst, " out of the game;"...)
	}
	if self && len(dst) == empty {
		return dst[:start]
	}
	dst[len(dst)-1] = '.'
	return append(dst, '\n')
}

// appendHistory appends what happened, a line for each sentence.
func (w *Writer) appendHistory(dst []byte, p *position) []byte {
	events, heading := p.Events, "What happened:\n"
	if w.options.History == Since && p.Since > 0 {
		events, heading = events[p.Since:], "Since your last decision:\n"
	}
	if w.options.History == None || len(events) == 0 {
		return dst
	}
	dst = append(dst, heading...)
	for _, line := range w.words.Events(events) {
		dst = append(append(append(dst, "  "...), line...), ".\n"...)
	}
	return dst
}

// appendNames appends the names of cards that are written.
func (w *Writer) appendNames(dst []byte, cards []card.Card) []byte {
	for i, c := range cards {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, w.labels.name(c)...)
	}
	return dst
}

// appendBySuit appends the names of sorted cards that are written, with a bar between the suits.
func (w *Writer) appendBySuit(dst []byte, cards []card.Card) []byte {
	for i, c := range cards {
		if i > 0 && cards[i-1]>>4 != c>>4 {
			dst = append(dst, " |"...)
		}
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, w.labels.name(c)...)
	}
	return dst
}

// appendMelds appends the hand as it is sorted by a solver, and what it costs.
func (w *Writer) appendMelds(dst []byte, p *position, h *record.Hand) []byte {
	dst = append(dst, "By melds: "...)
	for _, g := range h.Melds {
		kind := g.Kind
		if !g.Counts {
			kind = "(" + kind + ")"
		}
		dst = append(w.appendNames(append(append(dst, kind...), ' '), g.Cards), "; "...)
	}
	if len(h.Unmelded) > 0 {
		dst = append(w.appendNames(append(dst, "unmelded "...), h.Unmelded), "; "...)
	}
	if h.Measure != "" {
		dst = fmt.Appendf(dst, "%s %d; ", h.Measure, h.Points)
	}
	if h.Distance != nil {
		dst = fmt.Appendf(dst, "MinDist %d; ", *h.Distance)
	}
	dst = dst[:len(dst)-2]
	if p.Seats[p.Seat].Drawn != nil && h.Measure != "" {
		dst = append(dst, " after the best discard"...)
	}
	return append(dst, ".\n"...)
}

// appendOuts appends the cards that help, before a draw.
func (w *Writer) appendOuts(dst []byte, p *position) []byte {
	if !p.draws {
		return dst
	}
	n := 0
	for _, o := range p.Outs {
		n += o.Copies
	}
	dst = fmt.Appendf(dst, "Outs, the cards that help: %d not seen yet", n)
	if n > 0 {
		dst = w.appendNames(append(dst, ": "...), p.outs)
	}
	return append(dst, ".\n"...)
}

// appendMoves appends legal moves, a line for each: its name, what it does, and what it leaves. The measure is that of the hand's
// points.
func (w *Writer) appendMoves(dst []byte, moves []move, measure string) []byte {
	dst = append(dst, "Legal moves:\n"...)
	for _, x := range moves {
		dst = append(append(dst, "  "...), x.Name...)
		if x.Text != x.Name {
			dst = append(append(dst, ": "...), x.Text...)
		}
		if x.Facts != nil {
			var left []string
			for _, f := range []struct {
				name  string
				value *int
			}{{"MinDist", x.Distance}, {measure, x.Points}, {"outs", x.Outs}} {
				if f.value != nil {
					left = append(left, fmt.Sprintf("%s %d", f.name, *f.value))
				}
			}
			if len(left) > 0 {
				dst = fmt.Appendf(dst, " (%s)", strings.Join(left, ", "))
			}
		}
		dst = append(dst, '\n')
	}
	return dst
}

// choices returns the legal moves in the order in which they are listed, which the names of suits do not reveal.
func (w *Writer) choices(m *Moment) []record.Choice {
	all := record.Choices(w.source.Game, m.Obs, m.Legal)
	if w.labels.moved {
		slices.SortStableFunc(all, func(a, b record.Choice) int {
			if !a.Plays() || !b.Plays() || a.Type != b.Type {
				return cmp.Compare(kindOf(&a), kindOf(&b))
			}
			return cmp.Compare(w.labels.card(a.Card), w.labels.card(b.Card))
		})
	}
	return all
}

// kindOf returns the place of the kind of a choice in the list.
func kindOf(c *record.Choice) int {
	switch {
	case !c.Plays():
		return 0
	case c.Type != record.Declare:
		return 1
	}
	return 2
}

// written returns a choice with the cards that are written.
func (w *Writer) written(c record.Choice) record.Choice {
	c.Card, c.Cards = w.labels.card(c.Card), w.labels.list(c.Cards)
	return c
}

// Name returns the name of a move: the game's text of the action, with the cards as they are called.
func (w *Writer) Name(c *record.Choice) string {
	if w.labels.plain() {
		return c.Name
	}
	if c.Type == record.Meld {
		var from, to strings.Builder
		for _, x := range c.Cards {
			from.WriteString(x.String())
		}
		for _, x := range w.labels.list(c.Cards) {
			to.WriteString(w.labels.name(x))
		}
		return strings.Replace(c.Name, from.String(), to.String(), 1)
	}
	if c.Plays() {
		return strings.Replace(c.Name, c.Card.String(), w.labels.name(w.labels.card(c.Card)), 1)
	}
	return c.Name
}

// Parse returns the legal action that a name of [Writer.Append] stands for, or the words beside it,
// in either case. The error lists the names.
func (w *Writer) Parse(name string, m *Moment) (game.Action, error) {
	asked := strings.Join(strings.Fields(name), " ")
	var names []string
	for _, c := range w.choices(m) {
		names = append(names, w.Name(&c))
		shown := w.written(c)
		if strings.EqualFold(asked, names[len(names)-1]) || strings.EqualFold(asked, w.words.Choice(&shown)) {
			return c.Action, nil
		}
	}
	if len(names) == 0 {
		return game.NoAction, fmt.Errorf("%q is not a move: the game is over", name)
	}
	return game.NoAction, fmt.Errorf("%q is not a legal move: want %s", name, strings.Join(names, ", "))
}
