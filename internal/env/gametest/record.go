package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// verifyRecord writes games down, and reads, replays and views the records. It accepts a game
// that is not a record.Game.
func verifyRecord(g game.Game, src *rand.PCG, episodes int) error {
	rg, ok := g.(record.Game)
	if !ok {
		return nil
	}
	for i := range (episodes + 1) / 2 { // each gives several views
		if err := verifyRecordOf(rg, src); err != nil {
			return fmt.Errorf("episode %d: %w", i, err)
		}
	}
	return nil
}

// maxRecorded is the number of moves that are written down of an episode.
const maxRecorded = 500

// verifyRecordOf plays a game, or its beginning, and checks its record.
func verifyRecordOf(g record.Game, src *rand.PCG) error {
	e := newEpisode(g, src)
	rec := &record.Record{Header: record.Header{Version: record.Version, Game: g.Name(), Env: "Test-v0", Rules: []byte("{}"), Viewer: game.NoPlayer}}
	for p := range g.Players() {
		rec.Seats = append(rec.Seats, fmt.Sprint("seat ", p))
	}
	r := record.NewRecorder(g)
	rec.Events = r.AppendDeal(rec.Events, e.state)
	if err := verifyTold(g, r, e.state, game.NoAction, src); err != nil {
		return fmt.Errorf("the deal: %w", err)
	}
	looks := []*look{lookAt(g, e.state)}
	ends := []int{len(rec.Events)} // number of events before each state without a private choice
	for !e.over() && e.steps < maxRecorded {
		a, err := e.pick()
		if err != nil {
			return err
		}
		if err := verifyTold(g, r, e.state, a, src); err != nil {
			return e.errorf("action %d (%s): %w", a, g.ActionString(a), err)
		}
		if rec.Events, err = r.AppendMove(rec.Events, e.state, a, probability(src)); err != nil {
			return e.errorf("the event of action %d (%s): %w", a, g.ActionString(a), err)
		}
		if !reflect.DeepEqual(lookAt(g, e.state), looks[e.steps]) {
			return e.errorf("telling the event of an action changes the state")
		}
		if err := e.state.Apply(a); err != nil {
			return err
		}
		e.steps++
		looks = append(looks, lookAt(g, e.state))
		if privateAction(r, e.state) == game.NoAction {
			ends = append(ends, len(rec.Events))
		}
	}
	if over := rec.Over(); over != e.over() {
		return e.errorf("the game is over: %t, and the record %t", e.over(), over)
	}
	again, err := reread(rec)
	if err != nil {
		return err
	}
	moves := 0
	if err := again.Play(g, func(s game.State, m record.Move) error {
		if !reflect.DeepEqual(lookAt(g, s), looks[moves]) {
			return fmt.Errorf("after %d moves the replayed record has another state", moves)
		}
		moves++
		return nil
	}); err != nil {
		return fmt.Errorf("the record: %w", err)
	}
	if moves != len(looks) {
		return fmt.Errorf("the replayed record has %d states, want %d", moves, len(looks))
	}
	if _, ok := e.state.(game.Ordered); ok { // later deals and reshuffles are then those of the record
		again.Events[0].Key = nil
		if err := again.Play(g, nil); err != nil {
			return fmt.Errorf("the record without a key: %w", err)
		}
	}
	for p := range game.Player(g.Players()) {
		n := ends[src.Uint64()%uint64(len(ends))]
		for _, n := range []int{n, ends[len(ends)-1]} {
			if err := verifyView(g, &record.Record{Header: rec.Header, Events: rec.Events[:n]}, p, src); err != nil {
				return fmt.Errorf("the view of seat %d of %d events: %w", p, n, err)
			}
		}
	}
	return nil
}

// probability returns 1, 3/4 or 1/2, for a move of a record.
func probability(src *rand.PCG) float64 { return 1 - float64(float64(src.Uint64()%3)/4) }

// verifyTold deals the cards that a seat cannot see anew. If the seat then observes the same
// after action a, and the outcome is the same, the events of a must look the same to it. NoAction is the deal of s.
func verifyTold(g record.Game, r *record.Recorder, s game.State, a game.Action, src *rand.PCG) error {
	states := [2]game.State{g.NewState(), g.NewState()}
	for p := range game.Player(g.Players()) {
		states[0].CopyFrom(s)
		states[1].CopyFrom(s)
		states[1].Redeal(p, src)
		var seen [2][]byte
		var views [2]game.Observation
		for i, state := range states {
			var events []record.Event
			if a == game.NoAction {
				events = r.AppendDeal(events, state)
			} else {
				var err error
				if events, err = r.AppendMove(events, state, a, .5); err != nil {
					break // another seat does not hold the card
				}
				if err := state.Apply(a); err != nil {
					return err
				}
			}
			views[i] = observe(g, state, p)
			for _, e := range events {
				if e, ok := e.SeenBy(p); ok {
					seen[i] = append(e.AppendJSON(seen[i]), '\n')
				}
			}
		}
		if states[0].Outcome() == states[1].Outcome() && reflect.DeepEqual(views[0], views[1]) && !bytes.Equal(seen[0], seen[1]) {
			return fmt.Errorf("the events tell seat %d what it does not observe:\n%s\nand with other hidden cards\n%s", p, seen[0], seen[1])
		}
	}
	return nil
}

