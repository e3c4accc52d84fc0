package figure_test

import (
	"slices"
	"testing"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/arena/figure"
	"rummygym/internal/must"
)

// madeUp returns a result in which agent i beats agent j in a share of .5 + (i−j)/10 of the games.
func madeUp(agents []string, seats, games int) *arena.Result {
	res := &arena.Result{Setup: arena.Setup{Rules: "paper", Seats: seats, Games: games, Agents: agents, Deals: arena.AllDeals, Seed: 7, Lineups: arena.RoundRobin(len(agents), seats)}}
	for _, l := range res.Lineups {
		records := make([]arena.Record, games)
		for i := range records {
			records[i] = arena.Record{Ending: "declared", Winner: 1}
			if i*10 < games*(5+l[0]-l[1]) {
				records[i].Winner = game.Player(0)
			}
		}
		res.Records = append(res.Records, records)
	}
	return res
}

func TestTournament(t *testing.T) {
	res := madeUp([]string{"random", "learned:a@0123456789ab", "min-dist-opp:variant=released"}, 2, 1000)
	f := figure.Tournament(arena.Summarize(res, arena.Settings{Resamples: 1, Confidence: 0.9}))
	const games = "rules paper, 1,000 games of each lineup, seed 7"
	wantTexts(t, f[0], "Agents against the others", games, "bars: 90 % intervals", "win rate", "points per game", "random", "learned:a")
	wantTexts(t, f[1], "Win rate of the first player", games, "standard errors at most 0.016", "first player", "second player",
		"random", "learned:a", "min-dist-opp:variant=released", "0.500", "0.400", "0.300", "0.600", "0.700")
	res.Agents[0], res.Terms = "learned:a@ba9876543210", game.Terms{Game: "match", AnyStarter: true}
	f = figure.Tournament(arena.Summarize(res, arena.Settings{Resamples: 1}))
	wantTexts(t, f[0], "points per match", "bars: 95 % intervals")
	wantTexts(t, f[1], "Win rate of the player in seat 0", "player in seat 1", "learned:a@ba9876543210", "learned:a@0123456789ab")
}

// A tournament that was stopped early has empty cells, and one at three seats has no ordered pairs.
func TestPart(t *testing.T) {
	res := madeUp([]string{"a", "b"}, 2, 4)
	for l := range res.Records {
		clear(res.Records[l])
		for _, f := range figure.Tournament(arena.Summarize(res, arena.Settings{Resamples: 1})) {
			wantTexts(t, f, "a", "b")
		}
	}
	f := figure.Tournament(arena.Summarize(madeUp([]string{"a", "b"}, 3, 4), arena.Settings{Resamples: 1}))
	if len(f) != 1 || f[0].Name != "players" {
		t.Errorf("a tournament at three seats has %d figures, want that of the players", len(f))
	}
}

func TestEvaluation(t *testing.T) {
	res := madeUp([]string{"a", "b", "c"}, 2, 20)
	res.Lineups, res.Records = slices.Concat(arena.AllSeats(0, 1), arena.AllSeats(0, 2)), res.Records[:4]
	wantTexts(t, figure.Evaluation(must.Get(res.Evaluate(0.95, nil))(t)), "a against each opponent", "rules paper, 20 deals from every seat, seed 7",
		"bars: 95 % intervals", "b", "c", "win rate", "points per game")
}

func TestLadder(t *testing.T) {
	row := func(name string, elo, low, high float64) arena.RatingRow {
		return arena.RatingRow{Name: name, Elo: elo, EloInterval: stats.Interval{Low: low, High: high}}
	}
	r := &arena.Rating{Result: &arena.Result{Setup: arena.Setup{Rules: "eaai"}}, RatingSettings: arena.RatingSettings{Confidence: 0.9}, Deals: 1500,
		Rows:   []arena.RatingRow{row("sigra", 120, 100, inf), row("simple", 0, -20, 25), row("random", -900, -inf, -700)},
		Scores: [][]stats.Estimate{{{Value: nan, StdErr: nan}, {Value: 0.625}, {Value: 1}}, {{Value: 0.375, StdErr: 0.01}, {Value: nan}, {Value: 1}}, {{}, {}, {Value: nan}}},
	}
	const games = "rules eaai, 1,500 deals from both seats, seed 0"
	f := figure.Ladder(r)
	wantTexts(t, f[0], "Ratings", games, "bars: 90 % intervals", "Elo points (0 is the mean)", "sigra", "simple", "random", "0")
	wantTexts(t, f[1], "Score of the row against the column", games, "standard errors at most 0.010", "sigra", "0.625", "0.375", "1.000", "0.000")
	r.Anchor = "simple"
	wantTexts(t, figure.Ladder(r)[0], "Elo points (0 is simple)")
}
