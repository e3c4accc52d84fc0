package series_test

import (
	"testing"

	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/internal/env/gametest"
	"rummygym/internal/must"
)

// clubDeal returns deals of Indian Rummy of two packs, short ones so that matches are short.
func clubDeal(change func(*indian.Rules)) func(int) (series.Deal, error) {
	return func(seats int) (series.Deal, error) {
		r := indian.Club(seats)
		r.MaxRounds = 6
		if change != nil {
			change(&r)
		}
		return indian.New(r)
	}
}

// ginDeal returns deals of Gin Rummy: hands in which random players often knock.
func ginDeal(int) (series.Deal, error) {
	r := gin.EAAI()
	r.Starter, r.KnockLimit = gin.FirstSeat, 60
	return gin.New(r)
}

// suite are matches by name.
var suite = []struct {
	name  string
	rules series.Rules
	deal  func(int) (series.Deal, error)
}{
	{"pool of 4", with(series.Pool101(4), func(r *series.Rules) { r.MaxDeals = 6 }), clubDeal(nil)},
	{"pool of 3 with rejoins", with(series.Pool201(3), func(r *series.Rules) { r.Rejoins, r.Limit, r.Drop = 2, 81, 25 }), clubDeal(func(r *indian.Rules) { r.FirstDrop, r.MiddleDrop = 25, 50 })},
	{"pool of 6 that is split", with(series.Pool101(6), func(r *series.Rules) { r.Rejoins, r.Split, r.Limit = 1, series.AutoSplit, 81 }), clubDeal(nil)},
	{"pool of 3 that is split by agreement", with(series.Pool101(3), func(r *series.Rules) { r.Split, r.Limit = series.AgreedSplit, 61 }), clubDeal(nil)},
	{"pool of 3 with wrong declarations and reshuffles", with(series.Pool101(3), func(r *series.Rules) { r.MaxDeals = 3 }), clubDeal(func(r *indian.Rules) {
		r.Declaring, r.Ranks, r.HandSize, r.Requirement, r.MaxRounds, r.Recycling = indian.AnyCards, 5, 5, indian.OnePure, 40, indian.WholePile
	})},
	{"few deals of a pool", with(series.Pool201(3), func(r *series.Rules) { r.MaxDeals = 2 }), clubDeal(nil)},
	{"best of 2", series.BestOf(2, 2), clubDeal(nil)},
	{"best of 1 with ties", with(series.BestOf(1, 4), func(r *series.Rules) { r.Chips, r.MaxDeals = 1, 2 }), clubDeal(func(r *indian.Rules) { r.Cap, r.FirstDrop, r.MiddleDrop = 1, 0, 0 })},
	{"one game of gin", with(series.Hollywood(), func(r *series.Rules) { r.Games, r.ShutOut, r.MaxDeals = 1, series.ShutOutTotal, 3 }), ginDeal},
	{"hollywood", with(series.Hollywood(), func(r *series.Rules) { r.MaxDeals, r.Target = 5, 40 }), ginDeal},
}

// with returns changed rules.
func with(r series.Rules, change func(*series.Rules)) series.Rules {
	change(&r)
	return r
}

// TestSuite runs the conformance suite for matches of every format.
func TestSuite(t *testing.T) {
	for _, c := range suite {
		t.Run(c.name, func(t *testing.T) { gametest.Run(t, must.Get(series.New(c.rules, c.deal))(t)) })
	}
}
