package ppo

import (
	"errors"
	"math/rand/v2"
	"strconv"

	"rummygym/env/card"
	"rummygym/env/game"
)

// nim is a game that is solved by hand: players take one to three cards of a heap in
// turn, and the player that takes the last one wins a point from the other. With perfect
// play the player to move wins unless the size of the heap is a multiple of 4. Action a
// takes a+1 cards; the heap starts with 5 to nimMost cards.
type nim struct{}

const nimMost = 12

type nimState struct {
	left  int
	mover game.Player
	out   game.Outcome
}

type nimView struct {
	self game.Player
	left int
}

func (v *nimView) Observer() game.Player { return v.self }

func (nim) Name() string                      { return "nim" }
func (nim) Players() int                      { return 2 }
func (nim) NumActions() int                   { return 3 }
func (nim) ActionString(a game.Action) string { return strconv.Itoa(int(a) + 1) }
func (nim) ParseAction(s string) (game.Action, error) {
	n, err := strconv.Atoi(s)
	return game.Action(n - 1), err
}
func (nim) NewState() game.State             { return &nimState{mover: game.NoPlayer} }
func (nim) NewObservation() game.Observation { return &nimView{} }

func (nim) Deal(dst game.State, src rand.Source) {
	*dst.(*nimState) = nimState{left: 5 + rand.New(src).IntN(nimMost-4), out: game.Outcome{Winner: game.NoPlayer}}
}

func (nim) DealDeck(game.State, []card.Card, uint64) error { return errors.New("nim has no deck") }

func (s *nimState) Current() game.Player { return s.mover }

func (s *nimState) Legal(dst *game.Mask) {
	*dst = game.Mask{}
	for a := range min(s.left, 3) {
		dst.Set(game.Action(a))
	}
}

func (s *nimState) Apply(a game.Action) error {
	if int(a) >= min(s.left, 3) {
		return &game.IllegalAction{Player: s.mover, Action: a, Name: nim{}.ActionString(a), Phase: "take", Reason: "fewer cards are left"}
	}
	s.out.Turns++
	if s.left -= int(a) + 1; s.left == 0 {
		s.out.Over, s.out.Winner, s.out.Ending = true, s.mover, "empty"
		s.out.Gains[s.mover], s.out.Gains[1-s.mover] = 1, -1
		s.mover = game.NoPlayer
		return nil
	}
	s.mover = 1 - s.mover
	return nil
}

func (s *nimState) Observe(p game.Player, dst game.Observation) { *dst.(*nimView) = nimView{p, s.left} }
func (s *nimState) Outcome() game.Outcome                       { return s.out }
func (s *nimState) CopyFrom(src game.State)                     { *s = *src.(*nimState) }
func (s *nimState) Redeal(game.Player, rand.Source)             {}

// nimEncoder encodes the number of cards left as one of nimMost+1.
type nimEncoder struct{}

func (nimEncoder) Layout() game.Layout {
	return game.Layout{{Name: "left", Shape: []int{nimMost + 1}, DType: game.Uint8, High: 1, Doc: "1 at the number of cards left"}}
}

func (nimEncoder) Encode(dst []float32, obs game.Observation) {
	clear(dst)
	dst[obs.(*nimView).left] = 1
}

// nimPlayer plays perfectly with probability skill, and at random otherwise.
type nimPlayer struct {
	skill float64
	src   rand.PCG
}

func (p *nimPlayer) Reset(seed uint64) { p.src.Seed(seed, 1) }

func (p *nimPlayer) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	rng := rand.New(&p.src)
	best := obs.(*nimView).left % 4
	if rng.Float64() < p.skill && best > 0 {
		return game.Action(best - 1), 1
	}
	return legal.Nth(rng.IntN(legal.Count())), 1
}
