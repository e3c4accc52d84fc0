package facts

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// GinMaxCards is the maximum size of a hand of Gin Rummy: ten cards and the card drawn.
const GinMaxCards = 11

// A ginInput is one hand as a JSON object. Other fields are ignored.
type ginInput struct {
	Cards   []string   `json:"cards"`
	Knocker [][]string `json:"knocker"`
}

// ginWants describes the expected values of the fields of a ginInput.
var ginWants = map[string]string{
	"cards": `a list of cards such as ["AS","TD","4C"]`, "knocker": `a list of melds such as [["AS","2S","3S"]]`,
}

// A GinHand is a checked hand of Gin Rummy.
type GinHand struct {
	Cards   []card.Card // in the order given
	Hand    card.Cards
	Knocker deadwood.Arrangement // melds to lay off on; zero: none
}

// ParseGinHand reads a hand from a JSON object with the fields cards and knocker (default none).
// Other fields are ignored. An error names the field, the position in it, counted from 1, and
// the expected value.
func ParseGinHand(line []byte) (*GinHand, error) {
	var in ginInput
	if err := decodeLine(line, &in, ginWants); err != nil {
		return nil, err
	}
	if in.Cards == nil {
		return nil, errors.New(`field "cards" is missing: want a list such as ["AS","TD","4C"]`)
	}
	cards, err := parseCards("cards", in.Cards)
	if err != nil {
		return nil, err
	}
	var melds [][]card.Card
	for i, words := range in.Knocker {
		m, err := parseCards("knocker", words)
		if err != nil {
			return nil, fmt.Errorf("meld %d: %w", i+1, err)
		}
		melds = append(melds, m)
	}
	return NewGinHand(cards, melds)
}

// NewGinHand returns the hand of the given cards, with the melds of a knocker to lay off on. It
// fails unless the hand has 1 to 11 cards, the groups of the knocker are melds, and no card
// occurs twice.
func NewGinHand(cards []card.Card, knocker [][]card.Card) (*GinHand, error) {
	if n := len(cards); n < 1 || n > GinMaxCards {
		return nil, fmt.Errorf("a hand of %d cards, want 1 to %d", n, GinMaxCards)
	}
	if n := len(knocker); n > deadwood.MaxMelds {
		return nil, fmt.Errorf("%d melds of the knocker, want at most %d", n, deadwood.MaxMelds)
	}
	h := &GinHand{Cards: cards}
	add := func(set *card.Cards, c card.Card, place string) error {
		switch {
		case c >= card.Joker:
			return fmt.Errorf("%s: %v is not a card of Gin Rummy", place, c)
		case (h.Hand | h.Knocker.Cards()).Has(c):
			return fmt.Errorf("%s: %v occurs for the second time, and there is only one pack", place, c)
		}
		*set = set.With(c)
		return nil
	}
	for i, c := range cards {
		if err := add(&h.Hand, c, fmt.Sprintf("card %d of the hand", i+1)); err != nil {
			return nil, err
		}
	}
	for i, m := range knocker {
		for j, c := range m {
			if err := add(&h.Knocker[i], c, fmt.Sprintf("meld %d of the knocker, card %d", i+1, j+1)); err != nil {
				return nil, err
			}
		}
		if !deadwood.IsMeld(h.Knocker[i]) {
			return nil, fmt.Errorf("meld %d of the knocker: %s is not a meld", i+1, card.Format(deadwood.Sorted(h.Knocker[i])))
		}
	}
	return h, nil
}

// A GinAnswer is the analysis of a hand of Gin Rummy.
type GinAnswer struct {
	Melds        int           `json:"melds"`                   // number of melds in the hand
	Deadwood     int           `json:"deadwood"`                // minimum points outside melds
	BestSets     int           `json:"best_sets"`               // number of arrangements with this deadwood; that without melds is one too
	Best         [][]card.Card `json:"best"`                    // the first of them
	Unmelded     []card.Card   `json:"unmelded"`                // the cards outside it
	AfterDiscard []int         `json:"after_discard,omitempty"` // deadwood after each discard, in the order of the input
	Greedy       *GinLayOffs   `json:"greedy,omitempty"`
	Joint        *GinLayOffs   `json:"joint,omitempty"`
}

