// Package datasettest makes small datasets for tests: of a toy game, by agents that play at random.
package datasettest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"rummygym/datasets/collect"
	"rummygym/env/card"
	"rummygym/env/game"
)

// Toy is a small, fast card game that covers what a dataset records: hidden hands,
// two phases, folding, a game that may end before a seat has moved, several endings.
// A player looks at the next card of the deck (phase peek: fold or look) and then
// plays a card of its hand (phase lay). When the hands are empty, the seat with the
// highest total of ranks wins the difference to the lowest total, which the seat
// with that total pays.
type Toy struct {
	Seats int
	Cards int // dealt to each seat
}

const (
	ToyFold    game.Action = 0
	ToyLook    game.Action = 1
	ToyLay                 = 2                           // and above: play the card with that index
	ToyActions             = ToyLay + card.NumKinds + 15 // 70: two words of a mask, but not a whole number of bytes
)

var (
	ToyPhases  = []string{"peek", "lay"}
	ToyEndings = []string{"counted", "folded"}
)

type toyState struct {
	rules  *Toy
	hands  [game.MaxPlayers]card.Bag
	deck   []card.Card
	points [game.MaxPlayers]int
	mover  int
	turns  int
	looked bool
	over   bool
	ending game.Ending
	winner game.Player
	gains  [game.MaxPlayers]int
}

type toyView struct {
	self   game.Player
	hand   card.Bag
	points [game.MaxPlayers]int
	next   card.Card
	looked bool
	turns  int
}

func (o *toyView) Observer() game.Player { return o.self }

func (t *Toy) Name() string                      { return "toy" }
func (t *Toy) Players() int                      { return t.Seats }
func (t *Toy) NumActions() int                   { return ToyActions }
func (t *Toy) ActionString(a game.Action) string { return strconv.Itoa(int(a)) }
func (t *Toy) NewState() game.State              { return &toyState{rules: t, over: true, winner: game.NoPlayer} }
func (t *Toy) NewObservation() game.Observation  { return &toyView{} }
func (s *toyState) CopyFrom(src game.State)      { *s = *src.(*toyState) }

// Redeal deals all cards anew that are not in the hand of p. No player sees one of the deck at
// the start.
func (s *toyState) Redeal(p game.Player, src rand.Source) {
	for q := range s.rules.Seats {
		if game.Player(q) != p {
			s.deck = s.hands[q].Append(s.deck)
		}
	}
	card.Shuffle(s.deck, src)
	for q := range s.rules.Seats {
		if game.Player(q) != p {
			n := s.hands[q].Count()
			s.hands[q] = card.BagOf(s.deck[len(s.deck)-n:]...)
			s.deck = s.deck[:len(s.deck)-n]
		}
	}
}

func (t *Toy) ParseAction(s string) (game.Action, error) {
	n, err := strconv.ParseUint(s, 10, 8)
	return game.Action(n), err
}

func (t *Toy) Deal(dst game.State, src rand.Source) {
	s := dst.(*toyState)
	deck := card.AppendDeck(s.deck[:0], 1, 2)
	card.Shuffle(deck, src)
	*s = toyState{rules: t, deck: deck, winner: game.NoPlayer}
	for p := range t.Seats {
		for range t.Cards {
			s.hands[p].Add(s.draw())
		}
	}
}

func (t *Toy) DealDeck(game.State, []card.Card, uint64) error {
	return errors.New("toy: deals of a given deck are not supported")
}

func (s *toyState) draw() card.Card {
	c := s.deck[len(s.deck)-1]
	s.deck = s.deck[:len(s.deck)-1]
	return c
}

func (s *toyState) Current() game.Player {
	if s.over {
		return game.NoPlayer
	}
	return game.Player(s.mover)
}

func (s *toyState) Legal(dst *game.Mask) {
	*dst = game.Mask{}
	switch {
	case s.over:
	case !s.looked:
		dst.Set(ToyFold)
		dst.Set(ToyLook)
	default:
		for c := range s.hands[s.mover].Each() {
			dst.Set(ToyLay + game.Action(c.Index()))
		}
	}
}

func (s *toyState) Apply(a game.Action) error {
	var legal game.Mask
	s.Legal(&legal)
	if !legal.Has(a) {
		return &game.IllegalAction{Player: s.Current(), Action: a, Name: strconv.Itoa(int(a)), Phase: "toy", Reason: "not in the mask"}
	}
	switch a {
	case ToyFold:
		s.end("folded", (s.mover+1)%s.rules.Seats, s.mover, 7)
	case ToyLook:
		s.looked = true
		s.turns++
	default:
		c := card.FromIndex(int(a - ToyLay))
		s.hands[s.mover].Remove(c)
		if c != card.Joker {
			s.points[s.mover] += int(c.Rank()) + 1
		}
		s.mover = (s.mover + 1) % s.rules.Seats
		s.looked = false
		if s.hands[s.mover].Count() == 0 {
			best, worst := 0, 0
			for p := range s.rules.Seats {
				if s.points[p] > s.points[best] {
					best = p
				}
				if s.points[p] < s.points[worst] {
					worst = p
				}
			}
			s.end("counted", best, worst, s.points[best]-s.points[worst])
		}
	}
	return nil
}

