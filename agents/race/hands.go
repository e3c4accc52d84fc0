package race

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"

	"rummygym/agents"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// The classes of a chance to knock: the turns of both players, and the deadwood with which the player would knock. The last class of turns is "or
// more".
const (
	turns     = 24
	deadwoods = 11 // 0 to 10
)

// The classes of results of a hand: perPoint points each, those of the other player below half.
const (
	perPoint = 5
	half     = 24
	classes  = 2*half + 1
)

// classOf returns the class of a gain of a hand: 0 for none, at least one class for any.
func classOf(gain int) int {
	switch {
	case gain > 0:
		return half + min(half, (gain+perPoint-1)/perPoint)
	case gain < 0:
		return half - min(half, (-gain+perPoint-1)/perPoint)
	}
	return half
}

// points returns the points of a class, those in its middle.
func points(class int) int {
	switch k := class - half; {
	case k > 0:
		return k*perPoint - perPoint/2
	case k < 0:
		return k*perPoint + perPoint/2
	}
	return 0
}

// dist is a distribution over classes of results.
type dist [classes]float32

// chance is what follows from a chance to knock.
type chance struct {
	knock dist               // result of a knock
	ends  dist               // playing on: probability that the hand ends with a result before the next chance
	next  [deadwoods]float32 // probability of the next chance, by its deadwood
}

// hands are measured results.
type hands struct {
	all     dist // of a hand, for either player
	chances [turns][deadwoods]chance
}

// at returns the class of a chance to knock: whether it is one, the turn and the deadwood.
func at(o *gin.Observation, legal *game.Mask) (turn, left int, ok bool) {
	switch {
	case !legal.Has(gin.Knock):
		return 0, 0, false
	case o.Phase == gin.KnockOrPass:
		left = deadwood.Of(o.Hand)
	case o.Phase == gin.Discard && o.Rules.KnockOrder == gin.KnockThenDiscard:
		left = least(o)
	default:
		return 0, 0, false // big gin
	}
	return min(o.Turn/2, turns-1), min(left, deadwoods-1), true
}

// least returns the minimum deadwood after a discard.
func least(o *gin.Observation) int {
	best := math.MaxInt
	for c := range o.Hand.Each() {
		best = min(best, deadwood.Of(o.Hand.Without(c)))
	}
	return best
}

// counts are the counts of a chance.
type counts struct {
	knock, ends [classes]int
	next        [deadwoods]int
}

// drawn is an agent that knocks at random with probability 1/2 where it has less than gin.
type drawn struct {
	game.Agent
	rng *rand.Rand
	see func(turn, left int, knocks bool)
}

// Act returns the choice of the agent, and draws at a chance to knock.
func (d *drawn) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	turn, left, ok := at(obs.(*gin.Observation), legal)
	if !ok {
		return d.Agent.Act(obs, legal)
	}
	knocks := left == 0 || d.rng.IntN(2) == 0
	d.see(turn, left, knocks)
	if knocks {
		return gin.Knock, 1
	}
	return playOn(d.Agent, obs, obs.(*gin.Observation), legal), 1
}

// playOn returns what an agent does if it does not knock. The observation is that of the agent, and o that of the hand.
func playOn(a game.Agent, obs game.Observation, o *gin.Observation, legal *game.Mask) game.Action {
	if o.Phase == gin.KnockOrPass {
		return gin.Pass // some players knock although they may not
	}
	may := *legal
	may.Unset(gin.Knock)
	action, _ := a.Act(obs, &may)
	return action
}

