package env_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
)

// heap is a minimal game with all features that an environment handles: turns, hidden
// cards, an early end and gains. Players take one to three cards from a heap in turn.
// Each has a secret card, and the player that takes the last card of the heap wins 1 +
// the rank of its secret from each other player. A player that gives up loses 5 to the
// next one. A game with an empty heap is over when it is dealt.
type heap struct {
	players, cards int
}

// Action a below 3 takes a+1 cards; action 3 gives up.
const heapGiveUp game.Action = 3

const heapActions = 4

type heapState struct {
	heap
	left    int
	mover   game.Player
	turns   int
	secrets [game.MaxPlayers]card.Card
	winner  game.Player
	gains   [game.MaxPlayers]int
	dealt   bool
}

type heapView struct {
	self, mover game.Player
	left        int
	secret      card.Card
}

func (v *heapView) Observer() game.Player { return v.self }

func (h heap) Name() string                      { return "heap" }
func (h heap) Players() int                      { return h.players }
func (h heap) NumActions() int                   { return heapActions }
func (h heap) ActionString(a game.Action) string { return strconv.Itoa(int(a)) }
func (h heap) ParseAction(s string) (game.Action, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 8)
	return game.Action(n), err
}
func (h heap) NewState() game.State             { return &heapState{heap: h} }
func (h heap) NewObservation() game.Observation { return &heapView{} }

func (h heap) Deal(dst game.State, src rand.Source) {
	var room [52]card.Card
	deck := card.AppendDeck(room[:0], 1, 0)
	card.Shuffle(deck, src)
	if err := h.DealDeck(dst, deck, 0); err != nil {
		panic(err)
	}
}

func (h heap) DealDeck(dst game.State, deck []card.Card, key uint64) error {
	if len(deck) != 52 {
		return fmt.Errorf("deck of %d cards: want 52", len(deck))
	}
	s := dst.(*heapState)
	*s = heapState{heap: h, left: h.cards, dealt: true, winner: game.NoPlayer}
	copy(s.secrets[:h.players], deck)
	if s.left == 0 {
		s.finish(0)
	}
	return nil
}

func (s *heapState) Current() game.Player { return s.mover }

func (s *heapState) Legal(dst *game.Mask) {
	*dst = game.Mask{}
	if s.mover == game.NoPlayer {
		return
	}
	for n := range min(3, s.left) {
		dst.Set(game.Action(n))
	}
	dst.Set(heapGiveUp)
}

func (s *heapState) Apply(a game.Action) error {
	var legal game.Mask
	s.Legal(&legal)
	if !legal.Has(a) {
		return &game.IllegalAction{Player: s.mover, Action: a, Name: s.ActionString(a), Phase: "take", Reason: "not so many are left"}
	}
	s.turns++
	next := (s.mover + 1) % game.Player(s.players)
	if a == heapGiveUp {
		s.gains[s.mover], s.gains[next] = -5, 5
		s.winner, s.mover = next, game.NoPlayer
		return nil
	}
	if s.left -= int(a) + 1; s.left == 0 {
		s.finish(s.mover)
		return nil
	}
	s.mover = next
	return nil
}

// finish ends the game with a win of player p.
func (s *heapState) finish(p game.Player) {
	stake := 1 + int(s.secrets[p].Rank())
	for q := range s.players {
		s.gains[q] = -stake
	}
	s.gains[p] = stake * (s.players - 1)
	s.winner, s.mover = p, game.NoPlayer
}

func (s *heapState) Observe(p game.Player, dst game.Observation) {
	*dst.(*heapView) = heapView{p, s.mover, s.left, s.secrets[p]}
}

func (s *heapState) Outcome() game.Outcome {
	o := game.Outcome{Winner: game.NoPlayer, Turns: s.turns, Rounds: (s.turns + s.players - 1) / s.players}
	if s.dealt && s.mover == game.NoPlayer {
		o.Over, o.Winner, o.Gains, o.Ending = true, s.winner, s.gains, "taken"
	}
	return o
}

func (s *heapState) CopyFrom(src game.State) { *s = *src.(*heapState) }

func (s *heapState) Redeal(p game.Player, src rand.Source) {
	deck := card.AppendDeck(nil, 1, 0)
	card.Shuffle(deck, src)
	for q := range game.Player(s.players) {
		if q != p {
			if deck[0] == s.secrets[p] {
				deck = deck[1:]
			}
			s.secrets[q], deck = deck[0], deck[1:]
		}
	}
}

// DefaultEncoder makes heap a game.Observed.
func (h heap) DefaultEncoder() (game.Encoder, error) {
	if h.players > game.MaxPlayers {
		return nil, errors.New("too many players")
	}
	return heapEncoder{}, nil
}

// heapEncoder encodes the observations of heap.
type heapEncoder struct{}

func (heapEncoder) Layout() game.Layout {
	return game.Layout{
		{Name: "left", DType: game.Uint8, High: 52, Doc: "cards left"},
		{Name: "secret", DType: game.Uint8, High: 52, Doc: "index of the own secret"},
		{Name: "self", DType: game.Uint8, High: 5, Doc: "own seat"},
	}
}

func (heapEncoder) Encode(dst []float32, obs game.Observation) {
	v := obs.(*heapView)
	dst[0], dst[1], dst[2] = float32(v.left), float32(v.secret.Index()), float32(v.self)
}

// heapPotential is high for high secrets and few cards left.
func heapPotential(obs game.Observation) float64 {
	v := obs.(*heapView)
	return float64(v.secret.Rank()) - float64(v.left)/2
}
