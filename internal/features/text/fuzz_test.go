package text_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/features/text"
	"rummygym/internal/must"
)

// FuzzPosition reads positions of which parts were exchanged, repeated or left out. What is read has a
// state, or is an error; and the state is written as a position that is read again.
func FuzzPosition(f *testing.F) {
	var positions [][]byte
	for _, of := range tables() {
		x := deal(f, of[0], of[1], 4)
		w, n := x.writer(f, text.Default()), 0
		x.play(f, x.mixed(f, specOf(of[0]), 4, 6), func(p game.Player) {
			if n++; n == 3 || n == 20 || n == 70 || p == game.NoPlayer {
				positions = append(positions, w.AppendJSON(nil, x.moment(max(p, 0))))
			}
		})
	}
	src, variants := rand.New(rand.NewPCG(1, 1)), 40
	if testing.Short() {
		variants = 10
	}
	for i := range positions {
		f.Add(uint(i), []byte{})
		for range variants {
			edits := make([]byte, 3+src.IntN(8))
			for k := range edits {
				edits[k] = byte(src.Uint32())
			}
			f.Add(uint(i), edits)
		}
	}
	f.Fuzz(func(t *testing.T, which uint, edits []byte) {
		data := edited(positions[which%uint(len(positions))], edits)
		p, err := text.ReadPosition(data, text.Default())
		if err != nil {
			return
		}
		g, err := catalog.RecordGame(&p.Header)
		if err != nil {
			return
		}
		_, s, err := p.Play(g, rand.NewPCG(1, 2))
		if err != nil {
			return
		}
		d := must.Get(record.Describe(g))(t)
		m := &text.Moment{Obs: g.NewObservation(), Legal: new(game.Mask), Events: p.Events, Since: p.Since}
		s.Observe(p.Seat, m.Obs)
		s.Legal(m.Legal)
		w := must.Get(text.New(text.Source{Game: d, Header: p.Header}, text.Default()))(t)
		again := must.Get(text.ReadPosition(w.AppendJSON(nil, m), text.Default()))(t)
		_, _, err = again.Play(g, rand.NewPCG(3, 4))
		must.Do(t, err)
	})
}

// edited returns JSON in which values took the places of others, or events are missing or twice there.
// Members that follow from the events are left out, because they would show every change.
func edited(data, edits []byte) []byte {
	var object map[string]json.RawMessage
	var events []json.RawMessage
	if json.Unmarshal(data, &object) != nil || json.Unmarshal(object["events"], &events) != nil {
		panic("a position is JSON")
	}
	for len(edits) >= 3 {
		i, j := int(edits[1])%len(events), int(edits[2])%len(events)
		switch edits[0] % 8 {
		case 0:
			events = slices.Delete(events, i, i+1)
		case 1:
			events = slices.Insert(events, i, events[j])
		case 2:
			events[i], events[j] = events[j], events[i]
		default:
			// A value of event j in the place of one of event i.
			from, to := value.FindAllIndex(events[j], -1), value.FindAllIndex(events[i], -1)
			x, y := from[int(edits[0]>>3)%len(from)], to[int(edits[0]>>2+edits[1])%len(to)]
			events[i] = slices.Concat(events[i][:y[0]], events[j][x[0]:x[1]], events[i][y[1]:])
		}
		if edits = edits[3:]; len(events) == 0 {
			break
		}
	}
	small := map[string]any{"events": events}
	for _, name := range []string{"version", "game", "env", "rules", "seat"} {
		small[name] = object[name]
	}
	all, err := json.Marshal(small)
	if err != nil {
		return data[:len(data)/2]
	}
	return all
}

// value matches a string or a number after a colon, comma or bracket.
var value = regexp.MustCompile(`"[^"]*"|\b[0-9]+\b`)
