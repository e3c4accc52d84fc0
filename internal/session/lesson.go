package session

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
)

// Lesson is a hand that teaches: its cards and the moves of the opponent are given. At each decision of the person a step says what
// there is to choose. What the step accepts is played; of any other choice the lesson says why not, and waits.
//
// Texts write cards in their notation, and numbers as {…}, which the engine computes: {cap} is an option of the rules, {points}
// and {distance} are those of the hand, {points 9C} those after an action, and {gain} is what the person won or {loss} lost.
type Lesson struct {
	Title string

	options  string      // of rules, that differ from those of the table
	starter  game.Player // in a game in which it is drawn by chance
	hands    [2]string   // of the person and of the opponent
	wildcard string
	upcard   string
	stock    string   // its first cards
	replies  []string // actions of the opponent
	steps    []step   // one for each decision of the person
	end      string   // said at the end of the hand
}

// step is a decision of the person in a lesson.
type step struct {
	text   string            // what there is to choose
	accept []string          // actions; those that cannot be chosen do not count
	why    string            // said when one of them was chosen
	wrong  map[string]string // why another action is wrong, by its name or the type of its event; discards need no words
}

// Lessons returns the lessons of a game in their order. They must not be changed.
func Lessons(t *catalog.GameType) []Lesson {
	switch t {
	case catalog.Indian:
		return indianLessons
	case catalog.Gin:
		return ginLessons
	}
	return nil
}

// Instruction is what a lesson says at the moment.
type Instruction struct {
	Title  string `json:"title"`
	Number int    `json:"number"` // of the lesson, from 1
	Of     int    `json:"of"`     // number of lessons
	Said   string `json:"said,omitempty"`
	Wrong  bool   `json:"wrong,omitempty"` // Said is why the last choice was not accepted, and otherwise why it was right
	Text   string `json:"text,omitempty"`  // what the person is to choose, or at the end what to remember; "" while the opponent moves
}

// WrongChoice reports a choice that a lesson does not accept. The game is as it was.
type WrongChoice struct{ Why string }

// Error says why the choice is wrong.
func (e *WrongChoice) Error() string { return e.Why }

// teacher is the state of a lesson; its lesson is nil in a game that is none.
type teacher struct {
	*Lesson
	said  string
	wrong bool
}

// learn sets the lesson of the configuration and its rules.
func (s *Session) learn(c *Config) error {
	t := c.Rules.Type()
	all := Lessons(t)
	if c.Lesson < 0 || c.Lesson > len(all) {
		return fmt.Errorf("lesson %d of %s: there are %d", c.Lesson, t.Title, len(all))
	}
	s.teacher.Lesson = &all[c.Lesson-1]
	r, err := catalog.ParseRules(t.Name, strings.TrimSpace(RulesName(c.Rules)+" "+s.teacher.options))
	c.Rules, c.Seat = r, 0
	return err
}

// dealLesson deals the cards of the lesson. It fails if the rules are for other players or cards.
func (s *Session) dealLesson() error {
	l := s.teacher.Lesson
	e := record.New(record.Deal, game.NoPlayer)
	e.Hands, e.Stock = [][]card.Card{card.MustParseAll(l.hands[0]), card.MustParseAll(l.hands[1])}, card.MustParseAll(l.stock)
	e.Upcard, e.Starter = card.MustParseAll(l.upcard)[0], l.starter
	rest := card.BagOf(s.game.(interface{ Deck() []card.Card }).Deck()...)
	if l.wildcard != "" {
		e.Wildcard = card.MustParseAll(l.wildcard)[0]
		rest = rest.Minus(card.BagOf(e.Wildcard))
	}
	for _, dealt := range append(e.Hands, e.Stock, []card.Card{e.Upcard}) {
		rest = rest.Minus(card.BagOf(dealt...))
	}
	e.Stock = rest.Append(e.Stock)
	return record.DealRecorded(s.game, s.state, &e)
}

// action returns an action by its text.
func (s *Session) action(text string) game.Action {
	a, err := s.game.ParseAction(text)
	if err != nil {
		panic("session: " + err.Error())
	}
	return a
}

