package agents_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// listener is an agent outside that plays at random and writes down what it is told.
type listener struct {
	src    rand.PCG
	events []byte
	gains  []int
	ends   int
}

func (l *listener) Reset(seed uint64) { l.src.Seed(seed, 1); *l = listener{src: l.src, ends: l.ends} }

func (l *listener) See(e *record.Event) { l.events = append(e.AppendJSON(l.events), '\n') }

func (l *listener) End(gains []int) { l.gains, l.ends = slices.Clone(gains), l.ends+1 }

func (l *listener) Err() error { return nil }

func (l *listener) Retries() int { return 0 }

func (l *listener) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	return legal.Nth(rand.New(&l.src).IntN(legal.Count())), 0.5
}

// TestOutsideSeesItsView checks that agents outside are told the view of their seat of the
// record of the game.
func TestOutsideSeesItsView(t *testing.T) {
	hand := gin.EAAI()
	table := indian.Paper()
	table.Seats = 3
	for _, open := range []func() (record.Game, error){
		func() (record.Game, error) { return gin.New(hand) },
		func() (record.Game, error) { return indian.New(table) },
	} {
		g := must.Get(open())(t)
		tab, recorder := agents.NewTable(g), record.NewRecorder(g)
		var seats []game.Agent
		for range g.Players() {
			seats = append(seats, &listener{})
		}
		seats[1] = agents.Never(game.MaskSize-1, func() game.Agent { return &listener{} })() // stays outside
		for episode := range uint64(10) {
			var rec record.Record
			tab.Deal(1, episode, seats...)
			rec.Events = recorder.AppendDeal(nil, tab.State())
			must.Do(t, tab.Play(func(d *agents.Decision) (err error) {
				rec.Events, err = recorder.AppendMove(rec.Events, tab.State(), d.Action, d.Probability)
				return err
			}))
			out := tab.State().Outcome()
			for p, a := range seats {
				if p == 1 {
					continue
				}
				l := a.(*listener)
				var want []byte
				for _, e := range rec.View(game.Player(p)).Events {
					want = append(e.AppendJSON(want), '\n')
				}
				if string(l.events) != string(want) {
					t.Fatalf("%s, episode %d, seat %d is told\n%s\nwant\n%s", g.Name(), episode, p, l.events, want)
				}
				if !slices.Equal(l.gains, out.Gains[:g.Players()]) || l.ends != int(episode)+1 {
					t.Fatalf("%s, episode %d, seat %d is told the gains %v at end %d, want %v once", g.Name(), episode, p, l.gains, l.ends, out.Gains)
				}
			}
		}
		if _, ok := seats[1].(agents.Outside); !ok {
			t.Error("an agent outside that never sees an action is not outside")
		}
	}
}
