package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/options"
)

// field is a field of a line of a record: of an event or of the header. The lists of fields
// below are the single source of the JSON, its checks, the schema and the documentation.
type field[T any] struct {
	name     string
	at       func(*T) any // a pointer to the value
	optional bool         // may be left out
	doc      string       // meaning, one line
	hidden   string       // from whom it is hidden; "" if every seat sees it
}

// common are the fields of the moves of players.
var (
	seatField = field[Event]{name: "seat", at: func(e *Event) any { return &e.Seat }, doc: "seat of the player"}
	cardField = field[Event]{name: "card", at: func(e *Event) any { return &e.Card }, doc: "the card"}
	probField = field[Event]{name: "probability", at: func(e *Event) any { return &e.Probability }, optional: true,
		doc: "probability in (0, 1) with which the agent chose the move, as reported by the agent; left out for 1", hidden: "other seats"}
	handField = field[Event]{name: "hand", at: func(e *Event) any { return &e.Hand }, optional: true, doc: "number of the hand in a match, from 1"}
)

// kind describes a type of event.
type kind struct {
	name   Type
	doc    string
	fields []field[Event]
}

// kinds lists the types of events in the order of the documentation.
var kinds = []kind{
	{Deal, "the cards of a game, or of the next hand of a match, are dealt", []field[Event]{
		handField,
		{name: "starter", at: func(e *Event) any { return &e.Starter }, doc: "seat that moves first"},
		{name: "hands", at: func(e *Event) any { return &e.Hands }, doc: "cards dealt to each seat; a seat that is out of the match gets none", hidden: "other seats (null)"},
		{name: "wildcard", at: func(e *Event) any { return &e.Wildcard }, optional: true, doc: "card turned up to set the wild rank; nobody can draw this card"},
		{name: "wild", at: func(e *Event) any { return &e.Wild }, optional: true, doc: "rank whose cards are jokers"},
		{name: "upcard", at: func(e *Event) any { return &e.Upcard }, optional: true, doc: "first card of the discard pile"},
		{name: "stock_size", at: func(e *Event) any { return &e.StockSize }, doc: "number of cards in the stock"},
		{name: "stock", at: func(e *Event) any { return &e.Stock }, optional: true, doc: "cards of the stock, the next card first", hidden: "all seats"},
		{name: "key", at: func(e *Event) any { return &e.Key }, optional: true, doc: "in the first deal: 64 bits that determine the later shuffles, as decimal digits; without it, later cards are as recorded", hidden: "all seats"},
	}},
	{Draw, "a player draws a card", []field[Event]{
		seatField,
		{name: "from", at: func(e *Event) any { return &e.From }, doc: "`stock`, or `pile` for the top of the discard pile"},
		{name: "card", at: func(e *Event) any { return &e.Card }, optional: true,
			doc: "the card; left out if the limit of upcards ends the hand before the player takes the card", hidden: "other seats, from the stock"},
		probField,
	}},
	{Discard, "a player puts a card on the discard pile", []field[Event]{seatField, cardField, probField}},
	{Declare, "a player discards a card and shows the other cards as a declaration", []field[Event]{
		seatField, cardField,
		{name: "cards", at: func(e *Event) any { return &e.Cards }, doc: "the cards shown"},
		{name: "valid", at: func(e *Event) any { return &e.Valid }, doc: "whether the cards are a valid declaration; if not, the player loses"},
		{name: "lacks", at: func(e *Event) any { return &e.Fault.Lacks }, optional: true, doc: "in a wrong declaration: what the cards lack, in a word of the rules"},
		{name: "groups", at: func(e *Event) any { return &e.Fault.Groups }, optional: true, doc: "in a wrong declaration: the melds that save points; the other cards are left over"},
		{name: "cost", at: func(e *Event) any { return &e.Fault.Cost }, optional: true, doc: "in a wrong declaration: the points of the cards left over"},
		probField,
	}},
	{Drop, "a player gives up the game before drawing", []field[Event]{seatField, probField}},
	{Reshuffle, "the discard pile becomes the new stock, because a player draws and the stock is empty", []field[Event]{
		{name: "number", at: func(e *Event) any { return &e.Number }, doc: "number of the reshuffle, from 1"},
		{name: "upcard", at: func(e *Event) any { return &e.Upcard }, doc: "the only card of the discard pile after the reshuffle"},
		{name: "stock_size", at: func(e *Event) any { return &e.StockSize }, doc: "number of cards in the stock"},
		{name: "stock", at: func(e *Event) any { return &e.Stock }, optional: true, doc: "cards of the stock, the next card first", hidden: "all seats"},
	}},
	{Pass, "a player passes: does not take the first upcard, does not knock, ends a big gin without a discard, finishes its melds or lay-offs, or declines an offer between the deals of a match", []field[Event]{
		seatField,
		{name: "phase", at: func(e *Event) any { return &e.Phase }, doc: "phase in which the player passes, in a word of the rules"},
		{name: "private", at: func(e *Event) any { return &e.Private }, optional: true, doc: "true if the other players do not see the event"},
		probField,
	}},
	{Knock, "a player knocks and shows the hand", []field[Event]{
		seatField,
		{name: "cards", at: func(e *Event) any { return &e.Cards }, doc: "the cards shown: the hand; if the player knocks before discarding, with the card drawn"},
		probField,
	}},
	{Meld, "a player lays down a meld, chosen by the player or by the rules", []field[Event]{
		seatField,
		{name: "cards", at: func(e *Event) any { return &e.Cards }, doc: "the meld"},
		probField,
	}},
	{LayOff, "the opponent of the knocker lays off a card, chosen by the player or by the rules", []field[Event]{
		seatField, cardField,
		{name: "onto", at: func(e *Event) any { return &e.Onto }, doc: "the meld of the knocker, before the card is added"},
		probField,
	}},
	{Score, "a hand is scored; the cards left over are shown if they were compared", []field[Event]{
		handField,
		{name: "ending", at: func(e *Event) any { return &e.Ending }, optional: true, doc: "how the hand ended, in a word of the rules"},
		{name: "winner", at: func(e *Event) any { return &e.Winner }, optional: true, doc: "seat that scored; left out if no seat scored"},
		{name: "points", at: func(e *Event) any { return &e.Points }, optional: true, doc: "points of the cards left over by each seat, or the price of a drop"},
		{name: "hands", at: func(e *Event) any { return &e.Hands }, optional: true, doc: "cards in the hand of each seat; null if they are not shown"},
		{name: "melds", at: func(e *Event) any { return &e.Melds }, optional: true, doc: "melds of each seat whose hand is shown; the other cards count"},
		{name: "scored", at: func(e *Event) any { return &e.Scored }, optional: true, doc: "points that each seat scored in the hand"},
		{name: "scores", at: func(e *Event) any { return &e.Scores }, optional: true, doc: "points of each seat in the match so far"},
	}},
	{Accept, "a player accepts an offer between the deals of a match: to join again after going out, or to share the pool", []field[Event]{
		seatField,
		{name: "phase", at: func(e *Event) any { return &e.Phase }, doc: "what the player accepts: `rejoin` or `split`"},
		{name: "scores", at: func(e *Event) any { return &e.Scores }, optional: true, doc: "after a rejoin: points of each seat in the match"},
		probField,
	}},
	{End, "the game is over; without this event, the game is in progress, or a limit ended it", []field[Event]{
		{name: "ending", at: func(e *Event) any { return &e.Ending }, doc: "how the game ended, in a word of the rules"},
		{name: "winner", at: func(e *Event) any { return &e.Winner }, optional: true, doc: "seat that won; left out if nobody won"},
		{name: "gains", at: func(e *Event) any { return &e.Gains }, doc: "points that each seat gained in the game; they sum to 0"},
		{name: "turns", at: func(e *Event) any { return &e.Turns }, doc: "number of turns that all players together have begun"},
		{name: "rounds", at: func(e *Event) any { return &e.Rounds }, doc: "number of rounds begun; in a match, number of hands begun"},
	}},
}