// script is the opponent of a lesson.
type script struct {
	session *Session
	next    int
}

// Reset begins again.
func (x *script) Reset(uint64) { x.next = 0 }

// Act returns the next action.
func (x *script) Act(game.Observation, *game.Mask) (game.Action, float64) {
	x.next++
	return x.session.action(x.session.teacher.replies[x.next-1]), 1
}

// Instruction returns what the lesson says, or nil if the game is no lesson.
func (s *Session) Instruction() *Instruction {
	l := &s.teacher
	if l.Lesson == nil {
		return nil
	}
	x := &Instruction{Title: l.Title, Number: s.config.Lesson, Of: len(Lessons(s.rules.Type())), Said: l.said, Wrong: l.wrong}
	switch {
	case s.Over():
		x.Text = s.fill(l.end, s.Observe(s.Seat()))
	case s.Turn():
		x.Text = s.fill(l.steps[len(s.decisions)-1].text, s.Observe(s.Seat()))
	}
	return x
}

// accepted returns the legal actions that a step accepts.
func (s *Session) accepted(now *step, legal *game.Mask) (all []game.Action) {
	for _, text := range now.accept {
		if a := s.action(text); legal.Has(a) {
			all = append(all, a)
		}
	}
	return all
}

// judge returns a *WrongChoice if the lesson does not accept a legal action of the person.
func (s *Session) judge(a game.Action) error {
	l := &s.teacher
	d := &s.decisions[len(s.decisions)-1]
	if l.Lesson == nil || !d.legal.Has(a) {
		return nil
	}
	now := &l.steps[len(s.decisions)-1]
	best := s.accepted(now, &d.legal)
	if l.wrong = len(best) > 0 && !slices.Contains(best, a); !l.wrong {
		l.said = s.fill(now.why, d.obs)
		return nil
	}
	c := record.Choose(s.game, d.obs, a)
	why, ok := now.wrong[c.Name]
	if !ok {
		why, ok = now.wrong[string(c.Type)]
	}
	if l.said = s.fill(why, d.obs); !ok {
		l.said = s.compare(d.obs, &c, best[0])
	}
	return &WrongChoice{l.said}
}

// compare says why a discard is worse than another.
func (s *Session) compare(obs game.Observation, c *record.Choice, best game.Action) (text string) {
	hand := s.Hand(obs)
	for _, m := range hand.Melds {
		if m.Counts && slices.Contains(m.Cards, c.Card) {
			text = fmt.Sprintf("%v belongs to the %s %s. ", c.Card, m.Kind, card.Format(m.Cards))
		}
	}
	leaves := func(a game.Action) string {
		f := s.rules.Type().Facts.After(obs, a)
		words := record.Count(*f.Points, "point")
		if hand.Measure != "points" {
			words += " of " + hand.Measure
		}
		if f.Distance != nil {
			words += fmt.Sprintf(" and MinDist %d", *f.Distance)
		}
		return words
	}
	other := record.Choose(s.game, obs, best)
	return text + fmt.Sprintf("If you discard %v, your hand has %s; if you discard %v, %s.", c.Card, leaves(c.Action), other.Card, leaves(best))
}

var number = regexp.MustCompile(`\{[^}]*\}`)

// fill writes the numbers of a text. See [Lesson].
func (s *Session) fill(text string, obs game.Observation) string {
	return number.ReplaceAllStringFunc(text, func(hole string) string {
		name, action, after := strings.Cut(strings.Trim(hole, "{}"), " ")
		hand := s.Hand(obs)
		points, distance := &hand.Points, hand.Distance
		if after {
			f := s.rules.Type().Facts.After(obs, s.action(action))
			points, distance = f.Points, f.Distance
		}
		switch gain := s.Outcome().Gains[s.Seat()]; name {
		case "points":
			return fmt.Sprint(*points)
		case "distance":
			return fmt.Sprint(*distance)
		case "gain":
			return fmt.Sprint(gain)
		case "loss":
			return fmt.Sprint(-gain)
		}
		return s.rules.Options().Find(name).String()
	})
}
