package main

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestEvaluateIsThatOfTheArena compares evaluate with arena.Result.Evaluate, and differences with those of the deals.
func TestEvaluateIsThatOfTheArena(t *testing.T) {
	rules := catalog.Gin.Defaults()
	config := arena.Config{Game: must.Get(rules.NewGame())(t), Lineups: arena.AllSeats(0, 2), Deals: arena.AllDeals, Games: 30, Seed: 5, Drop: game.NoAction}
	for _, name := range []string{"sigra", "simple", "stubborn"} {
		create, _, err := catalog.OpenAgent(rules, name)
		must.Do(t, err)
		config.Entrants = append(config.Entrants, arena.Entrant{Name: name, New: create})
	}
	var outcomes []int32
	var gains [2][]float64 // of each deal, by player
	var want []*arena.Evaluation
	for player := range 2 {
		config.Lineups = arena.AllSeats(player, 2)
		res := must.Get(arena.Tournament(context.Background(), config))(t)
		want = append(want, must.Get(res.Evaluate(0.9, nil))(t))
		for _, games := range res.Records {
			for _, r := range games {
				outcomes = append(outcomes, 0, int32(r.Winner), int32(r.Rounds), int32(r.Gains[0]), int32(r.Gains[1]))
			}
		}
		for i := range config.Games {
			gains[player] = append(gains[player], float64(res.Records[0][i].Gains[0]+res.Records[1][i].Gains[1])/2)
		}
	}
	var got struct {
		Rows       []map[string]float64 `json:"rows"`
		Difference map[string]float64   `json:"difference"`
	}
	must.Do(t, json.Unmarshal(must.Get(evaluate(`{"players":2,"from":2,"confidence":0.9}`, outcomes))(t), &got))
	near := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	for player, e := range want {
		row, m := got.Rows[player], &e.Rows[0]
		for name, value := range map[string]float64{
			"games": 60, "deals": 30, "win_rate": m.Win.Value, "win_rate_se": m.Win.StdErr, "win_rate_low": m.WinInterval.Low, "win_rate_high": m.WinInterval.High,
			"score": m.Score.Value, "score_se": m.Score.StdErr, "score_z": m.Fair.Z, "score_p": m.Fair.P, "gain_mean": m.Gain.Value, "gain_se": m.Gain.StdErr,
			"gain_low": m.GainInterval.Low, "gain_high": m.GainInterval.High, "rounds_mean": m.Rounds.Value,
			"win_rate_first": m.Seats[0].Wins.Value(), "gain_first": m.Seats[0].Gain.Value, "win_rate_second": m.Seats[1].Wins.Value(), "gain_second": m.Seats[1].Gain.Value,
		} {
			near(name, row[name], value)
		}
	}
	for i := range gains[0] {
		gains[0][i] -= gains[1][i]
	}
	d := stats.MeanOf(gains[0])
	near("gain", got.Difference["gain"], d.Value)
	near("gain_se", got.Difference["gain_se"], d.StdErr)
	near("gain_z", got.Difference["gain_z"], d.Value/d.StdErr)
	near("gain_low", got.Difference["gain_low"], d.Value-stats.Critical(0.9)*d.StdErr)
	near("win_rate", got.Difference["win_rate"], got.Rows[0]["win_rate"]-got.Rows[1]["win_rate"])
	near("score", got.Difference["score"], got.Rows[0]["score"]-got.Rows[1]["score"])

	must.Do(t, json.Unmarshal(must.Get(evaluate(`{"from":1}`, outcomes[:150]))(t), &got))
	if r := got.Rows[0]; r["games"] != 30 || r["gain_first"] != r["gain_mean"] {
		t.Errorf("games from one seat are measured as %v", r)
	}
}

func TestEvaluateRefuses(t *testing.T) {
	for request, want := range map[string]string{
		`{"players":3}`:     `key "players" is 3: want 1, or 2`,
		`{"from":0}`:        `key "from" is 0: want 1 or 2 seats`,
		`{"confidence":1}`:  `key "confidence" is 1`,
		`{"players":2}`:     "array outcomes has 10 entries: want a multiple of players × from × 5 = 20",
		`{"deals":1}`:       `there is no key "deals"`,
		`{"from":2} {}`:     "more text",
		`{"players":"two"}`: `key "players" is a JSON string`,
	} {
		must.Refuse(evaluate(request, make([]int32, 10)))(t, want)
	}
	must.Refuse(evaluate(`{}`, nil))(t, "array outcomes has 0 entries")
}
