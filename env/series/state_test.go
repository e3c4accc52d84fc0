package series_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/env/series"
	"rummygym/internal/env/gametest"
	"rummygym/internal/must"
)

// Play allocates nothing once the tables for each number of seats are there.
func TestNoAllocation(t *testing.T) {
	r := series.Pool101(3)
	r.Rejoins = 1
	gametest.NoAllocation(t, must.Get(series.New(r, clubDeal(nil)))(t), indian.Drop)
	gametest.NoAllocation(t, must.Get(series.New(series.Hollywood(), ginDeal))(t))
}

// The error of each option names it, and so do those of deals that do not fit.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		says   string
		rules  series.Rules
		change func(*series.Rules)
	}{
		{"option match is 3", series.Pool101(2), func(r *series.Rules) { r.Format = 3 }},
		{"option seats is 1", series.Pool101(2), func(r *series.Rules) { r.Seats = 1 }},
		{"option seats is 7", series.BestOf(2, 2), func(r *series.Rules) { r.Seats = 7 }},
		{"option seats is 3, and a race", series.Hollywood(), func(r *series.Rules) { r.Seats = 3 }},
		{"option max-deals is 0", series.Pool101(2), func(r *series.Rules) { r.MaxDeals = 0 }},
		{"option pool-limit is 0", series.Pool101(2), func(r *series.Rules) { r.Limit = 0 }},
		{"option pool-limit is 20", series.Pool101(2), func(r *series.Rules) { r.Limit = 20 }},
		{"option rejoins is 11", series.Pool101(2), func(r *series.Rules) { r.Rejoins = 11 }},
		{"option split is 3", series.Pool101(2), func(r *series.Rules) { r.Split = 3 }},
		{"option first-drop is -1", series.Pool101(2), func(r *series.Rules) { r.Drop = -1 }},
		{"option entry is 0", series.Pool101(2), func(r *series.Rules) { r.Entry = 0 }},
		{"option entry is 1001", series.BestOf(2, 2), func(r *series.Rules) { r.Entry = 1001 }},
		{"option match-deals is 0", series.BestOf(2, 2), func(r *series.Rules) { r.Deals = 0 }},
		{"option max-deals is 1: want at least", series.BestOf(2, 2), func(r *series.Rules) { r.MaxDeals = 1 }},
		{"option cap is -1", series.BestOf(2, 2), func(r *series.Rules) { r.Chips = -1 }},
		{"option target is 0", series.Hollywood(), func(r *series.Rules) { r.Target = 0 }},
		{"option game-bonus is -1", series.Hollywood(), func(r *series.Rules) { r.GameBonus = -1 }},
		{"option box-bonus is 1001", series.Hollywood(), func(r *series.Rules) { r.BoxBonus = 1001 }},
		{"option shut-out is 3", series.Hollywood(), func(r *series.Rules) { r.ShutOut = 3 }},
		{"option games-at-once is 2", series.Hollywood(), func(r *series.Rules) { r.Games = 2 }},
	} {
		c.change(&c.rules)
		must.Refuse(series.New(c.rules, clubDeal(nil)))(t, c.says)
	}
	must.Refuse(series.New(series.Rules{}, clubDeal(nil)))(t, "option")
	must.Refuse(series.New(series.Pool101(3), func(int) (series.Deal, error) { return indian.New(indian.Club(3)) }))(t, "a deal for 2 players has 3 seats")
	must.Refuse(series.New(series.Pool101(3), func(seats int) (series.Deal, error) {
		r := indian.Club(seats)
		r.Packs = seats
		return indian.New(r)
	}))(t, "a deal of 3 players has other cards or actions")
	must.Refuse(series.New(series.Pool101(3), func(int) (series.Deal, error) { return gin.New(gin.Small()) }))(t, "series.Watched")
	must.Refuse(series.New(series.Pool101(4), func(seats int) (series.Deal, error) { return indian.New(indian.Rules{}) }))(t, "a deal of 2 players: indian: option seats is 0")
}

