package indian_test

import (
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/env/gametest"
)

// transcripts has the header lines "hand", one per seat in order, "wildcard", "pile" and
// "stock", the next card first. Missing cards are filled up. There is one command
// besides actions:
//
//	> declare CARD: CARDS / CARDS / ...   an explicit grouping
var transcripts = gametest.Transcripts{
	Game: func(rules string) (game.Game, error) {
		r, err := gametest.ParseRules(rules, indian.Preset)
		if err != nil {
			return nil, err
		}
		return indian.New(r)
	},
	Lines: []string{"hand", "wildcard", "pile", "stock"},
	Deck:  transcriptDeck,
	Command: func(s game.State, command string) (bool, error) {
		text, groups, explicit := strings.Cut(command, ":")
		if !explicit {
			return false, nil
		}
		return true, declareGrouping(s.(*indian.State), text, groups)
	},
}

func TestTranscripts(t *testing.T) { transcripts.Run(t, 10) }

func TestPerft(t *testing.T) {
	transcripts.Perft(t, 4, 4, func(s game.State) gametest.Twin { return naiveOf(s.(*indian.State)) })
}

func BenchmarkPerft(b *testing.B) { transcripts.BenchmarkPerft(b, "recycle", 5) }

// transcriptDeck returns the deck that deals the given cards under any Dealing.
func transcriptDeck(g game.Game, h *gametest.Header) []card.Card {
	r := g.(*indian.Game).Rules()
	var hands [][]card.Card
	for p := range r.Seats {
		hands = append(hands, h.Fill("hand", p, r.HandSize))
	}
	var deck []card.Card
	for i := range r.Seats * r.HandSize {
		if r.Dealing == indian.Blocks {
			deck = append(deck, hands[i/r.HandSize][i%r.HandSize])
		} else {
			deck = append(deck, hands[i%r.Seats][i/r.Seats])
		}
	}
	return slices.Concat(deck, h.Fill("wildcard", 0, 1), h.Fill("pile", 0, 1), h.Fill("stock", 0, 0), h.Rest())
}

// declareGrouping applies the declaration with the given groups.
func declareGrouping(s *indian.State, text, told string) error {
	c, err := card.Parse(strings.TrimPrefix(text, "declare "))
	if err != nil {
		return err
	}
	var groups [][]card.Card
	for part := range strings.SplitSeq(told, "/") {
		cards, err := card.ParseAll(part)
		if err != nil {
			return err
		}
		groups = append(groups, cards)
	}
	return s.DeclareGrouping(c, groups)
}
