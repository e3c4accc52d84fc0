package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/options"
	"rummygym/internal/strictjson"
)

// Position is a position that was read from JSON: what one seat knows of a game in progress.
type Position struct {
	Header record.Header // env and rules; without names of players
	Seat   game.Player
	Events []record.Event // that the seat saw, from the deal on
	Since  int            // see [Moment]

	shown map[string]json.RawMessage // members that follow from the events
}

// ReadPosition reads a position that [Writer.AppendJSON] wrote with the same names of cards. The
// members version, game, env, rules, seat and events make the position. The others, which may
// be left out, follow from them: [Position.Play] compares what lies on the table. An error names
// the member, its value and what is expected.
func ReadPosition(data []byte, o Options) (*Position, error) {
	l, err := o.labels()
	if err != nil {
		return nil, err
	}
	data = l.rename(bytes.Clone(data), 0, l.meant)
	var object map[string]json.RawMessage
	if err := json.Unmarshal(data, &object); err != nil || object == nil {
		return nil, errors.New(`a position is a JSON object, such as {"version":1,"game":"gin",…}`)
	}
	if err := strictjson.Check(data); err != nil {
		return nil, fmt.Errorf("member %w", err)
	}
	p := &Position{shown: object}
	var version int
	to := map[string]any{
		"version": &version, "game": &p.Header.Game, "env": &p.Header.Env, "rules": &p.Header.Rules, "seat": &p.Seat, "since": &p.Since,
	}
	var names []string
	for _, x := range members {
		names = append(names, x.name)
		raw, ok := object[x.name]
		switch {
		case !ok && x.use == needed:
			return nil, fmt.Errorf("member %s is missing: want the %s", x.name, x.doc)
		case !ok || x.use >= compared:
			continue
		case x.name == "events":
			if err := p.readEvents(raw); err != nil {
				return nil, err
			}
		default:
			if err := json.Unmarshal(raw, to[x.name]); err != nil || string(raw) == "null" {
				return nil, fmt.Errorf("member %s is %s: want the %s", x.name, shorten(raw), x.doc)
			}
		}
		delete(object, x.name)
	}
	for name := range object {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("member %q is not known%s", name, options.Suggest(name, names))
		}
	}
	switch {
	case version != PositionVersion:
		return nil, fmt.Errorf("member version is %d: this program reads version %d", version, PositionVersion)
	case p.Seat < 0 || p.Seat >= game.MaxPlayers:
		return nil, fmt.Errorf("member seat is %d: want a seat, 0 to %d", p.Seat, game.MaxPlayers-1)
	case p.Since < 0 || p.Since > len(p.Events):
		return nil, fmt.Errorf("member since is %d: want a number of the %d events", p.Since, len(p.Events))
	}
	p.Header.Version, p.Header.Viewer = record.Version, p.Seat
	p.back(l)
	return p, nil
}

// readEvents reads the list of events.
func (p *Position) readEvents(raw json.RawMessage) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || len(list) == 0 {
		return fmt.Errorf("member events is %s: want the events that the seat saw, from the deal on; a table whose events are not known has no position that can be read", shorten(raw))
	}
	p.Events = make([]record.Event, len(list))
	for i := range list {
		if err := p.Events[i].UnmarshalJSON(list[i]); err != nil {
			return fmt.Errorf("member events, event %d: %w", i+1, err)
		}
	}
	return nil
}

// back takes the cards that were written for the cards that are meant.
func (p *Position) back(l *labels) {
	if !l.moved {
		return
	}
	inverse := &labels{moved: true}
	for from, to := range l.suits {
		inverse.suits[to] = card.Suit(from)
	}
	p.Events = inverse.events(p.Events)
	p.shown = nil // they are of the other suits
}

// Play returns a history of the game g, which must have the rules of the header, in which the
// seat sees the events, and the state to which it leads. The cards that the seat cannot know are drawn from src, see
// [record.Follower]. An error names the event that the rules do not allow, or
// a member that does not follow from the events.
func (p *Position) Play(g record.Game, src rand.Source) (*game.History, game.State, error) {
	d, err := record.Describe(g)
	if err != nil {
		return nil, nil, fmt.Errorf("positions of the game %s cannot be read", g.Name())
	}
	if int(p.Seat) >= g.Players() {
		return nil, nil, fmt.Errorf("member seat is %d: want a seat of the table, 0 to %d", p.Seat, g.Players()-1)
	}
	f, err := record.NewFollower(g)
	if err != nil {
		return nil, nil, err
	}
	f.Reset(p.Seat, src)
	if err := f.See(p.Events); err != nil {
		return nil, nil, fmt.Errorf("member events: %w", err)
	}
	if len(p.shown) > 0 {
		err = p.compare(d, f.State())
	}
	return f.History(), f.State(), err
}

// compare compares the members that were read with those that follow from the events.
func (p *Position) compare(g record.Described, s game.State) error {
	w, err := New(Source{Game: g, Header: p.Header}, Default())
	if err != nil {
		return err
	}
	obs := g.NewObservation()
	s.Observe(p.Seat, obs)
	var legal game.Mask
	s.Legal(&legal)
	var want map[string]json.RawMessage
	if err := json.Unmarshal(w.AppendJSON(nil, &Moment{Obs: obs, Legal: &legal, Events: p.Events, Since: p.Since}), &want); err != nil {
		return err
	}
	for _, x := range members {
		name := x.name
		is, ok := p.shown[name]
		if !ok || x.use != compared {
			continue
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, is); err != nil {
			return err
		}
		if compact.String() != string(want[name]) {
			return fmt.Errorf("member %s is %s: by the events it is %s", name, shorten(compact.Bytes()), shorten(want[name]))
		}
	}
	return nil
}

// shorten returns the beginning of a value for an error.
func shorten(raw []byte) string {
	const most = 80
	if runes := []rune(string(raw)); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(raw)
}
