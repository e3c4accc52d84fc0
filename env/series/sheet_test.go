package series_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/env/series"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "play 2,000 matches of each format and number of seats")

// sheet is a score sheet as a person keeps it: it reads what happens at the table, counts the points of each deal from the cards
// that are shown, and says who is dealt in next, who is asked what, and how the match ends. It shares nothing with the engine
// but the value of a hand (package meld).
type sheet struct {
	t     *testing.T
	rules series.Rules
	deal  indian.Rules // of Indian Rummy; the seats are those of the match
	gin   gin.Rules
	n     int

	score, entries []int
	in             []bool

	// of the deal
	deals, starter int
	dealt          []bool
	turns          []int
	pays           []int // what leaving costs, -1 for players who have not left
	wild           card.Rank
	declarer       int
	ended          []game.Ending // how each player ended the deal or left it
	part           game.Part     // of the last deal

	// what must follow
	asked  []int // players who are asked, in order
	asks   string
	agreed int
	joined []int // players who have just joined again
	over   bool
	ending game.Ending
	gains  []int

	// of a race
	points, boxes [][2]int
	won           []int // of each game: the winner, -1 while it is played
	reach         [2]int
	noWinner      bool

	seen map[string]int
}

func newSheet(t *testing.T, r series.Rules, deal indian.Rules, of gin.Rules, seen map[string]int) *sheet {
	s := &sheet{t: t, rules: r, deal: deal, gin: of, n: r.Seats, seen: seen, starter: -1}
	for range s.n {
		chips := 0
		if r.Format == series.Deals {
			chips = r.Deals * r.Chips
		}
		s.score, s.entries, s.in = append(s.score, chips), append(s.entries, 1), append(s.in, true)
	}
	for range r.Games {
		s.points, s.boxes, s.won = append(s.points, [2]int{}), append(s.boxes, [2]int{}), append(s.won, -1)
	}
	return s
}

// read reads the next event.
func (s *sheet) read(e *record.Event) {
	s.t.Helper()
	if s.over && e.Type != record.End {
		s.t.Fatalf("after the end there is the event %s", e.Type)
	}
	if len(s.asked) > 0 && e.Type != record.Accept && e.Type != record.Pass {
		s.t.Fatalf("seat %d is to be asked: %s, and there is the event %s", s.asked[0], s.asks, e.Type)
	}
	p := int(e.Seat)
	switch e.Type {
	case record.Deal:
		s.begin(e)
	case record.Draw:
		s.turns[p]++
	case record.Drop:
		if s.turns[p] == 0 {
			s.pays[p], s.ended[p] = s.deal.FirstDrop, indian.FirstDrop
		} else {
			s.pays[p], s.ended[p] = s.deal.MiddleDrop, indian.MiddleDrop
		}
	case record.Declare:
		if e.Valid {
			s.declarer, s.ended[p] = p, indian.Declared
		} else {
			s.pays[p], s.ended[p] = s.deal.Cap, indian.WrongDeclaration
		}
	case record.Knock:
		s.ended[p] = "knock"
	case record.Score:
		s.end(e)
	case record.Accept, record.Pass:
		if len(s.asked) > 0 {
			s.answer(e)
		} else if e.Phase == "rejoin" || e.Phase == "split" {
			s.t.Fatalf("seat %d is asked %s", p, e.Phase)
		}
	case record.End:
		s.check(e)
	}
}

// begin begins a deal.
func (s *sheet) begin(e *record.Event) {
	s.t.Helper()
	s.deals++
	var dealt []bool
	for _, hand := range e.Hands {
		dealt = append(dealt, len(hand) > 0)
	}
	if !slices.Equal(dealt, s.in) {
		s.t.Fatalf("deal %d is dealt to %v, want %v", s.deals, dealt, s.in)
	}
	next := 0
	if s.deals > 1 {
		next = s.starter
		if !s.noWinner {
			next++
		}
		for !s.in[next%s.n] {
			next++
		}
	}
	if s.starter = next % s.n; int(e.Starter) != s.starter || e.Hand != s.deals {
		s.t.Fatalf("seat %d begins deal %d, want seat %d and deal %d", e.Starter, e.Hand, s.starter, s.deals)
	}
	s.dealt, s.turns, s.pays, s.declarer, s.wild = dealt, make([]int, s.n), make([]int, s.n), -1, e.Wild
	s.ended, s.part = make([]game.Ending, s.n), game.Part{}
	for p := range s.pays {
		s.pays[p] = -1
	}
}

