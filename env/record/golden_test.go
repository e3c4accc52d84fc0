package record_test

import (
	"path/filepath"
	"testing"

	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// TestGolden compares the records of four games, with every kind of event between them, with
// files that were read by people.
func TestGolden(t *testing.T) {
	classic := must.Get(gin.Preset("classic"))(t)
	short := series.Rules{Format: series.Race, Seats: 2, Target: 100, GameBonus: 100, BoxBonus: 25, Games: 1, MaxDeals: 2}
	hand := must.Get(gin.Preset("openspiel"))(t)
	club := indian.Club(4)
	club.Declaring = indian.AnyCards
	newGin := func(r gin.Rules) record.Game {
		return must.Get(gin.New(r))(t)
	}
	newIndian := func(r indian.Rules) record.Game {
		return must.Get(indian.New(r))(t)
	}
	for _, c := range []struct {
		name   string
		game   record.Game
		change func(*record.Record)
	}{
		{"gin-hand", newGin(hand), func(*record.Record) {}},
		{"gin-hands", must.Get(series.New(short, func(int) (series.Deal, error) { return gin.New(classic) }))(t), func(rec *record.Record) { rec.Place = &record.Place{Episode: 7} }},
		{"paper", newIndian(indian.Paper()), func(rec *record.Record) { rec.Origin = nil }},
		{"club", newIndian(club), func(*record.Record) {}},
	} {
		rec := played(t, c.game, 0)
		c.change(rec)
		must.Match(t, filepath.Join("testdata", c.name+".jsonl"), string(rec.AppendJSON(nil)))
	}
}