// Measure plays hands of the rules, and returns the table of their results, which [New] uses. Create returns the player that
// plays the cards; other is its opponent.
func Measure(rules gin.Rules, create, other func() game.Agent, n int, seed uint64) ([]byte, error) {
	g, err := gin.New(rules)
	if err != nil {
		return nil, err
	}
	var all [classes]int
	cells := new([turns][deadwoods]counts)
	type seen struct {
		turn, left int
		knocks     bool
	}
	var of []seen
	d := &drawn{Agent: create(), rng: rand.New(rand.NewPCG(seed, 1)), see: func(turn, left int, knocks bool) { of = append(of, seen{turn, left, knocks}) }}
	blind, rival := create(), other()
	table := agents.NewTable(g)
	for i := range n {
		own := game.Player(i % 2)
		seats := pair(own, d, rival)
		of = of[:0]
		table.Deal(seed, uint64(i), seats...)
		if err := table.Play(nil); err != nil {
			return nil, err
		}
		class := classOf(table.State().Outcome().Gains[own])
		for k, s := range of {
			c := &cells[s.turn][s.left]
			switch {
			case s.knocks:
				c.knock[class]++
			case k+1 < len(of):
				c.next[of[k+1].left]++
			default:
				c.ends[class]++
			}
		}
		seats = pair(own, blind, rival)
		table.Deal(seed+1, uint64(i), seats...)
		if err := table.Play(nil); err != nil {
			return nil, err
		}
		gain := table.State().Outcome().Gains[own]
		all[classOf(gain)]++
		all[classOf(-gain)]++
	}
	return encode(&all, cells), nil
}

// pair returns the agents by seat, of which own sits at the given one.
func pair(seat game.Player, own, other game.Agent) []game.Agent {
	if seat == 0 {
		return []game.Agent{own, other}
	}
	return []game.Agent{other, own}
}

// prior is the number of results with which those of all turns count towards those of one.
const prior = 30

// encode returns the table of counts: probabilities as 16 bits.
func encode(all *[classes]int, cells *[turns][deadwoods]counts) (file []byte) {
	put := func(p float64) { file = binary.LittleEndian.AppendUint16(file, uint16(math.Round(p*math.MaxUint16))) }
	total := 0
	for _, n := range all {
		total += n
	}
	for _, n := range all {
		put(float64(n) / float64(total))
	}
	var of [deadwoods]counts // over all turns
	for d := range of {
		for t := range cells {
			add(&of[d], &cells[t][d])
		}
	}
	for t := range cells {
		for d := range cells[t] {
			c, above := &cells[t][d], &of[d]
			knocks, waits := sum(c.knock[:]), sum(c.ends[:])+sum(c.next[:])
			knocksAbove, waitsAbove := max(1, sum(above.knock[:])), max(1, sum(above.ends[:])+sum(above.next[:]))
			share := func(n, total, above, totalAbove int) float64 {
				return (float64(n) + prior*float64(above)/float64(totalAbove)) / float64(total+prior)
			}
			for k := range classes {
				put(share(c.knock[k], knocks, above.knock[k], knocksAbove))
			}
			for k := range classes {
				put(share(c.ends[k], waits, above.ends[k], waitsAbove))
			}
			for k := range deadwoods {
				put(share(c.next[k], waits, above.next[k], waitsAbove))
			}
		}
	}
	return file
}

func add(to, c *counts) {
	for k := range classes {
		to.knock[k] += c.knock[k]
		to.ends[k] += c.ends[k]
	}
	for k := range deadwoods {
		to.next[k] += c.next[k]
	}
}

func sum(of []int) (n int) {
	for _, x := range of {
		n += x
	}
	return n
}

// size is the number of bytes of a table.
const size = 2 * (classes + turns*deadwoods*(2*classes+deadwoods))

// decode returns the results of a table.
func decode(file []byte) (*hands, error) {
	if len(file) != size {
		return nil, fmt.Errorf("race: a table of %d bytes, want %d", len(file), size)
	}
	get := func(of []float32) {
		for k := range of {
			of[k] = float32(binary.LittleEndian.Uint16(file)) / math.MaxUint16
			file = file[2:]
		}
	}
	h := new(hands)
	get(h.all[:])
	for t := range h.chances {
		for d := range h.chances[t] {
			c := &h.chances[t][d]
			get(c.knock[:])
			get(c.ends[:])
			get(c.next[:])
		}
	}
	return h, nil
}
