// Package learned holds agents that ask a network what to do. Start from [Open],
// which reads the network of a spec such as "learned:model.safetensors", or from
// [NewPlayer] for a network of one's own. Networks of afterstates are played by package
// afterstate.
//
// It knows no game: the encoder of a game comes in from outside.
package learned

import (
	"math"
	"math/rand/v2"

	"rummygym/env/game"
)

// Network is what a player needs of a network. It belongs to one player.
type Network interface {
	// Run computes the network for an encoded observation, which it does not
	// keep.
	Run(observation []float32)

	// Logit returns the logit of an action for the observation of the last Run.
	Logit(game.Action) float32
}

// Encoder turns what a player sees into numbers. Players may share one that is
// safe for concurrent use.
type Encoder interface {
	Layout() game.Layout
	Encode(dst []float32, obs game.Observation) // fills dst, of length Layout().Size()
}

// Player plays by the logits of a network. It is an agents.Agent.
type Player struct {
	name        string
	network     Network
	encoder     Encoder
	temperature float64

	src         rand.PCG
	observation []float32
	weights     [game.MaskSize]float64 // of the legal actions, in order
}

// NewPlayer returns a player that takes the legal action of the highest logit, the
// first of equal ones, if the temperature is 0. Else it draws one: each with a
// probability that is proportional to the exponential of its logit divided by the
// temperature, which is above 0.
func NewPlayer(n Network, x Encoder, temperature float64) *Player {
	return &Player{name: "learned", network: n, encoder: x, temperature: temperature, observation: make([]float32, x.Layout().Size())}
}

// String returns the name under which the player's results are recorded, see
// [Model.Name].
func (p *Player) String() string { return p.name }

// Reset readies the player for a new episode, whose choices come from seed.
func (p *Player) Reset(seed uint64) { p.src.Seed(seed, 0x6c6561726e6564) }

// Act returns the action chosen, and the probability of that choice. The network is
// not asked where one action alone is legal.
func (p *Player) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	if legal.Count() == 1 {
		return legal.Nth(0), 1
	}
	p.encoder.Encode(p.observation, obs)
	p.network.Run(p.observation)
	best, high, n := legal.Nth(0), math.Inf(-1), 0
	for a := range legal.Each() {
		v := float64(p.network.Logit(a))
		if v > high {
			best, high = a, v
		}
		p.weights[n] = v
		n++
	}
	if p.temperature == 0 || math.IsInf(high, 0) { // an infinite logit outweighs all
		return best, 1
	}
	return p.draw(p.weights[:n], high, legal)
}

// draw turns logits, of which high is the highest, into weights and draws one of
// the legal actions, which they are of.
func (p *Player) draw(weights []float64, high float64, legal *game.Mask) (game.Action, float64) {
	sum := 0.0
	for i, v := range weights {
		w := math.Exp((v - high) / p.temperature)
		if math.IsNaN(w) {
			w = 0
		}
		weights[i] = w
		sum += w
	}
	left := game.Unit(p.src.Uint64()) * sum
	chosen := 0
	for i, w := range weights {
		if w == 0 {
			continue
		}
		chosen = i // the last with a weight, where rounding leaves something
		if left -= w; left < 0 {
			break
		}
	}
	return legal.Nth(chosen), weights[chosen] / sum
}