// end scores the deal and says what follows.
func (s *sheet) end(e *record.Event) {
	s.t.Helper()
	scored := make([]int, s.n)
	if s.rules.Format == series.Race {
		s.endRace(e, scored)
	} else {
		s.endIndian(e, scored)
	}
	s.part.Ending, s.part.Winner = e.Ending, e.Winner
	for p := range s.score {
		s.score[p] += scored[p]
		x := &s.part.Seats[p]
		x.Played, x.Ended = s.dealt[p], s.ended[p]
		if x.Ended == "knock" {
			x.Ended, x.Left = e.Ending, e.Points[p]
		}
		switch w := &s.part.Seats[max(0, e.Winner)]; {
		case s.rules.Format == series.Deals:
			x.Gain = scored[p]
		case s.rules.Format == series.Pool:
			x.Gain -= scored[p]
			w.Gain += scored[p]
		case int(e.Winner) == p:
			x.Gain, s.part.Seats[1-p].Gain = scored[p], -scored[p]
		}
	}
	if !slices.Equal(e.Scored, scored) || !slices.Equal(e.Scores, s.score) {
		s.t.Fatalf("deal %d scores %v, in all %v; want %v, in all %v", s.deals, e.Scored, e.Scores, scored, s.score)
	}
	switch s.rules.Format {
	case series.Pool:
		s.afterPool()
	case series.Deals:
		s.afterChips()
	}
}

// endIndian sets what each player scores in a deal of Indian Rummy.
func (s *sheet) endIndian(e *record.Event, scored []int) {
	s.t.Helper()
	cost := func(p int) int {
		return min(s.deal.Cap, s.deal.MinScore(card.BagOf(e.Hands[p]...), s.wild))
	}
	winner := s.declarer
	if winner < 0 && e.Ending != indian.RoundLimit && e.Ending != indian.StockOut { // the others have left
		for p := range s.n {
			if s.dealt[p] && s.pays[p] < 0 {
				if winner >= 0 {
					s.t.Fatalf("deal %d has ended, and seats %d and %d play", s.deals, winner, p)
				}
				winner = p
			}
		}
	}
	limited := winner < 0
	if limited { // the engine breaks ties by suits
		winner = int(e.Winner)
		for p := range s.n {
			if s.dealt[p] && s.pays[p] < 0 && cost(p) < cost(winner) {
				s.t.Fatalf("seat %d wins deal %d at the limit with %d points, and seat %d has %d", winner, s.deals, cost(winner), p, cost(p))
			}
		}
	}
	total := 0
	for p := range s.n {
		pay := 0
		switch {
		case !s.dealt[p] || p == winner:
		case s.pays[p] >= 0:
			pay = s.pays[p]
		case limited:
			pay = cost(p) - cost(winner)
		case s.turns[p] == 0 && s.deal.Relief == indian.AtMostFirstDrop:
			pay = min(cost(p), s.deal.FirstDrop)
		default:
			pay = cost(p)
		}
		total += pay
		if s.rules.Format == series.Pool {
			scored[p] = pay
		} else {
			scored[p] = -pay
		}
	}
	if s.rules.Format == series.Deals {
		scored[winner] = total
	}
}

// endRace sets what the players score in a hand of Gin Rummy, and enters it into the games.
func (s *sheet) endRace(e *record.Event, scored []int) {
	s.t.Helper()
	w := int(e.Winner)
	if s.noWinner = w < 0; !s.noWinner {
		own, other := e.Points[w], e.Points[1-w]
		switch e.Ending {
		case gin.Gin:
			scored[w] = s.gin.GinBonus + other
		case gin.Knocked:
			scored[w] = other - own
		case gin.Undercut:
			scored[w] = s.gin.UndercutBonus + other - own
		}
		// The win goes into one more game than the one before, if there is one in play, and into all games in play before it.
		for i := s.reach[w]; i < len(s.won); i++ {
			if s.won[i] < 0 {
				s.reach[w] = i + 1
				break
			}
		}
		for i := range s.reach[w] {
			if s.won[i] < 0 {
				s.points[i][w] += scored[w]
				s.boxes[i][w]++
				if s.points[i][w] >= s.rules.Target {
					s.won[i] = w
				}
			}
		}
	}
	if !slices.Contains(s.won, -1) {
		s.finish(series.TargetReached)
	} else if s.deals == s.rules.MaxDeals {
		s.finish(series.DealLimit)
	}
	if !s.over {
		return
	}
	gain := 0
	for i, w := range s.won {
		of := func(p int) int { return s.points[i][p] + s.rules.BoxBonus*s.boxes[i][p] }
		won := of(0) - of(1)
		if w >= 0 {
			shut := s.boxes[i][1-w] == 0
			bonus := s.rules.GameBonus * (1 - 2*w)
			if shut {
				s.seen["shut-out"]++
			}
			if shut && s.rules.ShutOut == series.ShutOutBonus {
				bonus += bonus
			}
			won += bonus
			if shut && s.rules.ShutOut == series.ShutOutTotal {
				won += won
			}
		}
		gain += won
	}
	s.gains = []int{gain, -gain}
}

