package arena

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// shapleyGames returns made-up games of all combinations of n options against some
// opponents.
func shapleyGames(n, opponents, deals int, rng *rand.Rand) (*Result, []string) {
	res := &Result{Setup: Setup{Seats: 2, Games: deals, Deals: AllDeals}}
	var against []int
	for o := range opponents {
		against = append(against, o)
		res.Agents = append(res.Agents, fmt.Sprint("opponent ", o))
	}
	var names []string
	for k := range 1 << n {
		name := fmt.Sprintf("combination %b", k)
		names, res.Agents = append(names, name), append(res.Agents, name)
		res.Lineups = append(res.Lineups, BothSeats(opponents+k, against...)...)
	}
	for range res.Lineups {
		records := make([]Record, deals)
		for i := range records {
			records[i] = Record{Ending: "knock", Winner: game.Player(rng.IntN(3) - 1)}
			records[i].Gains[0] = int16(rng.IntN(200) - 100)
			records[i].Gains[1] = -records[i].Gains[0]
		}
		res.Records = append(res.Records, records)
	}
	return res, names
}

// orders calls visit with all orders of the numbers below n.
func orders(n int, order []int, visit func([]int)) {
	if len(order) == n {
		visit(order)
	}
	for i := range n {
		if !slices.Contains(order, i) {
			orders(n, append(slices.Clone(order), i), visit)
		}
	}
}

// TestShapley compares the values with the definition: the mean over all orders in which
// options are switched on, computed deal by deal.
func TestShapley(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ options, opponents, deals int }{{1, 1, 5}, {2, 2, 7}, {3, 1, 6}, {4, 3, 9}} {
		res, names := shapleyGames(c.options, c.opponents, c.deals, rng)
		missing := rng.IntN(c.deals) // one game of this deal was not played
		res.Records[rng.IntN(len(res.Records))][missing].Ending = ""
		var options []string
		for i := range c.options {
			options = append(options, fmt.Sprint("option ", i))
		}
		s := must.Get(res.Shapley(options, names, 0.9))(t)
		value := func(k, deal int) (win, gain float64) { // of a combination
			for o := range c.opponents {
				for seat := range 2 {
					g := res.Records[2*(k*c.opponents+o)+seat][deal]
					if int(g.Winner) == seat {
						win++
					}
					gain += float64(g.Gains[seat])
				}
			}
			return win / float64(2*c.opponents), gain / float64(2*c.opponents)
		}
		sum := 0.0
		for i, name := range options {
			var wins, gains, first, last []float64
			for deal := range c.deals {
				if deal == missing {
					continue
				}
				var win, gain, n float64
				orders(c.options, nil, func(order []int) {
					before := 0
					for _, o := range order[:slices.Index(order, i)] {
						before |= 1 << o
					}
					w0, g0 := value(before, deal)
					w1, g1 := value(before|1<<i, deal)
					win, gain, n = win+w1-w0, gain+g1-g0, n+1
				})
				wins, gains = append(wins, win/n), append(gains, gain/n)
				none, _ := value(0, deal)
				alone, _ := value(1<<i, deal)
				all, _ := value(1<<c.options-1, deal)
				others, _ := value(1<<c.options-1-1<<i, deal)
				first, last = append(first, alone-none), append(last, all-others)
			}
			got := s.Options[i]
			for _, x := range []struct {
				what string
				got  stats.Estimate
				want []float64
			}{{"wins", got.Value.Win, wins}, {"gain", got.Value.Gain, gains}, {"wins alone", got.First.Win, first}, {"wins with all others", got.Last.Win, last}} {
				want := stats.MeanOf(x.want)
				if got.Name != name || math.Abs(x.got.Value-want.Value) > 1e-9 || math.Abs(x.got.StdErr-want.StdErr) > 1e-9 {
					t.Errorf("%d options, %s of %s (%s): %v, want %v", c.options, x.what, name, got.Name, x.got, want)
				}
			}
			sum += got.Value.Win.Value
		}
		last := len(s.Combinations) - 1
		if all := s.Combinations[last].Win.Value - s.Combinations[0].Win.Value; math.Abs(sum-all) > 1e-9 || math.Abs(s.All.Win.Value-all) > 1e-9 || s.Deals != c.deals-1 {
			t.Errorf("%d options: values sum to %v, all is %v, want %v; %d deals", c.options, sum, s.All.Win.Value, all, s.Deals)
		}
	}
}

func TestShapleyErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for want, change := range map[string]func(*Result, []string) []string{
		"3 agents for 2 options":              func(_ *Result, names []string) []string { return names[:3] },
		"lineups for 4 combinations":          func(r *Result, names []string) []string { r.Lineups = r.Lineups[:6]; return names },
		"of combination combination 10: want": func(r *Result, names []string) []string { r.Lineups[4] = Lineup{0, 1}; return names },
		"and the same deals for all lineups":  func(r *Result, names []string) []string { r.Deals = FreshDeals; return names },
	} {
		res, names := shapleyGames(2, 1, 3, rng)
		must.Refuse(res.Shapley([]string{"a", "b"}, change(res, names), 0.95))(t, want)
	}
}
