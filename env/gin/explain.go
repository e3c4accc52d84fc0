package gin

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/record"
)

var _ record.Explainer = (*Game)(nil)

// Explain says why a hand has ended without a knock. See [record.Explainer].
func (g *Game) Explain(hand []record.Event) []record.Reason {
	stock, turns, void, why := 0, 0, false, ""
	for i := range hand {
		switch e := &hand[i]; {
		case e.Type == record.Deal:
			stock = e.StockSize
		case e.Type == record.Draw && e.From == record.Stock:
			stock--
		case e.Type == record.Discard:
			turns++
		case e.Type == record.Score:
			void = e.Ending == Void
		}
	}
	switch {
	case !void:
		return nil
	case stock == 0:
		why = "the stock ran out"
	case stock <= 2 && g.rules.StockEnd != VoidWhenEmpty:
		why = fmt.Sprintf("the stock ran out: its last %d cards are not drawn", stock)
	case turns >= g.rules.MaxTurns:
		why = fmt.Sprintf("the limit of %d turns was reached", g.rules.MaxTurns)
	default:
		return nil
	}
	return []record.Reason{{Seat: game.NoPlayer, Why: why}}
}