// kindOf returns the description of a type, or nil.
func kindOf(t Type) *kind {
	for i := range kinds {
		if kinds[i].name == t {
			return &kinds[i]
		}
	}
	return nil
}

// Types returns all types of events, in the order of the documentation. The caller owns the
// slice.
func Types() []Type {
	var all []Type
	for _, k := range kinds {
		all = append(all, k.name)
	}
	return all
}

// present reports whether the value at a pointer is to be written.
func present(at any) bool {
	switch v := at.(type) {
	case *game.Player:
		return *v != game.NoPlayer
	case *card.Card:
		return *v != card.None
	case *card.Rank:
		return *v != card.NoRank
	}
	return !reflect.ValueOf(at).Elem().IsZero()
}

// appendValue appends the JSON of the value at a pointer.
func appendValue(dst []byte, at any) []byte {
	switch v := at.(type) {
	case *game.Player:
		return strconv.AppendInt(dst, int64(*v), 10)
	case *card.Card:
		return appendText(dst, v.String())
	case *card.Rank:
		return appendText(dst, v.String())
	case *Source:
		return appendText(dst, string(*v))
	case *game.Ending:
		return appendText(dst, string(*v))
	case *string:
		return appendText(dst, *v)
	case *bool:
		return strconv.AppendBool(dst, *v)
	case *float64:
		b, err := json.Marshal(*v)
		if err != nil {
			b = []byte("0") // not a number: the reader refuses it
		}
		return append(dst, b...)
	case *int:
		return strconv.AppendInt(dst, int64(*v), 10)
	case **uint64:
		return appendText(dst, strconv.FormatUint(**v, 10))
	case *[]card.Card:
		return appendList(dst, *v)
	case *[][]card.Card:
		return appendList(dst, *v)
	case *[][][]card.Card:
		return appendList(dst, *v)
	case *[]int:
		return appendList(dst, *v)
	case *[]string:
		return appendList(dst, *v)
	case *json.RawMessage:
		return append(dst, *v...)
	case **Origin:
		return appendFields(dst, originFields, *v)
	case **Place:
		return appendFields(dst, placeFields, *v)
	}
	panic(fmt.Sprintf("record: a field of type %T", at))
}

