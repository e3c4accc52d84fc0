package equilibrium_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// kuhn is the poker of Kuhn (1950): two players put in one chip each and get one of three cards. Each may pass or bet one chip more; a pass after
// a bet loses, and otherwise the higher card wins. The value for the first player is -1/18.
type kuhn struct{}

const (
	pass game.Action = iota
	bet
)

var kuhnWords = []string{"pass", "bet"}

func (kuhn) Name() string                      { return "kuhn" }
func (kuhn) Players() int                      { return 2 }
func (kuhn) NumActions() int                   { return 2 }
func (kuhn) ActionString(a game.Action) string { return kuhnWords[a] }
func (kuhn) NewState() game.State              { return new(kuhnState) }
func (kuhn) NewObservation() game.Observation  { return new(kuhnView) }
func (kuhn) Deck() []card.Card                 { return card.AppendDeck(nil, 1, 0)[:3] }

func (kuhn) ParseAction(s string) (game.Action, error) {
	i := slices.Index(kuhnWords, s)
	if i < 0 {
		return game.NoAction, errors.New("want pass or bet")
	}
	return game.Action(i), nil
}

func (g kuhn) Deal(dst game.State, src rand.Source) {
	deck := g.Deck()
	card.Shuffle(deck, src)
	_ = g.DealDeck(dst, deck, 0)
}

func (kuhn) DealDeck(dst game.State, deck []card.Card, _ uint64) error {
	*dst.(*kuhnState) = kuhnState{Cards: [2]card.Card{deck[0], deck[1]}, dealt: true}
	return nil
}

func (kuhn) DeckOf(e *record.Event) ([]card.Card, error) { return slices.Concat(e.Hands...), nil }

func (kuhn) ActionOf(_ game.State, e *record.Event) game.Action {
	return game.Action(slices.Index(kuhnWords, e.Phase))
}

func (kuhn) AppendEvents(dst []record.Event, before, after game.State, a game.Action) []record.Event {
	s := after.(*kuhnState)
	if before == nil {
		e := record.New(record.Deal, game.NoPlayer)
		e.Starter, e.Hands = 0, [][]card.Card{{s.Cards[0]}, {s.Cards[1]}}
		return append(dst, e)
	}
	return append(dst, record.Passed(before.Current(), kuhnWords[a]))
}

// kuhnState is the cards and the actions so far.
type kuhnState struct {
	Cards [2]card.Card
	dealt bool
	moves string
}

func (s *kuhnState) Current() game.Player {
	if !s.dealt || s.Outcome().Over {
		return game.NoPlayer
	}
	return game.Player(len(s.moves) % 2)
}

func (s *kuhnState) Legal(dst *game.Mask) {
	*dst = game.Mask{}
	if s.Current() != game.NoPlayer {
		dst.Set(pass)
		dst.Set(bet)
	}
}

func (s *kuhnState) Apply(a game.Action) error {
	s.moves += fmt.Sprint(a)
	return nil
}

func (s *kuhnState) Outcome() (o game.Outcome) {
	winner, stake := 0, 1
	if s.Cards[1] > s.Cards[0] {
		winner = 1
	}
	switch s.moves {
	case "00":
	case "11", "011":
		stake = 2
	case "10":
		winner = 0
	case "010":
		winner = 1
	default:
		return game.Outcome{Winner: game.NoPlayer}
	}
	o = game.Outcome{Over: true, Winner: game.Player(winner)}
	o.Gains[winner], o.Gains[1-winner] = stake, -stake
	return o
}

func (s *kuhnState) CopyFrom(src game.State)         { *s = *src.(*kuhnState) }
func (s *kuhnState) Redeal(game.Player, rand.Source) {}

// kuhnView is what a player sees.
type kuhnView struct {
	Self  game.Player
	Card  card.Card
	Moves string
}

func (o *kuhnView) Observer() game.Player { return o.Self }

func (s *kuhnState) Observe(p game.Player, dst game.Observation) {
	*dst.(*kuhnView) = kuhnView{p, s.Cards[p], s.moves}
}