// reread writes a record as JSON and reads it.
func reread(rec *record.Record) (*record.Record, error) {
	text := rec.AppendJSON(nil)
	in := record.NewReader(bytes.NewReader(text))
	again, err := in.Next()
	if err != nil {
		return nil, fmt.Errorf("reading the record: %w", err)
	}
	if _, err := in.Next(); err != io.EOF {
		return nil, fmt.Errorf("after the only record there is %v, want the end", err)
	}
	if got := again.AppendJSON(nil); !bytes.Equal(got, text) {
		return nil, fmt.Errorf("a record that was written, read and written is\n%s\nwant\n%s", got, text)
	}
	return again, nil
}

// verifyView deals the cards that seat p has never seen anew, plays the same game with them,
// and checks that p sees the same.
func verifyView(g record.Game, rec *record.Record, p game.Player, src *rand.PCG) error {
	view := rec.View(p)
	if _, err := reread(view); err != nil {
		return err
	}
	if err := view.Play(g, nil); err == nil || !strings.Contains(err.Error(), "only the record of the whole game") {
		return fmt.Errorf("the rules check the view of a seat: %v", err)
	}
	var hidden []card.Card // not the printed joker: there may be more copies of it than of others
	for c := range (cardsOf(rec.Events[:1]) &^ cardsOf(view.Events)).Each() {
		hidden = append(hidden, c)
	}
	shuffled := slices.Clone(hidden)
	card.Shuffle(shuffled, src)
	other, err := renamed(g, rec, p, func(c *card.Card) {
		if i := slices.Index(hidden, *c); i >= 0 {
			*c = shuffled[i]
		}
	})
	if err != nil {
		return fmt.Errorf("with other hidden cards: %w", err)
	}
	got, want := other.View(p).AppendJSON(nil), view.AppendJSON(nil)
	if !bytes.Equal(got, want) {
		return fmt.Errorf("with other hidden cards it is\n%s\nwant\n%s", got, want)
	}
	return nil
}

// cardsOf returns the cards of events.
func cardsOf(events []record.Event) (all card.Cards) {
	for i := range events {
		eachCard(reflect.ValueOf(&events[i]), func(c *card.Card) { all = all.With(*c) })
	}
	return all & card.All
}

// eachCard calls visit with all cards in a value.
func eachCard(v reflect.Value, visit func(*card.Card)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachCard(v.Elem(), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachCard(v.Field(i), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachCard(v.Index(i), visit)
		}
	case reflect.Uint8:
		if c, ok := v.Addr().Interface().(*card.Card); ok && c.Valid() {
			visit(c)
		}
	}
}

// renamed plays the game of a record with other names of cards. Private events of seats other
// than p may come and go, since they depend on cards that p does not see.
func renamed(g record.Game, rec *record.Record, p game.Player, rename func(*card.Card)) (*record.Record, error) {
	data, err := reread(rec) // a copy
	if err != nil {
		return nil, err
	}
	events := data.Events
	moves, next := []*record.Event{}, 1 // the events of the players' actions
	if err := data.Play(g, func(_ game.State, m record.Move) error {
		if m.Action != game.NoAction {
			first := slices.IndexFunc(m.Events, func(e record.Event) bool { return e.Type != record.Reshuffle })
			if first < 0 {
				return errors.New("the events of a move are none of a player")
			}
			moves = append(moves, &events[next+first])
			next += len(m.Events)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for i := range events {
		eachCard(reflect.ValueOf(&events[i]), rename)
	}
	s := g.NewState()
	if err := record.DealRecorded(g, s, &events[0]); err != nil {
		return nil, err
	}
	r := record.NewRecorder(g)
	told := r.AppendDeal(nil, s)
	apply := func(a game.Action, probability float64) error {
		if told, err = r.AppendMove(told, s, a, probability); err != nil {
			return err
		}
		return s.Apply(a)
	}
	for i := 0; i < len(moves); i++ {
		e := moves[i]
		if e.Private && e.Seat != p {
			continue
		}
		var refused *game.IllegalAction
		a := g.ActionOf(s, e)
		if err := apply(a, e.Probability); errors.As(err, &refused) {
			if perr := apply(privateAction(r, s), 1); perr != nil {
				return nil, fmt.Errorf("move %d: %w", i, err)
			}
			i-- // try again
		} else if err != nil {
			return nil, err
		}
	}
	if a := privateAction(r, s); a != game.NoAction {
		if err := apply(a, 1); err != nil {
			return nil, err
		}
	}
	return &record.Record{Header: rec.Header, Events: told}, nil
}

// privateAction returns the legal action in s that is a private event, or game.NoAction.
func privateAction(r *record.Recorder, s game.State) game.Action {
	var legal game.Mask
	s.Legal(&legal)
	for a := range legal.Each() {
		if told, err := r.AppendMove(nil, s, a, 1); err == nil && told[0].Private {
			return a
		}
	}
	return game.NoAction
}
