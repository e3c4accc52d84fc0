package terminal

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func flat(groups [][]card.Card) []card.Card { return slices.Concat(groups...) }

// Random changes lose no card, and a card that is moved is where its number says.
func TestArrange(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	all := slices.Collect(card.All.Each())
	for range 300 {
		src.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		hand := slices.Clone(all[:13])
		groups := [][]card.Card{slices.Clone(hand)}
		for range 40 {
			i, by := src.IntN(len(hand)), 2*src.IntN(2)-1
			before := flat(groups)
			if src.IntN(3) == 0 {
				groups = split(groups, i)
				must.Equal(t, flat(groups), before, "after split")
			} else {
				moved, at := step(groups, i, by)
				if flat(moved)[at] != before[i] {
					t.Fatalf("card %d of %v moved by %d is not at %d of %v", i, groups, by, at, moved)
				}
				groups = moved
			}
			if slices.ContainsFunc(groups, func(g []card.Card) bool { return len(g) == 0 }) {
				t.Fatalf("%v has an empty group", groups)
			}
			// A card goes, another comes.
			gone, next := src.IntN(len(hand)), all[13+src.IntN(39)]
			if slices.Contains(hand, next) {
				continue
			}
			want := slices.DeleteFunc(flat(groups), func(c card.Card) bool { return c == hand[gone] })
			hand[gone] = next
			groups = arranged(groups, hand)
			must.Equal(t, flat(groups), append(want, next), "after a turn")
		}
	}
	if got := arranged(nil, nil); got != nil {
		t.Errorf("no cards are arranged as %v", got)
	}
}

// The person's order of the hand stays from turn to turn.
func TestOwnHand(t *testing.T) {
	m := started(newSession(t, "indian", "paper", "min-dist", 3), 0)
	press(m, "Right") // before the draw, too
	first := m.cards()[0]
	press(m, ">")
	press(m, "|")
	if m.cards()[1] != first || len(m.groups()) < 3 {
		t.Fatalf("the hand is %v", m.groups())
	}
	want := m.groups()
	press(m, "1")
	drawn := m.scene.hands[0].drawn
	last := len(want) - 1
	want[last] = append(want[last], drawn)
	must.Equal(t, m.groups(), want, "after the draw")
	for m.cards()[m.cursor] != drawn {
		press(m, "Right")
	}
	press(m, "Enter")
	want[last] = want[last][:len(want[last])-1]
	must.Equal(t, m.groups(), want, "after the discard")
	press(m, "s")
	if m.order.own != nil {
		t.Error("sorting keeps the person's order")
	}
}

// Without help the screen counts cards alone.
func TestNoHelp(t *testing.T) {
	for _, game := range []string{"indian", "gin"} {
		m := newScreen(newSession(t, game, map[string]string{"indian": "paper declaring=any-cards", "gin": "eaai"}[game], map[string]string{"indian": "min-dist", "gin": "simple"}[game], 3), 0, helpNone)
		follow(m, m.Init())
		for range 12 {
			text := ansi.Strip(m.draw())
			for _, word := range []string{"MinDist", "deadwood", "points,", "unmelded", "(set)", "h hint"} {
				if strings.Contains(text, word) {
					t.Fatalf("without help the screen says %q:\n%s", word, text)
				}
			}
			press(m, "h")
			press(m, "s")
			if press(m, "Enter"); m.over {
				break
			}
		}
	}
}

// A wrong declaration is not called wrong without help.
func TestNoHelpJudgesNoDeclaration(t *testing.T) {
	m := newScreen(newSession(t, "indian", "paper declaring=any-cards", "min-dist", 3), 0, helpNone)
	follow(m, m.Init())
	press(m, "1")
	press(m, "2")
	if m.question != "You then show your hand. Declare?" {
		t.Errorf("it asks %q", m.question)
	}
}

// Learning says what the last turn missed.
func TestLearning(t *testing.T) {
	m := newScreen(newSession(t, "indian", "paper", "min-dist", 3), 0, helpLearn)
	follow(m, m.Init())
	press(m, "1")
	press(m, "a") // of the best group
	press(m, "Enter")
	if text := strings.Join(m.lessons, " "); !strings.Contains(text, "Missed: ") || !strings.Contains(text, "MinDist") {
		t.Errorf("the lessons are %q", text)
	}
	for range 2 { // a turn as the adviser plays it
		h := must.Get(m.session.Hint())(t)
		for _, key := range keysFor(t, m, h.Action) {
			press(m, key)
		}
	}
	if text := ansi.Strip(m.draw()); len(m.lessons) > 0 || !strings.Contains(text, "Nothing missed in your last turn.") {
		t.Errorf("the lessons are %q:\n%s", m.lessons, text)
	}
}
