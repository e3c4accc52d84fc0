package session_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/features/facts"
	"rummygym/internal/must"
	"rummygym/internal/session"
)

var taught = []*catalog.GameType{catalog.Indian, catalog.Gin}

func lessonOf(t *testing.T, r catalog.Rules, number int) *session.Session {
	t.Helper()
	s := must.Get(session.New(session.Config{Rules: r, Lesson: number}))(t)
	t.Cleanup(s.Close)
	return s
}

// learned plays a lesson by choices that it accepts, of several the one with the given number. It calls visit before each of them,
// and returns all that the lesson said.
func learned(t *testing.T, s *session.Session, number int, visit func()) (said []string) {
	t.Helper()
	for !s.Over() {
		if !s.Turn() {
			must.Get(s.Advance())(t)
			continue
		}
		said = append(said, s.Instruction().Text)
		if visit != nil {
			visit()
		}
		all := s.Accepted()
		if len(all) == 0 {
			t.Fatalf("%q: nothing is accepted", s.Instruction().Text)
		}
		must.Get(s.Apply(all[number%len(all)]))(t)
		x := s.Instruction()
		if x.Wrong || x.Said == "" {
			t.Fatalf("after %q the lesson says %+v", said[len(said)-1], x)
		}
		said = append(said, x.Said)
	}
	return append(said, s.Instruction().Text)
}

// Each lesson is played to its end by what it accepts, the move of the strongest fast agent among it. Any other choice is explained and
// changes nothing, and a discard that is not accepted leaves a worse hand than those that are.
func TestLessons(t *testing.T) {
	for _, g := range taught {
		if n := len(session.Lessons(g)); n != 3 {
			t.Fatalf("%s has %d lessons", g.Title, n)
		}
		for i := range session.Lessons(g) {
			for number := range 2 {
				s := lessonOf(t, g.Defaults(), i+1)
				learned(t, s, number, func() {
					accepted, text, events, moves := s.Accepted(), s.Instruction().Text, len(s.Events()), s.Choices()
					if h := must.Get(s.Hint())(t); number == 0 && !slices.Contains(accepted, h.Action) {
						t.Errorf("%q: %s would %s", text, h.Adviser, h.Name)
					}
					obs := s.Observe(s.Seat())
					for _, c := range moves {
						if slices.Contains(accepted, c.Action) {
							continue
						}
						_, err := s.Apply(c.Action)
						wrong, ok := errors.AsType[*session.WrongChoice](err)
						x := s.Instruction()
						if !ok || wrong.Why == "" || x.Said != wrong.Why || !x.Wrong || x.Text != text {
							t.Fatalf("%q: %s gives the error %v and the instruction %+v", text, c.Name, err, x)
						}
						if !slices.EqualFunc(s.Choices(), moves, func(a, b record.Choice) bool { return a.Action == b.Action }) || len(s.Events()) != events {
							t.Fatalf("%q: %s changes the game", text, c.Name)
						}
						if after := func(a game.Action) facts.Facts { return g.Facts.After(obs, a) }; strings.Contains(wrong.Why, "If you discard") {
							a, b := after(c.Action), after(accepted[0])
							if facts.Compare(&a, &b) <= 0 || !strings.Contains(wrong.Why, fmt.Sprintf("%d point", *a.Points)) || !strings.Contains(wrong.Why, fmt.Sprintf("%d point", *b.Points)) {
								t.Errorf("%q: %s is wrong since %q, and leaves %d points, not %d", text, c.Name, wrong.Why, *a.Points, *b.Points)
							}
						}
					}
				})
			}
		}
	}
}

