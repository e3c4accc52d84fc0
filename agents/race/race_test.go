package race

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/arena/stats"
	"rummygym/baselines/ginrummy"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// match returns a match of hands of gin.Classic.
func match(t *testing.T, r series.Rules) *series.Game {
	t.Helper()
	hand := gin.Classic()
	hand.Starter = gin.FirstSeat
	return must.Get(series.New(r, func(int) (series.Deal, error) { return gin.New(hand) }))(t)
}

// cardsOf returns a function that makes players of hands.
func cardsOf(t *testing.T, spec string) func() game.Agent {
	t.Helper()
	return must.Get(ginrummy.New(spec))(t)
}

// hollywood returns the rules of a number of games at once.
func hollywood(games int) series.Rules {
	r := series.Hollywood()
	r.Games = games
	return r
}

// The tables are distributions: all results, those of a knock, and what follows from playing on.
func TestHands(t *testing.T) {
	h := measured()
	near := func(what string, of ...[]float32) {
		total := float32(0)
		for _, p := range of {
			for _, q := range p {
				total += q
			}
		}
		if math.Abs(float64(total)-1) > 1e-3 {
			t.Errorf("%s: the probabilities add up to %v", what, total)
		}
	}
	near("all", h.all[:])
	for turn := range h.chances {
		for d := range h.chances[turn] {
			c := &h.chances[turn][d]
			near("knock", c.knock[:])
			if d > 0 { // a player goes gin
				near("playing on", c.ends[:], c.next[:])
			}
		}
	}
	for class := range classes {
		if h.all[class] != h.all[classes-1-class] {
			t.Error("a player has other results than its opponent")
		}
		if p := points(class); classOf(p) != class || points(classes-1-class) != -p {
			t.Errorf("class %d has %d points, which are of class %d", class, p, classOf(p))
		}
	}
	must.Refuse(decode(file[:size-1]))(t, "want")
}

// sheet is the score of a race, kept as a person keeps it.
type sheet struct {
	r      series.Rules
	points [][2]int
	boxes  [][2]int
	over   []bool
	next   [2]int // games in which the wins of a player count, without its next one
	gain   int    // of player 0
}

// enter enters a hand that player w wins.
func (s *sheet) enter(w, points int) {
	for i := s.next[w]; i < s.r.Games; i++ {
		if !s.over[i] {
			s.next[w] = i + 1
			break
		}
	}
	sign := 1 - 2*w
	for i := range s.next[w] {
		if s.over[i] {
			continue
		}
		s.points[i][w] += points
		s.boxes[i][w]++
		s.gain += sign * (points + s.r.BoxBonus)
		if s.points[i][w] >= s.r.Target {
			s.over[i] = true
			s.gain += sign * s.r.GameBonus
			if s.boxes[i][1-w] == 0 {
				s.gain += sign * s.r.GameBonus
			}
		}
	}
}

// The values of a score are the mean gains of simulated matches from there on, with hands from the measured distribution. With several games they
// are near: they do not know that a game which ends is passed over.
func TestValues(t *testing.T) {
	h := measured()
	rng := rand.New(rand.NewPCG(5, 5))
	for _, c := range []struct {
		games int
		start []int // points of the hands before, below 0 those of player 1
	}{
		{1, []int{60, -20}}, {1, []int{-90}}, {1, []int{45, -80, 20}}, {3, []int{40}}, {3, []int{-30, -30, 50}}, {3, []int{-110, -30, 20, 60}},
	} {
		r := hollywood(c.games)
		begin := func() *sheet {
			s := &sheet{r: r, points: make([][2]int, r.Games), boxes: make([][2]int, r.Games), over: make([]bool, r.Games)}
			for _, p := range c.start {
				s.enter(winner(p))
			}
			s.gain = 0
			return s
		}
		o := &series.Observation{Rules: &r, Self: 0}
		for i, s := 0, begin(); i < r.Games; i++ {
			o.Games[i] = series.GameScore{Points: s.points[i], Boxes: s.boxes[i], Over: s.over[i]}
		}
		worth := valuesOf(&r).worth(o)
		var gains []float64
		for range 30_000 {
			s := begin()
			for slices.Contains(s.over, false) {
				u, class := rng.Float32(), 0
				for ; class < classes-1; class++ {
					if u -= h.all[class]; u < 0 {
						break
					}
				}
				if class != half {
					s.enter(winner(points(class)))
				}
			}
			gains = append(gains, float64(s.gain))
		}
		most := 0.0
		if c.games > 1 {
			most = 0.15 * math.Abs(float64(worth[half]))
		}
		if mean := stats.MeanOf(gains); math.Abs(mean.Value-float64(worth[half])) > 4*mean.StdErr+most {
			t.Errorf("%d games after %v: the value is %.1f, and simulated matches gain %.1f ± %.1f", c.games, c.start, worth[half], mean.Value, mean.StdErr)
		}
	}
}

