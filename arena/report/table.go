package report

import (
	"bufio"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/table"
)

// longestHead is the maximum length, in characters, of a name that is used as the header
// of a matrix column.
const longestHead = 14

// writeTables writes the text tables of a summary.
func writeTables(out *bufio.Writer, s *arena.Summary) {
	writeHead(out, s)
	if len(s.Agents) > 1 {
		writePlayers(out, s)
	}
	if s.Skill != nil {
		title := "Win rate of the row, which moves first, against the column"
		if s.Terms.AnyStarter {
			title = "Win rate of the row, in seat 0, against the column"
		}
		writeMatrix(out, s, title, func(i, j int) string { return number(s.Skill.Rates[i][j].Value(), 3) }, nil)
	}
	writePairs(out, s)
	writeEndings(out, s)
	if s.Skill != nil && len(s.Agents) > 1 {
		writeSkill(out, s)
	}
	if len(s.PartEndings) > 0 {
		writeParts(out, s)
	}
	if s.Against != nil {
		writeAgainst(out, s)
	}
}

// writeHead writes the setup of the tournament.
func writeHead(out *bufio.Writer, s *arena.Summary) {
	what := "lineup"
	if s.Seats == 2 {
		what = "ordered pair"
	}
	deals := map[arena.Deals]string{
		arena.FreshDeals: "fresh deals for every lineup", arena.SeatDeals: "the same deals for all seat orders", arena.AllDeals: "the same deals for all lineups",
	}[s.Deals]
	fmt.Fprintf(out, "%s, rules %s, %s, %s each, seed %d, %s.\n",
		counted(len(s.Agents), "agent"), s.Rules, counted(len(s.Lineups), what), games(s.Games, s.Terms), s.Seed, deals)
	if n := s.Played(); n < s.Total() {
		fmt.Fprintf(out, "Not finished: %s of %s %s were played.\n", thousands(n), thousands(s.Total()), s.Terms.Games())
	}
}

// writeMatrix writes a table with one row and one column per agent, and more columns. If a name is too
// long, the columns have numbers as headers.
func writeMatrix(out *bufio.Writer, s *arena.Summary, title string, cell func(i, j int) string, more func(v *table.View[int])) {
	fmt.Fprintf(out, "\n%s\n\n", title)
	long := slices.ContainsFunc(s.Agents, func(n string) bool { return utf8.RuneCountInString(n) > longestHead })
	var v table.View[int]
	v.Add(func(i *int) []string {
		if long {
			return []string{fmt.Sprintf("%2d %s", *i+1, s.Agents[*i])}
		}
		return []string{s.Agents[*i]}
	}, "")
	var rows []int
	for j, name := range s.Agents {
		if long {
			name = strconv.Itoa(j + 1)
		}
		v.Add(func(i *int) []string { return []string{cell(*i, j)} }, name)
		rows = append(rows, j)
	}
	if more != nil {
		more(&v)
	}
	v.Write(out, table.Ruled, rows)
}

// writePairs writes one row per lineup.
func writePairs(out *bufio.Writer, s *arena.Summary) {
	within, rounds := fmt.Sprintf("%g %%", 100*s.Settings.Confidence), s.Terms.Rounds()
	what := "rates, gains and drops"
	if s.Terms.NoDrops {
		what = "rates and gains"
	}
	fmt.Fprintf(out, "\nEvery lineup: %s of the first-named; [%s intervals], Wilson for rates, bootstrap for medians; %s 2.5–97.5 %%\n\n", what, within, rounds)
	type pair = arena.Pair
	var v table.View[pair]
	v.Add(func(p *pair) []string {
		return []string{lineupName(p), number(p.Seats[0].Wins.Value(), 3), interval(p.Win, 3), pValue(p.Fair.P), pValue(p.FairHolm),
			plusMinus(p.Seats[0].Gain, 2), number(p.Median, 1), interval(p.MedianGain, 1), number(p.Rounds.Value, 1), number(p.MedianRounds, 1),
			span(p.RoundsRange.Low, p.RoundsRange.High)}
	}, "", "win rate", "", "p", "Holm", "mean gain ± s.e.", "median gain", "", "mean "+rounds, "median", "range")
	if s.RoundLimit > 0 {
		v.Add(func(p *pair) []string { return []string{percent(p.AtLimit.Value())} }, "at limit")
	}
	if s.Terms.NoDrops {
		v.Add(func(p *pair) []string { return []string{plusMinus(p.Turns, 2)} }, "mean turns ± s.e.")
	} else {
		v.Add(func(p *pair) []string {
			others := 0
			for _, seat := range p.Seats[1:] {
				others += seat.Drops
			}
			return []string{strconv.Itoa(p.Seats[0].Drops), strconv.Itoa(others)}
		}, "drops", "of others")
	}
	if s.Terms.Round != "" {
		v.Add(func(p *pair) []string { return []string{number(p.TurnsPerRound, 2)} }, "turns a "+s.Terms.Round)
	}
	v.Write(out, table.Ruled, s.Pairs)
}

