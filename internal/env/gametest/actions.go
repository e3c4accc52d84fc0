package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"rummygym/env/game"
)

// verifySpace checks the numbers of seats and actions and the texts of the actions.
func verifySpace(g game.Game, _ *rand.PCG, _ int) error {
	if g.Name() == "" {
		return errors.New("the game has no name")
	}
	if n := g.Players(); n < 2 || n > game.MaxPlayers {
		return fmt.Errorf("the game has %d seats, want 2 to %d", n, game.MaxPlayers)
	}
	n := g.NumActions()
	if n < 1 || n > game.MaskSize {
		return fmt.Errorf("the game has %d actions, want 1 to %d", n, game.MaskSize)
	}
	for a := range game.Action(n) {
		text := g.ActionString(a)
		b, err := g.ParseAction(text)
		if err != nil || b != a {
			return fmt.Errorf("ParseAction(%q) gives %d, %v, want action %d, whose text it is", text, b, err, a)
		}
	}
	for _, a := range beyond(n) {
		text := g.ActionString(a)
		if b, err := g.ParseAction(text); err == nil {
			return fmt.Errorf("ParseAction(%q) gives %d, want an error: it is the text of %d, which is not an action", text, b, a)
		}
	}
	for _, text := range []string{"", " ", "\x00", "no such action"} {
		if b, err := g.ParseAction(text); err == nil {
			return fmt.Errorf("ParseAction(%q) gives %d, want an error", text, b)
		}
	}
	return nil
}

// beyond returns numbers that are not actions of a game with n actions.
func beyond(n int) []game.Action {
	return []game.Action{game.Action(n), game.Action(n + 1), game.MaskSize, game.MaskSize + 1, 0x8000, game.NoAction}
}

// verifyUndealt checks a state before its first deal.
func verifyUndealt(g game.Game, _ *rand.PCG, _ int) error {
	s := g.NewState()
	var legal game.Mask
	s.Legal(&legal)
	o := s.Outcome()
	switch {
	case s.Current() != game.NoPlayer:
		return fmt.Errorf("in a state that is not dealt seat %d is to move, want no player", s.Current())
	case legal.Count() != 0:
		return fmt.Errorf("in a state that is not dealt %d actions are legal, want none", legal.Count())
	case !o.Over || o.Gains != [game.MaxPlayers]int{} || o.Winner != game.NoPlayer:
		return fmt.Errorf("the outcome of a state that is not dealt is %+v, want it over, without winner and gains", o)
	}
	return refusals(g, s, g.NewState(), &legal)
}

// verifyLegality tries every action in every state. An action must be accepted if and
// only if the mask holds it, and a rejected action must change nothing.
func verifyLegality(g game.Game, src *rand.PCG, episodes int) error {
	scratch := g.NewState()
	return play(g, src, episodes, func(e *episode) error {
		// Legal must set a mask that was full before, not add to it.
		for i := range e.legal {
			e.legal[i] = ^uint64(0)
		}
		e.state.Legal(&e.legal)
		p := e.state.Current()
		if n := e.legal.Count(); (n == 0) != (p == game.NoPlayer) {
			return e.errorf("%d actions are legal while seat %d is to move", n, p)
		}
		if p != game.NoPlayer && (p < 0 || int(p) >= g.Players()) {
			return e.errorf("seat %d is to move at a table of %d", p, g.Players())
		}
		if err := refusals(g, e.state, scratch, &e.legal); err != nil {
			return e.errorf("%w", err)
		}
		return nil
	})
}

// refusals tries all actions on copies of s, made in scratch.
func refusals(g game.Game, s, scratch game.State, legal *game.Mask) error {
	tries := beyond(g.NumActions())
	for a := range game.Action(g.NumActions()) {
		tries = append(tries, a)
	}
	for a := range legal.Each() {
		if int(a) >= g.NumActions() {
			return fmt.Errorf("action %d is legal, which is not below %d", a, g.NumActions())
		}
	}
	scratch.CopyFrom(s)
	for _, a := range tries {
		err := scratch.Apply(a)
		if legal.Has(a) {
			if err != nil {
				return fmt.Errorf("action %d (%s) is legal, but rejected: %w", a, g.ActionString(a), err)
			}
			scratch.CopyFrom(s)
			continue
		}
		var refusal *game.IllegalAction
		switch {
		case err == nil:
			return fmt.Errorf("action %d (%s) is illegal, but accepted", a, g.ActionString(a))
		case !errors.As(err, &refusal):
			return fmt.Errorf("the error of action %d (%s) is a %T, want *game.IllegalAction", a, g.ActionString(a), err)
		case refusal.Action != a || refusal.Player != s.Current():
			return fmt.Errorf("the error of action %d of seat %d names action %d of seat %d", a, s.Current(), refusal.Action, refusal.Player)
		case refusal.Phase == "" || refusal.Reason == "" || refusal.Name != g.ActionString(a):
			return fmt.Errorf("the error of action %d (%s) lacks its name, phase or reason: %+v", a, g.ActionString(a), *refusal)
		}
	}
	if !same(g, s, scratch) {
		return errors.New("a rejected action has changed the state")
	}
	return nil
}

// verifyForeign checks that states and observations of another game, and seats that are
// not at the table, cause a panic.
func verifyForeign(g game.Game, src *rand.PCG, _ int) error {
	s, o := g.NewState(), g.NewObservation()
	g.Deal(s, src)
	type try struct {
		name string
		do   func()
	}
	tries := []try{
		{"Deal of a state of another game", func() { g.Deal(stranger{}, src) }},
		{"CopyFrom of a state of another game", func() { s.CopyFrom(stranger{}) }},
		{"Observe into an observation of another game", func() { s.Observe(0, stranger{}) }},
		{"Observe of seat -1", func() { s.Observe(-1, o) }},
		{fmt.Sprintf("Observe of seat %d", g.Players()), func() { s.Observe(game.Player(g.Players()), o) }},
	}
	if d, ok := g.(Decker); ok {
		tries = append(tries, try{"DealDeck of a state of another game", func() { _ = g.DealDeck(stranger{}, d.Deck(), 1) }})
	}
	for _, c := range tries {
		if !panics(c.do) {
			return fmt.Errorf("%s does not panic", c.name)
		}
	}
	return nil
}

// stranger is a state and an observation of no game.
type stranger struct{ game.State }

func (stranger) Observer() game.Player { return 0 }
