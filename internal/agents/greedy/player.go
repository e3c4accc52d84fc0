package greedy

import (
	"math"
	"math/rand/v2"

	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/matchvalue"
)

// Certainty is what is known about a choice without the network.
type Certainty uint8

// The certainties.
const (
	Open  Certainty = iota // nothing: the network evaluates its afterstate
	Wins                   // it leads to a win
	Costs                  // it ends the game for the player, at a known cost
)

// Choice is one of the things that a player may do at a decision.
type Choice struct {
	Action    game.Action
	Then      game.Action // the player's action after Action that leads to the afterstate, or game.NoAction
	Variant   uint8       // distinguishes choices of the same actions; the reader defines the values
	Certainty Certainty
	Cost      float64 // of Costs, in points
}

// Reader follows one seat of one table and lists the choices of its decisions. It is not
// safe for concurrent use.
type Reader interface {
	Reset()           // starts a new game
	Aim(forWins bool) // sets the objective: to win, or the gain in points, which is the default

	// Follow lets the reader see a decision of the seat, before Read or instead of it.
	Follow(obs game.Observation)

	// Read appends the choices of a decision to dst, at least one, and returns the
	// extended slice. It may leave out bad actions. Choices of the same action are
	// adjacent. The caller must call Read at every decision of the seat, in order, and
	// must not change obs before the calls of Encode.
	Read(dst []Choice, obs game.Observation, legal *game.Mask) []Choice

	// Encode fills dst, of the size of the layout, with the afterstate of an open
	// choice of the last Read.
	Encode(dst []float32, c Choice)
}

// Player is an agent that takes the choice with the best afterstate value. It implements
// game.Agent and is not safe for concurrent use.
type Player struct {
	Name string // the name in results

	// Explore is the probability of taking an action drawn uniformly from those of the
	// open choices, in [0, 1]. It is for learners; 0 for play.
	Explore float64

	// Estimate makes the player evaluate the best choice at each decision even if it
	// explores another one, or if there is only one; see Estimated.
	Estimate bool

	reader    Reader
	network   *network.Evaluator // nil if rule plays
	rule      game.Agent
	heads     [2]int           // indices of the heads "gain" and "win", -1 for none
	aim       int              // index into heads of the head it plays by
	hand      *matchvalue.Hand // that it plays by both heads for a match, see Race; otherwise nil
	worth     [2]float64       // values of the best choice, by both heads
	certain   bool             // whether the result of the best choice is known
	explored  bool             // whether the last action was drawn at random
	src       rand.PCG
	choices   []Choice
	taken     Choice
	best, one []float32 // afterstates of the best choice and of the one being evaluated
	written   bool      // whether best is the afterstate of taken
}

// NewPlayer returns a player that evaluates the choices of the reader r with the head
// "gain" or "win" of a network of the kind "afterstate". Of equal values it takes the
// first.
func NewPlayer(r Reader, n *network.Network, head string) *Player {
	d := n.Description()
	size := d.InputSize()
	p := &Player{
		Name: "afterstate", reader: r, network: n.NewEvaluator(), heads: [2]int{d.Head(network.Gain), d.Head(network.Win)},
		best: make([]float32, size), one: make([]float32, size),
	}
	p.Aim(head)
	return p
}

// Aim makes the player play by the given head, "gain" or "win", from the next game on.
// The network must have the head.
func (p *Player) Aim(head string) {
	p.aim = 0
	if head == network.Win {
		p.aim = 1
	}
	p.reader.Aim(p.aim == 1)
}

// NewRulePlayer returns a player that takes the actions of the agent rule, with afterstates
// of the given size. Learners use it before there is a network.
func NewRulePlayer(r Reader, size int, rule game.Agent) *Player {
	return &Player{Name: "afterstate", reader: r, rule: rule, best: make([]float32, size), one: make([]float32, size)}
}

// String returns the player's name.
func (p *Player) String() string { return p.Name }

// Reset prepares the player for a new episode. The seed determines its exploration.
func (p *Player) Reset(seed uint64) {
	p.src.Seed(seed, 0x6166746572)
	p.reader.Reset()
	p.taken = Choice{Certainty: Wins}
	if p.rule != nil {
		p.rule.Reset(seed)
	}
}

// Act returns the action that the player takes. The probability is always 1, that of the
// action without exploration.
func (p *Player) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	p.choices = p.reader.Read(p.choices[:0], obs, legal)
	p.written = false
	i, explored := p.explore()
	p.certain, p.explored = true, explored
	switch {
	case p.rule != nil:
		p.follow(obs, legal, i, explored)
	case explored:
		if p.Estimate {
			p.choose()
		}
		p.taken, p.written = p.choices[i], false
	default:
		p.choose()
	}
	return p.taken.Action, 1
}

// Afterstate returns the afterstate of the action of the last Act. It returns nil if the
// result of the choice is known, or if its afterstate follows a further action. The slice
// is valid until the next Act.
func (p *Player) Afterstate() []float32 {
	if p.taken.Certainty != Open || p.taken.Then != game.NoAction {
		return nil
	}
	if !p.written {
		p.reader.Encode(p.best, p.taken)
		p.written = true
	}
	return p.best
}

// Estimated returns the value of the best choice of the last decision, taken or not, by
// the heads "gain" and "win": the expected gain in units of network.GainScale points and
// the probability of winning, both against opponents like those of the training. ok is false if the network did not evaluate the choice, for
// example because its result is known.
func (p *Player) Estimated() (gain, win float64, ok bool) {
	return p.worth[0], sigmoid(p.worth[1]), !p.certain
}