// The numbers that the lessons say were counted by hand here.
func TestNumbersOfLessons(t *testing.T) {
	for _, c := range []struct {
		game, rules string
		lesson      int
		says        []string
	}{
		{"indian", "paper", 1, []string{"show 13 cards", "at most 80", "Yours count 80. MinDist, the smallest number of cards that you still need for a declaration, is 2.", "your hand counts 10, not 80", "You win 80 points"}}, // 83 points, capped
		{"indian", "paper", 2, []string{"would pay 64 points", "Your hand counts 9 after the best discard, not 64.", "8D. It is of the wild rank"}},                                                                               // 3 kings, 3 twos, 2 nines, a jack
		{"indian", "paper", 3, []string{"for 20 points. Later that costs 40.", "at most 80", "count 80 points", "You lose 20 points, and not up to 80"}},
		{"indian", "paper cap=60 first-drop=15 middle-drop=30", 3, []string{"for 15 points. Later that costs 30.", "at most 60", "You lose 15 points"}},
		{"gin", "eaai", 1, []string{"have 10 cards each", "Yours count 42.", "your deadwood is 14, not 42", "You score 96 points: the opponent's deadwood and 25 for gin"}}, // 71
		{"gin", "eaai", 2, []string{"with 10 points of deadwood", "falls from 29 to 15", "Your deadwood is 7", "You score the difference: 43 points"}},                      // 50 - 7
		{"gin", "eaai", 3, []string{"counts 20 points", "You have 5 points left", "You get 25 points and the difference, 27 in all"}},
		{"gin", "uk", 3, []string{"You get 10 points and the difference, 12 in all"}},
		{"gin", "eaai knock-limit=8 gin-bonus=30", 2, []string{"with 8 points of deadwood", "earns 30 points more"}},
	} {
		text := strings.Join(learned(t, lessonOf(t, must.Get(catalog.ParseRules(c.game, c.rules))(t), c.lesson), 0, nil), "\n")
		for _, part := range c.says {
			if !strings.Contains(text, part) {
				t.Errorf("%s %s, lesson %d does not say %q:\n%s", c.game, c.rules, c.lesson, part, text)
			}
		}
	}
	// All others are what a card counts.
	known := regexp.MustCompile(`7S only 7|\{[^}]*\}|\b[A2-9TJQK][CDHS]\b|10 points|ace 1|joker 0|counts? 10`)
	for _, g := range taught {
		for i := range session.Lessons(g) {
			for _, text := range session.Lessons(g)[i].Templates() {
				if rest := known.ReplaceAllString(text, ""); strings.ContainsAny(rest, "0123456789{}") {
					t.Errorf("%q has a number that the engine does not compute", text)
				}
			}
		}
	}
}

// Where a lesson first has a term, that sentence or the next says what it is, and a game is learned in five minutes.
func TestWordsOfLessons(t *testing.T) {
	for _, g := range taught {
		words := 0
		for number := range session.Lessons(g) {
			text := strings.Join(learned(t, lessonOf(t, g.Defaults(), number+1), 0, nil), "\n")
			words += len(strings.Fields(text))
			for term, meaning := range map[string]string{
				"sets?": "of one rank|sixes", "runs?": "of one suit", "pure sequence": "no joker|one suit in order", "jokers?": "stand for|printed joker|without a joker|it is|no joker", "wild rank": "turned up",
				"deadwood": "in no", "melds?": "A meld is a set|set of sixes|showed its melds", "knock(ed)?": "end(ed)? the hand", "lay off": "add cards", "undercut": "as low or lower", "declares?": "shows? ",
				"drop": "give up", "stock": "face down", "discard pile": "face up", "gin": "without deadwood", "MinDist": "still need",
			} {
				if number > 0 && strings.HasPrefix(term, "meld") && g == catalog.Indian {
					continue // it speaks of sets and sequences
				}
				sentences := regexp.MustCompile(`[.?]\s`).Split(text+"\n", -1)
				for i, sentence := range sentences[:len(sentences)-1] {
					sentence += ". " + sentences[i+1]
					if regexp.MustCompile(`(?i)\b` + term + `\b`).MatchString(sentences[i]) {
						if !regexp.MustCompile(meaning).MatchString(sentence) {
							t.Errorf("%s, lesson %d: %q is first in %q, which does not say %q", g.Title, number+1, term, sentence, meaning)
						}
						break
					}
				}
			}
		}
		if words > 900 { // at 180 a minute
			t.Errorf("the lessons of %s have %d words", g.Title, words)
		}
	}
}

func TestLessonsThatThereAreNot(t *testing.T) {
	for _, c := range []struct {
		game, rules string
		lesson      int
		want        string
	}{
		{"gin", "eaai", 4, "lesson 4 of Gin Rummy: there are 3"},
		{"gin", "eaai", -1, "lesson -1 of Gin Rummy: there are 3"},
		{"gin-match", "eaai", 1, "lesson 1 of Gin Rummy Match: there are 0"},
		{"indian", "club seats=4", 1, "2 hands are dealt, want 4"},
		{"gin", "seven", 1, "want 7 cards"},
	} {
		_, err := session.New(session.Config{Rules: must.Get(catalog.ParseRules(c.game, c.rules))(t), Lesson: c.lesson})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("lesson %d of %s %s: %v, want %q", c.lesson, c.game, c.rules, err, c.want)
		}
	}
	s := lessonOf(t, catalog.Indian.Defaults(), 3)
	learned(t, s, 0, nil)
	if err := s.Next(); err == nil || !strings.Contains(err.Error(), "next lesson") {
		t.Errorf("after a lesson: %v", err)
	}
}
