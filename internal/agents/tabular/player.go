package tabular

import (
	"math/rand/v2"

	"rummygym/env/game"
)

// Player plays by a table. It is a [game.Agent].
type Player struct {
	table  *Table
	hasher Hasher
	src    rand.PCG
	key    uint64 // of the information set before
	dst    [game.MaskSize]float64
}

// NewPlayer returns a player of a table of the game that it will play.
func NewPlayer(t *Table) *Player { return &Player{table: t} }

// Reset starts a new episode, in which all random choices follow from seed.
func (p *Player) Reset(seed uint64) {
	p.src.Seed(seed, 0x746162756c6172)
	p.key = 0
}

// Act draws an action by the probabilities of the information set. In positions that the table does not know, such as those
// of other rules, it returns [game.NoAction], which ends the game with an error.
func (p *Player) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	if legal.Count() == 1 {
		return legal.Nth(0), 1
	}
	if !p.Probabilities(obs, legal, p.dst[:legal.Count()]) {
		return game.NoAction, 0
	}
	left, chosen, k := game.Unit(p.src.Uint64()), game.NoAction, 0
	probability := 0.0
	for a := range legal.Each() {
		if w := p.dst[k]; w > 0 && left >= 0 {
			chosen, probability = a, w // rounding can leave left ≥ 0: then the last action with a weight
			left -= w
		}
		k++
	}
	return chosen, probability
}

// Probabilities sets dst to the probabilities with which Act chooses each legal action, in order, and goes on as Act does. It reports whether the
// table has them.
func (p *Player) Probabilities(obs game.Observation, legal *game.Mask, dst []float64) bool {
	if legal.Count() == 1 {
		dst[0] = 1
		return true
	}
	view := p.hasher.Observation(obs)
	p.key = Next(p.key, view, legal)
	t := p.table
	from, to, row := t.rows(view, p.key)
	if row >= 0 {
		from, to = row, row+1
	}
	clear(dst)
	sum := 0.0
	for i := from; i < to; i++ {
		weight := float64(t.weights[i])
		if to-from == 1 {
			weight = 1
		}
		cell, end, k := t.first[i], t.first[i+1], 0
		for a := range legal.Each() {
			for cell < end && t.actions[cell] < a {
				cell++
			}
			if cell < end && t.actions[cell] == a {
				w := float64(weight * float64(t.probabilities[cell]))
				dst[k] += w
				sum += w
			}
			k++
		}
	}
	for k := range dst {
		if sum > 0 {
			dst[k] /= sum
		} else { // the seat never comes here by its own choices
			dst[k] = 1 / float64(len(dst))
		}
	}
	return from < to
}