func appendList[T any](dst []byte, list []T) []byte {
	if list == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendValue(dst, &list[i])
	}
	return append(dst, ']')
}

func appendText(dst []byte, s string) []byte {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		return append(append(append(dst, '"'), s...), '"') // cards and words
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("record: a text has JSON: " + err.Error())
	}
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// appendFields appends a JSON object of the fields that are present or not optional.
func appendFields[T any](dst []byte, fields []field[T], of *T) []byte {
	return appendMembers(append(dst, '{'), fields, of)
}

// appendMembers appends the fields to the beginning of a JSON object, and closes it.
func appendMembers[T any](dst []byte, fields []field[T], of *T) []byte {
	for i := range fields {
		f := &fields[i]
		at := f.at(of)
		if f.optional && !present(at) {
			continue
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = append(dst, f.name...)
		dst = append(dst, `":`...)
		dst = appendValue(dst, at)
	}
	return append(dst, '}')
}

// parseFields sets the fields of to from a JSON object, without those in done. A field that is
// unknown, and one that is missing but not optional, is an error.
func parseFields[T any](fields []field[T], to *T, object map[string]json.RawMessage, done ...string) error {
	for _, f := range fields {
		raw, ok := object[f.name]
		if !ok {
			if !f.optional {
				return fmt.Errorf("field %s is missing: want %s", f.name, f.doc)
			}
			continue
		}
		if err := parseValue(f.at(to), raw); err != nil {
			return fmt.Errorf("field %s is %s: %w", f.name, shorten(raw), err)
		}
	}
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	for name := range object {
		if !slices.Contains(names, name) && !slices.Contains(done, name) {
			return fmt.Errorf("field %q is not known%s", name, options.Suggest(name, names))
		}
	}
	return nil
}

// shorten returns the beginning of a value for an error.
func shorten(raw []byte) string {
	const most = 60
	if len(raw) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(raw[cut]) {
			cut--
		}
		return strconv.Quote(string(raw[:cut])) + "…"
	}
	return string(raw)
}

// maxNumber is the maximum number in a record, which a float64 holds exactly.
const maxNumber = 1<<53 - 1

