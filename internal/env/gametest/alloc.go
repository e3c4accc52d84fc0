package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// NoAllocation checks that the methods that play calls do not allocate memory. Players
// take random legal actions, and one of rare only if no other is legal. The contract of
// package game does not demand it, so that [Run] does not check it.
func NoAllocation(t *testing.T, g game.Game, rare ...game.Action) {
	t.Helper()
	report(t, verifyNoAllocation(g, rare...))
}

func verifyNoAllocation(g game.Game, rare ...game.Action) error {
	s, c, src := g.NewState(), g.NewState(), rand.NewPCG(1, 1)
	o := g.NewObservation()
	p := &randomPlayer{game: g, state: s, src: src, rare: rare}
	p.play(1000)
	s.Observe(0, o)
	var errs []error
	for _, m := range []struct {
		name string
		do   func()
	}{
		{"Deal", func() { g.Deal(s, src) }},
		{"random play", func() { p.play(300) }},
		{"Observe", func() { s.Observe(1, o) }},
		{"CopyFrom", func() { c.CopyFrom(s) }},
		{"Redeal", func() { c.CopyFrom(s); c.Redeal(0, src) }},
	} {
		if n := testing.AllocsPerRun(100, m.do); n != 0 {
			errs = append(errs, fmt.Errorf("%s allocates %v times", m.name, n))
		}
	}
	return errors.Join(errs...)
}

// randomPlayer plays random legal actions for all seats.
type randomPlayer struct {
	game        game.Game
	state       game.State
	src         *rand.PCG
	rare        []game.Action
	legal, left game.Mask
}

// play plays n actions. It deals a new game at every end.
func (p *randomPlayer) play(n int) {
	for range n {
		if p.state.Current() == game.NoPlayer {
			p.game.Deal(p.state, p.src)
		}
		p.state.Legal(&p.legal)
		p.left = p.legal
		for _, a := range p.rare {
			p.left.Unset(a)
		}
		if p.left.Count() == 0 {
			p.left = p.legal
		}
		if err := p.state.Apply(p.left.Nth(int(card.Below(p.src, uint64(p.left.Count()))))); err != nil {
			panic("gametest: a legal action is rejected: " + err.Error())
		}
	}
}
