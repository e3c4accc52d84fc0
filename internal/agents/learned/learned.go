// Package learned holds agents that play by a network:
//
//	observation ─▶ game.Encoder ─▶ network ─▶ logits of the legal actions ─▶ action
//
// Start from [Open], which reads the network of a spec such as
// "learned:model.safetensors", or from [NewPlayer] for any other [Network]. Networks of
// the kind "afterstate" are played by package greedy.
//
// The package depends on no game: the caller passes the encoder of the game.
package learned

import (
	"math"
	"math/rand/v2"

	"rummygym/env/game"
)

// Network is the interface of a policy network to a player. It belongs to one player.
type Network interface {
	// Run computes the network for an encoded observation. It does not keep the slice.
	Run(observation []float32)

	// Logit returns the logit of an action for the observation of the last Run.
	Logit(game.Action) float32
}

// Player plays by the logits of a network. It is a [game.Agent].
type Player struct {
	name        string
	network     Network
	encoder     game.Encoder
	temperature float64

	src         rand.PCG
	observation []float32
	weights     [game.MaskSize]float64 // of the legal actions, in order
}

// NewPlayer returns a player that sees through encoder x. With temperature 0 it takes the
// legal action with the highest logit, the first of equal ones. With a temperature above 0
// it samples a legal action from the softmax of the logits divided by the temperature. If the
// logit of a legal action is NaN or infinite, it returns [game.NoAction], which ends the game
// with an error.
func NewPlayer(n Network, x game.Encoder, temperature float64) *Player {
	return &Player{name: "learned", network: n, encoder: x, temperature: temperature, observation: make([]float32, x.Layout().Size())}
}

// String returns the name that labels the player's results; see [Model.Name].
func (p *Player) String() string { return p.name }

// Reset starts a new episode, in which all random choices follow from seed.
func (p *Player) Reset(seed uint64) { p.src.Seed(seed, 0x6c6561726e6564) }

// NextDeal does nothing: the player remembers nothing of a deal.
func (p *Player) NextDeal() {}

// Act returns the chosen action and the probability of that choice. It does not run the
// network where only one action is legal.
func (p *Player) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	if legal.Count() == 1 {
		return legal.Nth(0), 1
	}
	weights := p.weights[:legal.Count()]
	best, sum := p.weigh(weights, obs, legal)
	switch {
	case best < 0:
		return game.NoAction, 0
	case p.temperature == 0:
		return legal.Nth(best), 1
	}
	left := game.Unit(p.src.Uint64()) * sum
	chosen := 0
	for i, w := range weights {
		if w == 0 {
			continue
		}
		chosen = i // rounding can leave left ≥ 0: then the last action with a weight
		if left -= w; left < 0 {
			break
		}
	}
	return legal.Nth(chosen), weights[chosen] / sum
}

// Probabilities sets dst to the probabilities with which Act chooses each legal action, in order. It reports whether the network has a
// number for each of them.
func (p *Player) Probabilities(obs game.Observation, legal *game.Mask, dst []float64) bool {
	if legal.Count() == 1 {
		dst[0] = 1
		return true
	}
	best, sum := p.weigh(dst, obs, legal)
	for i := range dst {
		dst[i] /= sum
	}
	return best >= 0
}

// weigh sets the weight of each legal action, in order, and returns the number of the first of the highest, and the sum. With
// temperature 0 the others are 0. The number is -1 if a logit is NaN or infinite.
func (p *Player) weigh(weights []float64, obs game.Observation, legal *game.Mask) (best int, sum float64) {
	p.encoder.Encode(p.observation, obs)
	p.network.Run(p.observation)
	high, n := math.Inf(-1), 0
	for a := range legal.Each() {
		v := float64(p.network.Logit(a))
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return -1, 1
		}
		if v > high {
			best, high = n, v
		}
		weights[n] = v
		n++
	}
	if p.temperature == 0 {
		clear(weights)
		weights[best] = 1
		return best, 1
	}
	for i, v := range weights {
		w := math.Exp((v - high) / p.temperature)
		weights[i] = w
		sum += w
	}
	return best, sum
}
