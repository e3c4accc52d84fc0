package afterstate

import (
	"math"
	"math/rand/v2"

	"rummygym/agents"
	"rummygym/agents/network"
	"rummygym/env/game"
)

// Certainty is what is known of a choice without a network.
type Certainty uint8

// The certainties.
const (
	Open  Certainty = iota // the network says what its afterstate is worth
	Wins                   // it surely leads to a win
	Costs                  // it ends the game for the player, at a cost that is known
)

// Choice is something that a player may do at a decision.
type Choice struct {
	Action    game.Action
	Then      game.Action // game.NoAction, or the own action after Action that leads to the afterstate
	Variant   uint8       // tells choices of the same actions apart, as the reader likes
	Certainty Certainty
	Cost      float64 // of Costs, in points
}

// Reader follows one seat of one table and says what there is to choose. It is not safe
// for concurrent use.
type Reader interface {
	Reset()           // a new game
	Aim(forWins bool) // to win as often as it can, or for points, as at first

	// Read appends to dst what a player may sensibly do, at least one choice; choices
	// of the same action stand together. It is to be called at every decision of the
	// seat, in order. The observation must stay as it is until Encode has been called.
	Read(dst []Choice, obs game.Observation, legal *game.Mask) []Choice

	// Encode fills dst, of the size of the layout, with the afterstate of an open
	// choice of the last Read.
	Encode(dst []float32, c Choice)
}

// Player plays by the values of afterstates. It is an agents.Agent.
type Player struct {
	Name string // under which its results are recorded

	// Explore is the probability with which an action is drawn among those of all open
	// choices: for learners, which have to see what they would not do.
	Explore float64

	// Estimate has the player ask the network at each decision what the best choice is
	// worth, even if another is explored: see Estimated.
	Estimate bool

	reader    Reader
	network   *network.Evaluator // nil: rule plays
	rule      agents.Agent
	heads     [2]int     // of the gain and of the win, -1 for none
	aim       int        // which of them it plays by
	worth     [2]float64 // of the best choice, by both heads
	certain   bool       // it is certain
	src       rand.PCG
	choices   []Choice
	taken     Choice
	best, one []float32 // afterstates
	written   bool      // best is that of taken
}

// NewPlayer returns a player that asks a network of the kind "afterstate", by the head
// "gain" or "win", what the choices of a reader are worth. It takes the best, and the
// first of equal ones.
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

// Aim has the player play by a head that the network has, "gain" or "win", from the next
// game on.
func (p *Player) Aim(head string) {
	p.aim = 0
	if head == network.Win {
		p.aim = 1
	}
	p.reader.Aim(p.aim == 1)
}

// NewRulePlayer returns a player that plays as another agent does, with afterstates of
// that size: one to learn from before there is a network.
func NewRulePlayer(r Reader, size int, rule agents.Agent) *Player {
	return &Player{Name: "afterstate", reader: r, rule: rule, best: make([]float32, size)}
}

// String returns the player's name.
func (p *Player) String() string { return p.Name }

// Reset readies the player for a new episode, whose choices come from seed.
func (p *Player) Reset(seed uint64) {
	p.src.Seed(seed, 0x6166746572)
	p.reader.Reset()
	p.taken = Choice{Certainty: Wins}
	if p.rule != nil {
		p.rule.Reset(seed)
	}
}

// Act returns the action chosen, and the probability of that choice where nothing is
// explored: 1.
func (p *Player) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	p.choices = p.reader.Read(p.choices[:0], obs, legal)
	p.written = false
	i, explored := p.explore()
	p.certain = true
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

// Afterstate returns the afterstate of the action of the last Act, or nil if it has none
// of its own that is not certain. The slice is the player's until the next Act.
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

// Estimated returns what the best choice of the last decision is worth, whether or not it
// was taken, by the heads "gain" and "win": the gain in units of network.GainScale points,
// and the probability to win. It is not ok where that was not asked of the network, as for
// choices that are certain.
func (p *Player) Estimated() (gain, win float64, ok bool) {
	return p.worth[0], 1 / (1 + math.Exp(-p.worth[1])), !p.certain
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
			value = float64(p.network.Output(p.heads[p.aim], 0))
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

// estimate keeps what the network last said.
func (p *Player) estimate() {
	for i, h := range p.heads {
		if h >= 0 {
			p.worth[i] = float64(p.network.Output(h, 0))
		}
	}
}

// explore draws whether to explore and, if so, the first choice of an action among those
// of open choices, each with the same probability.
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

// follow takes what the rule does, unless another is explored.
func (p *Player) follow(obs game.Observation, legal *game.Mask, explored int, explores bool) {
	a, _ := p.rule.Act(obs, legal) // even if it is not done: the rule may keep count
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