// A GinLayOffs is an answer to a knock: melds, lay-offs, and the remaining cards.
type GinLayOffs struct {
	Melds    [][]card.Card `json:"melds"`
	LaidOff  []GinLayOff   `json:"laid_off"`
	Unmelded []card.Card   `json:"unmelded"`
	Deadwood int           `json:"deadwood"`
}

// A GinLayOff is a card laid off and the index of the knocker's meld, from 0.
type GinLayOff struct {
	Card card.Card `json:"card"`
	Onto int       `json:"onto"`
}

// Solve returns the analysis of the hand.
func (h *GinHand) Solve() GinAnswer {
	best := deadwood.AppendBest(nil, h.Hand)
	first := deadwood.Best(h.Hand)
	a := GinAnswer{
		Melds:    len(deadwood.AppendMelds(nil, h.Hand)),
		Deadwood: deadwood.Of(h.Hand),
		BestSets: max(1, len(best)),
		Best:     ginMelds(first),
		Unmelded: deadwood.Sorted(h.Hand &^ first.Cards()),
	}
	if len(h.Cards) == GinMaxCards {
		var after [card.NumKinds]int8
		deadwood.Discards(&after, h.Hand)
		for _, c := range h.Cards {
			a.AfterDiscard = append(a.AfterDiscard, int(after[c.Index()]))
		}
	}
	if h.Knocker.Len() > 0 {
		a.Greedy, a.Joint = h.Greedy(), h.Joint()
	}
	return a
}

// Greedy returns the first best arrangement with the greedy lay-offs of the Java framework
// of the EAAI challenge.
func (h *GinHand) Greedy() *GinLayOffs {
	melds := deadwood.Best(h.Hand)
	return h.laidOff(melds, deadwood.AppendLayOffs(nil, h.Hand&^melds.Cards(), h.Knocker))
}

// Joint returns the melds and lay-offs that together leave the minimum deadwood.
func (h *GinHand) Joint() *GinLayOffs {
	melds, cards := deadwood.LayOffBest(h.Hand, h.Knocker)
	offs, ok := layAll(nil, cards, h.Knocker)
	if !ok {
		panic(fmt.Sprintf("rummygym: %v cannot all be laid off", cards))
	}
	return h.laidOff(melds, offs)
}

// layAll returns a sequence of lay-offs for all the cards and reports whether there is one.
// It tries cards in the order of [deadwood.Sorted] and melds in their order, and returns the first.
func layAll(done []deadwood.LayOff, cards card.Cards, onto deadwood.Arrangement) ([]deadwood.LayOff, bool) {
	if cards == 0 {
		return done, true
	}
	for _, c := range deadwood.Sorted(cards) {
		for i, m := range onto[:onto.Len()] {
			if !deadwood.IsMeld(m.With(c)) {
				continue
			}
			next := onto
			next[i] = m.With(c)
			if all, ok := layAll(append(slices.Clip(done), deadwood.LayOff{Card: c, Onto: i}), cards.Without(c), next); ok {
				return all, true
			}
		}
	}
	return nil, false
}

// laidOff returns the result of melds and lay-offs.
func (h *GinHand) laidOff(melds deadwood.Arrangement, offs []deadwood.LayOff) *GinLayOffs {
	l := &GinLayOffs{Melds: ginMelds(melds), LaidOff: []GinLayOff{}}
	left := h.Hand &^ melds.Cards()
	for _, o := range offs {
		l.LaidOff = append(l.LaidOff, GinLayOff{o.Card, o.Onto})
		left = left.Without(o.Card)
	}
	l.Unmelded, l.Deadwood = deadwood.Sorted(left), deadwood.PipTotal(left)
	return l
}

// ginMelds returns the melds of an arrangement as lists of cards.
func ginMelds(a deadwood.Arrangement) [][]card.Card {
	melds := make([][]card.Card, a.Len())
	for i := range melds {
		melds[i] = deadwood.Sorted(a[i])
	}
	return melds
}
