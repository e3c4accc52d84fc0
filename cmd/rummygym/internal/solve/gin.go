package solve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// ginMaxCards is the maximum size of a hand of Gin Rummy: ten cards and the card drawn.
const ginMaxCards = 11

// A ginInput is one hand as a line of JSON. Other fields are ignored.
type ginInput struct {
	Cards   []string   `json:"cards"`
	Knocker [][]string `json:"knocker"`
}

// ginWants describes the expected values of the fields of a ginInput.
var ginWants = map[string]string{
	"cards": `a list of cards such as ["AS","TD","4C"]`, "knocker": `a list of melds such as [["AS","2S","3S"]]`,
}

// A ginHand is a checked hand of Gin Rummy.
type ginHand struct {
	cards   []card.Card // in the order given
	hand    card.Cards
	knocker deadwood.Arrangement // melds to lay off on; zero: none
}

// parseGinLine is a [lineParser] for hands of Gin Rummy. An error names the field, the
// position in it, counted from 1, and the expected value.
func parseGinLine(line []byte) (solved, error) {
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
	return newGinHand(cards, melds)
}

// ginArguments returns the hand of Gin Rummy given on the command line.
func ginArguments(args []string, knocker string) (solved, error) {
	cards, err := card.ParseAll(strings.Join(args, " "))
	if err != nil {
		return nil, err
	}
	var melds [][]card.Card
	if knocker != "" {
		for i, text := range strings.Split(knocker, "/") {
			m, err := card.ParseAll(text)
			if err != nil {
				return nil, fmt.Errorf("--knocker, meld %d: %w", i+1, err)
			}
			melds = append(melds, m)
		}
	}
	return newGinHand(cards, melds)
}

// newGinHand returns the hand. It fails unless the hand has 1 to 11 cards, the groups of the
// knocker are melds, and no card occurs twice.
func newGinHand(cards []card.Card, knocker [][]card.Card) (*ginHand, error) {
	if n := len(cards); n < 1 || n > ginMaxCards {
		return nil, fmt.Errorf("a hand of %d cards, want 1 to %d", n, ginMaxCards)
	}
	if n := len(knocker); n > deadwood.MaxMelds {
		return nil, fmt.Errorf("%d melds of the knocker, want at most %d", n, deadwood.MaxMelds)
	}
	h := &ginHand{cards: cards}
	add := func(set *card.Cards, c card.Card, place string) error {
		switch {
		case c >= card.Joker:
			return fmt.Errorf("%s: %v is not a card of Gin Rummy", place, c)
		case (h.hand | h.knocker.Cards()).Has(c):
			return fmt.Errorf("%s: %v occurs for the second time, and there is only one pack", place, c)
		}
		*set = set.With(c)
		return nil
	}
	for i, c := range cards {
		if err := add(&h.hand, c, fmt.Sprintf("card %d of the hand", i+1)); err != nil {
			return nil, err
		}
	}
	for i, m := range knocker {
		for j, c := range m {
			if err := add(&h.knocker[i], c, fmt.Sprintf("meld %d of the knocker, card %d", i+1, j+1)); err != nil {
				return nil, err
			}
		}
		if !deadwood.IsMeld(h.knocker[i]) {
			return nil, fmt.Errorf("meld %d of the knocker: %s is not a meld", i+1, card.Format(ginCards(h.knocker[i])))
		}
	}
	return h, nil
}

// A ginAnswer is the answer for a hand as a line of JSON.
type ginAnswer struct {
	Melds        int           `json:"melds"`                   // number of melds in the hand
	Deadwood     int           `json:"deadwood"`                // minimum points outside melds
	BestSets     int           `json:"best_sets"`               // number of arrangements with this deadwood
	Best         [][]card.Card `json:"best"`                    // the first of them
	Unmelded     []card.Card   `json:"unmelded"`                // the cards outside it
	AfterDiscard []int         `json:"after_discard,omitempty"` // deadwood after each discard, in the order of the input
	Greedy       *ginLayOffs   `json:"greedy,omitempty"`
	Joint        *ginLayOffs   `json:"joint,omitempty"`
}