// The texts of the rules differ where matches differ, and have the numbers of the rules.
func TestSections(t *testing.T) {
	text := func(r series.Rules) string {
		var b strings.Builder
		for _, s := range r.Sections() {
			b.WriteString(s.Heading + ": " + strings.Join(s.Sentences, " ") + "\n")
		}
		return b.String()
	}
	seen := map[string]string{}
	for _, c := range []struct {
		name  string
		rules series.Rules
		words []string
	}{
		{"101", series.Pool101(3), []string{"A pool of 101", "puts 100 points", "After 200 deals"}},
		{"201", series.Pool201(3), []string{"A pool of 201"}},
		{"rejoin once", with(series.Pool101(3), func(r *series.Rules) { r.Rejoins = 1 }), []string{"once", "more than 79"}},
		{"rejoin", with(series.Pool201(3), func(r *series.Rules) { r.Rejoins = 3 }), []string{"at most 3 times", "more than 174"}},
		{"automatic", with(series.Pool101(3), func(r *series.Rules) { r.Split = series.AutoSplit }), []string{"80 or more"}},
		{"agreed", with(series.Pool101(3), func(r *series.Rules) { r.Split = series.AgreedSplit }), []string{"If both agree"}},
		{"entry", with(series.Pool101(3), func(r *series.Rules) { r.Entry = 7 }), []string{"puts 7 points"}},
		{"deals", series.BestOf(2, 2), []string{"2 deals", "160 chips"}},
		{"more deals", series.BestOf(6, 2), []string{"6 deals", "480 chips"}},
		{"hollywood", series.Hollywood(), []string{"Three games", "100 points more in this game", "25 points more in each game", "count twice"}},
		{"one game", with(series.Hollywood(), func(r *series.Rules) { r.Games = 1 }), []string{"until a player has 100 points", "hand number 1000"}},
		{"no shut-out", with(series.Hollywood(), func(r *series.Rules) { r.ShutOut = series.NoShutOut }), nil},
		{"total", with(series.Hollywood(), func(r *series.Rules) { r.ShutOut = series.ShutOutTotal }), []string{"the whole difference counts twice"}},
	} {
		got := text(c.rules)
		for _, w := range c.words {
			if !strings.Contains(got, w) {
				t.Errorf("%s: the text lacks %q:\n%s", c.name, w, got)
			}
		}
		if other, ok := seen[got]; ok {
			t.Errorf("%s and %s have the same text", c.name, other)
		}
		seen[got] = c.name
	}
}

// Between deals only the answers are legal, and the error says so; a card is refused by name in a match, too.
func TestIllegal(t *testing.T) {
	r := series.Pool101(3)
	r.Limit, r.Drop, r.Rejoins = 30, 5, 1
	g := must.Get(series.New(r, clubDeal(func(r *indian.Rules) { r.FirstDrop, r.MiddleDrop = 5, 30 })))(t)
	s := g.NewTable()
	must.Fail(t, s.Apply(0), "the match is not dealt")
	g.Deal(s, rand.NewPCG(1, 1))
	must.Fail(t, s.Apply(indian.DiscardOf(card.Joker)), "of player 0 in phase draw", "no card was drawn yet")
	must.Fail(t, s.Apply(g.Rejoin()), "(rejoin) of player 0")
	for p := range game.Player(3) { // seats 0 and 1 draw, and drop in the second round
		if p < 2 {
			must.Do(t, s.Apply(indian.DrawStock))
			var legal game.Mask
			s.Legal(&legal)
			must.Do(t, s.Apply(legal.Nth(0)))
		}
	}
	must.Do(t, s.Apply(indian.DrawStock))
	var legal game.Mask
	s.Legal(&legal)
	must.Do(t, s.Apply(legal.Nth(0)))
	must.Do(t, s.Apply(indian.Drop)) // 30 points: out
	must.Do(t, s.Apply(indian.Drop))
	must.Equal(t, s.Phase(), series.Rejoining, "the phase")
	must.Equal(t, s.Current(), 0, "the player asked")
	must.Fail(t, s.Apply(indian.DrawStock), "want rejoin or leave", "phase rejoin")
	must.Do(t, s.Apply(g.Rejoin()))
	must.Do(t, s.Apply(g.Leave()))
	var o series.Observation
	s.Observe(1, &o)
	must.Equal(t, o.Scores[0], 1, "the score of a player who joins again, of one who has 0")
	must.Equal(t, len(s.Seats()), 2, "players of the second deal")
	must.Equal(t, o.Seat(1), game.NoPlayer, "the seat of a player who has left")
}

