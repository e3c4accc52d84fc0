package ginrummy

import (
	"cmp"
	"math"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/opponent"
	"rummygym/internal/options"
)

// DataDriven is the player of truong2021datadriven. It draws, knocks and declares as
// [Simple], and discards as [RandomUnmelded] does, but the best of those cards:
//
//   - The offensive score of a discard is the value of the hand that it leaves, in points, by
//     a network (Dual Inception of the paper and its rivals).
//   - The discard risk score ([ginhand.DiscardRisk]) tells how likely the opponent can use the
//     card, by an estimate of its hand ([opponent.HandTable]).
//
// The paper's player discards the card of the highest offensive score. "Discards based solely
// on discard risk score" is Offence off. The paper leaves a player that joins both to future
// work; here Defence joins them.
type DataDriven struct {
	Builtin string                       // name of a built-in network, see DataDrivenNetworks; "" is random-256
	Network spec.FileOf[*DiscardNetwork] // takes the place of the built-in network, unless its Value is nil

	// Offence off discards the card of the minimum discard risk score, of equal ones that
	// which leaves the minimum deadwood, of these the first in the order of cards. Network,
	// Defence and Symmetry then have no effect.
	Offence Component

	// Defence is the weight of the discard risk score, in points and not negative: the
	// player discards the card with the highest offensive score minus Defence times the
	// discard risk score, the first of equal ones in the order of cards.
	Defence float64

	Symmetry Symmetry
	Table    *opponent.HandTable // nil is opponent.SimpleHandTable

	// Explore is the probability, in [0, 1], of discarding a random one of the cards
	// instead. Games for another generation of networks need it ("Conclusions and Future
	// Work").
	Explore float64

	basics
	eye *discardEye // nil before the first discard
}

// Symmetry selects how a network values hands that differ only in the names of the suits.
type Symmetry uint8

// The kinds of symmetry.
const (
	Asymmetric Symmetry = iota // as the network does
	Averaged                   // by its mean over the 24 permutations of the suits, so that they have the same value
)

// String returns the value of the option "symmetry".
func (s Symmetry) String() string { return options.Word("Symmetry", s, "off", "average") }

// String returns the canonical spec of the player. Networks and tables in memory do not
// change it.
func (a *DataDriven) String() string { return List().Text("data-driven", a) }

// Act returns the chosen action and the probability of that choice.
func (a *DataDriven) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return play(a, &a.src, obs.(*gin.Observation), legal)
}

func (a *DataDriven) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	from := a.unmelded(o, may)
	n := from.Count()
	if n == 1 {
		return a.pick(o, from)
	}
	best := a.best(o, from)
	c, probability := best, 1.0
	if a.Explore > 0 {
		if game.Unit(a.src.Uint64()) < a.Explore {
			c, _ = anyOf(&a.src, from)
		}
		probability = a.Explore / float64(n)
		if c == best {
			probability += 1 - a.Explore
		}
	}
	a.meet(o, c)
	return c, probability
}

// best returns the best discard of from, which is not empty.
func (a *DataDriven) best(o *gin.Observation, from card.Cards) card.Card {
	if a.eye == nil {
		a.eye = a.newEye()
	}
	a.eye.Observe(o)
	if a.Offence == Off {
		return a.eye.safest(o, from)
	}
	best, highest := card.None, math.Inf(-1)
	for c := range from.Each() {
		score := a.eye.value(c)
		if a.Defence != 0 {
			score -= float64(a.Defence * float64(a.eye.Risk(c))) // rounded, so that all machines agree
		}
		if score > highest || best == card.None {
			best, highest = c, score
		}
	}
	return best
}

// discardEye computes the scores of the discards of one decision after another.
type discardEye struct {
	*afterstate.DiscardReader
	evaluator *network.Evaluator // nil with Offence off
	head      int
	input     []float32
	averaged  bool
}

// Values returns the network that values hands, nil with Offence off.
func (a *DataDriven) Values() *network.Network {
	if a.Offence == Off {
		return nil
	}
	return a.values().network
}

func (a *DataDriven) values() *DiscardNetwork {
	if a.Network.Value != nil {
		return a.Network.Value
	}
	return dataDrivenNetworks[cmp.Or(a.Builtin, dataDrivenDefault)]()
}