// Explored reports whether the action of the last Act was drawn at random.
func (p *Player) Explored() bool { return p.explored }

// WinChance returns the probability of winning after the action of the last Act, by the head "win", whatever head the player plays by. The observation of that Act must be unchanged. ok is
// false if the result of the action is known, and if the network has no such head.
func (p *Player) WinChance() (win float64, ok bool) {
	if p.rule != nil || p.heads[1] < 0 || p.taken.Certainty != Open {
		return 0, false
	}
	if !p.written {
		p.reader.Encode(p.best, p.taken)
		p.written = true
	}
	p.network.Run(p.best)
	return sigmoid(float64(p.network.Output(p.heads[1], 0))), true
}

// sigmoid returns the probability with the given logit.
func sigmoid(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }

// HasBothHeads reports whether the player's network estimates both the gain and the probability of winning.
func (p *Player) HasBothHeads() bool { return p.rule == nil && p.heads[0] >= 0 && p.heads[1] >= 0 }

// ForWins reports whether the player maximises the probability of winning instead of the gain.
func (p *Player) ForWins() bool { return p.aim == 1 }

// Value is the value of the best choice with an action.
type Value struct {
	Action    game.Action
	Certainty Certainty
	Gain      float64 // expected gain in points, if the player maximises it; of Wins not known, NaN
	Win       float64 // probability of winning, if the player maximises that
}

// Values appends the values of the actions among the choices of the last Act, in their order, by
// the head that the player maximises, and returns the extended slice. The observation of that Act must be unchanged. A player of a rule has no values.
func (p *Player) Values(dst []Value) []Value {
	if p.rule != nil {
		return dst
	}
	from := len(dst)
	for _, c := range p.choices {
		v := Value{Action: c.Action, Certainty: c.Certainty, Gain: math.NaN(), Win: math.NaN()}
		switch {
		case c.Certainty == Wins:
			v.Win = 1
		case c.Certainty == Costs:
			v.Gain, v.Win = -c.Cost, 0
		default:
			p.reader.Encode(p.one, c)
			p.network.Run(p.one)
			switch out := p.value(); {
			case p.hand != nil:
				v.Win = min(max(out, 0), 1)
			case p.aim == 1:
				v.Win = sigmoid(out)
			default:
				v.Gain = network.GainScale * out
			}
		}
		if n := len(dst); n == from || dst[n-1].Action != c.Action {
			dst = append(dst, v)
		} else if best := &dst[n-1]; v.Gain > best.Gain || v.Win > best.Win {
			*best = v
		}
	}
	return dst
}

// choose takes the best choice.
func (p *Player) choose() {
	high := math.Inf(-1)
	p.taken = p.choices[0]
	for i, c := range p.choices {
		value := 0.0
		switch {
		case c.Certainty == Wins:
			p.taken, p.written, p.certain = c, false, true
			return
		case c.Certainty == Costs && p.aim == 0:
			value = -c.Cost / network.GainScale
		case c.Certainty == Costs: // no win
			continue
		case len(p.choices) == 1 && !p.Estimate:
			return
		default:
			p.reader.Encode(p.one, c)
			p.network.Run(p.one)
			value = p.value()
		}
		if value > high || i == 0 {
			p.taken, high, p.written, p.certain = c, value, false, true
			if c.Certainty == Open {
				p.best, p.one, p.written, p.certain = p.one, p.best, true, false
				if p.Estimate {
					p.estimate()
				}
			}
		}
	}
}

// value returns the value of the last afterstate evaluated, by the objective of the player.
func (p *Player) value() float64 {
	if p.hand != nil {
		return p.hand.Estimate(network.GainScale*float64(p.network.Output(p.heads[0], 0)), sigmoid(float64(p.network.Output(p.heads[1], 0))))
	}
	return float64(p.network.Output(p.heads[p.aim], 0))
}

// estimate stores the outputs of the network for the last afterstate evaluated.
func (p *Player) estimate() {
	for i, h := range p.heads {
		if h >= 0 {
			p.worth[i] = float64(p.network.Output(h, 0))
		}
	}
}

// explore draws whether to explore. If so, it draws an action uniformly from those of the
// open choices and returns the index of the first choice with that action.
func (p *Player) explore() (int, bool) {
	if p.Explore == 0 || game.Unit(p.src.Uint64()) >= p.Explore {
		return 0, false
	}
	drawn, n, last := 0, 0, game.NoAction
	for i, c := range p.choices {
		switch {
		case c.Certainty == Wins:
			return 0, false
		case c.Certainty == Open && c.Action != last:
			last = c.Action
			if n++; game.Unit(p.src.Uint64())*float64(n) < 1 {
				drawn = i
			}
		}
	}
	return drawn, n > 1
}

// follow takes the action of the rule, unless the player explores.
func (p *Player) follow(obs game.Observation, legal *game.Mask, explored int, explores bool) {
	a, _ := p.rule.Act(obs, legal) // also while exploring: the rule may keep state
	if explores {
		a = p.choices[explored].Action
	}
	p.taken = Choice{Action: a, Then: game.NoAction, Certainty: Wins} // not to be learned from
	for _, c := range p.choices {
		if c.Action == a {
			p.taken = c
			return
		}
	}
}