// A player who is asked between deals is told what each answer costs, and the pool is then shared as the question says.
func TestQuestions(t *testing.T) {
	deal := clubDeal(func(r *indian.Rules) { r.FirstDrop, r.MiddleDrop = 5, 30 })
	seat := func(p game.Player) string { return fmt.Sprint("seat ", p) }
	play := func(g *series.Game, drops ...bool) *series.State { // drops are the turns of the first deal
		s := g.NewTable()
		g.Deal(s, rand.NewPCG(1, 1))
		for _, drop := range drops {
			if drop {
				must.Do(t, s.Apply(indian.Drop))
				continue
			}
			must.Do(t, s.Apply(indian.DrawStock))
			var legal game.Mask
			s.Legal(&legal)
			must.Do(t, s.Apply(legal.Nth(0)))
		}
		return s
	}
	asked := func(g *series.Game, s *series.State, p game.Player, want string) {
		t.Helper()
		var o series.Observation
		s.Observe(p, &o)
		must.Equal(t, g.Question(&o, seat), want, "the question")
	}
	r := series.Pool101(3)
	r.Limit, r.Drop, r.Rejoins, r.Split = 30, 5, 1, series.AgreedSplit

	g := must.Get(series.New(r, deal))(t)
	s := play(g, false, false, false, true, true)
	out := "You are out with 30 points. Join again for another 100 points? You then continue with a score of 1. If you leave, you lose the 100 points that you paid."
	asked(g, s, 0, out)
	asked(g, s, 1, "")
	must.Do(t, s.Apply(g.Rejoin()))
	asked(g, s, 1, out) // who has just joined again does not count
	must.Do(t, s.Apply(g.Rejoin()))
	asked(g, s, s.Current(), "") // the next deal

	r.Rejoins = 0
	g = must.Get(series.New(r, deal))(t)
	s = play(g, false, false, true, true)
	asked(g, s, 1, "Share the pool of 300 points? You get 200 and seat 2 100, because you can drop once more before you are out. If either of you refuses, you play on for the whole pool.")
	must.Do(t, s.Apply(g.Split()))
	asked(g, s, 2, "seat 1 agrees to share the pool of 300 points. Do you? You get 100 and seat 1 200, because seat 1 can drop once more before going out. If you refuse, you play on for the whole pool.")
	must.Do(t, s.Apply(g.Split()))
	o := s.Outcome()
	must.Equal(t, [3]int(o.Gains[:3]), [3]int{-100, 100, 0}, "the gains")
}

// The words of a hand after which players are asked say how it ended and what they answer; those of a shared pool, who gets what.
func TestAnswersInWords(t *testing.T) {
	w := record.Words{Phrases: series.Phrases, Names: []string{"", "ann", "bob"}, You: 0}
	drop, score := record.Event{Type: record.Drop, Seat: 0}, record.Event{Type: record.Score, Seat: game.NoPlayer, Hand: 2, Winner: 1, Ending: "first-drop", Scored: []int{20, 0, 0}, Scores: []int{80, 0, 0}}
	answer := record.Passed(0, "rejoin")
	answer.Type = record.Accept
	end := record.Event{Type: record.End, Seat: game.NoPlayer, Winner: game.NoPlayer, Ending: series.SplitPool, Gains: []int{50, 50, -100}}
	must.Equal(t, strings.Join(w.Outcome([]record.Event{drop, score, answer, record.Passed(1, "split"), end}), "\n"), `You drop out of the game
First-drop: ann wins; score: you 80, ann 0, bob 0
You join again
ann plays on
The pool is shared: you +50, ann +50, bob -100`, "the words")
}
