package race

import (
	"sync"

	"rummygym/env/game"
	"rummygym/env/series"
)

// payoffs are the rules of a race on which values depend.
type payoffs struct {
	target, box, bonus int
	shutOut            series.ShutOut
}

// values are the expected gains of one game of a match from a score on, in points, for a player against one who plays alike.
type values struct {
	payoffs
	hands *hands
	// of[x][y][a*target+b] is the gain of a player with a points against one with b, if its next x wins do not count yet and y of the other's.
	of [maxGames][maxGames][]float32
}

const maxGames = 3

// newValues computes the values by dynamic programming, from the highest scores down. A hand without a result changes nothing, so it is left out.
func newValues(p payoffs, h *hands) *values {
	v := &values{payoffs: p, hands: h}
	for x := range maxGames {
		for y := range maxGames {
			v.of[x][y] = make([]float32, p.target*p.target)
		}
	}
	for late := range 2*maxGames - 1 {
		for points := 2 * (p.target - 1); points >= 0; points-- {
			for x := max(0, late-maxGames+1); x <= min(late, maxGames-1); x++ {
				for a := max(0, points-p.target+1); a <= min(points, p.target-1); a++ {
					v.of[x][late-x][a*p.target+points-a] = v.before(a, points-a, x, late-x)
				}
			}
		}
	}
	return v
}

// before returns the value of a score from the values of those that may follow.
func (v *values) before(a, b, x, y int) (total float32) {
	for class, q := range v.hands.all {
		if class != half && q > 0 {
			total += float32(q * v.after(a, b, x, y, points(class)))
		}
	}
	return total / (1 - v.hands.all[half])
}

// after returns what a hand with a gain is worth in a game: what it adds now and the value of the score after it.
func (v *values) after(a, b, x, y, gain int) float32 {
	if gain < 0 {
		return -v.won(b, a, y, x, -gain)
	}
	if gain == 0 {
		return v.of[x][y][a*v.target+b]
	}
	return v.won(a, b, x, y, gain)
}

// won returns what a hand is worth for its winner, who has a points against b.
func (v *values) won(a, b, x, y, gain int) float32 {
	if x > 0 {
		return v.of[x-1][y][a*v.target+b]
	}
	now := float32(gain + v.box)
	if a += gain; a < v.target {
		return now + v.of[0][y][a*v.target+b]
	}
	now += float32(v.bonus)
	if b == 0 { // the loser has won no hand that counts
		switch v.shutOut {
		case series.ShutOutBonus:
			now += float32(v.bonus)
		case series.ShutOutTotal:
			now += float32(a + v.bonus)
		}
	}
	return now
}

// kept holds the values of all races that were asked for.
var kept sync.Map // from payoffs to func() *values

// valuesOf returns the values of a race. It computes them once.
func valuesOf(r *series.Rules) *values {
	p := payoffs{r.Target, r.BoxBonus, r.GameBonus, r.ShutOut}
	of, ok := kept.Load(p)
	if !ok {
		of, _ = kept.LoadOrStore(p, sync.OnceValue(func() *values { return newValues(p, measured()) }))
	}
	return of.(func() *values)()
}

// worth returns what each class of results of the current hand is worth for the observer, over all games.
func (v *values) worth(o *series.Observation) (w [classes]float32) {
	games := o.Games[:o.Rules.Games]
	late := func(p game.Player, i int) (n int) { // wins of p before those that count in game i
		next := 0
		for j := range games {
			if games[j].Boxes[p] > 0 {
				next = j + 1
			}
		}
		for j := next; j < i; j++ {
			if !games[j].Over {
				n++
			}
		}
		return n
	}
	for i := range games {
		if games[i].Over {
			continue
		}
		x, y := late(o.Self, i), late(1-o.Self, i)
		for class := range w {
			w[class] += v.after(games[i].Points[o.Self], games[i].Points[1-o.Self], x, y, points(class))
		}
	}
	return w
}