// parseValue sets the value at a pointer from JSON.
func parseValue(at any, raw json.RawMessage) error {
	if string(bytes.TrimSpace(raw)) == "null" {
		return wrong("a value: leave the field out if there is none")
	}
	switch v := at.(type) {
	case *game.Player:
		n, err := strconv.Atoi(string(raw))
		if err != nil || n < 0 || n >= game.MaxPlayers {
			return wrong("a seat, 0 to %d", game.MaxPlayers-1)
		}
		*v = game.Player(n)
		return nil
	case *card.Card:
		return parseCard(v, raw)
	case *card.Rank:
		s, err := text(raw)
		if err != nil {
			return err
		}
		*v, err = card.ParseRank(s)
		return err
	case *Source:
		s, err := text(raw)
		if *v = Source(s); err != nil || *v != Stock && *v != Pile {
			return wrong("%q or %q", Stock, Pile)
		}
		return nil
	case *game.Ending:
		s, err := text(raw)
		*v = game.Ending(s)
		return filled(s, err)
	case *string:
		s, err := text(raw)
		*v = s
		return filled(s, err)
	case *bool:
		if json.Unmarshal(raw, v) != nil {
			return wrong("true or false")
		}
		return nil
	case *float64:
		if json.Unmarshal(raw, v) != nil || !(*v > 0 && *v <= 1) {
			return wrong("a probability, above 0 and at most 1")
		}
		if *v == 1 {
			*v = 0 // left out
		}
		return nil
	case *int:
		n, err := strconv.ParseInt(string(raw), 10, 64)
		if *v = int(n); err != nil || n < -maxNumber || n > maxNumber || int64(*v) != n {
			return wrong("a whole number up to %d", int64(maxNumber))
		}
		return nil
	case **uint64:
		s, err := text(raw)
		n, bad := strconv.ParseUint(s, 10, 64)
		if err != nil || bad != nil || strconv.FormatUint(n, 10) != s {
			return wrong("the decimal digits of a number of 64 bits, in quotation marks")
		}
		*v = &n
		return nil
	case *[]card.Card:
		return parseList(v, raw, maxCards, "cards", parseCard)
	case *[][]card.Card:
		return parseList(v, raw, game.MaxPlayers, "lists of cards", cardsOrNull)
	case *[][][]card.Card:
		return parseList(v, raw, game.MaxPlayers, "lists of melds", func(to *[][]card.Card, raw json.RawMessage) error {
			if string(raw) == "null" {
				return nil
			}
			return parseList(to, raw, maxCards, "melds", cardsOrNull)
		})
	case *[]int:
		return parseList(v, raw, game.MaxPlayers, "numbers", func(to *int, raw json.RawMessage) error { return parseValue(to, raw) })
	case *[]string:
		return parseList(v, raw, game.MaxPlayers, "names", func(to *string, raw json.RawMessage) (err error) {
			*to, err = text(raw)
			return err
		})
	case *json.RawMessage:
		return parseRules(v, raw)
	case **Origin:
		*v = &Origin{Keep: game.NoPlayer}
		return parseObject(originFields, *v, raw)
	case **Place:
		*v = new(Place)
		return parseObject(placeFields, *v, raw)
	}
	panic(fmt.Sprintf("record: a field of type %T", at))
}

// maxCards is the maximum number of cards of a game: three packs and the printed jokers.
const maxCards = 255

func wrong(format string, args ...any) error { return fmt.Errorf("want "+format, args...) }

// text parses a string.
func text(raw json.RawMessage) (s string, err error) {
	if json.Unmarshal(raw, &s) != nil {
		return "", wrong("a text in quotation marks")
	}
	return s, nil
}

func filled(s string, err error) error {
	if err == nil && s == "" {
		return wrong("a word: leave the field out if there is none")
	}
	return err
}

func parseCard(to *card.Card, raw json.RawMessage) error {
	s, err := text(raw)
	if err != nil {
		return err
	}
	*to, err = card.Parse(s)
	return err
}

func cardsOrNull(to *[]card.Card, raw json.RawMessage) error {
	if string(raw) == "null" {
		return nil
	}
	return parseList(to, raw, maxCards, "cards", parseCard)
}

func parseList[T any](to *[]T, raw json.RawMessage, most int, what string, parse func(*T, json.RawMessage) error) error {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil || len(list) > most {
		return wrong("a list of at most %d %s", most, what)
	}
	*to = make([]T, len(list))
	for i := range list {
		if err := parse(&(*to)[i], list[i]); err != nil {
			return fmt.Errorf("entry %d: %w", i+1, err)
		}
	}
	return nil
}

// parseObject parses an object inside a line.
func parseObject[T any](fields []field[T], to *T, raw json.RawMessage) error {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil || object == nil {
		return wrong("an object")
	}
	return parseFields(fields, to, object)
}

// parseRules sets the rules in canonical form: the options in alphabetical order.
func parseRules(to *json.RawMessage, raw json.RawMessage) error {
	var values map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&values) != nil || values == nil {
		return wrong("an object of the options by name")
	}
	b, err := json.Marshal(values)
	*to = b
	return err
}
