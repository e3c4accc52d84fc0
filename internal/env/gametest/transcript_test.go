package gametest

import (
	"errors"
	"fmt"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/internal/options"
)

// toyTranscripts are transcripts of the toy.
var toyTranscripts = Transcripts{
	Game:  func(string) (game.Game, error) { return toy{}, nil },
	Lines: []string{"hand"},
	Deck:  func(_ game.Game, h *Header) []card.Card { return append(h.Fill("hand", 0, 3), h.Rest()...) },
	Command: func(s game.State, command string) (bool, error) {
		if command == "fail" {
			return true, errors.New("it fails")
		}
		return command == "nothing", nil
	},
}

// TestRetell checks that the outputs are those of the game, whatever the file has.
func TestRetell(t *testing.T) {
	const head = "# a toy\nrules toy\nhand 5C 6C\nkey 3\n\n"
	told := must.Get(toyTranscripts.retell(head + "lies\n> draw\nlies\n> draw\nlies\n> nothing\n> look 1\n"))(t)
	deck := append(card.AppendDeck(nil, 1, 0)[4:6], card.AppendDeck(nil, 1, 0)[:4]...)
	deck = append(deck, card.AppendDeck(nil, 1, 0)[6:toyCards]...)
	rest := deck[2:]
	card.ShuffleSeeded(rest, 3, 3)
	s := toy{}.NewState()
	must.Do(t, (toy{}).DealDeck(s, deck, 3))
	want := head + fmt.Sprint(s)
	must.Do(t, s.Apply(toyDraw))
	want += fmt.Sprintf("\n> draw\n%v\n> draw\n%v\n\n> nothing\n%v\n> look 1\n%v", s, s.Apply(toyDraw), s, observe(toy{}, s, 1))
	if told != want {
		t.Errorf("got\n%s\nwant\n%s", told, want)
	}
}

// TestFill fills up a line with cards, a line that has enough of them, and one that is missing.
func TestFill(t *testing.T) {
	deck := card.AppendDeck(nil, 1, 0)
	h := &Header{lines: map[string][][]card.Card{"hand": {deck[:2], deck[2:6]}}, rest: deck[6:]}
	for i, want := range [][]card.Card{{deck[0], deck[1], deck[6]}, deck[2:6], deck[7:10]} {
		must.Equal(t, h.Fill("hand", i, 3), want, "line %d is filled up to", i)
	}
	must.Equal(t, h.Rest(), deck[10:], "the rest")
}

// TestRetellErrors checks that the error names the fault.
func TestRetellErrors(t *testing.T) {
	for text, want := range map[string]string{
		"hand 5C\n":                   "no empty line",
		"hand 5C\nhand 5C\n\n":        "5C is dealt more often",
		"hand 1C\n\n":                 "1C",
		"key x\n\n":                   `"x"`,
		"pile 5C\n\n":                 `"pile"`,
		"hand 5C\n\n> look at\n":      "look at",
		"hand 5C\n\n> fail\n":         "it fails",
		"hand 5C\n\n> stand on one\n": "no action",
	} {
		must.Refuse(toyTranscripts.retell(text))(t, want)
	}
}

// toyRules are rules with a number and an enum.
type toyRules struct {
	HandSize int
	Order    toyOrder
}

type toyOrder uint8

func (r *toyRules) Options() options.List {
	return options.List{
		options.Number("hand-size", "cards", &r.HandSize, 1, 9),
		options.Choice("order", "order", &r.Order, "order-0", "order-1", "order-2"),
	}
}

func (r toyRules) Validate() error { return r.Options().Validate("toy") }

func TestParseRules(t *testing.T) {
	preset := func(name string) (toyRules, error) {
		if name != "plain" {
			return toyRules{}, errors.New("no such preset")
		}
		return toyRules{HandSize: 3}, nil
	}
	for text, want := range map[string]toyRules{
		"plain":                           {3, 0},
		"plain order=order-2":             {3, 2},
		"plain hand-size=5 order=order-1": {5, 1},
	} {
		if got, err := ParseRules(text, preset); err != nil || got != want {
			t.Errorf("%q gives %+v, %v, want %+v", text, got, err, want)
		}
	}
	CheckOptions(t, toyRules{3, 1})
	for _, text := range []string{"", "fancy", "plain HandSize=5", "plain hand-size=x", "plain order=order-9", "plain size=5", "plain order"} {
		if got, err := ParseRules(text, preset); err == nil {
			t.Errorf("%q gives %+v, want an error", text, got)
		}
	}
}

// TestPerftCounts counts sequences of the toy, whose twin is the toy itself.
func TestPerftCounts(t *testing.T) {
	g, s := must.Get2(toyTranscripts.deal("hand 5C\n\n"))(t)
	boards := []board{{State: s}, {State: g.NewState()}, {State: g.NewState()}}
	// A draw, a discard of one of four cards, a draw.
	if n := perft(&boards[0], boards[1:]); n != 4 || twinPerft(toyTwin{s}, g.NumActions(), 3) != n {
		t.Errorf("counted %d and %d, want 4", n, twinPerft(toyTwin{s}, g.NumActions(), 3))
	}
}

type toyTwin struct{ s game.State }

func (t toyTwin) Legal(a game.Action) bool {
	var m game.Mask
	t.s.Legal(&m)
	return m.Has(a)
}

func (t toyTwin) Apply(a game.Action) {
	if err := t.s.Apply(a); err != nil {
		panic(err)
	}
}

func (t toyTwin) Clone() Twin {
	c := toy{}.NewState()
	c.CopyFrom(t.s)
	return toyTwin{c}
}
