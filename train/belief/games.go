package belief

import (
	"fmt"
	"math/rand/v2"

	"rummygym/agents"
	"rummygym/agents/belief"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// maxRows is the most decisions of a game that are learned from: later ones are left
// out.
const maxRows = 64

// Every unoffered-th decision is not told what the observer throws in it, so that a network
// learns to do without.
const unoffered = 3

// rows are decisions and what the opponent then held.
type rows struct {
	inputs   []float32 // [n, features.HandInputsSize]
	held     []float32 // [n, card.NumKinds]
	hidden   []uint8   // whether the place of the card is not known
	wanted   []float32
	asked    []uint8 // whether the card is in the observer's hand or not seen
	own      []uint8 // whether it is in the observer's hand
	distance []int32 // [n]
	thrown   []int32 // [n]: index of the card that the opponent threw next, or -1
	may      []uint8 // whether it may be that card, see belief.MayThrow
}

func (r *rows) count() int { return len(r.distance) }

func (r *rows) clear() {
	r.inputs, r.held, r.hidden = r.inputs[:0], r.held[:0], r.hidden[:0]
	r.wanted, r.asked, r.own, r.distance = r.wanted[:0], r.asked[:0], r.own[:0], r.distance[:0]
	r.thrown, r.may = r.thrown[:0], r.may[:0]
}

// add appends a decision. hand is what the opponent holds.
func (r *rows) add(o *indian.Observation, hand card.Bag) {
	n := len(r.inputs)
	r.inputs = append(r.inputs, make([]float32, features.HandInputsSize)...)
	features.HandInputs{}.Encode(r.inputs[n:], o)
	var after [card.NumKinds]int8
	d := features.MinDistDraws(&after, hand, o.Wild)
	unseen, rest, may := features.Unseen(o), hand.Minus(o.Known[1-o.Self]), belief.MayThrow(o)
	for i, a := range after {
		c := card.FromIndex(i)
		r.held, r.hidden = append(r.held, value(rest.Has(c))), append(r.hidden, uint8(value(unseen.Has(c))))
		r.wanted, r.asked = append(r.wanted, value(int(a) < d)), append(r.asked, uint8(value(o.Hand.Has(c) || unseen.Has(c))))
		r.own = append(r.own, uint8(value(o.Hand.Has(c))))
		r.may = append(r.may, uint8(value(may.Has(c))))
	}
	r.distance = append(r.distance, int32(min(d, belief.Distances-1)))
	r.thrown = append(r.thrown, -1)
}

// offer tells a decision what the observer throws in it.
func (r *rows) offer(k int, shown card.Bag, c card.Card) {
	features.HandInputs{}.Offer(r.inputs[k*features.HandInputsSize:][:features.HandInputsSize], shown, c)
}

// threw takes note that the opponent of the observer of some decisions threw a card next.
func (r *rows) threw(c card.Card, decisions []int) {
	for _, k := range decisions {
		if r.may[k*card.NumKinds+c.Index()] != 0 { // else he threw back what he was given
			r.thrown[k] = int32(c.Index())
		}
	}
}

func value(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// table plays games.
type table struct {
	cfg    *Config
	state  *indian.State
	agents [2][]agents.Agent // of each seat, by player
	obs    indian.Observation
	deal   rand.PCG
	since  [2][]int // decisions of each seat since the other threw
}

func newTable(c *Config) *table {
	t := &table{cfg: c, state: c.Game.NewTable()}
	for s := range t.agents {
		for _, p := range c.Players {
			t.agents[s] = append(t.agents[s], p.New())
		}
	}
	return t
}

// seatStream draws who sits where, by the last argument of game.Seed.
const seatStream = 2 + game.MaxPlayers

// play plays an episode and adds the decisions of both seats. Nobody drops: a game
// that ends by a drop tells of no hand.
func (t *table) play(seed, episode uint64, r *rows) error {
	game.SeedDeal(&t.deal, seed, episode)
	t.cfg.Game.Deal(t.state, &t.deal)
	var seats [2]agents.Agent
	for s := range seats {
		seats[s] = t.agents[s][t.cfg.draw(game.Seed(seed, episode, seatStream+uint64(s)))]
		seats[s].Reset(game.AgentSeed(seed, episode, game.Player(s)))
	}
	t.since[0], t.since[1] = t.since[0][:0], t.since[1][:0]
	var legal game.Mask
	for p := t.state.Current(); p != game.NoPlayer; p = t.state.Current() {
		t.state.Observe(p, &t.obs)
		n := r.count()
		if n < maxRows {
			t.since[p] = append(t.since[p], n)
			r.add(&t.obs, t.state.Hand(1-p))
		}
		t.state.Legal(&legal)
		legal.Unset(indian.Drop)
		a, _ := seats[p].Act(&t.obs, &legal)
		if c := indian.DiscardCard(a); c != card.None {
			if n < maxRows && n%unoffered != 0 {
				r.offer(n, t.obs.Known[p].Without(c), c)
			}
			r.threw(c, t.since[1-p])
			t.since[1-p] = t.since[1-p][:0]
		}
		if err := t.state.Apply(a); err != nil {
			return fmt.Errorf("train/belief: episode %d: %w", episode, err)
		}
	}
	return nil
}

// draw returns the number of a player for a uniform number.
func (c *Config) draw(u uint64) int {
	sum := 0.0
	for _, p := range c.Players {
		sum += p.Weight
	}
	at := game.Unit(u) * sum
	for i, p := range c.Players {
		if at -= p.Weight; at < 0 {
			return i
		}
	}
	return len(c.Players) - 1
}
