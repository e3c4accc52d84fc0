// Package belief says what the opponent holds in Indian Rummy with two players, by a
// network that has learned it from recorded play: how likely he holds each card,
// how likely each card would lower his MinDist, his MinDist, and what he throws next.
// Start from [NewEstimator], with [Standard] as the network, and [NewHands] for whole
// hands.
//
// The network is of the kind "belief": its inputs are those of
// features.HandInputs, its heads [Held], [Wanted], [Distance] and [Thrown]. Package
// train/belief trains one.
package belief

import (
	"fmt"
	"math"
	"slices"

	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features"
)

// The heads of a network of the kind belief.
const (
	Held     = "held"     // logit for each card: at least one hidden copy is in his hand
	Wanted   = "wanted"   // logit for each card: his MinDist would fall with it
	Distance = "distance" // logits of his MinDist, 0 to Distances−1, which stands for all from there on
	Thrown   = "thrown"   // logits of the card that he throws in his next turn, among those of MayThrow
)

// Distances is the number of entries of the head Distance.
const Distances = 10

// Describe returns the description of a network with layers of the given sizes.
func Describe(activation network.Activation, sizes ...int) network.Description {
	d := network.Description{
		Format: network.Format, Kind: network.BeliefKind, Game: "indian",
		Fields: features.HandFields, Inputs: network.Inputs(features.HandInputs{}.Layout()),
		Heads: []network.Head{{Name: Held, Size: card.NumKinds}, {Name: Wanted, Size: card.NumKinds}, {Name: Distance, Size: Distances}, {Name: Thrown, Size: card.NumKinds}},
	}
	for i, in := range d.Inputs { // counts of cards are mostly 0 and 1, whatever they may be
		if len(in.Shape) > 0 {
			d.Inputs[i].Scale = 1
		}
	}
	for i, size := range sizes {
		d.Layers = append(d.Layers, network.Layer{Name: fmt.Sprintf("layer%d", i+1), Size: size, Activation: activation})
	}
	return d
}

// Fits returns an error that says why a network does not tell what an [Estimator]
// asks.
func Fits(d *network.Description) error {
	want := Describe(network.ReLU)
	switch {
	case d.What() != network.BeliefKind:
		return fmt.Errorf("belief: a network of the kind %q: want %q", d.What(), network.BeliefKind)
	case d.Game != want.Game || d.Fields != want.Fields:
		return fmt.Errorf("belief: a network for %q of %q: want one for %q of %q", d.Fields, d.Game, want.Fields, want.Game)
	case !slices.EqualFunc(d.Inputs, want.Inputs, func(a, b network.Input) bool { return a.Name == b.Name && slices.Equal(a.Shape, b.Shape) }):
		return fmt.Errorf("belief: the inputs are not those of %q", features.HandFields)
	}
	for _, h := range want.Heads {
		if i := d.Head(h.Name); i < 0 || d.Heads[i].Size != h.Size {
			return fmt.Errorf("belief: no head %q of size %d", h.Name, h.Size)
		}
	}
	return nil
}

// Estimator asks a network. It is not safe for concurrent use.
type Estimator struct {
	evaluator *network.Evaluator
	after     *network.Evaluator // asked by ThrownAfter
	inputs    [features.HandInputsSize]float32

	held, wanted, distance, thrown int // heads

	holds, wants [card.NumKinds]float32 // logits of what See looked at
}

// NewEstimator returns an estimator by a network, which it shares with others, or the
// error of [Fits].
func NewEstimator(n *network.Network) (*Estimator, error) {
	d := n.Description()
	if err := Fits(d); err != nil {
		return nil, err
	}
	return &Estimator{evaluator: n.NewEvaluator(), after: n.NewEvaluator(), held: d.Head(Held), wanted: d.Head(Wanted), distance: d.Head(Distance), thrown: d.Head(Thrown)}, nil
}

// See has the estimator look at what the observer sees at one of its own decisions. The
// other methods then answer for it.
func (e *Estimator) See(o *indian.Observation) {
	features.HandInputs{}.Encode(e.inputs[:], o)
	e.evaluator.Run(e.inputs[:])
	e.evaluator.Outputs(e.holds[:], e.held)
	e.evaluator.Outputs(e.wants[:], e.wanted)
}

// MayThrow returns a copy of each card that the opponent may throw in his next turn, as
// far as the observer at a table of two knows, if he does not take what the observer
// throws: those that he is known to hold, and those not seen.
func MayThrow(o *indian.Observation) card.Bag {
	b := o.Known[1-o.Self].Plus(features.Unseen(o))
	return card.Bag{Once: b.Once, Jokers: min(b.Jokers, 1)}
}

// ThrownAfter sets dst, by card.Card.Index, to the probability of each card that it is
// what the opponent throws in his next turn, if he does not declare: after the observer
// of a decision threw a card, or before it draws if that is card.None, and he knows of the
// cards shown in its hand. Cards that are not in MayThrow have 0. It does not need See and
// changes nothing that the other methods tell.
func (e *Estimator) ThrownAfter(dst *[card.NumKinds]float32, o *indian.Observation, shown card.Bag, thrown card.Card) {
	var x features.HandInputs
	x.Encode(e.inputs[:], o)
	if thrown != card.None {
		x.Offer(e.inputs[:], shown, thrown)
	}
	e.after.Run(e.inputs[:])
	var logits [card.NumKinds]float32
	e.after.Outputs(logits[:], e.thrown)
	may := MayThrow(o)
	high, sum := float32(math.Inf(-1)), float32(0)
	for c := range may.Each() {
		high = max(high, logits[c.Index()])
	}
	*dst = [card.NumKinds]float32{}
	for c := range may.Each() {
		p := float32(math.Exp(float64(logits[c.Index()] - high)))
		dst[c.Index()] = p
		sum += p
	}
	for i := range dst {
		dst[i] /= max(sum, 1) // 1 is what the likeliest has
	}
}

// HeldOf returns the probability that the opponent has at least one copy of a card
// among those of his that are not known. It means nothing for cards that have been
// seen.
func (e *Estimator) HeldOf(c card.Card) float64 {
	return sigmoid(e.holds[c.Index()])
}

// WantedOf returns the danger of a card: the probability that the opponent's MinDist
// would fall with it.
func (e *Estimator) WantedOf(c card.Card) float64 {
	return sigmoid(e.wants[c.Index()])
}

// Wanted sets dst, by card.Card.Index, to the danger of the cards of a hand, and to 0
// for others.
func (e *Estimator) Wanted(dst *[card.NumKinds]float32, hand card.Bag) {
	*dst = [card.NumKinds]float32{}
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		dst[cs.First().Index()] = float32(e.WantedOf(cs.First()))
	}
	if hand.Jokers > 0 {
		dst[card.Joker.Index()] = float32(e.WantedOf(card.Joker))
	}
}

// Distance sets dst to the probabilities of his MinDist, which sum to 1.
func (e *Estimator) Distance(dst *[Distances]float64) {
	high := math.Inf(-1)
	for i := range dst {
		dst[i] = float64(e.evaluator.Output(e.distance, i))
		high = max(high, dst[i])
	}
	sum := 0.0
	for i := range dst {
		dst[i] = math.Exp(dst[i] - high)
		sum += dst[i]
	}
	for i := range dst {
		dst[i] /= sum
	}
}

func sigmoid(logit float32) float64 { return 1 / (1 + math.Exp(-float64(logit))) }
