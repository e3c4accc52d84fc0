package record

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
	var values map[string]any
	if json.Unmarshal(rules, &values) != nil {
		return ""
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		words = append(words, fmt.Sprintf("%s=%v", name, values[name]))
	}
	return strings.Join(words, " ")
}

// move returns the word for a move.
func move(e *Event) string {
	switch e.Type {
	case Draw:
		sign := "+"
		if e.From == Pile {
			sign = "^"
		}
		if e.Card == card.None {
			return sign
		}
		return sign + e.Card.String()
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

// ParseText parses records in the notation of [Record.Text]. The game is that of the header,
// which has no deal yet. Every move is checked by the rules. An error names the line.
func ParseText(text string, gameOf func(*Header) (Game, error)) ([]*Record, error) {
	var all []*Record
	p := textParser{gameOf: gameOf}
	line := 0
	for s := range strings.Lines(text) {
		line++
		if err := p.parse(strings.TrimSpace(s), line, &all); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if p.deals() {
		if err := p.start(); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if p.comment {
		return nil, fmt.Errorf("line %d: a comment has no closing brace", line)
	}
	return all, p.finish()
}

// textParser parses records.
type textParser struct {
	gameOf  func(*Header) (Game, error)
	comment bool
	tags    map[string]string // of the record; nil before the first
	record  *Record
	game    Game
	tell    *Recorder
	state   game.State // nil before the deal
}

// deals reports whether the tags of a game are read and its moves are not.
func (p *textParser) deals() bool { return p.tags != nil && p.state == nil }

func (p *textParser) parse(s string, line int, all *[]*Record) error {
	if name, ok := strings.CutPrefix(s, "["); ok && !p.comment {
		name, value, ok := strings.Cut(name, " ")
		value, closed := strings.CutSuffix(value, "]")
		text, err := strconv.Unquote(value)
		if !ok || !closed || err != nil {
			return fmt.Errorf("%q is not a tag: want [Name \"value\"]", s)
		}
		if p.tags == nil || p.state != nil || name == "Version" {
			if name != "Version" {
				return fmt.Errorf("the tag %s, want Version first: a game begins with it", name)
			}
			if p.deals() {
				if err := p.start(); err != nil {
					return err
				}
			}
			if err := p.finish(); err != nil {
				return err
			}
			*p = textParser{gameOf: p.gameOf, tags: map[string]string{}, record: &Record{line: line}}
			*all = append(*all, p.record)
		}
		if _, twice := p.tags[name]; twice {
			return fmt.Errorf("the tag %s stands there twice", name)
		}
		p.tags[name] = text
		return nil
	}
	for s != "" {
		if p.comment {
			i := strings.IndexByte(s, '}')
			if i < 0 {
				return nil
			}
			p.comment, s = false, strings.TrimSpace(s[i+1:])
			continue
		}
		if s[0] == '{' {
			p.comment, s = true, s[1:]
			continue
		}
		n := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '{' })
		if n < 0 {
			n = len(s)
		}
		if err := p.word(s[:n], line); err != nil {
			return err
		}
		s = strings.TrimSpace(s[n:])
	}
	return nil
}

// start deals the cards of the tags.
func (p *textParser) start() error {
	h, e, err := p.header()
	if err != nil {
		return err
	}
	p.record.Header = h
	if p.game, err = p.gameOf(&p.record.Header); err != nil {
		return err
	}
	if len(h.Seats) != p.game.Players() {
		return fmt.Errorf("there are tags of %d seats, but the game has %d", len(h.Seats), p.game.Players())
	}
	s := p.game.NewState()
	if err := p.game.DealRecorded(s, &e); err != nil {
		return err
	}
	p.state, p.tell = s, NewRecorder(p.game)
	p.record.Events = p.tell.AppendDeal(nil, s)
	if p.record.Events[0].Key = e.Key; p.record.Events[0].Starter != e.Starter {
		return fmt.Errorf("the tag Starter is %d, but by the rules it is %d", e.Starter, p.record.Events[0].Starter)
	}
	p.mark(p.record.line)
	return nil
}

// mark gives the events that were added the line.
func (p *textParser) mark(line int) {
	for len(p.record.lines) < len(p.record.Events) {
		p.record.lines = append(p.record.lines, line)
	}
}

// header returns the header and the deal of the tags.
func (p *textParser) header() (h Header, e Event, err error) {
	object := map[string]any{}
	lists := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(p.tags)) {
		value := p.tags[name]
		base := strings.TrimRight(name, "0123456789")
		if at := len(lists[base]); base != name && (base == "Seat" || base == "Hand") {
			if name != base+strconv.Itoa(at) {
				return h, e, fmt.Errorf("the tag %s, want %s%d before it", name, base, at)
			}
			lists[base] = append(lists[base], value)
		} else if !slices.Contains(tagNames, name) {
			return h, e, fmt.Errorf("the tag %s is not known%s", name, game.Suggest(name, tagNames))
		}
	}
	number := func(name string) json.RawMessage { return json.RawMessage(p.tags[name]) }
	add := func(to map[string]any, key, tag string, quoted bool) {
		if value, ok := p.tags[tag]; ok {
			if to[key] = any(value); !quoted {
				if _, err := strconv.ParseUint(value, 10, 53); err != nil {
					to[key] = value // the parser of the header refuses it
				} else {
					to[key] = number(tag)
				}
			}
		}
	}
	rules := map[string]any{}
	for word := range strings.FieldsSeq(p.tags["Rules"]) {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return h, e, fmt.Errorf("the tag Rules has %q, want option=value", word)
		}
		rules[name] = value
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			rules[name] = n
		}
	}
	object["rules"], object["seats"] = rules, lists["Seat"]
	add(object, "version", "Version", false)
	add(object, "game", "Game", true)
	add(object, "env", "Env", true)
	origin, place := map[string]any{}, map[string]any{}
	add(origin, "seed", "Seed", true)
	add(origin, "deal", "DealNumber", false)
	add(origin, "attempt", "Attempt", false)
	add(origin, "keep", "Keep", false)
	add(place, "episode", "Episode", false)
	add(place, "shard", "Shard", false)
	add(place, "batch", "Batch", false)
	if len(origin) > 0 {
		object["origin"] = origin
	}
	if len(place) > 0 {
		object["place"] = place
	}
	if err := reparse(object, func(object map[string]json.RawMessage) error { return h.parse(object) }); err != nil {
		return h, e, fmt.Errorf("the tags: %w", err)
	}
	deal := map[string]any{}
	cards := func(text string) []string { return strings.Fields(text) }
	var hands [][]string
	for _, hand := range lists["Hand"] {
		hands = append(hands, cards(hand))
	}
	deal["hands"], deal["stock_size"] = hands, len(cards(p.tags["Stock"]))
	add(deal, "starter", "Starter", false)
	add(deal, "wildcard", "Wildcard", true)
	add(deal, "upcard", "Upcard", true)
	add(deal, "key", "Key", true)
	if _, ok := p.tags["Stock"]; ok {
		deal["stock"] = append([]string{}, cards(p.tags["Stock"])...)
	}
	if err := reparse(deal, func(object map[string]json.RawMessage) error { return e.parse(Deal, object) }); err != nil {
		return h, e, fmt.Errorf("the tags of the deal: %w", err)
	}
	return h, e, nil
}

