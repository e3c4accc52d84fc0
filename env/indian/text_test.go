package indian

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// said returns the numbers that an expression finds in the rules in words.
func said(t *testing.T, r Rules, expression string) (numbers []int) {
	t.Helper()
	found := regexp.MustCompile(expression).FindStringSubmatch(r.Text())
	if found == nil {
		t.Fatalf("the text of %+v says nothing of the form %s", r, expression)
	}
	for _, text := range found[1:] {
		numbers = append(numbers, must.Get(strconv.Atoi(text))(t))
	}
	return numbers
}

// discardDrawn plays a turn in which the card drawn from the closed deck is discarded.
func discardDrawn(t *testing.T, s *State) {
	t.Helper()
	must.Do(t, s.Apply(DrawStock))
	must.Do(t, s.Apply(DiscardOf(s.drawn)))
}

// wordsRules are rules whose numbers differ from each other.
func wordsRules() []Rules {
	odd := Club(2)
	odd.FirstDrop, odd.MiddleDrop, odd.Cap, odd.MaxRounds = 11, 33, 55, 5
	short := odd
	short.HandSize, short.Recycling, short.Counting, short.Relief = 10, NoRecycling, HalfTurns, NoRelief
	return []Rules{Paper(), Paper52(), Club(2), Released(), odd, short}
}

// The costs that the text names are those of games that are played.
func TestTextCosts(t *testing.T) {
	for _, r := range wordsRules() {
		r.Declaring = AnyCards
		g := newGame(t, r)
		s := g.NewTable()
		pays := func(want int, name string) {
			t.Helper()
			if gains := s.Outcome().Gains; gains[0] != -want || gains[1] != want {
				t.Errorf("%+v: %s gains %v, and the text says %d", r, name, gains, want)
			}
		}
		drops := said(t, r, `costs (\d+) points at your first turn and (\d+) points later, and the other player wins`)
		g.Deal(s, rand.NewPCG(1, 1))
		must.Do(t, s.Apply(Drop))
		pays(drops[0], "a first drop")
		g.Deal(s, rand.NewPCG(1, 1))
		discardDrawn(t, s)
		discardDrawn(t, s)
		must.Do(t, s.Apply(Drop))
		pays(drops[1], "a middle drop")
		g.Deal(s, rand.NewPCG(1, 1))
		must.Do(t, s.Apply(DrawStock))
		must.Do(t, s.Apply(DeclareWith(s.drawn)))
		pays(said(t, r, `A declaration with other cards is wrong: it costs (\d+) points`)[0], "a wrong declaration")
	}
}

// A player who has no meld when the other one declares pays what the text says, and so does one who had no turn.
func TestTextDeclared(t *testing.T) {
	for _, r := range wordsRules()[:5] {
		g := newGame(t, r)
		hands := [2][]card.Card{
			must.Get(card.ParseAll("4H 5H 6H 7H 8S 9S TS KC KD KS QC QD QS"))(t),
			must.Get(card.ParseAll("AC AD KH QH JC JD 9C 9D 7C 7S 5C 5D 3C"))(t),
		}
		most := said(t, r, `A player pays at most (\d+) points`)[0]
		for turns, first := range []game.Player{0, 1} { // the seat with the good hand
			s := g.NewTable()
			rest := card.BagOf(g.Deck()...)
			var deck []card.Card
			for i := range r.HandSize {
				deck = append(deck, hands[first][i], hands[1-first][i])
			}
			if r.Dealing == Blocks {
				deck = append(append(deck[:0:0], hands[first]...), hands[1-first]...)
			}
			deck = append(deck, must.Get(card.ParseAll("2C"))(t)...) // the wildcard
			for _, c := range deck {
				rest.Remove(c)
			}
			deck = rest.Append(deck)
			must.Do(t, g.DealDeck(s, deck, 1))
			for range turns {
				discardDrawn(t, s)
			}
			must.Do(t, s.Apply(DrawStock))
			must.Do(t, s.Apply(DeclareWith(s.drawn)))
			want := most
			if turns == 0 && strings.Contains(r.Text(), "before the first turn of this player") {
				want = said(t, r, `at most (\d+) before the first turn of this player`)[0]
			}
			if o := s.Outcome(); o.Gains[first] != want || o.Ending != Declared {
				t.Errorf("%+v: a declaration after %d turns is %+v, and the text says %d", r, turns, o, want)
			}
		}
	}
}

// The example of a declaration is valid, and costs nothing.
func TestTextExample(t *testing.T) {
	odd := Paper()
	odd.Ranks, odd.Suits, odd.HandSize, odd.Requirement = 5, 3, 7, OnePure
	ten := Paper()
	ten.HandSize = 10
	src := rand.NewPCG(3, 3)
	for i, r := range append(anyRules(src, 300), Paper(), ten, odd) {
		size := r.HandSize
		_, example, _ := strings.Cut(r.Text(), "Example: ")
		example, _, _ = strings.Cut(example, ".")
		example = regexp.MustCompile(`\(.*?\)|[a-z,;]`).ReplaceAllString(strings.ReplaceAll(example, "a joker", "JK"), "")
		hand := card.BagOf(must.Get(card.ParseAll(example))(t)...)
		wild := card.NoRank
		if r.usual() {
			wild = card.Queen
		}
		if hand.Count() != size || !r.Deck().Contains(hand.Minus(card.Bag{Jokers: 1})) || !r.CanDeclare(hand, wild) || r.MinScore(hand, wild) != 0 {
			t.Errorf("rules %d, %+v: the example %s is no declaration of %d cards", i, r, example, size)
		}
	}
}