// winner returns who wins by a result of player 0, and the points.
func winner(gain int) (w, points int) {
	if gain < 0 {
		return 1, -gain
	}
	return 0, gain
}

// No fixed limit of deadwood is worth more in a hand than the plan.
func TestPlan(t *testing.T) {
	r := hollywood(1)
	for _, score := range [][2]int{{0, 0}, {90, 0}, {0, 90}, {50, 70}, {99, 99}} {
		o := &series.Observation{Rules: &r}
		o.Games[0].Points = score
		p := New(nil, true)
		p.plan(o)
		worth := valuesOf(&r).worth(o)
		value := func(knock func(turn, left int) bool) (first [deadwoods]float64) {
			var best [deadwoods]float64
			for turn := turns - 1; turn >= 0; turn-- {
				var now [deadwoods]float64
				for d := range now {
					c := &measured().chances[turn][d]
					of := &c.ends
					if knock(turn, d) {
						of = &c.knock
					} else {
						for next, q := range c.next {
							now[d] += float64(q) * best[next]
						}
					}
					for class, q := range of {
						now[d] += float64(q * worth[class])
					}
				}
				best = now
				if turn == 3 {
					first = now
				}
			}
			return first
		}
		planned := value(func(turn, left int) bool { return p.knock[turn][left] || turn == turns-1 })
		for limit := range deadwoods {
			fixed := value(func(turn, left int) bool { return left <= limit || turn == turns-1 })
			for d := range deadwoods {
				if fixed[d] > planned[d]+0.3 { // the plan of the last turn takes two of them
					t.Errorf("score %v, deadwood %d: a limit of %d is worth %.2f, the plan %.2f", score, d, limit, fixed[d], planned[d])
				}
			}
		}
	}
}

// A player plays legal actions, and equal seeds give equal matches. By the score it knocks at chances at which its twin plays on, and the other
// way round.
func TestPlaysMatches(t *testing.T) {
	aware, blind := New(cardsOf(t, "sigra"), true), New(cardsOf(t, "sigra"), false)
	earlier, later := 0, 0
	for _, games := range []int{1, 3} {
		table := agents.NewTable(match(t, hollywood(games)))
		for i := range uint64(20) {
			var gains [2]int
			for again := range gains {
				table.Deal(3, i, aware, blind)
				must.Do(t, table.Play(func(d *agents.Decision) error {
					o := d.Obs.(*series.Observation)
					turn, left, ok := at(o.Deal.(*gin.Observation), d.Legal)
					if !ok || d.Player != 0 {
						return nil
					}
					twin := New(nil, false)
					twin.plan(o)
					switch knocks := d.Action == gin.Knock; {
					case left == 0 && !knocks:
						t.Fatal("it does not go gin")
					case knocks && !twin.knock[turn][left]:
						earlier++
					case !knocks && twin.knock[turn][left]:
						later++
					}
					return nil
				}))
				gains[again] = table.State().Outcome().Gains[0]
			}
			if gains[0] != gains[1] {
				t.Fatalf("equal seeds give the gains %v", gains)
			}
		}
	}
	if earlier == 0 || later == 0 {
		t.Errorf("it knocks %d times where its twin plays on, and plays on %d times where that knocks", earlier, later)
	}
}
