// Package belief estimates an opponent's hand in Indian Rummy with a network trained on
// recorded play; at tables of more than two, the hand of one other player at a time. A belief, here and in the rest of the module, is such an
// estimate: the probability that the opponent holds each card, the probability that
// each card would lower the opponent's MinDist, the distribution of that MinDist, and the
// distribution of the opponent's next discard.
//
// Start from [NewEstimator] with the built-in network, and from [NewHands] to sample
// whole hands:
//
//	e, err := belief.NewEstimator(belief.Standard(2))
//	e.See(observation, observation.NextActive())
//	p := e.WantedOf(c) // the probability that discarding c helps the opponent
//
// The network is of the kind "belief". Its inputs are those of opponent.HandInputs and
// its heads are [Held], [Wanted], [Distance] and [Discarded]. Package train/belief trains
// such networks.
package belief

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/opponent"
)

// The heads of a network of the kind "belief". Cards are indexed by card.Card.Index.
const (
	Held      = "held"     // logit for each card: the opponent's hand has at least one hidden copy
	Wanted    = "wanted"   // logit for each card: it would lower the opponent's MinDist
	Distance  = "distance" // logits of the opponent's MinDist: 0 to Distances−2, and Distances−1 or more
	Discarded = "thrown"   // logits of the opponent's next discard, among the cards of MayDiscard
)

// Distances is the number of entries of the head [Distance].
const Distances = 10

// Describe returns the description of a belief network with hidden layers of the given
// sizes and activation.
func Describe(activation network.Activation, sizes ...int) network.Description {
	d := network.Description{
		Format: network.Format, Kind: network.BeliefKind, Game: "indian",
		Fields: opponent.HandFields, Inputs: network.Inputs(opponent.HandInputs{}.Layout()),
		Heads: []network.Head{{Name: Held, Size: card.NumKinds}, {Name: Wanted, Size: card.NumKinds}, {Name: Distance, Size: Distances}, {Name: Discarded, Size: card.NumKinds}},
	}
	for i, in := range d.Inputs { // counts of cards are mostly 0 and 1, whatever their maximum
		if len(in.Shape) > 0 {
			d.Inputs[i].Scale = 1
		}
	}
	for i, size := range sizes {
		d.Layers = append(d.Layers, network.Layer{Name: fmt.Sprintf("layer%d", i+1), Size: size, Activation: activation})
	}
	return d
}

// Fits returns nil if an [Estimator] can use a network of this description, and otherwise
// an error that says why not.
func Fits(d *network.Description) error {
	want := Describe(network.ReLU)
	switch {
	case d.EffectiveKind() != network.BeliefKind:
		return fmt.Errorf("belief: the network is of kind %q: want %q", d.EffectiveKind(), network.BeliefKind)
	case d.Game != want.Game || d.Fields != want.Fields:
		return fmt.Errorf("belief: the network has the fields %q of the game %q: want %q of %q", d.Fields, d.Game, want.Fields, want.Game)
	case !slices.EqualFunc(d.Inputs, want.Inputs, func(a, b network.Input) bool { return a.Name == b.Name && slices.Equal(a.Shape, b.Shape) }):
		return fmt.Errorf("belief: the inputs of the network are not the fields %q", opponent.HandFields)
	}
	for _, h := range want.Heads {
		if i := d.Head(h.Name); i < 0 || d.Heads[i].Size != h.Size {
			return fmt.Errorf("belief: the network has no head %q of size %d", h.Name, h.Size)
		}
	}
	return nil
}

// Estimator estimates the opponent's hand with a belief network. It is not safe for
// concurrent use.
type Estimator struct {
	evaluator *network.Evaluator
	after     *network.Evaluator // used by NextDiscard
	inputs    [opponent.HandInputsSize]float32

	held, wanted, distance, discarded int // indices of the heads

	holds, wants [card.NumKinds]float32 // logits for the observation of the last See
}

// NewEstimator returns an estimator that uses the network n, or the error of [Fits].
// Any number of estimators may share a network.
func NewEstimator(n *network.Network) (*Estimator, error) {
	d := n.Description()
	if err := Fits(d); err != nil {
		return nil, err
	}
	return &Estimator{evaluator: n.NewEvaluator(), after: n.NewEvaluator(), held: d.Head(Held), wanted: d.Head(Wanted), distance: d.Head(Distance), discarded: d.Head(Discarded)}, nil
}

// See sets the observation for which the other methods return estimates, that of the
// observer at one of its own decisions, and the opponent. It does not retain o.
func (e *Estimator) See(o *indian.Observation, of game.Player) {
	opponent.HandInputs{}.Encode(e.inputs[:], o, of)
	e.evaluator.Run(e.inputs[:])
	e.evaluator.Outputs(e.holds[:], e.held)
	e.evaluator.Outputs(e.wants[:], e.wanted)
}

