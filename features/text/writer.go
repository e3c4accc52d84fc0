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
	"rummygym/features/facts"
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
	self := m.Obs.Observer()
	w.words.You = self
	v := w.source.Game.View(m.Obs)
	dst = append(append(dst, w.rules...), w.labels.legend...)
	dst = fmt.Appendf(dst, "%s. You are seat %d of seats 0 to %d.\n", w.source.Title, self, len(v.Seats)-1)
	dst = w.appendTable(dst, &v, m, nil)
	measure := ""
	if w.options.Numbers && v.Mover != game.NoPlayer {
		h := w.hand(m)
		measure = h.Measure
		dst = w.appendOuts(w.appendMelds(dst, &h), &v, m)
	}
	dst = w.appendHistory(dst, m)
	switch {
	case v.Mover == game.NoPlayer:
		return append(dst, "The game is over.\n"...)
	case v.Mover != self: // what another player decides may be hidden
		return append(dst, "It is not your turn.\n"...)
	}
	dst = append(append(append(dst, "It is your turn: "...), w.source.Phrases.Task(v.Phase)...), ".\n"...)
	if w.options.Legal {
		dst = w.appendMoves(dst, m, measure)
	}
	return dst
}

// AppendTable appends the part of the text that says how the table stands for the seat, and how its hand
// is sorted by melds. The hand is written in the given groups; nil: by suit.
func (w *Writer) AppendTable(dst []byte, m *Moment, hand [][]card.Card) []byte {
	h := w.hand(m)
	return w.appendMelds(w.AppendSeen(dst, m, hand), &h)
}

// AppendSeen is [Writer.AppendTable] without how the hand is sorted by melds.
func (w *Writer) AppendSeen(dst []byte, m *Moment, hand [][]card.Card) []byte {
	w.words.You = m.Obs.Observer()
	v := w.source.Game.View(m.Obs)
	return w.appendTable(dst, &v, m, hand)
}

// appendTable appends what lies on the table, and the hand of the seat in groups; nil: by suit.
func (w *Writer) appendTable(dst []byte, v *record.View, m *Moment, hand [][]card.Card) []byte {
	dst = fmt.Appendf(dst, "Turn %d", v.Turn)
	for _, fact := range w.source.Game.Facts(m.Obs, w.words.Name) {
		dst = append(append(dst, "; "...), fact...)
	}
	dst = append(dst, ".\n"...)
	if v.Wildcard != nil {
		dst = append(append(append(dst, "Turned up for the jokers: "...), w.card(*v.Wildcard)...), ".\n"...)
	}
	self := m.Obs.Observer()
	own := &v.Seats[self]
	dst = fmt.Appendf(dst, "Your hand, %s", record.Count(len(own.Cards), "card"))
	if len(own.Cards) > 0 {
		dst = append(dst, ": "...)
	}
	for i, group := range hand {
		if i > 0 {
			dst = append(dst, " | "...)
		}
		dst = w.appendRow(dst, group)
	}
	if hand == nil {
		dst = w.appendBySuit(dst, own.Cards)
	}
	dst = append(dst, ".\n"...)
	if own.Drawn != nil {
		dst = append(append(append(dst, "You have drawn: "...), w.card(*own.Drawn)...), ".\n"...)
	}
	dst = fmt.Appendf(dst, "Stock: %s. Discard pile: ", record.Count(v.StockSize, "card"))
	switch {
	case v.PileSize == 0:
		dst = append(dst, "empty.\n"...)
	case v.Top == nil:
		dst = fmt.Appendf(dst, "%s.\n", record.Count(v.PileSize, "card"))
	case v.PileSize == 1:
		dst = append(append(dst, w.card(*v.Top)...), ".\n"...)
	default:
		dst = fmt.Appendf(dst, "%s on top, in all %d cards: ", w.card(*v.Top), v.PileSize)
		dst = append(w.appendBySuit(dst, v.Pile), ".\n"...)
	}
	known := w.memory.recall(m.Events)
	for i := range v.Seats {
		p := (int(self) + i) % len(v.Seats)
		dst = w.appendSeat(dst, &v.Seats[p], p == int(self), known)
	}
	return dst
}

// appendSeat appends what is known of a player.
func (w *Writer) appendSeat(dst []byte, s *record.Seat, self, known bool) []byte {
	start := len(dst)
	part := func(what string, cards []card.Card, ordered bool) {
		if len(cards) == 0 {
			return
		}
		dst = append(append(dst, what...), ' ')
		if ordered {
			dst = w.appendRow(dst, cards)
		} else {
			dst = w.appendNames(dst, w.labels.list(cards))
		}
		dst = append(dst, ';')
	}
	if self {
		dst = append(dst, "You:"...)
	} else {
		dst = append(append(dst, w.words.Names[s.Seat]...), ": "...)
		dst = fmt.Appendf(dst, "%s;", record.Count(s.Hidden, "card"))
		part(" among them", s.Known, false)
		if s.Drawn != nil {
			part(" just taken", []card.Card{*s.Drawn}, false)
		}
	}
	empty := len(dst)
	if known {
		part(" took", w.memory.took[s.Seat], true)
		part(" did not take", w.memory.refused[s.Seat], true)
		part(" discarded", w.memory.discarded[s.Seat], true)
	}
	for _, meld := range s.Melds {
		part(" melded", meld, false)
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
func (w *Writer) appendHistory(dst []byte, m *Moment) []byte {
	events, heading := m.Events, "What happened:\n"
	if w.options.History == Since && m.Since > 0 {
		events, heading = events[min(m.Since, len(events)):], "Since your last decision:\n"
	}
	if w.options.History == None || len(events) == 0 {
		return dst
	}
	dst = append(dst, heading...)
	for _, line := range w.words.Events(w.labels.events(events)) {
		dst = append(append(append(dst, "  "...), line...), ".\n"...)
	}
	return dst
}

// card returns the name of a card.
func (w *Writer) card(c card.Card) string { return w.labels.name(w.labels.card(c)) }

// appendRow appends the names of cards in their order.
func (w *Writer) appendRow(dst []byte, cards []card.Card) []byte {
	return w.appendNames(dst, w.labels.row(cards))
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

// appendBySuit appends the names of sorted cards with a bar between the suits.
func (w *Writer) appendBySuit(dst []byte, cards []card.Card) []byte {
	cards = w.labels.list(cards)
	for i, c := range cards {
		if i > 0 {
			if cards[i-1]>>4 != c>>4 {
				dst = append(dst, " |"...)
			}
			dst = append(dst, ' ')
		}
		dst = append(dst, w.labels.name(c)...)
	}
	return dst
}

// appendMoves appends the legal moves, a line for each: its name, and what it does. With numbers the measure is that of
// the hand's points.
func (w *Writer) appendMoves(dst []byte, m *Moment, measure string) []byte {
	dst = append(dst, "Legal moves:\n"...)
	for _, c := range w.choices(m) {
		name := w.Name(&c)
		shown := w.written(c)
		dst = append(append(dst, "  "...), name...)
		if does := w.words.Choice(&shown); does != name {
			dst = append(append(dst, ": "...), does...)
		}
		if w.options.Numbers && w.source.Facts != nil {
			dst = w.appendFacts(dst, measure, w.source.Facts.After(m.Obs, c.Action))
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
		return strings.Replace(c.Name, c.Card.String(), w.card(c.Card), 1)
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