// tagNames are the tags without a seat.
var tagNames = []string{"Version", "Game", "Env", "Rules", "Seed", "DealNumber", "Attempt", "Keep", "Episode", "Shard", "Batch", "Starter", "Wildcard", "Upcard", "Stock", "Key"}

// reparse passes the values as JSON to parse.
func reparse(values map[string]any, parse func(map[string]json.RawMessage) error) error {
	b, err := json.Marshal(values)
	if err != nil {
		return err
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(b, &object); err != nil {
		return err
	}
	return parse(object)
}

// word reads a number of a turn, a seat, or a move.
func (p *textParser) word(w string, line int) error {
	if p.tags == nil {
		return fmt.Errorf("%q, want the tags of a game first: [Version \"%d\"]", w, Version)
	}
	if p.state == nil {
		if err := p.start(); err != nil {
			return err
		}
	}
	if number, ok := strings.CutSuffix(w, "."); ok {
		if _, err := strconv.ParseUint(number, 10, 32); err == nil {
			return nil
		}
	}
	mover := p.state.Current()
	if seat, err := strconv.ParseUint(w, 10, 8); err == nil {
		if mover == game.NoPlayer {
			return fmt.Errorf("seat %d moves, but the game is over", seat)
		}
		if seat != uint64(mover) {
			return fmt.Errorf("seat %d moves, but by the rules it is seat %d", seat, mover)
		}
		return nil
	}
	if len(p.record.Events) > maxEvents {
		return fmt.Errorf("the game has more than %d events", maxEvents)
	}
	want, chance, weighed := strings.Cut(w, "@")
	probability := 1.
	if weighed {
		x, err := strconv.ParseFloat(chance, 64)
		if err != nil || !(x > 0 && x <= 1) {
			return fmt.Errorf("%q has the probability %q, want one above 0 and at most 1", w, chance)
		}
		probability = x
	}
	var legal game.Mask
	p.state.Legal(&legal)
	var moves []string
	for a := range legal.Each() {
		told, err := p.tell.AppendMove(nil, p.state, a, probability)
		if err != nil {
			return err
		}
		first := slices.IndexFunc(told, func(e Event) bool { return e.Type != Reshuffle })
		m := move(&told[first])
		if strings.EqualFold(m, want) {
			p.record.Events = append(p.record.Events, told...)
			p.mark(line)
			return p.state.Apply(a)
		}
		moves = append(moves, m)
	}
	if mover == game.NoPlayer {
		return fmt.Errorf("%q, but the game is over", w)
	}
	return fmt.Errorf("seat %d cannot play %q: by the rules it has %s", mover, w, strings.Join(moves, " "))
}

// finish checks the whole record.
func (p *textParser) finish() error {
	if p.state == nil {
		return nil
	}
	return p.record.Play(p.game, nil)
}