func (a *DataDriven) newEye() *discardEye {
	e := &discardEye{averaged: a.Symmetry == Averaged}
	groups := afterstate.DiscardBelief
	if a.Offence == On {
		n := a.values()
		groups, e.head, e.evaluator = n.groups, n.head, n.network.NewEvaluator()
	}
	x, err := afterstate.NewDiscards(groups, a.Table)
	if err != nil {
		panic("ginrummy: " + err.Error()) // the groups are valid
	}
	e.DiscardReader, e.input = x.NewReader(), make([]float32, x.Layout().Size())
	return e
}

// value returns the offensive score of the discard of c.
func (e *discardEye) value(c card.Card) float64 {
	if !e.averaged {
		e.Encode(e.input, c)
		e.evaluator.Run(e.input)
		return float64(e.evaluator.Output(e.head, 0))
	}
	sum := 0.0
	for _, suits := range suitOrders {
		e.EncodeRelabelled(e.input, c, suits)
		e.evaluator.Run(e.input)
		sum += float64(e.evaluator.Output(e.head, 0))
	}
	return sum / float64(len(suitOrders))
}

// safest returns the card of from, which is not empty, of the minimum discard risk score, of
// equal ones that which leaves the minimum deadwood, of these the first.
func (e *discardEye) safest(o *gin.Observation, from card.Cards) card.Card {
	var left [card.NumKinds]int8
	deadwood.Discards(&left, o.Hand)
	best := from.First()
	risk := e.Risk(best)
	for c := range from.Without(best).Each() {
		switch r := e.Risk(c); {
		case r < risk, r == risk && left[c.Index()] < left[best.Index()]:
			best, risk = c, r
		}
	}
	return best
}

// suitOrders holds the permutations of the suits.
var suitOrders = func() (all [24][card.NumSuits]card.Suit) {
	n := 0
	for i := range 256 {
		order := [card.NumSuits]card.Suit{card.Suit(i & 3), card.Suit(i >> 2 & 3), card.Suit(i >> 4 & 3), card.Suit(i >> 6)}
		if 1<<order[0]|1<<order[1]|1<<order[2]|1<<order[3] == 1<<card.NumSuits-1 {
			all[n] = order
			n++
		}
	}
	return all
}()

// maxDefence is the largest value of the option defence.
const maxDefence = 1000

// dataDrivenEntries returns the data-driven player of truong2021datadriven.
func dataDrivenEntries() spec.List {
	names := DataDrivenNetworks()
	builtin := spec.Value("network", "network that values the hand after a discard: a built-in one, or one from a file of train data --head discard", names,
		func(a *DataDriven, v string) error { a.Builtin = v; return nil }, // one of names
		func(a *DataDriven) string { return cmp.Or(a.Builtin, names[0]) })
	return spec.List{
		spec.Player("gin", "data-driven", "like simple, but discards the unmelded card that leaves the best hand according to a network (truong2021datadriven)",
			func(a DataDriven) game.Agent { return &a },
			offensive(spec.OrFile(builtin, readDiscardNetwork, func(a *DataDriven) *spec.FileOf[*DiscardNetwork] { return &a.Network })),
			spec.Word("offence", "value the hand after a discard by the network (on), or discard the card that the opponent can use least (off)",
				func(a *DataDriven) *Component { return &a.Offence }, On, Off),
			offensive(spec.Decimal("defence", "points per unit of discard risk score, subtracted from the value of the hand", maxDefence,
				func(a *DataDriven) *float64 { return &a.Defence })),
			offensive(spec.Word("symmetry", "value the hand once, or by the average over the permutations of the suits",
				func(a *DataDriven) *Symmetry { return &a.Symmetry }, Asymmetric, Averaged)),
			spec.Decimal("explore", "probability of discarding a random unmelded card instead", 1,
				func(a *DataDriven) *float64 { return &a.Explore })),
	}
}

// offensive returns an option that applies only with offence on.
func offensive(o spec.Option) spec.Option {
	return spec.Where(o, func(a *DataDriven) bool { return a.Offence == On })
}
