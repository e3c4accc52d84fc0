package greedy_test

import (
	"slices"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
)

// matchOf is a match with its afterstates and readers of deals.
type matchOf struct {
	game  *series.Game
	x     *afterstate.Match
	deals func(seats int) (greedy.Reader, int)
}

func indianMatch(t *testing.T, r series.Rules) matchOf {
	const groups = afterstate.AfterProgress | afterstate.AfterTable | afterstate.AfterOthers
	of := func(seats int) *afterstate.Indian {
		return must.Get(afterstate.NewIndian(indian.Club(seats), groups))(t)
	}
	return matchOf{
		must.Get(series.New(r, func(seats int) (series.Deal, error) { return indian.New(indian.Club(seats)) }))(t),
		must.Get(afterstate.NewMatch(r, true, func(seats int) (game.Layout, error) { return of(seats).Layout(), nil }))(t),
		func(seats int) (greedy.Reader, int) {
			x := of(seats)
			return greedy.NewIndian(x.NewReader(nil)), x.Layout().Size()
		},
	}
}

func ginMatch(t *testing.T, r series.Rules) matchOf {
	hand := gin.Classic()
	hand.Starter = gin.FirstSeat
	x := must.Get(afterstate.NewGin(hand, afterstate.GinAfterProgress|afterstate.GinAfterTable))(t)
	return matchOf{
		must.Get(series.New(r, func(int) (series.Deal, error) { return gin.New(hand) }))(t),
		must.Get(afterstate.NewMatch(r, true, func(int) (game.Layout, error) { return x.Layout(), nil }))(t),
		func(int) (greedy.Reader, int) { return greedy.NewGin(x.NewReader()), x.Layout().Size() },
	}
}

// In matches of every format a player of any network takes legal actions. Its choices are those of the deal, but what ends the deal at a known
// cost is open, and its afterstate has the score and nothing of the deal; the others have the fields of the deal. All entries fit their fields.
func TestMatchReader(t *testing.T) {
	pool := series.Pool201(4)
	pool.Rejoins = 1
	seen := map[string]int{}
	for _, m := range []matchOf{
		indianMatch(t, series.Pool101(2)), indianMatch(t, pool), indianMatch(t, series.BestOf(2, 3)), ginMatch(t, series.Hollywood()),
	} {
		layout := m.x.Layout()
		n := randomNetwork(t, layout, 5, 8)
		seats := m.game.Players()
		dst := make([]float32, layout.Size())
		type followed struct {
			*greedy.Match
			deals int
			deal  greedy.Reader
		}
		var readers [game.MaxPlayers]followed
		var choices, inner []greedy.Choice
		create := func() game.Agent { return greedy.NewPlayer(greedy.NewMatch(m.x, seats, m.deals), n, network.Win) }
		visitGames(t, m.game, 3, create, func(s *series.State, o *series.Observation, legal *game.Mask) {
			reader := &readers[o.Self]
			if reader.Match == nil || o.Deals < reader.deals { // another match
				*reader = followed{Match: greedy.NewMatch(m.x, seats, m.deals)}
			}
			choices = reader.Read(choices[:0], o, legal)
			if o.Phase != series.Playing {
				seen[o.Phase.String()]++
				return
			}
			deal, size := m.deals(len(o.Seats))
			if deal.Reset(); reader.deals == o.Deals {
				deal = reader.deal
			}
			reader.deals, reader.deal = o.Deals, deal
			inner = deal.Read(inner[:0], o.Deal, legal)
			if len(inner) != len(choices) {
				t.Fatalf("%d choices, and the deal has %d", len(choices), len(inner))
			}
			own := make([]float32, size)
			for i, c := range choices {
				switch {
				case inner[i].Certainty == greedy.Costs && len(inner) > 1:
					if c.Certainty != greedy.Open {
						t.Fatalf("%+v, of which the deal says %+v, is not open", c, inner[i])
					}
					reader.Encode(dst, c)
					seen["over"]++
					checkOver(t, layout, dst, o, int(c.Cost))
				case c != inner[i]:
					t.Fatalf("the choice %+v, and the deal has %+v", c, inner[i])
				case c.Certainty == greedy.Open:
					reader.Encode(dst, c)
					deal.Encode(own, c)
					if at, _ := layout.Offset("match_over"); dst[at] != 0 {
						t.Fatal("the deal is over")
					} else if seats == len(o.Seats) && !slices.Equal(dst[at+1:], own) {
						t.Fatalf("the fields of the deal are %v, and its reader has %v", dst[at+1:], own)
					}
				}
				if c.Certainty == greedy.Open {
					checkRange(t, layout, dst)
				}
			}
		}, func(game.Action) {})
	}
	if seen["over"] == 0 || seen["rejoin"] == 0 {
		t.Errorf("seen: %v", seen)
	}
}

// checkOver checks the afterstate of a choice that ends the deal at a cost.
func checkOver(t *testing.T, l game.Layout, x []float32, o *series.Observation, cost int) {
	t.Helper()
	over, _ := l.Offset("match_over")
	if x[over] != 1 || slices.ContainsFunc(x[over+1:], func(v float32) bool { return v != 0 }) {
		t.Fatal("the deal is not over, or has fields")
	}
	if o.Rules.Format != series.Pool {
		return
	}
	score, _ := l.Offset("match_scores")
	drops, _ := l.Offset("match_drops")
	after := o.Scores[o.Self] + cost
	if want := float32(min(after, o.Rules.Limit)); x[score] < want-1 || x[score] > want+1 {
		t.Fatalf("the score is %v after a drop of %d at %d", x[score], cost, o.Scores[o.Self])
	}
	if want := max(0, o.Rules.Limit-1-after) / o.Rules.Drop; int(x[drops]) != want {
		t.Fatalf("it can drop %v times with a score of %d, want %d", x[drops], after, want)
	}
}

// checkRange checks that all entries are values of their fields that fit into a byte.
func checkRange(t *testing.T, l game.Layout, x []float32) {
	t.Helper()
	for _, f := range l {
		step := float32(1)
		if f.DType == game.Float32 {
			step = float32(f.High) / 255
		}
		at, _ := l.Offset(f.Name)
		for _, v := range x[at:][:f.Size()] {
			if k := v / step; v < float32(f.Low) || v > float32(f.High)*1.001 || k-float32(int(k+0.5)) > 1e-3 || float32(int(k+0.5))-k > 1e-3 {
				t.Fatalf("the field %s has %v", f.Name, v)
			}
		}
	}
}
