package gin_test

import (
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	records "rummygym/env/record"
	"rummygym/internal/must"
)

// A hand without a knock says how it ended, and no other hand does.
func TestExplain(t *testing.T) {
	g := must.Get(gin.New(gin.EAAI()))(t)
	for _, c := range []struct {
		stock, turns int
		ending       game.Ending
		want         string
	}{
		{2, 29, gin.Void, "the stock ran out: its last 2 cards are not drawn"},
		{20, 200, gin.Void, "the limit of 200 turns was reached"},
		{2, 29, gin.Knocked, ""},
	} {
		deal := records.New(records.Deal, game.NoPlayer)
		deal.StockSize = 31
		events := []records.Event{deal}
		for range 31 - c.stock {
			events = append(events, records.New(records.Draw, 0))
			events[len(events)-1].From = records.Stock
		}
		for range c.turns {
			events = append(events, records.New(records.Discard, 0))
		}
		score := records.New(records.Score, game.NoPlayer)
		score.Ending = c.ending
		got := g.Explain(append(events, score))
		if c.want == "" && got != nil || c.want != "" && (len(got) != 1 || got[0].Why != c.want || got[0].Seat != game.NoPlayer) {
			t.Errorf("%v after %d turns with a stock of %d: %+v, want %q", c.ending, c.turns, c.stock, got, c.want)
		}
	}
}
