package gin_test

import (
	"fmt"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/env/gametest"
)

// transcripts has the header lines "hand", one per seat in order, "upcard" and "stock",
// the next card first. Missing cards are filled up. There is one command besides actions:
//
//	> wait TURNS        for this number of turns, draw from the stock and discard that card
var transcripts = gametest.Transcripts{
	Game: func(rules string) (game.Game, error) {
		r, err := gametest.ParseRules(rules, gin.Preset)
		if err != nil {
			return nil, err
		}
		return gin.New(r)
	},
	Lines: []string{"hand", "upcard", "stock"},
	Deck: func(_ game.Game, h *gametest.Header) []card.Card {
		a, b := h.Fill("hand", 0, 10), h.Fill("hand", 1, 10)
		var deck []card.Card
		for i := range a {
			deck = append(deck, a[i], b[i])
		}
		return slices.Concat(deck, h.Fill("upcard", 0, 1), h.Fill("stock", 0, 0), h.Rest())
	},
	Command: func(s game.State, command string) (bool, error) {
		var turns int
		if _, err := fmt.Sscanf(command, "wait %d", &turns); err != nil {
			return false, nil
		}
		return true, wait(s, turns)
	},
}

func TestTranscripts(t *testing.T) { transcripts.Run(t, 15) }

func TestPerft(t *testing.T) {
	plain := 6
	if testing.Short() {
		plain = 4
	}
	transcripts.Perft(t, 6, plain, func(s game.State) gametest.Twin { return naiveOf(s.(*gin.State)) })
}

func BenchmarkPerft(b *testing.B) { transcripts.BenchmarkPerft(b, "openspiel-knock", 8) }

// wait plays turns in which the player draws from the stock and discards that card.
func wait(s game.State, turns int) error {
	for range turns {
		drawn := s.(*gin.State).AppendStock(nil)[0]
		if err := s.Apply(gin.DrawStock); err != nil {
			return err
		}
		if err := s.Apply(gin.CardOf(drawn)); err != nil {
			return err
		}
	}
	return nil
}