// left returns the players who are in.
func (s *sheet) left() (all []int) {
	for p, in := range s.in {
		if in {
			all = append(all, p)
		}
	}
	return all
}

// afterPool puts players out, and asks them whether they join again.
func (s *sheet) afterPool() {
	var out []int
	for p := range s.n {
		if s.in[p] && s.score[p] >= s.rules.Limit {
			s.in[p] = false
			out = append(out, p)
		}
	}
	if len(out) > 0 {
		s.seen["out"]++
	}
	if len(out) > 1 {
		s.seen["several out"]++
	}
	for _, p := range out {
		// With 101 points and a drop of 20 nobody may have more than 79, with 201 and 25 more than 174.
		if s.entries[p] <= s.rules.Rejoins && s.highest() <= s.rules.Limit-s.rules.Drop-2 {
			s.asked = append(s.asked, p)
		}
	}
	if s.asks = "rejoin"; len(s.asked) == 0 {
		s.afterAsking()
	}
}

// highest returns the highest score of the players who have stayed in: of those who are in, without players who have just joined
// again.
func (s *sheet) highest() (most int) {
	for _, p := range s.left() {
		if !slices.Contains(s.joined, p) {
			most = max(most, s.score[p])
		}
	}
	return most
}

// answer reads the answer of a player who is asked.
func (s *sheet) answer(e *record.Event) {
	s.t.Helper()
	p := s.asked[0]
	if int(e.Seat) != p || e.Phase != s.asks {
		s.t.Fatalf("seat %d answers %s, want seat %d and %s", e.Seat, e.Phase, p, s.asks)
	}
	s.seen[s.asks+" "+string(e.Type)]++
	s.asked = s.asked[1:]
	if s.asks == "split" {
		if e.Type == record.Pass {
			s.asked = nil
		} else if s.agreed++; s.agreed == 2 {
			s.splitAgreed()
		}
		return
	}
	if e.Type == record.Accept {
		s.score[p] = s.highest() + 1
		s.in[p] = true
		s.entries[p]++
		s.joined = append(s.joined, p)
		if !slices.Equal(e.Scores, s.score) {
			s.t.Fatalf("after the rejoin of seat %d the scores are %v, want %v", p, e.Scores, s.score)
		}
	}
	if len(s.asked) == 0 {
		s.joined = nil
		s.afterAsking()
	}
}

// afterAsking ends the pool, or asks the last two whether they share it.
func (s *sheet) afterAsking() {
	left := s.left()
	near := true // nobody is further from the limit than a first drop and a point
	for _, p := range left {
		near = near && s.score[p] >= s.rules.Limit-s.rules.Drop-1
	}
	switch {
	case len(left) == 1:
		s.finish(series.LastPlayer)
		s.share(left, nil)
	case s.rules.Split == series.AutoSplit && s.n > 2 && len(left) < 4 && near:
		s.finish(series.SplitPool)
		s.share(left, nil)
	case s.deals == s.rules.MaxDeals:
		s.finish(series.DealLimit)
		low := s.score[left[0]]
		for _, p := range left {
			low = min(low, s.score[p])
		}
		s.share(slices.DeleteFunc(left, func(p int) bool { return s.score[p] != low }), nil)
	case s.rules.Split == series.AgreedSplit && s.n > 2 && len(left) == 2:
		total := 0
		for _, n := range s.entries {
			total += n
		}
		a, b := s.drops(left[0]), s.drops(left[1])
		if max(a-b, b-a) < total {
			s.asked, s.asks, s.agreed = left, "split", 0
		}
	}
}

