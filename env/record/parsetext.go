package record

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rummygym/env/game"
	"rummygym/internal/plaintext"
	"rummygym/options"
)

// ParseText parses records in the notation of [Record.Text]. The game is that of the header,
// which has no deal yet. Every move is checked by the rules. An error names the line. A byte order mark
// is skipped.
func ParseText(text string, gameOf func(*Header) (Game, error)) ([]*Record, error) {
	var all []*Record
	skip, err := plaintext.Check([]byte(text[:min(len(text), plaintext.Start)]))
	if err != nil {
		return nil, err
	}
	p := textParser{gameOf: gameOf}
	line := 0
	for s := range strings.Lines(text[skip:]) {
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
	if p.comment > 0 {
		return nil, fmt.Errorf("line %d: the comment that begins there has no closing brace", p.comment)
	}
	return all, p.finish()
}

// textParser parses records.
type textParser struct {
	gameOf  func(*Header) (Game, error)
	comment int               // line of the brace that opens the comment; 0 outside of comments
	tags    map[string]string // of the record; nil before the first
	record  *Record
	game    Game
	tell    *Recorder
	state   game.State // nil before the deal
}

// deals reports whether the tags of a game are read and its moves are not.
func (p *textParser) deals() bool { return p.tags != nil && p.state == nil }

func (p *textParser) parse(s string, line int, all *[]*Record) error {
	if name, ok := strings.CutPrefix(s, "["); ok && p.comment == 0 {
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
			return fmt.Errorf("the tag %s occurs twice", name)
		}
		p.tags[name] = text
		return nil
	}
	for s != "" {
		if p.comment > 0 {
			i := strings.IndexAny(s, "{}")
			if i < 0 {
				return nil
			}
			if s[i] == '{' {
				return fmt.Errorf("there is a brace within the comment that begins in line %d: close that comment, or remove the brace", p.comment)
			}
			p.comment, s = 0, strings.TrimSpace(s[i+1:])
			continue
		}
		if s[0] == '{' {
			p.comment, s = line, s[1:]
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
			return h, e, fmt.Errorf("the tag %s is not known%s", name, options.Suggest(name, tagNames))
		}
	}
	// A number that is none stays a text, which the parser of the fields refuses.
	add := func(to map[string]any, key, tag string, quoted bool) {
		value, ok := p.tags[tag]
		if !ok {
			return
		}
		to[key] = value
		if n, err := strconv.ParseUint(value, 10, 53); err == nil && !quoted {
			to[key] = n
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
	if err := reparse(object, h.parse); err != nil {
		return h, e, fmt.Errorf("the tags: %w", err)
	}
	deal := map[string]any{}
	var hands [][]string
	for _, hand := range lists["Hand"] {
		hands = append(hands, strings.Fields(hand))
	}
	stock := strings.Fields(p.tags["Stock"])
	deal["hands"], deal["stock_size"] = hands, len(stock)
	add(deal, "starter", "Starter", false)
	add(deal, "wildcard", "Wildcard", true)
	add(deal, "upcard", "Upcard", true)
	add(deal, "key", "Key", true)
	if _, ok := p.tags["Stock"]; ok {
		deal["stock"] = append([]string{}, stock...) // an empty stock is a list too
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
	want = canonical(want)
	var moves []string
	for a := range legal.Each() {
		told, err := p.tell.AppendMove(nil, p.state, a, probability)
		if err != nil {
			return err
		}
		first := slices.IndexFunc(told, func(e Event) bool { return e.Type != Reshuffle })
		m := move(&told[first])
		if m == want {
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