func (s *toyState) end(how game.Ending, winner, loser, points int) {
	s.over, s.ending, s.winner = true, how, game.Player(winner)
	s.gains[winner] += points
	s.gains[loser] -= points
}

func (s *toyState) Observe(p game.Player, dst game.Observation) {
	o := dst.(*toyView)
	*o = toyView{self: p, hand: s.hands[p], points: s.points, next: card.None, turns: s.turns, looked: s.looked && s.mover == int(p)}
	if o.looked && len(s.deck) > 0 {
		o.next = s.deck[len(s.deck)-1]
	}
}

func (s *toyState) Outcome() game.Outcome {
	return game.Outcome{Over: s.over, Winner: s.winner, Ending: s.ending, Turns: s.turns, Rounds: (s.turns + s.rules.Seats - 1) / s.rules.Seats, Gains: s.gains}
}

// ToyEncoder has a field of every type, with and without a shape.
type ToyEncoder struct{ Fields game.Layout }

var ToyLayout = game.Layout{
	{Name: "hand", Shape: []int{card.NumKinds}, DType: game.Uint8, High: 3, Doc: "copies of each card held"},
	{Name: "points", Shape: []int{2, 3}, DType: game.Int16, High: 1000, Doc: "points of each seat"},
	{Name: "lead", DType: game.Int8, Low: -100, High: 100, Doc: "own points less those of seat 0"},
	{Name: "squares", Shape: []int{2}, DType: game.Int32, Low: -1e6, High: 1e6, Doc: "large numbers of both signs"},
	{Name: "share", Shape: []int{3}, DType: game.Float32, High: 1, Doc: "fractions"},
	{Name: "next", DType: game.Float32, Low: -1, High: 52, Doc: "the card looked at"},
}

func (e *ToyEncoder) Layout() game.Layout { return e.Fields }

func (e *ToyEncoder) Encode(dst []float32, obs game.Observation) {
	o := obs.(*toyView)
	clear(dst)
	for i := range card.NumKinds {
		dst[i] = float32(o.hand.Of(card.FromIndex(i)))
	}
	at := card.NumKinds
	for p, n := range o.points {
		dst[at+p] = float32(n)
	}
	at += 6
	own := o.points[o.self]
	dst[at] = float32(own - o.points[0])
	dst[at+1] = float32(own * own * 40)
	dst[at+2] = float32(-o.turns * 70000)
	dst[at+3] = float32(own) / 300
	dst[at+4] = 1 / float32(o.turns+3)
	dst[at+5] = float32(o.hand.Count()) / 7
	dst[at+6] = -1
	if o.next != card.None {
		dst[at+6] = float32(o.next.Index())
	}
}

// Chancy plays at random from its seed and folds with probability fold.
type Chancy struct {
	Fold float64
	src  rand.PCG
}

func (a *Chancy) Reset(seed uint64) { a.src.Seed(seed, 1) }

func (a *Chancy) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	if legal.Has(ToyFold) {
		if game.Unit(a.src.Uint64()) < a.Fold {
			return ToyFold, a.Fold
		}
		return ToyLook, 1 - a.Fold
	}
	n := legal.Count()
	return legal.Nth(int(card.Below(&a.src, uint64(n)))), 1 / float64(n)
}

// Lowest plays its first card and never folds.
type Lowest struct{}

func (Lowest) Reset(uint64) {}

func (Lowest) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	if legal.Has(ToyLook) {
		return ToyLook, 1
	}
	return legal.Nth(0), 1
}

// ToyTable returns a table of the toy game.
func ToyTable(seats int) game.Table {
	return game.Table{
		Game: &Toy{Seats: seats, Cards: 5}, Env: "Toy-v0", Rules: json.RawMessage(fmt.Sprintf(`{"seats": %d}`, seats)), Fields: "all",
		NewEncoder: func() game.Encoder { return &ToyEncoder{ToyLayout} },
		Phases:     ToyPhases, Endings: ToyEndings,
		Phase: func(o game.Observation) int {
			if o.(*toyView).looked {
				return 1
			}
			return 0
		},
	}
}

var (
	ToyChancy = collect.Agent{Name: "chancy", New: func() game.Agent { return &Chancy{Fold: 0.05} }}
	ToyLowest = collect.Agent{Name: "lowest", New: func() game.Agent { return Lowest{} }}
)
