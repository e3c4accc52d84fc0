package record_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/internal/golden"
	"rummygym/internal/must"
)

// TestGoldenText compares the notation of four games, with every kind of move and remark between them, with
// files that were read by people. An error in a record that was read from text names its line there.
func TestGoldenText(t *testing.T) {
	short := must.Get(gin.Preset("classic"))(t)
	short.MaxHands = 2
	hand := must.Get(gin.Preset("openspiel"))(t)
	club := indian.Club(4)
	club.Declaring = indian.AnyCards
	newGin := func(r gin.Rules) record.Game {
		return must.Get(gin.New(r))(t)
	}
	newIndian := func(r indian.Rules) record.Game {
		return must.Get(indian.New(r))(t)
	}
	for _, c := range []struct {
		name   string
		game   record.Game
		change func(*record.Record)
	}{
		{"gin-hand", newGin(hand), func(*record.Record) {}},
		{"gin-hands", newGin(short), func(rec *record.Record) { rec.Place = &record.Place{Episode: 7, Shard: 1} }},
		{"paper", newIndian(indian.Paper()), func(rec *record.Record) { rec.Origin = nil }},
		{"club", newIndian(club), func(*record.Record) {}},
	} {
		rec := played(t, c.game, 0)
		c.change(rec)
		text := must.Get(rec.Text(c.game))(t)
		golden.Equal(t, filepath.Join("testdata", c.name+".txt"), text)
		all, err := record.ParseText(text, func(*record.Header) (record.Game, error) { return c.game, nil })
		if err != nil || !bytes.Equal(all[0].AppendJSON(nil), rec.AppendJSON(nil)) {
			t.Fatalf("%s: %v: the text gives another record", c.name, err)
		}
		// The last move of the text is its last line but for remarks.
		lines := strings.Split(strings.TrimSpace(text), "\n")
		line := len(lines)
		for strings.HasPrefix(lines[line-1], "{") {
			line--
		}
		events := all[0].Events
		at := len(events) - 1
		for ; events[at].Seat == game.NoPlayer; at-- {
		}
		events[at].Seat = 5
		if err := all[0].Play(c.game, nil); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d, event %d (", line, at+1)) {
			t.Errorf("%s: %v, want an error in line %d, event %d", c.name, err, line, at+1)
		}
	}
}

// TestTextKeepsRules checks that large numbers and words of the rules survive the text.
func TestTextKeepsRules(t *testing.T) {
	g := newGames(t)[0]
	rec := played(t, g, 1)
	rec.Rules = json.RawMessage(`{"a":123456789012,"b":"draw-two","c":0}`)
	text := must.Get(rec.Text(g))(t)
	all, err := record.ParseText(text, func(*record.Header) (record.Game, error) { return g, nil })
	if err != nil || len(all) != 1 || !bytes.Equal(all[0].AppendJSON(nil), rec.AppendJSON(nil)) {
		t.Errorf("%v: the text\n%s\ngives other rules: %s", err, text[:300], all[0].Rules)
	}
}