// drops counts the drops that a player has left.
func (s *sheet) drops(p int) (n int) {
	for score := s.score[p] + s.rules.Drop; score < s.rules.Limit; score += s.rules.Drop {
		n++
	}
	return n
}

// splitAgreed shares the pool between the last two.
func (s *sheet) splitAgreed() {
	left := s.left()
	a, b := s.drops(left[0]), s.drops(left[1])
	s.finish(series.SplitPool)
	s.share(left, []int{s.rules.Entry * max(0, a-b), s.rules.Entry * max(0, b-a)})
}

// share pays the pool to the winners: what each gets first, then equal parts, a point more for the lowest seats if they are not whole.
func (s *sheet) share(winners, first []int) {
	pool := 0
	s.gains = make([]int, s.n)
	for p, n := range s.entries {
		pool += n * s.rules.Entry
		s.gains[p] = -n * s.rules.Entry
	}
	for i, more := range first {
		s.gains[winners[i]] += more
		pool -= more
	}
	for pool > 0 {
		for _, p := range winners {
			if pool > 0 {
				s.gains[p]++
				pool--
			}
		}
	}
	if len(winners) > 1 {
		s.seen["shared"]++
	}
}

// afterChips ends a match for chips unless several players lead after its last deal.
func (s *sheet) afterChips() {
	if s.deals < s.rules.Deals {
		return
	}
	left := s.left()
	most := s.score[left[0]]
	for _, p := range left {
		most = max(most, s.score[p])
	}
	for _, p := range left {
		s.in[p] = s.score[p] == most
	}
	leaders := s.left()
	if len(leaders) > 1 {
		s.seen["tie"]++
	}
	if len(leaders) == 1 {
		s.finish(series.DealsPlayed)
		s.share(leaders, nil)
	} else if s.deals == s.rules.MaxDeals {
		s.finish(series.DealLimit)
		s.share(leaders, nil)
	}
}

func (s *sheet) finish(how game.Ending) { s.over, s.ending = true, how; s.seen[string(how)]++ }

// check compares the end of the match.
func (s *sheet) check(e *record.Event) {
	s.t.Helper()
	if !s.over || e.Ending != s.ending || !slices.Equal(e.Gains, s.gains) || e.Rounds != s.deals {
		s.t.Fatalf("the match ends by %s after %d deals with gains %v; want %t, %s, %d, %v", e.Ending, e.Rounds, e.Gains, s.over, s.ending, s.deals, s.gains)
	}
	winner := -1
	if s.rules.Format == series.Race {
		for p, gain := range s.gains {
			if gain > 0 {
				winner = p
			}
		}
	} else if best := slices.Max(s.gains); s.ending == series.LastPlayer || s.ending == series.DealsPlayed || s.ending == series.DealLimit && s.alone(best) {
		winner = slices.Index(s.gains, best)
	}
	if int(e.Winner) != winner {
		s.t.Fatalf("seat %d wins, want seat %d (gains %v)", e.Winner, winner, s.gains)
	}
}

// alone reports whether one player gets the whole pool, and so the best gain.
func (s *sheet) alone(best int) bool {
	pool := 0
	for _, n := range s.entries {
		pool += n * s.rules.Entry
	}
	i := slices.Index(s.gains, best)
	return s.gains[i]+s.entries[i]*s.rules.Entry == pool
}

// format is a format of matches for the oracle.
type format struct {
	name  string
	rules func(rng *rand.Rand, seats int) series.Rules
	seats []int
	sees  []string // what must happen in some match
}

var formats = []format{
	{"pool 101", func(rng *rand.Rand, seats int) series.Rules { return anyPool(rng, series.Pool101(seats)) }, []int{2, 3, 4, 5, 6}, []string{"out", "last-player"}},
	{"pool 201", func(rng *rand.Rand, seats int) series.Rules { return anyPool(rng, series.Pool201(seats)) }, []int{2, 3, 4, 5, 6}, []string{"out", "last-player"}},
	{"deals", func(rng *rand.Rand, seats int) series.Rules {
		r := series.BestOf(1+rng.IntN(6), seats)
		r.MaxDeals = r.Deals + rng.IntN(3)
		return r
	}, []int{2, 3, 4, 5, 6}, []string{"deals-played"}},
	{"gin", func(rng *rand.Rand, _ int) series.Rules { r := anyRace(rng); r.Games = 1; return r }, []int{2}, []string{"target-reached", "shut-out"}},
	{"hollywood", func(rng *rand.Rand, _ int) series.Rules { return anyRace(rng) }, []int{2}, []string{"target-reached", "shut-out"}},
}