// MayDiscard returns one copy of each card that can be an opponent's next discard, given
// what the observer knows and if the opponent does not take a card that the observer knows:
// the cards that the opponent is known to hold, and the unseen cards.
func MayDiscard(o *indian.Observation, of game.Player) card.Bag {
	b := o.Known[of].Plus(o.Unseen())
	return card.Bag{Once: b.Once, Jokers: min(b.Jokers, 1)}
}

// NextDiscard sets dst, by card.Card.Index, to the probability of each card being an
// opponent's next discard, if the opponent does not declare. The observer of o has
// discarded the given card and so offered it to the opponent, or it is card.None, and the
// opponent knows the cards shown of the observer's hand. Cards that are not in MayDiscard have
// probability 0. NextDiscard does not need See and does not change the results of the other
// methods.
func (e *Estimator) NextDiscard(dst *[card.NumKinds]float32, o *indian.Observation, of game.Player, shown card.Bag, discarded card.Card) {
	var x opponent.HandInputs
	x.Encode(e.inputs[:], o, of)
	if discarded != card.None {
		x.Offer(e.inputs[:], shown, discarded)
	}
	e.after.Run(e.inputs[:])
	var logits [card.NumKinds]float32
	e.after.Outputs(logits[:], e.discarded)
	may := MayDiscard(o, of)
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
		dst[i] /= max(sum, 1) // the term of the most probable card is 1
	}
}

// HeldOf returns the probability that the opponent's hidden cards include at least one
// copy of c. It is undefined if all copies of c have been seen.
func (e *Estimator) HeldOf(c card.Card) float64 {
	return sigmoid(e.holds[c.Index()])
}

// InDeck sets dst, by card.Card.Index, to the probability that an unseen copy of each card is
// in the closed deck and not in the opponent's hand, for mindist.Expected. Copies of a card
// count as independent: with n of them unseen, each is in the deck with probability
// (1 − HeldOf)^(1/n). It is 0 for cards of which no copy is unseen. o must be the
// observation of the last See.
func (e *Estimator) InDeck(dst *[card.NumKinds]float32, o *indian.Observation) {
	*dst = [card.NumKinds]float32{}
	unseen := o.Unseen()
	for c := range unseen.Each() {
		dst[c.Index()] = float32(math.Pow(1-e.HeldOf(c), 1/float64(unseen.Of(c))))
	}
}

// WantedOf returns the danger of a card: the probability that it would lower the
// opponent's MinDist.
func (e *Estimator) WantedOf(c card.Card) float64 {
	return sigmoid(e.wants[c.Index()])
}

// Wanted sets dst, by card.Card.Index, to the danger of each card of a hand, and to 0 for
// other cards.
func (e *Estimator) Wanted(dst *[card.NumKinds]float32, hand card.Bag) {
	*dst = [card.NumKinds]float32{}
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		dst[cs.First().Index()] = float32(e.WantedOf(cs.First()))
	}
	if hand.Jokers > 0 {
		dst[card.Joker.Index()] = float32(e.WantedOf(card.Joker))
	}
}

// Distance sets dst to the probability of each MinDist of the opponent's hand. The last
// entry is that of Distances−1 or more. The probabilities sum to 1.
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

// Standard returns the built-in network for tables of some seats: there is one for two, and one
// for three to six. It is read once and shared by all callers. The files standard.md and
// standard-seats.md describe their training and their results. In a browser it is nil unless it
// was loaded before.
func Standard(seats int) *network.Network { return standards[nameOf(seats)]().network }

// StandardSum returns the first 12 hexadecimal digits of [network.Network.Sum] of the built-in
// network for tables of some seats, "" where there is none. A network that was trained with
// estimates of the built-in network needs the same one in play.
func StandardSum(seats int) string { return standards[nameOf(seats)]().sum }

// The files of the built-in networks.
const (
	forTwo  = "standard.safetensors"
	forMore = "standard-seats.safetensors"
)

// nameOf returns the name of the file for tables of some seats.
func nameOf(seats int) string {
	if seats > 2 {
		return forMore
	}
	return forTwo
}

// decoded is a built-in network with the first digits of its sum.
type decoded struct {
	network *network.Network
	sum     string
}

var standards = map[string]func() decoded{
	forTwo:  sync.OnceValue(func() decoded { return decode(forTwo) }),
	forMore: sync.OnceValue(func() decoded { return decode(forMore) }),
}

func decode(name string) decoded {
	data := standardFile(name)
	if data == nil {
		return decoded{}
	}
	n, err := network.Decode(data)
	if err != nil {
		panic("belief: the built-in network " + name + ": " + err.Error())
	}
	sum, err := n.Sum()
	if err != nil {
		panic("belief: the built-in network " + name + ": " + err.Error())
	}
	return decoded{n, sum[:12]}
}
