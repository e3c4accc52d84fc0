package figure

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/internal/table"
)

// Tournament draws the win rate and the mean gain of each agent of a tournament against the others and, if the tournament
// consists of all ordered pairs (see [arena.Skill]), the win rate of each pair.
func Tournament(s *arena.Summary) []*Figure {
	games := measured(&s.Setup, s.Setup.Games, s.Terms.Games()+" of each lineup")
	names := short(s.Agents)
	win, gain := measures(&s.Setup)
	for _, p := range s.Players {
		win.add(p.Win.Value, p.Win.Interval(s.Settings.Confidence))
		gain.add(p.Gain.Value, p.Gain.Interval(s.Settings.Confidence))
	}
	figures := []*Figure{NewRows("players", "Agents against the others\n"+games, s.Settings.Confidence, names, *win, *gain)}
	if s.Skill == nil {
		return figures
	}
	first, second := "first player", "second player"
	if s.Terms.AnyStarter {
		first, second = "player in seat 0", "player in seat 1"
	}
	return append(figures, NewMatrix("win-rates", "Win rate of the "+first+"\n"+games, first, second, names, s.Skill.Rates))
}

// Evaluation draws the win rate and the mean gain of an agent against each opponent.
func Evaluation(e *arena.Evaluation) *Figure {
	win, gain := measures(&e.Setup)
	names := []string{e.Agent}
	for _, row := range e.Rows {
		names = append(names, row.Opponent)
		win.add(row.Win.Value, row.WinInterval)
		gain.add(row.Gain.Value, row.GainInterval)
	}
	names = short(names)
	title := names[0] + " against each opponent\n" + measured(&e.Setup, e.Setup.Games, "deals from every seat")
	return NewRows("evaluation", title, e.Confidence, names[1:], *win, *gain)
}

// Ladder draws the Elo ratings of a ladder, the best at the top, and the scores of the pairs in this order.
func Ladder(r *arena.Rating) []*Figure {
	elo := Measure{Label: "Elo points (0 is " + cmp.Or(short([]string{r.Anchor})[0], "the mean") + ")"}
	var names []string
	for _, row := range r.Rows {
		names = append(names, row.Name)
		elo.add(row.Elo, row.EloInterval)
	}
	names = short(names)
	games := measured(&r.Setup, r.Deals, "deals from both seats")
	return []*Figure{
		NewRows("ratings", "Ratings\n"+games, r.Confidence, names, elo),
		NewMatrix("scores", "Score of the row against the column\n"+games, "agent", "opponent", names, r.Scores),
	}
}

// measures returns the quantities that are drawn of the players of games.
func measures(s *arena.Setup) (win, gain *Measure) {
	return &Measure{Label: "win rate", Line: 1 / float64(s.Seats)}, &Measure{Label: "points per " + cmp.Or(s.Terms.Game, "game")}
}

// add adds the estimate of a row.
func (m *Measure) add(v float64, in stats.Interval) {
	m.Values, m.Intervals = append(m.Values, v), append(m.Intervals, in)
}

// measured says what was measured: the rules, how many games and which, and the seed.
func measured(s *arena.Setup, n int, games string) string {
	return fmt.Sprintf("rules %s, %s %s, seed %d", s.Rules, table.Thousands(float64(n)), games, s.Seed)
}

// short returns the names of agents without the hashes of their networks, or as they are if two would be equal.
func short(agents []string) []string {
	names := make([]string, len(agents))
	for i, a := range agents {
		names[i] = hash.ReplaceAllString(a, "")
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(agents) {
		return agents
	}
	return names
}

var hash = regexp.MustCompile(`@[0-9a-f]{12}`)