// anyPool returns a pool with random options.
func anyPool(rng *rand.Rand, r series.Rules) series.Rules {
	r.Rejoins, r.Split, r.Entry = rng.IntN(3), series.Split(rng.IntN(3)), 1+rng.IntN(100)
	if rng.IntN(5) == 0 {
		r.MaxDeals = 1 + rng.IntN(6)
	}
	return r
}

// anyRace returns a race with random options.
func anyRace(rng *rand.Rand) series.Rules {
	r := series.Hollywood()
	r.ShutOut, r.Target, r.BoxBonus, r.GameBonus = series.ShutOut(rng.IntN(3)), 40+rng.IntN(100), rng.IntN(30), rng.IntN(120)
	if rng.IntN(4) == 0 {
		r.MaxDeals = 1 + rng.IntN(8)
	}
	return r
}

// TestScores plays random matches of every format and number of seats, and compares each score, each player who goes out, joins again
// or is asked, each starter, and the end with those of a score sheet that is kept apart from the engine.
func TestScores(t *testing.T) {
	n := 25
	if testing.Short() {
		n = 5
	}
	if *long {
		n = 2000
	}
	for _, f := range formats {
		seen := map[string]int{}
		for _, seats := range f.seats {
			for i := range n {
				rng := rand.New(rand.NewPCG(uint64(seats), uint64(i)))
				playSheet(t, f.rules(rng, seats), rng, seen)
			}
		}
		t.Logf("%s: %v", f.name, fmt.Sprint(seen))
		for _, what := range f.sees {
			if seen[what] == 0 && !testing.Short() {
				t.Errorf("no match of %s has %q", f.name, what)
			}
		}
		if f.rules(rand.New(rand.NewPCG(1, 1)), 2).Format == series.Pool && !testing.Short() {
			for _, what := range []string{"rejoin accept", "rejoin pass", "split accept", "split pass", "several out", "split", "deal-limit", "shared"} {
				if seen[what] == 0 {
					t.Errorf("no match of %s has %q", f.name, what)
				}
			}
		}
	}
}

// playSheet plays a random match.
func playSheet(t *testing.T, r series.Rules, rng *rand.Rand, seen map[string]int) {
	t.Helper()
	club := indian.Club(r.Seats)
	club.HandSize, club.Requirement = 3+rng.IntN(4), indian.OnePure
	if rng.IntN(3) == 0 {
		club.HandSize, club.Requirement = 13, indian.PureAndSequence
	}
	club.MaxRounds, club.Declaring, club.Relief = 1+rng.IntN(20), indian.Declaring(rng.IntN(2)), indian.Relief(rng.IntN(2))
	if r.Format == series.Pool {
		club.FirstDrop, club.MiddleDrop = r.Drop, 2*r.Drop
	}
	hand := gin.EAAI()
	hand.Starter, hand.KnockLimit = gin.FirstSeat, 20+rng.IntN(60)
	g := must.Get(series.New(r, func(seats int) (series.Deal, error) {
		if r.Format == series.Race {
			return gin.New(hand)
		}
		of := club
		of.Seats = seats
		return indian.New(of)
	}))(t)
	s, src := g.NewTable(), rand.NewPCG(rng.Uint64(), 1)
	g.Deal(s, src)
	told := record.NewRecorder(g)
	sheet := newSheet(t, r, club, hand, seen)
	events := told.AppendDeal(nil, s)
	var legal game.Mask
	dropping, ended := rng.IntN(12), false
	for {
		for i := range events {
			if sheet.read(&events[i]); events[i].Type == record.Score && (!ended || s.LastPart() != sheet.part) {
				t.Fatalf("a deal has ended: %t, with the result %+v; want %+v", ended, s.LastPart(), sheet.part)
			}
		}
		if s.Current() == game.NoPlayer {
			break
		}
		s.Legal(&legal)
		a := legal.Nth(rng.IntN(legal.Count()))
		if a == indian.Drop && r.Format != series.Race && s.Phase() == series.Playing && rng.IntN(12) > dropping {
			a = legal.Nth(1)
		}
		events = must.Get(told.AppendMove(events[:0], s, a, 1))(t)
		parts := s.Parts()
		must.Do(t, s.Apply(a))
		ended = s.Parts() > parts
	}
	if !sheet.over {
		t.Fatal("the match is over, and by the sheet it goes on")
	}
}