// ginLayOffs is an answer to a knock: melds, lay-offs, and the remaining cards.
type ginLayOffs struct {
	Melds    [][]card.Card `json:"melds"`
	LaidOff  []ginLayOff   `json:"laid_off"`
	Unmelded []card.Card   `json:"unmelded"`
	Deadwood int           `json:"deadwood"`
}

// ginLayOff is a card laid off and the index of the knocker's meld, from 0.
type ginLayOff struct {
	Card card.Card `json:"card"`
	Onto int       `json:"onto"`
}

// answer solves the hand.
func (h *ginHand) answer() any {
	best := deadwood.AppendBest(nil, h.hand)
	first := deadwood.Best(h.hand)
	a := ginAnswer{
		Melds:    len(deadwood.AppendMelds(nil, h.hand)),
		Deadwood: deadwood.Of(h.hand),
		BestSets: len(best),
		Best:     ginMelds(first),
		Unmelded: ginCards(h.hand &^ first.Cards()),
	}
	if len(h.cards) == ginMaxCards {
		var after [card.NumKinds]int8
		deadwood.Discards(&after, h.hand)
		for _, c := range h.cards {
			a.AfterDiscard = append(a.AfterDiscard, int(after[c.Index()]))
		}
	}
	if h.knocker.Len() > 0 {
		a.Greedy, a.Joint = h.greedy(), h.joint()
	}
	return a
}

// greedy returns the first best arrangement with the greedy lay-offs of the Java framework
// of the EAAI challenge.
func (h *ginHand) greedy() *ginLayOffs {
	melds := deadwood.Best(h.hand)
	return h.laidOff(melds, deadwood.AppendLayOffs(nil, h.hand&^melds.Cards(), h.knocker))
}

// joint returns the melds and lay-offs that together leave the minimum deadwood.
func (h *ginHand) joint() *ginLayOffs {
	melds, cards := deadwood.LayOffBest(h.hand, h.knocker)
	offs, ok := layAll(nil, cards, h.knocker)
	if !ok {
		panic(fmt.Sprintf("rummygym: %v cannot all be laid off", cards))
	}
	return h.laidOff(melds, offs)
}

// layAll returns a sequence of lay-offs for all the cards and reports whether there is one.
// It tries cards in the order of [ginCards] and melds in their order, and returns the first.
func layAll(done []deadwood.LayOff, cards card.Cards, onto deadwood.Arrangement) ([]deadwood.LayOff, bool) {
	if cards == 0 {
		return done, true
	}
	for _, c := range ginCards(cards) {
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
func (h *ginHand) laidOff(melds deadwood.Arrangement, offs []deadwood.LayOff) *ginLayOffs {
	l := &ginLayOffs{Melds: ginMelds(melds), LaidOff: []ginLayOff{}}
	left := h.hand &^ melds.Cards()
	for _, o := range offs {
		l.LaidOff = append(l.LaidOff, ginLayOff{o.Card, o.Onto})
		left = left.Without(o.Card)
	}
	l.Unmelded, l.Deadwood = ginCards(left), deadwood.PipTotal(left)
	return l
}

// ginMelds returns the melds of an arrangement as lists of cards.
func ginMelds(a deadwood.Arrangement) [][]card.Card {
	melds := make([][]card.Card, a.Len())
	for i := range melds {
		melds[i] = ginCards(a[i])
	}
	return melds
}

// ginPlace is the position of each suit in the order of the Java framework: clubs, hearts,
// spades, diamonds.
var ginPlace = [card.NumSuits]int{card.Clubs: 0, card.Hearts: 1, card.Spades: 2, card.Diamonds: 3}

// ginCards returns the cards of a set ordered by suit as in ginPlace, then ace to king.
func ginCards(cs card.Cards) []card.Card {
	cards := slices.AppendSeq([]card.Card{}, cs.Each())
	slices.SortFunc(cards, func(a, b card.Card) int {
		return cmp.Or(cmp.Compare(ginPlace[a.Suit()], ginPlace[b.Suit()]), cmp.Compare(a, b))
	})
	return cards
}