// writeEndings writes how the games of each lineup ended, and if games may be void, their share
// and the shares of the endings of the other games.
func writeEndings(out *bufio.Writer, s *arena.Summary) {
	games, void := s.Terms.Games(), s.Terms.Void
	fmt.Fprintf(out, "\nHow %s ended\n\n", games)
	var counts, shares table.View[arena.Pair]
	counts.Add(func(p *arena.Pair) []string { return []string{lineupName(p), strconv.Itoa(p.Games)} }, "", games)
	shares.Add(func(p *arena.Pair) []string { return []string{lineupName(p), share(p.Endings[void], p.Games)} }, "", string(void))
	for _, e := range s.Endings {
		counts.Add(func(p *arena.Pair) []string { return []string{strconv.Itoa(p.Endings[e])} }, string(e))
		if e != void {
			shares.Add(func(p *arena.Pair) []string { return []string{share(p.Endings[e], p.Games-p.Endings[void])} }, string(e))
		}
	}
	counts.Write(out, table.Ruled, s.Pairs)
	if void != "" {
		fmt.Fprintf(out, "\n%% void of all %s, and ends of those with a result, ± s.e.\n\n", games)
		shares.Write(out, table.Ruled, s.Pairs)
	}
}

// share returns a share as a percentage with its standard error.
func share(n, of int) string {
	p := stats.Proportion{Successes: n, Trials: of}.Estimate()
	return plusMinus(stats.Estimate{Value: 100 * p.Value, StdErr: 100 * p.StdErr}, 2)
}

// starsMean is the legend of the stars.
const starsMean = "Stars: differs from 0.5 with p < .05 (*), .01 (**), .001 (***) after Holm's correction"

// writeSkill writes the skill matrices: adjusted for the first mover's advantage, if
// there is a first mover, and over both seats.
func writeSkill(out *bufio.Writer, s *arena.Summary) {
	k := s.Skill
	both := "Win rate of the row over both seats, stars as above"
	if s.Terms.AnyStarter {
		both = "Win rate of the row over both seats. " + starsMean
	} else {
		writeMatrix(out, s, "Without the first mover's advantage, as Table I of saha2025mindist: win rate of the row − a, where a is its win rate\nagainst itself − 0.5. "+starsMean,
			func(i, j int) string { return starred(k.Adjusted[i][j]) },
			func(v *table.View[int]) {
				v.Add(func(i *int) []string { return []string{plusMinus(k.Advantage[*i], 3)} }, "a ± s.e.")
			})
	}
	if s.Terms.Void != "" {
		both += fmt.Sprintf(";\n%s without a winner count half", s.Terms.Games())
	}
	writeMatrix(out, s, both, func(i, j int) string { return starred(k.Balanced[i][j]) }, nil)
}

// writePlayers writes who wins how much, and one row per agent, in descending order of the win rate.
func writePlayers(out *bufio.Writer, s *arena.Summary) {
	ranked := slices.Clone(s.Players)
	slices.SortStableFunc(ranked, func(a, b arena.Player) int {
		switch {
		case a.Win.Value > b.Win.Value:
			return -1
		case a.Win.Value < b.Win.Value:
			return 1
		}
		return 0
	})
	first, against := &ranked[0], "the others"
	if len(ranked) == 2 {
		against = ranked[1].Name
	}
	fmt.Fprintf(out, "\n%s wins %s %% of its %s against %s and gains %s points a %s (± s.e.).\n", first.Name,
		winPercent(first.Win), s.Terms.Games(), against, plusMinus(first.Gain, 1), cmp.Or(s.Terms.Game, "game"))
	fmt.Fprint(out, "\nAgainst all others, from all seats\n\n")
	type player = arena.Player
	var v table.View[player]
	v.Add(func(p *player) []string {
		return []string{p.Name, strconv.Itoa(p.Games), plusMinus(p.Win, 3), plusMinus(p.Gain, 2)}
	}, "", s.Terms.Games(), "win rate ± s.e.", "mean gain ± s.e.")
	if s.Retries {
		v.Add(func(p *player) []string { return []string{strconv.Itoa(p.Retries)} }, "answers refused")
	}
	v.Write(out, table.Ruled, ranked)
}

// winPercent returns a win rate in percent with its standard error.
func winPercent(e stats.Estimate) string {
	return plusMinus(stats.Estimate{Value: 100 * e.Value, StdErr: 100 * e.StdErr}, 1)
}

// lineupName returns the joined names of a lineup.
func lineupName(p *arena.Pair) string {
	name := p.Names[0]
	for _, n := range p.Names[1:] {
		name += " v " + n
	}
	return name
}

// starred returns a rate with stars for its corrected p-value.
func starred(e arena.Effect) string {
	stars := "   "
	switch {
	case e.Holm < 0.001:
		stars = "***"
	case e.Holm < 0.01:
		stars = "** "
	case e.Holm < 0.05:
		stars = "*  "
	}
	return number(e.Value, 3) + " " + stars
}

// pValue returns the text of a p-value: three decimal places, or the power of ten below
// .001.
func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p >= 0.001:
		return number(p, 3)
	case p == 0:
		return "0"
	}
	return strconv.FormatFloat(p, 'e', 0, 64)
}

// percent returns a share as a percentage, or "-" if it is NaN.
func percent(v float64) string {
	if table.Finite(v) == nil {
		return "-"
	}
	return number(100*v, 1) + " %"
}

// span returns the text of a range of counts.
func span(low, high float64) string {
	if table.Finite(low) == nil {
		return "-"
	}
	return strconv.FormatFloat(low, 'f', 0, 64) + "–" + strconv.FormatFloat(high, 'f', 0, 64)
}

// thousands returns n with commas.
func thousands(n int) string { return table.Thousands(float64(n)) }

// counted returns a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// games returns a number of games with the word for them.
func games(n int, t game.Terms) string {
	if n == 1 {
		return "1 " + cmp.Or(t.Game, "game")
	}
	return thousands(n) + " " + t.Games()
}
